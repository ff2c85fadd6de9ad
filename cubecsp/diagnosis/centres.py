"""Centres that do not fit the other pieces.

The colours of the twenty moving pieces show which colours lie opposite each other and in which sense the
others go round. So they show the places of the six centres, up to turning the cube as a whole. Among the 720
renamings of the colours, the 24 rotations make no difference to whether pieces are real; so testing 30 of
them finds the six centres around which the fewest pieces are wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from cubecsp.diagnosis.assembly import Assembly, Coset
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.possible import crowds, sure_placements
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.defect import Defect, DefectKind
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.puzzle.cube.words import colours_in_words, listed

__all__ = ["CentreArrangement", "arrangements", "assembly_of", "centre_defects"]

Colours = Sequence[int | None]

_LEAST_WRONG = 6  # exchanged centres make eight pieces impossible; below this, pieces are wrong
_MOST_WRONG = (
    6  # if more pieces are wrong around any centres, they give no evidence about the centres
)
_MOST_TAKEN_OUT = 3  # pieces, to make a whole set solvable
_WAYS = 3  # the most ways to correct the centres that are reported; there are seldom as many


@frozen
class CentreArrangement:
    """Six centres around which most other pieces are real.

    Attributes:
        renaming: for each colour the face where its centre belongs.
        wrong: the faces whose centres have another colour.
        cost: the number of pieces that are wrong, or must be taken out to make the cube solvable, centres
            included.
    """

    renaming: tuple[int, ...]
    wrong: tuple[int, ...]
    cost: int

    @property
    def expected(self) -> list[int]:
        """The colour that the centre of each face has to have."""
        return [self.renaming.index(face) for face in range(6)]


def centre_defects(facelets: Facelets, wrong_slots: int) -> tuple[list[Defect], Facelets]:
    """Return the defects of centres, and the stickers named after the centres put right.

    Wrong pieces are blamed on wrong centres if that takes fewer changes.

    Args:
        facelets: the stickers.
        wrong_slots: the number of slots that are wrong with the centres as they are.
    """
    puzzle, colours = facelets.puzzle, facelets.colours
    centres = [colours[facelet] for facelet in puzzle.centres]
    fit = all(colour in (None, face) for face, colour in enumerate(centres))
    if not centres or (fit and wrong_slots < _LEAST_WRONG):
        return [], facelets
    ways = arrangements(puzzle, colours)
    if ways:
        return _moved_centres(facelets, ways), _renamed(facelets, ways[0].renaming)
    return _double_centres(facelets), facelets


def arrangements(puzzle: CubePuzzle, colours: Colours) -> list[CentreArrangement]:
    """Return the ways to put the centres right that leave the fewest pieces to be put right.

    The centres stay as the colours are named unless others take fewer changes. Among ways that take as many
    changes, only those that move the fewest centres are returned. The list is empty if too many pieces are
    wrong around any centres.
    """
    centre_colours = [colours[centre] for centre in puzzle.centres]
    as_named = _wrong(centre_colours, _NAMED)
    tried: list[tuple[int, tuple[int, ...], tuple[int, ...], bool]] = []
    little = 2 * colours.count(None) > len(colours)  # too little is known to suggest other names
    for renamings in _cosets()[: 1 if little else None]:
        slots = _wrong_slots(puzzle, colours, renamings[0])
        known = not slots and assembly_of(puzzle, _named(colours, renamings[0])) is not None
        if slots <= _MOST_WRONG:
            for renaming in renamings:
                wrong = _wrong(centre_colours, renaming)
                if wrong or as_named or renaming == _NAMED:  # centres that fit are not renamed
                    tried.append((slots + len(wrong), wrong, renaming, known))
    results: list[CentreArrangement] = []
    slots = _wrong_slots(puzzle, colours, _NAMED)
    least = len(as_named) + slots + (_MOST_TAKEN_OUT if slots <= _MOST_WRONG else -1)
    for cost, wrong, renaming, known in sorted(tried):
        if cost > least:
            break
        pieces = _to_take_out(puzzle, colours, renaming) if known else 0
        results.append(CentreArrangement(renaming, wrong, cost + pieces))
        least = min(least, cost + pieces)
    best = [way for way in results if way.cost == least]
    named = [way for way in best if way.renaming == _NAMED]
    fewest = min((len(way.wrong) for way in best), default=0)
    return named or [way for way in best if len(way.wrong) == fewest]


_NAMED = tuple(range(6))


def _to_take_out(puzzle: CubePuzzle, colours: Colours, renaming: tuple[int, ...]) -> int:
    """Return the number of pieces of a complete set to take out to make it solvable."""
    assembly = assembly_of(puzzle, _named(colours, renaming))
    assert assembly is not None  # it is as certain as with the colours rotated
    return Coset.of(assembly).pieces


def _named(colours: Colours, renaming: tuple[int, ...]) -> tuple[int | None, ...]:
    return tuple(None if colour is None else renaming[colour] for colour in colours)


def _wrong(colours: Colours, renaming: tuple[int, ...]) -> tuple[int, ...]:
    """Return the faces whose centres, which show these colours, are out of place once renamed."""
    return tuple(
        face
        for face, colour in enumerate(colours)
        if colour is not None and renaming[colour] != face
    )


def _wrong_slots(puzzle: CubePuzzle, colours: Colours, renaming: tuple[int, ...]) -> int:
    """Return the least number of wrong slots once colours are renamed."""
    renamed: dict[int | None, int | None] = {None: None, **dict(enumerate(renaming))}
    wrong = 0
    for orbit in reversed(puzzle.orbits):
        choices = [
            orbit.matching(tuple([renamed[colours[facelet]] for facelet in frame]))
            for frame in orbit.frames
        ]
        wrong += sum(not values for values in choices)
        if wrong <= _MOST_WRONG:
            groups = crowds(choices, orbit.turns)
            wrong += sum(len(slots) - len(pieces) for slots, pieces in groups)
    return wrong


def _renamed(facelets: Facelets, renaming: tuple[int, ...]) -> Facelets:
    """Return the stickers with colours named otherwise; the user's letters stay what they are."""
    named = str.maketrans(FACES, "".join(FACES[face] for face in renaming))
    scheme = "".join(facelets.scheme[renaming.index(face)] for face in range(6))
    return replace(facelets, letters=facelets.letters.translate(named), scheme=scheme)


