"""Stickers of shipped puzzles, turned one by one in space: what states should show."""

from __future__ import annotations

from cubecsp.puzzle.definitions import built_in_puzzles, cut_solids


def solid_of(name: str) -> cut_solids.Solid:
    """Return the solid that a shipped puzzle is made from."""
    made = []
    original = cut_solids.Solid.puzzle
    cut_solids.Solid.puzzle = lambda self: made.append(self) or original(self)
    try:
        built_in_puzzles.SHIPPED[name].__wrapped__()
    finally:
        cut_solids.Solid.puzzle = original
    (solid,) = made
    return solid


def painted(name: str, moves: list[str]) -> tuple[list[str], list[str]]:
    """Return the face of each sticker, and their colours after moves that are done to stickers in space."""
    solid = solid_of(name)
    polygons = solid.polygons
    centres = [
        tuple(sum(x) / len(polygon) for x in zip(*polygon, strict=True)) for _, polygon in polygons
    ]
    colours = [face for face, _ in polygons]
    for move in moves:
        turn = {**solid.turns, **solid.rotations}[move]
        to = [
            min(
                range(len(centres)),
                key=lambda n: sum((a - b) ** 2 for a, b in zip(there, centres[n], strict=True)),
            )
            for there in (turn.turned(c) if turn.moves(c) else c for c in centres)
        ]
        new = [""] * len(colours)
        for here, there in enumerate(to):
            new[there] = colours[here]
        colours = new
    return [face for face, _ in polygons], colours
