"""Custom rules: a Python function over a face, over some stickers, or over the whole cube.

    @rule(on="face")
    def rainbow(face):
        return len(set(face.edges)) == 4

The result is a rule like any other (`cubecsp.models.custom.function_rules`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Literal, ParamSpec, TypeVar

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.rule import Rule
from cubecsp.models.custom.function_rules import CubeRule, FaceRule, StickerRule
from cubecsp.models.rules.expressions import Sticker, StickerList
from cubecsp.puzzle.cube.cube_puzzle import CUBE

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def _with_on(call: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Refuse calls without `on`, such as a bare `@rule`, with a clear message."""

    @wraps(call)
    def checked(*given: _Given.args, **named: _Given.kwargs) -> _Made:
        if len(given) > 1 or named.get("on") is None:
            raise InputError(
                "the argument of the rule's function is not stated",
                'write @rule(on="face"), on="cube", or on=["U1", "F3"] for some stickers',
            )
        return call(*given, **named)

    return checked


class RuleMaker:
    """Makes custom rules: from functions, when it is called, and from logic programs."""

    @_with_on
    def __call__(
        self,
        *,
        on: Literal["face", "cube"] | Iterable[str] | StickerList,
        faces: str = "*",
        name: str | None = None,
        invariant: bool = False,
        size: int = CUBE.size,
    ) -> Callable[[Callable[..., bool]], Rule]:
        """Return a decorator that makes a rule out of a function.

        Args:
            on: what the function gets: `face`, a `View` of a face, for every face; `cube`, the cube;
                or names of stickers (`["U1", "F3"]`, `stickers.slot("URF")`), a `View` of them.
            faces: with `face`: `*` for every face, `some` for at least one, or letters of faces.
            name: the rule's name; the function's, with hyphens, when left out.
            invariant: with `cube`: a promise, see `CubeRule`.
            size: of the cube that the function is meant for, and is tested on as soon as it is defined. It also
                works on every other cube that it applies to.

        Raises:
            InputError: `on` is missing or invalid, or the function fails on a solved cube.
        """
        names = _names_in(on)
        if faces != "*" and names != "face":
            raise InputError("faces is for rules on a face", 'write on="face", or leave faces out')
        if invariant and names != "cube":
            raise InputError(
                "invariant is for rules on a cube", 'write on="cube", or leave invariant out'
            )

        def made(function: Callable[..., bool]) -> Rule:
            if names == "face":
                return FaceRule(function, faces, name, size)
            if names == "cube":
                return CubeRule(function, name, invariant=invariant)
            return StickerRule(function, names, name, size)

        return made

    def asp(self, text: str, *, name: str | None = None, allow: Iterable[str] = ()) -> Rule:
        """Return the rule that a logic program has an answer with the cube, for `find`, `best` and `explain`.

        Args:
            text: rules in the language of clingo, about the words in `docs/methods/engines.md`.
            name: its name in answers; a piece of the text when left out.
            allow: what it may do besides: `include` files, run a `script`.

        Raises:
            InputError: it is malformed, uses an unknown word, or does what is not allowed.
            EngineError: clingo is not installed.
        """
        from cubecsp.models.programs.program_rule import written_program  # seldom needed

        return written_program(text, name, allow)


rule = RuleMaker()


def _names_in(on: object) -> str | list[str]:
    """Return what a rule is on: `face`, `cube`, or the names of some stickers."""
    if isinstance(on, str) and on in ("face", "cube"):
        return on
    if isinstance(on, Iterable) and not isinstance(on, str):
        names = [each.name if isinstance(each, Sticker) else each for each in on]
        if all(isinstance(each, str) for each in names):
            return names
    raise InputError(
        f"on={excerpt(str(on))}: unknown value", "expected face, cube or a list of stickers"
    )
