"""Every native function called with what can't be right, one argument at a time, in a separate process.

`python tests/helpers/native_hostile.py` reads lines NAME FIRST, and makes the calls of that name (see native_examples.py)
from that number on. Before each it writes the number and the odd argument, so that its output names the call in which
it crashed, hung or was refused memory. Accepted objects are used: all their later methods are called.
"""

from __future__ import annotations

import inspect
import itertools
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from native_examples import (
    CLASSES,
    FUNCTIONS,
    Arguments,
    Checked,
    Effort,
    EffortInSeconds,
    EnoughError,
)

from cubecsp import _native

REFUSED = (TypeError, ValueError, IndexError, OverflowError, MemoryError, RuntimeError)
SECONDS = 5  # of processor time that a call may take
MEMORY = 4 << 30
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")  # needs a separate address space

# Of names whose calls take long, one in so many is made; all of them if everything is to be tested.
ONE_IN = {
    "reduced": 29,
    "two_phase_make_small": 5,
    "two_phase_make_large": 5,
    "FivePhase": 13,
    "FivePhase.fill": 23,
    "FivePhase.reduce": 17,
    "Thistlethwaite": 19,
    "Thistlethwaite.solve": 31,
    "Thistlethwaite.use": 13,
    "ThreePhase": 3,
    "ThreePhase.fill": 5,
}
EXHAUSTIVE = bool(os.environ.get("CUBECSP_EXHAUSTIVE"))

Variant = tuple[str, Callable[[], Any]]

_LARGE = 1 << 20  # bytes: an array or a table that is not copied for every variant

NUMBERS: tuple[Any, ...] = (
    *(-1, 0, 2, 255, 256, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64),
    *(-(2**31), -(2**63), 10**400),
    *(float("nan"), float("inf"), -float("inf"), -1.0, 0.0, 5e-324, 1.7e308, 1.5),
    *(True, False, None),
)
OTHERS: tuple[Any, ...] = (
    *("", "x", "\ud800", "\0", b"", b"\0", b"\xff" * 20, bytes(1000), bytearray(3)),
    *([], [None], [-1], [0] * 20, [[]], (), {}, {1}, 1j, object(), range(3), type, len),
)
ARRAYS: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("an empty array", lambda: np.zeros(0, np.uint8)),
    ("an array without axes", lambda: np.zeros((), np.uint8)),
    ("objects", lambda: np.array([None, "x"], object)),
    ("a million times nothing", lambda: np.zeros((1 << 40, 0), np.uint16)),
    ("nothing a million times", lambda: np.zeros((0, 1 << 40), np.uint32)),
    ("three axes", lambda: np.zeros((2, 2, 2), np.uint8)),
    ("a memory view", lambda: memoryview(bytes(20))),
)


def always() -> Iterator[Variant]:
    """Yield replacements for any argument."""
    for value in (*NUMBERS, *OTHERS):
        yield _shown(value), lambda value=value: value
    yield from ARRAYS


def _shown(value: object) -> str:
    text = ascii(value)
    return text if len(text) < 60 else f"{text[:50]}… ({type(value).__name__})"


def variants(value: Any) -> Iterator[Variant]:
    """Yield replacements for an argument: odd objects of all sorts, and variants that differ from it in one thing."""
    if isinstance(value, Effort | EffortInSeconds):
        yield from (v for v in always() if not _is_more(v[1](), value))
        return
    yield from always()
    yield from nearly(value)


def _is_more(other: object, effort: float) -> bool:
    return isinstance(other, int | float) and other > effort and other < 2**64


def nearly(value: Any) -> Iterator[Variant]:
    """Yield values that differ from a right one in one thing, however deep."""
    if isinstance(value, np.ndarray):
        yield from _arrays_like(value)
    elif isinstance(value, bytes | bytearray):
        yield from _bytes_like(value)
    elif isinstance(value, list | tuple):
        yield from _lists_like(value)
    elif callable(value):
        yield "a function of one argument", lambda: _of_one
        yield "a function that raises", lambda: _raise


def _of_one(_: object) -> None:
    return None


def _raise() -> None:
    raise EnoughError


