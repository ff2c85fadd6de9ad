"""The colours of stickers of a puzzle that is not a cube, some of which may be unknown: read, written, and as a state.

A text has a letter for each sticker in the order of `StickerPlaces.order`, in one word or in a word for each face.
Which piece a slot holds follows from its colours, and from what moves and rotations can bring there at all: two wings
of one tetrahedron have the same colours, and only one of them can be in a slot so turned.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.orbits import Frame
from cubecsp.puzzle.core.permutation import Permutation
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.parts import Parts
from cubecsp.puzzle.kpuzzle.sticker_places import UNKNOWN, StickerPlaces

_UNKNOWN = UNKNOWN + "?"
_BETWEEN = re.compile(r"[\s/]+")

Content = tuple[int, int]
"""A piece, and its visible turn."""

Colours = tuple[str | None, ...]
"""The faces whose colours facelets show."""


@frozen
class ShownStickers:
    """Stickers of a puzzle.

    Attributes:
        puzzle: the puzzle, whose definition has stickers.
        faces: for each sticker the face whose colour it shows; None if it is unknown.
    """

    puzzle: KPuzzle
    faces: tuple[str | None, ...]

    @classmethod
    def read(cls, text: str, puzzle: KPuzzle) -> ShownStickers | None:
        """Return the stickers that a text lists; None if it is something else, such as moves."""
        if puzzle.places is None:
            return None
        words, places = _BETWEEN.split(text.strip()), puzzle.places
        names = dict(zip(places.letters, places.faces, strict=True))
        letters = "".join(words)
        if not {*letters} <= {*names, *_UNKNOWN} or len(letters) != len(places.places):
            return None
        sizes = Counter(place.face for place in places.places)
        if [*map(len, words)] not in ([len(letters)], [sizes[face] for face in places.faces]):
            return None
        if puzzle.ignored:
            raise InputError(
                f"stickers show the orientations of {', '.join(puzzle.ignored)}, which are ignored",
                "give a KPattern, or moves",
            )
        at = dict(zip(places.order, letters, strict=True))
        return cls(puzzle, tuple(names.get(at[sticker]) for sticker in range(len(at))))

    @classmethod
    def of(cls, state: KPattern) -> ShownStickers:
        """Return the stickers of a state.

        Raises:
            InputError: the definition has no stickers.
        """
        return cls(state.puzzle, tuple(state.faces))

    def __str__(self) -> str:
        return self._places.text(self.faces)

    @property
    def unknown(self) -> int:
        """The number of unknown stickers."""
        return self.faces.count(None)

    @property
    def _places(self) -> StickerPlaces:
        assert self.puzzle.places is not None
        return self.puzzle.places

    @cached_property
    def _at(self) -> dict[int, str | None]:
        """The face whose colour each facelet shows."""
        return dict(zip(self.puzzle.sticker_facelets, self.faces, strict=True))

    def shown(self, frame: Frame) -> Colours:
        """Return what the facelets of a slot show."""
        return tuple(map(self._at.get, frame))

    def held_before(self, rotation: Permutation) -> ShownStickers:
        """Return the stickers before the whole puzzle is turned, with their colours renamed: see `KPattern.held_before`."""
        solved = ShownStickers.of(self.puzzle.solved)
        turned = ShownStickers.of(self.puzzle.solved.held_before(rotation))
        renamed = dict(zip(solved.faces, turned.faces, strict=True))
        return ShownStickers(self.puzzle, tuple(face and renamed[face] for face in self.faces))

    def strangeness(self, parts: Parts, turns: Iterable[Permutation]) -> dict[Permutation, int]:
        """Return how many stickers have to change, at least, so that slots show pieces that moves bring there.

        Args:
            parts: the pieces that moves keep apart.
            turns: rotations of the solved puzzle, for each of which the number is wanted.
        """
        may_hold = contents(parts)
        return {
            turn: sum(
                min(sum(a not in (None, b) for a, b in zip(known, one, strict=True)) for one in may)
                for frame, may in may_hold.items()
                if (known := held.shown(frame)) not in may
            )
            for turn in turns
            for held in [self.held_before(turn)]
        }

    def as_rules(self) -> dict[str, str]:
        """Return rules that state the known stickers of each slot, by its name."""
        slots: dict[int, list[int]] = {}
        for sticker, place in enumerate(self._places.places):
            if self.faces[sticker] is not None:
                slots.setdefault(place.slot, []).append(sticker)
        return {self.puzzle.place(slot): self._rule(slots[slot]) for slot in sorted(slots)}

    def as_sticker_rules(self) -> dict[str, str]:
        """Return rules that state the known stickers one by one, by their names."""
        names = enumerate(self._places.names)
        return {name: self._rule([n]) for n, name in names if self.faces[n] is not None}

    def _rule(self, stickers: list[int]) -> str:
        """Return the rule that states some stickers."""
        some = {sticker: self.faces[sticker] for sticker in stickers}
        text = self._places.text([some.get(n) for n in range(len(self.faces))])
        return f"stickers={text.replace(' ', '')}"

    def state(self) -> KPattern:
        """Return the state that shows these stickers; unknown ones are those of the pieces that are left.

        Raises:
            InputError: no piece shows what a slot does, a piece occurs too often, or several states are possible.
        """
        puzzle = self.puzzle
        may = self._may_hold()
        kinds = [kind.name for kind in puzzle.kind_of]
        homes = zip(kinds, puzzle.solved_pieces, strict=True)
        left = Counter((kind, own.number) for kind, own in homes)
        placed: dict[int, Content] = {}
        while sure := [slot for slot in may if len(may[slot]) == 1]:
            for slot in sure:
                (content,) = may.pop(slot)
                placed[slot], piece = content, (kinds[slot], content[0])
                left[piece] -= 1
                if left[piece] < 0:
                    raise self._refused(
                        f"{puzzle.place(slot)} shows a piece that another slot shows too"
                    )
            for slot, held in may.items():
                may[slot] = {one for one in held if left[kinds[slot], one[0]]}
        if may:
            raise self._refused(f"the known ones leave open what is in {puzzle.place(min(may))}")
        return puzzle.pattern(placed[slot] for slot in range(puzzle.slot_count))

    def _may_hold(self) -> dict[int, set[Content]]:
        """Return for each slot the pieces that show what it shows, of those that moves and rotations can bring there."""
        results = {}
        for frame, may in contents(Parts(self.puzzle, [*self.puzzle.moves.values()])).items():
            known = self.shown(frame)
            found = {
                c
                for shown, c in may.items()
                if all(a in (None, b) for a, b in zip(known, shown, strict=True))
            }
            slot = self.puzzle.slot_at[frame[0]]
            if not found:
                raise self._refused(
                    f"{self.puzzle.place(slot)} shows {' '.join(f or UNKNOWN for f in known)}, and no piece does"
                )
            results[slot] = found
        return results

    def _refused(self, problem: str) -> InputError:
        return InputError(
            f"stickers {excerpt(str(self))}: {problem}",
            "`complete` gives the states that agree with them, `repair` the nearest ones",
        )


def contents(parts: Parts) -> dict[Frame, dict[Colours, Content]]:
    """Return for the frame of each slot the pieces that moves can bring there, by what they show along it."""
    face_of = ShownStickers.of(parts.puzzle.solved)
    return {
        frame: {
            face_of.shown(stickers): parts.shown_by(orbit, number, value)
            for value, stickers in enumerate(orbit.stickers)
        }
        for orbit in parts.orbits
        for number, frame in enumerate(orbit.frames)
    }


def meant_as_stickers(text: str, puzzle: KPuzzle) -> InputError | None:
    """Return the error about a text that lists too many or too few stickers; None if it is something else."""
    if puzzle.places is None:
        return None
    count, letters = len(puzzle.places.places), "".join(_BETWEEN.split(text))
    if (
        len(letters) == count
        or len(letters) < count / 2
        or not {*letters} <= {*puzzle.places.letters, *_UNKNOWN}
    ):
        return None
    return InputError(
        f"{excerpt(text)} has {len(letters)} stickers, and a {puzzle.name} has {count}",
        "write one letter for each, and . for an unknown one",
    )
