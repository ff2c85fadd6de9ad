"""A job about numbers, for tests of the layer that does tasks: picklable, and quick."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cubecsp.work.tasks import Task, TaskJob


@dataclass(frozen=True)
class Squares(TaskJob[int, int]):
    """The square of each number, or another power.

    Attributes:
        name: of the question.
        pause: how long each takes.
        fails_at: a number that raises.
        exponent: of the powers.
    """

    name: str = "squares"
    pause: float = 0.0
    fails_at: int | None = None
    exponent: int = 2
    method: str = "multiplying 1"

    @property
    def title(self) -> str:
        return self.name

    def question(self) -> dict[str, object]:
        return {"numbers": self.name}

    def worker(self, stopped: Callable[[], bool]) -> Callable[[int], int]:
        del stopped
        return self._square

    def _square(self, number: int) -> int:
        time.sleep(self.pause)
        if self.name == "deadly":
            os._exit(9)
        if number == self.fails_at:
            raise ArithmeticError(f"{number} is too hard")
        return int(number**self.exponent)

    def pack(self, result: int) -> bytes:
        return str(result).encode()

    def unpack(self, packed: bytes, payload: int) -> int:
        del payload
        return int(packed)


def tasks(number: int) -> Iterator[Task[int]]:
    return (Task(str(k), 1.0, k) for k in range(number))