def _double_centres(stickers: Facelets) -> list[Defect]:
    """Return the defects of centres about which the pieces say nothing."""
    centres = [stickers.colours[facelet] for facelet in stickers.puzzle.centres]
    defects = []
    for colour in sorted({c for c in centres if c is not None}):
        faces = [face for face, shows in enumerate(centres) if shows == colour]
        if len(faces) > 1:
            all_ = "both" if len(faces) == 2 else "all"
            message = (
                f"the centres of faces {listed([FACES[face] for face in faces])} {all_} show "
                f"{colours_in_words([colour], stickers.scheme)}"
            )
            facelets = tuple(stickers.puzzle.centres[face] for face in faces)
            defects.append(Defect(DefectKind.CENTRE, message, facelets))
    return defects or _misnamed_colours(stickers, centres)


def _misnamed_colours(facelets: Facelets, centres: Colours) -> list[Defect]:
    """Return the defect of colours that are not named after the centres that show them."""
    if all(colour in (None, face) for face, colour in enumerate(centres)):
        return []
    text = listed(
        [
            f"{colours_in_words([c], facelets.scheme)} on {FACES[face]}"
            for face, c in enumerate(centres)
        ]
    )
    message = f"the colours are not named after the centres, which are {text}"
    return [Defect(DefectKind.CENTRE, message, facelets.puzzle.centres)]


def _moved_centres(stickers: Facelets, ways: Sequence[CentreArrangement]) -> list[Defect]:
    """Return the defect of centres that other centres would put right, in one of several ways."""
    centres = stickers.puzzle.centres
    if not ways[0].wrong:
        return _misnamed_colours(stickers, [stickers.colours[centre] for centre in centres])
    facelets = sorted({centres[face] for way in ways for face in way.wrong})
    ways_in_words = [_way(stickers, way) for way in ways[:_WAYS]]
    exchanged = [_exchanged_colours(stickers, way) for way in ways]
    if all(exchanged):
        others = "".join(f", or {pair}" for pair in exchanged[1:])
        message = f"the centres {exchanged[0]} have been exchanged{others}"
    elif {stickers.colours[centre] for centre in centres} == set(range(6)):
        message = f"centres have been moved: {'; or '.join(ways_in_words)}"
    else:
        message = "; or ".join(ways_in_words)
    if len(ways) > 1:
        message += ": the pieces around them fit each of these"
    return [Defect(DefectKind.CENTRE, message, tuple(facelets))]


def _exchanged_colours(facelets: Facelets, way: CentreArrangement) -> str:
    """Return the two colours whose centres have to be exchanged; empty if it is not two that do."""
    shows = [facelets.colours[facelets.puzzle.centres[face]] for face in way.wrong]
    wants = [way.expected[face] for face in way.wrong]
    if len(wants) != 2 or shows != wants[::-1]:
        return ""
    return listed([colours_in_words([colour], facelets.scheme) for colour in sorted(wants)])


def _way(facelets: Facelets, way: CentreArrangement) -> str:
    """Return in words how the centres differ from those of `way`."""
    shows = [facelets.colours[facelets.puzzle.centres[face]] for face in way.wrong]
    wants = [colours_in_words([way.expected[face]], facelets.scheme) for face in way.wrong]
    names = [FACES[face] for face in way.wrong]
    if sorted(wants) == sorted(colours_in_words([colour], facelets.scheme) for colour in shows):
        return listed(
            [f"{want} belongs on {name}" for want, name in zip(wants, names, strict=True)]
        )
    return listed(
        [
            f"the centre of face {name} shows {colours_in_words([colour], facelets.scheme)}, "
            f"and the pieces around it ask for {want}"
            for name, colour, want in zip(names, shows, wants, strict=True)
        ]
    )


def assembly_of(puzzle: CubePuzzle, colours: Colours) -> Assembly | None:
    """Return the assembly that these colours show; None if unknown stickers leave several open."""
    placements = []
    for orbit in puzzle.orbits:
        held = sure_placements(colours, orbit)
        if held is None:
            return None
        placements.append(held)
    return Assembly(puzzle, tuple(placements))


@cache
def _cosets() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the 720 renamings of colours in 30 groups of 24, which differ by a rotation."""

    def all_of() -> Iterator[tuple[tuple[int, ...], ...]]:
        seen: set[tuple[int, ...]] = set()
        for renaming in itertools.permutations(range(6)):
            if renaming not in seen:
                group = tuple(
                    tuple(rotation.faces[colour] for colour in renaming)
                    for rotation in SYMMETRIES
                    if not rotation.mirrored
                )
                seen.update(group)
                yield group

    return tuple(all_of())
