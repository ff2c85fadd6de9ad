"""The face of a cube in a photo: a browser sends its pixels, small, and gets the colours of the stickers.

Pixels, not files: nothing that strangers have written is decoded. Nothing is stored.
"""

from __future__ import annotations

import asyncio
import base64
from typing import Annotated

import numpy as np
from fastapi import FastAPI, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from cubecsp.errors import CubecspError
from cubecsp.models.recognition.face_grid import face_in
from cubecsp.server.error_handlers import OF_QUESTIONS, problems
from cubecsp.server.error_statuses import RequestProblem, problem_of

__all__ = ["add_photos"]

_MOST = 480  # pixels of a side: more are not looked at
Side = Annotated[int, Field(ge=1, le=_MOST)]


class Photo(BaseModel):
    """A photo of one face of a cube."""

    model_config = ConfigDict(extra="forbid", strict=True)

    width: Side
    height: Side
    pixels: str = Field(
        description="Red, green and blue (0…255) of each pixel, row by row, as base64."
    )


class FaceShape(BaseModel):
    """The stickers of a face: what `recognise` takes for it."""

    size: int = Field(description="How many stickers a row has.")
    colours: list[list[int]] = Field(
        description="Red, green and blue (0…255) of each sticker, row by row."
    )


def add_photos(app: FastAPI) -> None:
    """Add the path that finds a face in a photo."""
    one_at_a_time = asyncio.Semaphore(1)

    @app.post(
        "/api/photo",
        tags=["questions"],
        response_model=None,
        responses={
            200: {"description": "The colours of its stickers.", "model": FaceShape},
            **problems(*OF_QUESTIONS),
        },
    )
    async def photo(photo: Photo) -> Response:
        """Find the face of a cube in a photo, and measure the colours of its stickers."""
        async with one_at_a_time:
            return JSONResponse(await asyncio.to_thread(_measured, photo))


def _measured(photo: Photo) -> dict[str, object]:
    """Return the colours, as of `FaceShape`.

    Raises:
        RequestProblem: the pixels are not those of a picture of this size, or no face is in it.
    """
    try:
        pixels = np.frombuffer(base64.b64decode(photo.pixels, validate=True), np.uint8)
    except ValueError:  # also of letters that are not ASCII
        pixels = np.zeros(0, np.uint8)
    if len(pixels) != 3 * photo.width * photo.height:
        expected = f"send base64 of 3 bytes for each of {photo.width} × {photo.height} pixels"
        raise RequestProblem(422, "the pixels are not a picture", expected, where="pixels")
    try:
        face = face_in(pixels.reshape(photo.height, photo.width, 3)[:, :, ::-1].copy())
    except CubecspError as error:
        raise problem_of(error) from error
    if face is None:
        remedy = "take it again: one whole face from the front, sharp, without reflections"
        raise RequestProblem(
            422, "no face of a cube is found in this photo", remedy, where="pixels"
        )
    return {"size": round(len(face) ** 0.5), "colours": np.rint(face).astype(int).tolist()}
