"""The HTTP API and the page: every question as JSON, long ones as jobs.

What is asked is checked here and answered in worker processes, which the questions of
`cubecsp.server.questions` describe: their parameters, and how each is asked. FastAPI and uvicorn, the
extra `server`, are imported by `cubecsp.server.app` and `cubecsp.server.running` alone.
"""