def _bytes_like(value: bytes | bytearray) -> Iterator[Variant]:
    yield "a byte less", lambda: value[:-1]
    yield "a byte more", lambda: value + b"\0"
    yield "twice", lambda: value + value
    yield "half", lambda: value[: len(value) // 2]
    yield "as text", lambda: value.decode("latin-1")
    yield "as a list", lambda: list(value)
    yield "the other kind", lambda: bytearray(value) if isinstance(value, bytes) else bytes(value)
    yield "as an array", lambda: np.frombuffer(bytes(value), np.uint8)
    yield "backwards", lambda: value[::-1]
    for fill in (0, 1, 127, 255):
        yield f"all {fill}", lambda fill=fill: bytes([fill]) * len(value)
    for place in _places(len(value)):
        for other in (0, 5, 12, 23, 24, 32, 36, 48, 63, 64, 127, 128, 255):
            yield f"byte {place} is {other}", lambda p=place, o=other: _with(value, p, o)
    for one, two in itertools.combinations(_places(len(value)), 2):
        yield f"byte {one} twice", lambda a=one, b=two: _with(value, b, value[a])


def _with(value: bytes | bytearray, place: int, byte: int) -> bytes | bytearray:
    changed = bytearray(value)
    changed[place] = byte
    return type(value)(changed)


def _places(size: int) -> list[int]:
    """Return some places in a row: at both ends, in the middle, and between."""
    return sorted({place % size for place in (0, 1, size // 3, size // 2, -2, -1)} if size else ())


def _lists_like(value: list[Any] | tuple[Any, ...]) -> Iterator[Variant]:
    kind = type(value)
    yield "as a generator", lambda: (each for each in value)
    yield "one level deeper", lambda: [value]
    if not value:
        return
    yield "one less", lambda: value[:-1]
    yield "one more", lambda: kind([*value, value[-1]])
    yield "twice", lambda: value + value
    yield "backwards", lambda: value[::-1]
    yield "many times", lambda: kind(list(value) * (1 + 1000 // len(value)))
    for place in _places(len(value))[:: max(1, len(_places(len(value))) // 2)]:
        of_entry = (
            ((_shown(number), lambda n=number: n) for number in (*NUMBERS, b"", "x", []))
            if isinstance(value[place], int | float) and not isinstance(value[place], Effort)
            else itertools.chain(nearly(value[place]), ((_shown(o), lambda o=o: o) for o in _FEW))
        )
        for label, other in of_entry:
            yield (
                f"entry {place}: {label}",
                lambda p=place, o=other: kind([*value[:p], o(), *value[p + 1 :]]),
            )
    if len(value) > 1:
        yield "the first one twice", lambda: kind([value[0], value[0], *value[2:]])


_FEW = (None, -1, 2**40, 1.5, "x", b"x", [], [[]], [-1])


def _arrays_like(value: np.ndarray) -> Iterator[Variant]:
    size = value.dtype.itemsize
    yield "a row less", lambda: value[:-1]
    yield "no rows", lambda: value[:0]
    yield "one more axis", lambda: value[None]
    yield "and another", lambda: value[..., None]
    yield "one axis", lambda: value.reshape(-1)
    yield "every other row", lambda: value[::2]
    yield "signed", lambda: value.view(f"i{size}")
    yield "another byte order", lambda: value.view(value.dtype.newbyteorder())
    yield "bytes", lambda: value.view(np.uint8)
    yield "read-only", lambda: _frozen(value)
    yield "as bytes", lambda: value.tobytes()
    yield "not aligned", lambda: _shifted(value)
    if value.ndim > 1:
        yield "no columns", lambda: value[:, :0]
        yield "a column less", lambda: np.ascontiguousarray(value[:, :-1])
        yield "a column more", lambda: np.concatenate([value, value[:, :1]], 1)
        yield "by columns", lambda: np.asfortranarray(value)
        yield "backwards", lambda: value[:, ::-1]
        yield (
            "many rows without columns",
            lambda: np.zeros((1 << 40, *value.shape[1:-1], 0), value.dtype),
        )
    if isinstance(value, Checked):
        return
    for fill in (0, 1, 0x7F, 0xFF):
        yield f"all {fill:#x}", lambda fill=fill: _filled(value, fill)
    if value.nbytes > _LARGE or value.dtype.kind not in "iu":
        return
    yield "a row more", lambda: np.concatenate([value, value[:1]])
    yield "twice", lambda: np.concatenate([value, value])
    for kind in (np.float64, np.int64, np.uint64, bool, object, np.complex128):
        yield f"of {np.dtype(kind)}", lambda kind=kind: value.astype(kind)
    most = np.iinfo(value.dtype).max
    for place in _places(value.size):
        for entry in (0, 3, 12, 24, 255, most // 16, most // 2, most - 1, most):
            if entry <= most:
                yield f"entry {place} is {entry}", lambda p=place, e=entry: _put(value, p, e)


def _frozen(value: np.ndarray) -> np.ndarray:
    view = value[:]
    view.flags.writeable = False
    return view


def _filled(value: np.ndarray, byte: int) -> np.ndarray:
    filled = np.empty_like(value)
    filled.reshape(-1).view(np.uint8)[:] = byte
    return filled


def _shifted(value: np.ndarray) -> np.ndarray:
    room = np.zeros(value.nbytes + 1, np.uint8)
    shifted = room[1:].view(value.dtype).reshape(value.shape)
    shifted[...] = value
    return shifted


def _put(value: np.ndarray, place: int, entry: int) -> np.ndarray:
    copy = value.copy()
    copy.reshape(-1)[place] = entry
    return copy


# Calls


def tries(made: Callable[[], Arguments]) -> Iterator[tuple[str, Callable[[], Arguments]]]:
    """Yield arguments in which one is odd: what it is, and a function that returns them."""
    args = made()
    named = args[-1] if args and isinstance(args[-1], dict) else {}
    plain = args[:-1] if named else args
    yield "the right arguments", made
    yield "one argument too many", lambda: (*made(), None)
    if plain:
        yield "one argument too few", lambda: (*made()[1:],)
    for place, value in enumerate(plain):
        for label, odd in variants(value):
            yield (
                f"argument {place}: {label}",
                lambda p=place, o=odd: tuple(o() if i == p else a for i, a in enumerate(made())),
            )
    for name, value in named.items():
        for label, odd in variants(value):
            yield (
                f"argument {name}: {label}",
                lambda n=name, o=odd: (*made()[:-1], {**made()[-1], n: o()}),
            )


@dataclass(frozen=True)
class Refusal:
    """What a call that is allowed to fail has raised."""

    kind: type[Exception]
    text: str


def call(function: Callable[..., Any], args: Arguments) -> Any:
    """Call with arguments; those with names are last."""
    named = args[-1] if args and isinstance(args[-1], dict) else {}
    try:
        return function(*(args[:-1] if named else args), **named)
    except (*REFUSED, EnoughError) as refused:
        return Refusal(type(refused), str(refused))


def use(made: Any, name: str, *, before: str | None = None, after: str | None = None) -> None:
    """Call the methods of an object with right arguments: those before one, those after it, or all."""
    methods = [method for method, _ in CLASSES[name].methods]
    if before:
        methods = methods[: methods.index(before)]
    if after:
        methods = methods[methods.index(after) + 1 :]
    examples = dict(CLASSES[name].methods)
    for method in methods:
        args = examples[method]
        try:
            value = getattr(made, method)
        except REFUSED:
            continue
        if args is not None:
            call(value, args())


_SHARED: dict[tuple[str, str], Any] = {}


def ready(name: str, method: str) -> Any:
    """Return an object made with right arguments, after calls of the methods before one."""
    shared = CLASSES[name].shared
    if shared and (name, method) in _SHARED:
        return _SHARED[name, method]
    arguments = CLASSES[name].others.get(method, CLASSES[name].made)
    made = call(getattr(_native, name), arguments())
    assert not isinstance(made, Refusal), made
    use(made, name, before=method)
    if shared:
        _SHARED[name, method] = made
    return made


def calls_of(name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the calls of a function, a class, or a method: a description, and a function that makes the call."""
    kind, _, method = name.partition(".")
    if kind in FUNCTIONS:
        for label, args in tries(FUNCTIONS[kind]):
            yield label, lambda args=args: call(getattr(_native, kind), args())
        return
    if not method:
        for label, args in tries(CLASSES[kind].made):
            yield label, lambda args=args: _made_and_used(kind, args)
        return
    example = dict(CLASSES[kind].methods)[method]
    assert example is not None
    for label, args in tries(example):
        yield label, lambda args=args: _method_called(kind, method, args)


def _made_and_used(kind: str, args: Callable[[], Arguments]) -> Any:
    made = call(getattr(_native, kind), args())
    if not isinstance(made, Refusal):
        use(made, kind)
    return made


def _method_called(kind: str, method: str, args: Callable[[], Arguments]) -> Any:
    made = ready(kind, method)
    found = call(getattr(made, method), args())
    if not CLASSES[kind].shared:
        use(made, kind, after=method)
    return found


def public() -> dict[str, set[str]]:
    """Return the public names of the module that can be called, and of each class those but constants.

    `AnyPatternSearch` is called as each of those that inherit from it: it cannot be made.
    """
    found: dict[str, set[str]] = {}
    for name, value in vars(_native).items():
        if callable(value) and not name.startswith("_") and value is not _native.AnyPatternSearch:
            found[name] = (
                {each for each in dir(value) if each.islower() and not each.startswith("_")}
                if inspect.isclass(value)
                else set()
            )
    return found


def limit() -> None:
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)


def main() -> None:
    limit()
    seconds = SECONDS * (20 if SANITIZED else 1)
    for line in sys.stdin:
        name, first = line.split()
        one_in = 1 if EXHAUSTIVE else ONE_IN.get(name, 1)
        for number, (label, work) in enumerate(calls_of(name)):
            if number < int(first) or number % one_in:
                continue
            print(f"{number} {label}", flush=True)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            found = work()
            signal.setitimer(signal.ITIMER_PROF, 0)
            if isinstance(found, Refusal) and (
                found.kind is MemoryError or (number == 0 and found.kind is not EnoughError)
            ):
                print(f"! {number} {label}: {found}", flush=True)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"done {most}", flush=True)


if __name__ == "__main__":
    main()
