"""Measured colours of random cubes: stickers of some colours in separate light on each face, and noise.

Colours are in L*, a*, b*. The light of a face has a gain with standard deviation `light` around 1, and a cast in a* and b*
with 100 · `light`; noise has the same standard deviation in all three. A share of stickers shows glare: any colour at all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubecsp.models.recognition.colour_space import lab_of, rgb_of
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle

__all__ = ["STICKERS", "Scene", "measured", "random_colours", "scene", "written"]

STICKERS = np.array(
    [
        [230.0, 230.0, 225.0],
        [185.0, 30.0, 35.0],
        [20.0, 150.0, 70.0],
        [235.0, 215.0, 40.0],
        [240.0, 110.0, 25.0],
        [20.0, 75.0, 170.0],
    ]
)
"""Red, green and blue of the stickers of a cube, in the order of faces U R F D L B."""


@dataclass(frozen=True)
class Scene:
    """A cube, and the measured colours.

    Attributes:
        puzzle: the cube.
        colours: of its facelets (0…5).
        rgb: red, green and blue (0…255) of each facelet.
    """

    puzzle: CubePuzzle
    colours: NDArray[np.intp]
    rgb: NDArray[np.float64]


def random_colours(puzzle: CubePuzzle, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return the colours of a cube after many random turns."""
    turns = [np.array(list(turn)) for turn in puzzle.generators.values()]
    stickers = np.arange(puzzle.facelet_count)
    for turn in rng.integers(len(turns), size=40 * puzzle.size):
        stickers = stickers[turns[turn]]
    return np.array(list(puzzle.home_colours))[stickers]


def measured(
    colours: NDArray[np.intp],
    rng: np.random.Generator,
    *,
    noise: float,
    light: float,
    glare: float = 0.0,
    stickers: NDArray[np.float64] = STICKERS,
) -> NDArray[np.float64]:
    """Return red, green and blue of facelets that have some colours."""
    faces = np.repeat(np.arange(6), len(colours) // 6)
    gains = 1 + light * rng.normal(size=(6, 1))
    casts = 100 * light * rng.normal(size=(6, 3)) * [0, 1, 1]
    lab = lab_of(stickers)[colours] * gains[faces] + casts[faces]
    rgb = np.clip(np.round(rgb_of(lab + noise * rng.normal(size=lab.shape))), 0, 255)
    glaring = rng.random(len(colours)) < glare
    rgb[glaring] = rng.integers(0, 256, size=(int(glaring.sum()), 3))
    return rgb


def scene(size: int, rng: np.random.Generator, **how: float) -> Scene:
    """Return a random cube, and its measured colours; see `measured`."""
    puzzle = cube_puzzle(size)
    colours = random_colours(puzzle, rng)
    return Scene(puzzle, colours, measured(colours, rng, **how))


def written(rgb: NDArray[np.float64]) -> list[list[int]]:
    """Return measurements as JSON states them."""
    return rgb.astype(int).tolist()
