"""Arguments of native functions with something odd in them, and how they may be refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from native_calls import spoiled

REFUSED = (TypeError, ValueError, IndexError, OverflowError, MemoryError, RuntimeError)

ODD = [
    None, -1, 0, 1, 2, 255, 256, 2**31, 2**32, 2**63, 2**64, float("nan"), float("inf"), 1.5, "", "x",
    b"", b"\0", b"\xff" * 20, bytes(20), bytes(24), bytes(1000), [], [None], [-1], [0] * 20, [2**32] * 20,
    np.zeros(0, np.uint8), np.zeros((0, 0), np.uint16), np.zeros((2, 2), np.uint16),
    np.full((3, 2), 9, np.uint16), np.zeros((4, 3), np.float64), np.zeros((1, 300), np.uint16),
]  # fmt: skip


def spoiled_bytes(value: bytes, rng: random.Random) -> bytes:
    if not value:  # nothing said of which moves commute: of 18 moves each with each, or nonsense
        return rng.randbytes(rng.choice((1, 18, 18 * 18)))
    data = bytearray(value)
    match rng.randrange(4) if data else 1:
        case 0:
            del data[rng.randrange(len(data))]
        case 1:
            data.append(rng.randrange(256))
        case 2:
            return bytes(data[: len(data) // 2])
        case _:
            data[rng.randrange(len(data))] = rng.choice((0, 1, 17, 18, 23, 24, 31, 32, 254, 255))
    return bytes(data)


def spoiled_array(value: np.ndarray, rng: random.Random) -> np.ndarray:
    match rng.randrange(5):
        case 0:
            return value[:-1]
        case 1:
            return value.astype(np.float32)
        case 2:
            return value[..., ::-1]
        case 3:
            return value.reshape(-1, 1, 1)
        case _:
            copy = value.copy()
            copy.reshape(-1)[rng.randrange(copy.size)] = np.iinfo(copy.dtype).max
            return copy


def with_something_odd(value: object, rng: random.Random) -> object:
    if rng.random() < 0.4:
        return rng.choice(ODD)
    if isinstance(value, bytes):
        return spoiled_bytes(value, rng)
    if isinstance(value, np.ndarray):
        return spoiled_array(value, rng)
    if isinstance(value, list) and value and isinstance(value[0], bytes):
        return [spoiled_bytes(v, rng) if rng.random() < 0.3 else v for v in value]
    return spoiled(value, rng)


def odd_arguments(
    args: tuple[object, ...], rng: random.Random, number: int
) -> Iterator[tuple[object, ...]]:
    """Yield the arguments so many times, one of them with something odd."""
    for _ in range(number):
        place = rng.randrange(len(args))
        yield (*args[:place], with_something_odd(args[place], rng), *args[place + 1 :])
