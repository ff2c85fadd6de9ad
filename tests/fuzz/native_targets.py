"""Native functions and classes as targets: bytes decide with which arguments, and in which order, they are called.

Right arguments are in `native_examples`, and odd ones in `native_hostile`; here several arguments are odd at a time,
values are made odd more than once, and methods are called in any order. No bytes: all is as it should be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from native_examples import CLASSES, FUNCTIONS, Arguments, Checked, Effort, EffortInSeconds
from native_hostile import Refusal, call, ready, variants

from cubecsp import _native

__all__ = ["Choices", "native_calls"]

_MOST_CALLS = 12
_DIGITS = re.compile(r"\d+")


class Choices:
    """Decisions that bytes make; where these end, the first of all choices is taken."""

    def __init__(self, data: bytes) -> None:
        self._bytes = iter(data)

    def below(self, number: int) -> int:
        """Return a number from 0 to one less than `number`, which is at most 65,536."""
        value = next(self._bytes, 0)
        if number > 256:
            value = value << 8 | next(self._bytes, 0)
        return value % number


def native_calls() -> Iterator[tuple[str, Callable[[bytes], object]]]:
    """Yield the name of each function and class, and what calls it as bytes say."""
    for name in FUNCTIONS:
        yield name, lambda data, name=name: _left_clean(_function_called, name, Choices(data))
    for name in CLASSES:
        yield name, lambda data, name=name: _left_clean(_object_used, name, Choices(data))


def _left_clean(work: Callable[[str, Choices], object], name: str, choices: Choices) -> object:
    """Call, and take back what the call may have changed for all others."""
    try:
        return work(name, choices)
    finally:
        _native.leave_signals()
        _native.ask_to_stop(False)


def _function_called(name: str, choices: Choices) -> object:
    return _outcome(call(getattr(_native, name), _arguments(FUNCTIONS[name](), choices)))


def _object_used(name: str, choices: Choices) -> object:
    """Make an object and call its methods; return what each came to."""
    example = CLASSES[name]
    if example.shared and choices.below(8) < 7:
        made = ready(name, example.methods[0][0])
    else:
        made = call(getattr(_native, name), _arguments(example.made(), choices))
    if isinstance(made, Refusal):
        return _outcome(made)
    methods = example.methods
    if choices.below(4):
        count = 1 + choices.below(_MOST_CALLS)
        methods = tuple(methods[choices.below(len(methods))] for _ in range(count))
    return tuple(_method_called(made, method, args, choices) for method, args in methods)


def _method_called(
    made: Any, method: str, args: Callable[[], Arguments] | None, choices: Choices
) -> object:
    if args is None:
        return method, _outcome(call(getattr, (made, method)))
    return method, _outcome(call(getattr(made, method), _arguments(args(), choices)))


def _outcome(value: Any) -> object:
    """Return the kind of a value, and of a refusal, without numbers, what it says."""
    if not isinstance(value, Refusal):
        return type(value).__name__
    if value.kind is MemoryError:
        raise MemoryError("the size of what was asked for should have been looked at")
    return value.kind.__name__, _DIGITS.sub("0", value.text)[:200]


def _arguments(right: Arguments, choices: Choices) -> Arguments:
    """Return arguments, some of them odd; those with names are in a dictionary at the end."""
    if choices.below(2) == 0:
        return right
    if right and isinstance(right[-1], dict):
        named = {name: _perhaps_odd(value, choices) for name, value in right[-1].items()}
        return *(_perhaps_odd(value, choices) for value in right[:-1]), named
    return tuple(_perhaps_odd(value, choices) for value in right)


def _perhaps_odd(value: Any, choices: Choices) -> Any:
    """Return a value, or one that differs from it in up to three ways."""
    times = max(0, choices.below(8) - 4)
    if isinstance(value, Checked | Effort | EffortInSeconds):
        times = min(times, 1)  # what they say of themselves is lost with the first change
    for _ in range(times):
        try:
            options = [make for _, make in variants(value)]
            value = options[choices.below(len(options))]()
        except (TypeError, ValueError, IndexError, OverflowError):  # no such variant of an odd one
            return value
    return value
