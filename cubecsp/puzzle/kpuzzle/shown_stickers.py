"""The colours of stickers of a puzzle that is not a cube, some of which may be unknown: read, written, and as a state.

A text has a letter for each sticker in the order of `StickerPlaces.by_face`, in one word or in a word for each face.
Which piece a slot holds follows from its colours, and from what moves and rotations can bring there at all: two wings
of one tetrahedron have the same colours, and only one of them can be in a slot so turned.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import chain

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
        letters, places = _letters(text, puzzle.places), puzzle.places
        words = [*map(len, _BETWEEN.split(text.strip()))]
        sizes = [*map(len, places.by_face.values())]
        if len(letters) != len(places.places) or words not in ([len(letters)], sizes):
            return None
        if puzzle.ignored:
            hidden = f"the orientations of {', '.join(puzzle.ignored)}"
            raise InputError(f"stickers show {hidden}, which are ignored", "give a KPattern")
        names = {letter: face for face, letter in places.letters.items()}
        at = dict(zip(chain(*places.by_face.values()), letters, strict=True))
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
        solved = self.puzzle.solved
        renamed = dict(zip(solved.faces, solved.held_before(rotation).faces, strict=True))
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
                min(_changes(known, one) for one in may)
                for frame, may in may_hold.items()
                if (known := held.shown(frame)) not in may
            )
            for turn in turns
            for held in [self.held_before(turn)]
        }

    def as_rules(self, *, singly: bool = False) -> dict[str, str]:
        """Return rules that state the known stickers of each slot, by its name; or `singly`, by the sticker's."""
        rules: dict[str, dict[int, str]] = {}
        for n, (place, face) in enumerate(zip(self._places.places, self.faces, strict=True)):
            if face is not None:
                name = self._places.names[n] if singly else self.puzzle.place(place.slot)
                rules.setdefault(name, {})[n] = face
        number = range(len(self.faces))
        return {
            name: f"stickers={self._places.text([*map(some.get, number)]).replace(' ', '')}"
            for name, some in rules.items()
        }

    def state(self) -> KPattern:
        """Return the state that shows these stickers; unknown ones are those of the pieces that are left.

        Raises:
            InputError: no piece shows what a slot does, a piece occurs too often, or several states are possible.
        """
        puzzle, may = self.puzzle, self._may_hold()
        kinds, pieces = [kind.name for kind in puzzle.kind_of], puzzle.solved_pieces
        left = Counter((kind, own.number) for kind, own in zip(kinds, pieces, strict=True))
        placed: dict[int, Content] = {}
        while sure := [slot for slot in may if len(may[slot]) == 1]:
            for slot in sure:
                (content,) = may.pop(slot)
                placed[slot], piece = content, (kinds[slot], content[0])
                left[piece] -= 1
                if left[piece] < 0:
                    raise self._refused(f"{puzzle.place(slot)} shows the piece of another slot")
            for slot, held in may.items():
                may[slot] = {one for one in held if left[kinds[slot], one[0]]}
        if may:
            raise self._refused(f"the known ones leave open what is in {puzzle.place(min(may))}")
        return puzzle.pattern(placed[slot] for slot in range(puzzle.slot_count))

    def _may_hold(self) -> dict[int, set[Content]]:
        """Return for each slot the pieces that show what it shows, of those that moves and rotations can bring there."""
        results: dict[int, set[Content]] = {}
        for frame, may in contents(Parts(self.puzzle, [*self.puzzle.moves.values()])).items():
            known, slot = self.shown(frame), self.puzzle.slot_at[frame[0]]
            results[slot] = {held for shown, held in may.items() if not _changes(known, shown)}
            if not results[slot]:
                written = " ".join(face or UNKNOWN for face in known)
                raise self._refused(f"{self.puzzle.place(slot)} shows {written}, and no piece does")
        return results

    def _refused(self, problem: str) -> InputError:
        return InputError(
            f"stickers {excerpt(str(self))}: {problem}",
            "`complete` gives the states that agree with them, `repair` the nearest ones",
        )


def contents(parts: Parts) -> dict[Frame, dict[Colours, Content]]:
    """Return for the frame of each slot the pieces that moves can bring there, by what they show along it."""
    face_of = parts.puzzle.face_of
    return {
        frame: {
            tuple(map(face_of.get, stickers)): parts.shown_by(orbit, number, value)
            for value, stickers in enumerate(orbit.stickers)
        }
        for orbit in parts.orbits
        for number, frame in enumerate(orbit.frames)
    }


def _changes(known: Colours, shown: Colours) -> int:
    """Return how many known stickers differ."""
    return sum(a not in (None, b) for a, b in zip(known, shown, strict=True))


def _letters(text: str, places: StickerPlaces) -> str:
    """Return the letters of stickers in a text, without what is between them; "" if it has other characters."""
    letters = _BETWEEN.sub("", text)
    return letters if {*letters} <= {*places.letters.values(), *_UNKNOWN} else ""


def miscounted(text: str, puzzle: KPuzzle) -> InputError | None:
    """Return the error about a text that lists too many or too few stickers; None if it is something else."""
    letters = _letters(text, puzzle.places) if puzzle.places else ""
    if not puzzle.places or 2 * len(letters) < (count := len(puzzle.places.places)):
        return None
    return InputError(
        f"{excerpt(text)} lists {len(letters)} stickers, and a {puzzle.name} has {count}",
        "write a letter for each, or . if it is unknown, in one word or in a word for each face",
    )
