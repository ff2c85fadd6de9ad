"""Stickers as the one cube that they show, for questions that need to know all of it.

Unknown stickers that can have only one colour are worked out. If stickers form no cube, or one that turns
cannot make, and a common typing mistake would explain that, the error says so.
"""

from __future__ import annotations

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.cube.cube_puzzle import PUZZLES
from cubecsp.puzzle.cube.cubes import state_of
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.wording import plural

__all__ = ["known_cube", "with_hints", "worked_out"]

_HINTS = 3  # so many are told in an error


def known_cube(shown: Facelets) -> State:
    """Return the cube that stickers show, unknown ones worked out if only one cube agrees.

    Raises:
        InputError: they form no set of real pieces, or several cubes agree with those that are known.
    """
    if UNKNOWN in shown.letters and shown.puzzle in PUZZLES:
        return _completed(shown)
    try:
        return shown.to_state()
    except InputError as error:
        raise with_hints(error, shown) from None


def worked_out(shown: Facelets, cube: State) -> str:
    """Return the note that says what unknown stickers of `shown` must be; "" if none was unknown."""
    unknown = shown.letters.count(UNKNOWN)
    if not unknown:
        return ""
    stickers = "unknown sticker" if unknown == 1 else f"{unknown} unknown stickers"
    written = Facelets(cube.facelets, shown.scheme).written
    return f"the {stickers} can be worked out: this is {written}"


def with_hints(error: InputError, shown: Facelets) -> InputError:
    """Return an error about stickers that also says which typing mistakes would explain it."""
    from cubecsp.diagnosis.hints import hints

    result = hints(shown)
    if not result:
        return error
    text = ", or ".join(map(str, result[:_HINTS]))
    return InputError(error.problem, text, text=error.text, position=error.position)


def _completed(shown: Facelets) -> State:
    """Return the only cube that agrees with the known stickers.

    Raises:
        InputError: there is none, or more than one.
    """
    from cubecsp.models.repair.completion import Completions, agreement_as_held

    centres = zip(shown.puzzle.centres, FACES, strict=False)
    if any(shown.letters[facelet] not in (face, UNKNOWN) for facelet, face in centres):
        return shown.to_state()  # which says what is wrong
    result = Completions(shown.puzzle, agreement_as_held(shown)[0])
    if result.count == 1:
        return state_of(shown.puzzle, *next(iter(result)))
    unknown = shown.letters.count(UNKNOWN)
    cube = f"cube {excerpt(shown.written)}: {plural(unknown, 'sticker')}"
    if not result.count:
        raise InputError(
            f"{cube} {'is' if unknown == 1 else 'are'} unknown, and no real cube agrees with the others",
            "`complete` says why, and `repair` gives the nearest ones",
            text=shown.written,
        )
    raise InputError(
        f"{cube} {'is' if unknown == 1 else 'are'} unknown, and {result.count:,} cubes agree with the "
        "others",
        "`complete` says which sticker to look at next",
        text=shown.written,
    )
