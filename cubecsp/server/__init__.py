"""The HTTP API and the page: every question as JSON, long ones as jobs.

Requests are checked here and answered in worker processes; `cubecsp.server.requests` describes the
questions: their parameters, and how each is asked. Only `cubecsp.server.app` and `cubecsp.server.http_server`
import FastAPI and uvicorn, the extra `server`.
"""
