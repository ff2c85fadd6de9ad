"""Stickers as the only cube that they show, for questions that need complete cubes.

It determines unknown stickers that can have only one colour. If stickers do not form a cube, or form one
that is not solvable, and a common typing mistake would explain that, the error says so.
"""

from __future__ import annotations

from cubecsp.diagnosis.diagnosis import Diagnosis
from cubecsp.diagnosis.hints import MOST_SHOWN, hints
from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.cube.cube_puzzle import PUZZLES
from cubecsp.puzzle.cube.cubes import state_of
from cubecsp.puzzle.cube.defect import DefectKind
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.numbers_in_words import plural


def known_cube(facelets: Facelets) -> State:
    """Return the cube that stickers show; unknown ones are determined if only one cube agrees.

    Raises:
        InputError: they do not form a set of real pieces, or several cubes agree with the known ones.
    """
    if UNKNOWN in facelets.letters:
        return _completion(facelets) if facelets.puzzle in PUZZLES else _assembly(facelets)
    try:
        return facelets.to_state()
    except InputError as error:
        raise with_hints(error, facelets) from None


def deduction(facelets: Facelets, cube: State) -> str:
    """Return the note about the colours that unknown stickers of `facelets` must have; "" if none was unknown."""
    unknown = facelets.letters.count(UNKNOWN)
    if not unknown:
        return ""
    stickers = "unknown sticker" if unknown == 1 else f"{unknown} unknown stickers"
    written = Facelets(cube.facelets, facelets.scheme).written
    return f"the {stickers} can be worked out: this is {written}"


def with_hints(error: InputError, facelets: Facelets) -> InputError:
    """Return an error about stickers that also names the typing mistakes that would explain it."""
    result = hints(facelets)
    if not result:
        return error
    text = ", or ".join(map(str, result[:MOST_SHOWN]))
    return InputError(error.problem, text, text=error.text, position=error.position)


def _completion(facelets: Facelets) -> State:
    """Return the only cube that agrees with the known stickers.

    Raises:
        InputError: there is none, or more than one.
    """
    from cubecsp.models.repair.completion import Completions, agreement_and_hold

    centres = zip(facelets.puzzle.centres, FACES, strict=False)
    if any(facelets.letters[facelet] not in (face, UNKNOWN) for facelet, face in centres):
        return facelets.to_state()  # which says what is wrong
    result = Completions(facelets.puzzle, agreement_and_hold(facelets)[0])
    if result.count == 1:
        return state_of(facelets.puzzle, *next(iter(result)))
    if not result.count:
        raise _undetermined(
            facelets,
            "no solvable cube agrees with the others",
            "`complete` says why, and `repair` gives the nearest ones",
        )
    why = f"{result.count:,} cubes agree with the others"
    raise _undetermined(facelets, why, "`complete` says which sticker to look at next")


def _assembly(facelets: Facelets) -> State:
    """Return the cube of size 4 or more whose pieces are all known, though not all of their stickers.

    Raises:
        InputError: several pieces are possible, or something is wrong with them.
    """
    result = Diagnosis(facelets)
    if result.kinds != {DefectKind.UNKNOWN_STICKER}:
        return facelets.to_state()  # which says what is wrong
    if result.assembly is not None:
        return Facelets(result.assembly.letters, facelets.scheme).to_state()
    why = "the others leave open which cube this is"
    raise _undetermined(facelets, why, "give more of them")


def _undetermined(facelets: Facelets, why: str, remedy: str) -> InputError:
    """Return the error about a cube that the known stickers do not determine."""
    unknown = facelets.letters.count(UNKNOWN)
    are = f"{plural(unknown, 'sticker')} {'is' if unknown == 1 else 'are'} unknown"
    problem = f"cube {excerpt(facelets.written)}: {are}, and {why}"
    return InputError(problem, remedy, text=facelets.written)
