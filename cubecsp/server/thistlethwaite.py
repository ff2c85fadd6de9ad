"""The interface of Thistlethwaite solvers: 40 numbers in, moves out, phase by phase.

The numbers are those of `cubecsp.formats.forty_numbers`: positions and orientations of corners and of
edges, each vector by its name or all in one list, and a parity flag that may be left out.
"""

import json
from typing import Annotated, Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, RootModel

from cubecsp.formats.forty import FORMAT
from cubecsp.formats.forty_numbers import VECTORS
from cubecsp.search.thistlethwaite import METHOD
from cubecsp.server.error_handlers import OF_QUESTIONS, problems
from cubecsp.server.requests import REQUESTS
from cubecsp.server.service import Service

__all__ = ["add_thistlethwaite"]

_CORNERS, _, _EDGES, _ = VECTORS.values()

Corners = Annotated[
    list[Annotated[int, Field(ge=0)]], Field(min_length=_CORNERS, max_length=_CORNERS)
]
Edges = Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=_EDGES, max_length=_EDGES)]


class Vectors(BaseModel):
    """A cube as four vectors: the piece that each slot holds, and its turn."""

    model_config = ConfigDict(extra="forbid", strict=True)

    corner_position: Corners = Field(alias="Corner Position")
    corner_orientation: Corners = Field(alias="Corner Orientation")
    edge_position: Edges = Field(alias="Edge Position")
    edge_orientation: Edges = Field(alias="Edge Orientation")
    parity: bool | None = Field(
        None, alias="Parity", description="Whether the number of quarter turns is odd."
    )


Forty = Annotated[
    list[Annotated[int, Field(ge=0)]],
    Field(min_length=sum(VECTORS.values()), max_length=sum(VECTORS.values())),
]


class Configuration(RootModel[Vectors | Forty]):
    """A cube as 40 numbers: four vectors by name, or one list."""


class PhaseShape(BaseModel):
    """One of the four phases."""

    moves: list[str]
    goal: str = Field(description="What the phase reaches.")


class MovesShape(BaseModel):
    """Moves that solve a cube."""

    moves: list[str]
    phases: list[PhaseShape]


def add_thistlethwaite(app: FastAPI, service: Service) -> None:
    """Add the path that solves a configuration."""

    @app.post(
        "/api/thistlethwaite",
        tags=["questions"],
        response_model=None,
        responses={
            200: {"description": "The moves that solve it.", "model": MovesShape},
            **problems(*OF_QUESTIONS),
        },
    )
    async def thistlethwaite(configuration: Configuration, request: Request) -> Response:
        """Solve a cube in four phases, given as 40 numbers."""
        numbers = json.dumps(configuration.model_dump(by_alias=True, exclude_none=True))
        question = REQUESTS["solve"].model_validate(
            {"cubes": numbers, "format": FORMAT.name, "method": METHOD.name}
        )
        (cube,) = json.loads(await service.answer(question, request))["cubes"]
        return JSONResponse(_moves(cube))


def _moves(cube: dict[str, Any]) -> dict[str, Any]:
    phases = [{"moves": phase["moves"].split(), "goal": phase["goal"]} for phase in cube["phases"]]
    return {"moves": cube["solution"].split(), "phases": phases}
