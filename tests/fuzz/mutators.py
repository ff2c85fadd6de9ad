"""Inputs made of others by chance: changed bytes, words, lines, numbers, and nodes of JSON."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["LONGEST", "mutated"]

LONGEST = 50_000
"""The most bytes to which an input grows."""

_WORD = re.compile(rb"\w+|\s+|.", re.DOTALL)
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_NUMBERS = (
    *(0, 1, 2, 3, 7, 8, 9, 23, 24, 25, 48, 54, 63, 64, 127, 128, 255, 256, 1000, 65535, 65536),
    *(2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**40),
)
_TEXTS = (
    *(b"", b"\0", b"\n", b"\r\n", b"\t", b" ", b"#", b"%", b"//", b"'", b'"', b"\\", b"`", b"$"),
    *(b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b",", b":", b";", b"=", b"-", b"+", b"*"),
    *(b"/", b"^", b"|", b"&", b"~", b"!", b"?", b".", b"@", b"_", b"0", b"1", b"9", b"e9", b"nan"),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", "²٣𝟙é\u2028\u202eİ".encode()),
)
_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 1e308, 10**25, "", "x", "\0", "\ud800", [], {}, [[]], [None]),
    {"": None},
)

Mutator = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def mutated(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Return an input with a few changes.

    Args:
        data: the input.
        rng: what decides.
        others: inputs of the same reader, of which parts are taken over.
    """
    most = max(LONGEST, len(data))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        data = rng.choice(_MUTATORS)(data, rng, others)[:most]
    return data


def _span(size: int, rng: random.Random) -> tuple[int, int]:
    """Return the two ends of a part of a row, which is short more often than long."""
    start = rng.randint(0, size)
    longest = size if rng.random() < 0.1 else 8
    return start, min(size, start + rng.randint(0, longest))


def _bits(data: bytes, rng: random.Random, _others: Sequence[bytes]) -> bytes:
    if not data:
        return rng.randbytes(1)
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _bytes(data: bytes, rng: random.Random, _others: Sequence[bytes]) -> bytes:
    start, end = _span(len(data), rng)
    new = rng.choice(
        (b"", rng.randbytes(rng.randint(1, 8)), rng.choice(_TEXTS), data[start:end] * 2)
    )
    return data[:start] + new + data[end:]


def _joined(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others) if others else data
    (start, end), (first, last) = _span(len(data), rng), _span(len(other), rng)
    return data[:start] + (other[first:] if rng.random() < 0.3 else other[first:last] + data[end:])


def _parts(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Change the order of words or lines, leave some out, repeat some, or take some from another input."""

    def divided(text: bytes) -> list[bytes]:
        return text.splitlines(keepends=True) if by_lines else _WORD.findall(text)

    by_lines = rng.random() < 0.3
    parts = divided(data)
    if not parts:
        return rng.choice(_TEXTS)
    one, two = rng.randrange(len(parts)), rng.randrange(len(parts))
    match rng.randrange(6):
        case 0:
            del parts[one]
        case 1:
            parts[one], parts[two] = parts[two], parts[one]
        case 2:
            parts[one:one] = parts[two : two + rng.randint(1, 8)]
        case 3:
            parts[one : one + 1] = [parts[one]] * rng.choice((2, 3, 10, 100))
        case 4:
            parts[one] = parts[two]
        case _:
            parts[one] = rng.choice(divided(rng.choice(others) if others else data) or [b""])
    return b"".join(parts)


def _number(data: bytes, rng: random.Random, _others: Sequence[bytes]) -> bytes:
    numbers = list(_NUMBER.finditer(data))
    if not numbers:
        return data + b"%d" % rng.choice(_NUMBERS)
    found = rng.choice(numbers)
    value = int(found[0].split(b".")[0][:20])
    new = rng.choice((value + 1, value - 1, -value, value * 2, rng.choice(_NUMBERS)))
    return data[: found.start()] + b"%d" % new + data[found.end() :]


def _node(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Change a node of JSON; what is none is changed otherwise."""
    try:
        root = json.loads(data)
    except (ValueError, RecursionError):
        return _parts(data, rng, others)
    holders = [each for each in _nodes(root) if isinstance(each, list | dict) and each]
    if not holders:
        return json.dumps(rng.choice(_VALUES)).encode()
    _change(rng.choice(holders), rng, [*_nodes(root)])
    return json.dumps(root).encode()


def _nodes(value: Any) -> list[Any]:
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(node for each in below for node in _nodes(each))]


def _change(holder: Any, rng: random.Random, nodes: list[Any]) -> None:
    """Change, remove, repeat or rename an entry of a list or an object."""
    keys = list(holder) if isinstance(holder, dict) else range(len(holder))
    key = rng.choice(keys)
    value = holder[key]
    match rng.randrange(6):
        case 0:
            del holder[key]
        case 1:
            holder[key] = rng.choice(_VALUES)
        case 2:
            holder[key] = json.loads(json.dumps(rng.choice(nodes)))
        case 3 if isinstance(holder, list):
            holder[key:key] = [value] * rng.choice((1, 1, 5, 50))
        case 3:
            holder[f"{key}{rng.choice('1x ')}"] = value
        case 4:
            other = rng.choice(keys)
            holder[key], holder[other] = holder[other], holder[key]
        case _:
            holder[key] = _near(value, rng)


def _near(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, -value, float(value), str(value), *_NUMBERS))
    if isinstance(value, str):
        text = value.encode("utf-8", "surrogatepass")
        return _bytes(text, rng, ()).decode("utf-8", "replace")
    return [value]


_MUTATORS: tuple[Mutator, ...] = (_bits, _bytes, _joined, _parts, _parts, _number, _node, _node)
