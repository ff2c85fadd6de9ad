"""The application: the paths and their answers."""

import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Match, Route

from cubecsp.errors import excerpt
from cubecsp.interface import Interface, through
from cubecsp.server import answer_schemas
from cubecsp.server.error_handlers import problems, report_problems
from cubecsp.server.error_statuses import RequestProblem
from cubecsp.server.guard import Bodies, Guard
from cubecsp.server.head_requests import Heads
from cubecsp.server.job_routes import add_jobs
from cubecsp.server.limits import ServerLimits
from cubecsp.server.page_files import PageFiles, folder
from cubecsp.server.photos import add_photos
from cubecsp.server.question_routes import add_questions
from cubecsp.server.requests import REQUESTS
from cubecsp.server.service import Service
from cubecsp.server.thistlethwaite import add_thistlethwaite
from cubecsp.suggestions import suggestion
from cubecsp.version import __version__

_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def create(
    limits: ServerLimits | None = None,
    *,
    page: Path | None = None,
    hosts: Iterable[str] = (),
    origins: Iterable[str] = (),
) -> FastAPI:
    """Return the application.

    Args:
        limits: the limits of the server.
        page: the folder of the page, if not the usual one.
        hosts: the host names of the server, besides addresses and localhost.
        origins: the origins whose pages may ask, besides our own.
    """
    service = Service(limits or ServerLimits())

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        service.workers.start()
        try:
            with through(Interface.HTTP):
                yield
        finally:
            service.jobs.close()
            await service.workers.close()

    app = FastAPI(
        title="cubecsp",
        version=__version__,
        summary="Questions about Rubik's cubes, asked declaratively.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # they would load scripts from elsewhere
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.service = service
    app.add_middleware(Heads)
    app.add_middleware(Bodies, limits=service.limits)
    friends = [origin.lower().rstrip("/") for origin in origins]
    if friends:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=friends,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Content-Type", "Last-Event-ID", "Prefer"],
            expose_headers=["Location", "Retry-After"],
        )
    app.add_middleware(Guard, hosts=list(hosts), origins=friends)  # it is asked first
    report_problems(app)
    _add_status(app, service)
    add_jobs(app, service)
    add_questions(app, service)
    add_thistlethwaite(app, service)
    add_photos(app)
    _add_page(app, PageFiles(page or folder()))
    return app


def _methods(app: FastAPI, request: Request) -> set[str]:
    """Return the methods that a path has besides that of the request; none if there is no such path."""
    results: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is Match.PARTIAL:
            results |= route.methods or set()
    return results | ({"HEAD"} if "GET" in results else set())


def _nothing(name: str) -> RequestProblem:
    """Return the problem for a path that does not exist."""
    below, _, question = name.partition("/")
    if below == "api" and question and "/" not in question:
        known = suggestion(question, REQUESTS)
        return RequestProblem(404, f"unknown question {excerpt(question)}", known)
    return RequestProblem(404, "there is nothing here", "the API is below /api/")


def _add_status(app: FastAPI, service: Service) -> None:
    """Add the path that describes the server."""

    @app.get(
        "/api/status",
        tags=["server"],
        response_model=None,
        responses={
            200: {"description": "The version and the load.", "model": answer_schemas.StatusShape},
            **problems(),
        },
    )
    async def status() -> Response:
        """Return the version of the server, and its load."""
        data = {
            "version": __version__,
            "workers": len(service.workers.pids),
            "active": service.jobs.long.active + service.jobs.quick.active,
            "time_limit": service.limits.time,
            "questions": list(REQUESTS),
        }
        return JSONResponse(data, headers={"Cache-Control": "no-store"})


def _add_page(app: FastAPI, files: PageFiles) -> None:
    """Add the files of the page, and the answer to requests for missing paths."""

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        return JSONResponse(app.openapi())

    @app.api_route("/{name:path}", methods=_METHODS, include_in_schema=False)
    async def page(name: str, request: Request) -> Response:
        file = name or "index.html"
        is_there = files.has(file)
        allowed = {"GET", "HEAD"} if is_there else _methods(app, request)
        if allowed and request.method not in allowed:
            able = ", ".join(sorted(allowed))
            raise HTTPException(
                405, f"{request.method} is not answered here, only {able}", {"Allow": able}
            )
        if not is_there:
            raise _nothing(name)
        return await files.get_response(file, request.scope)
