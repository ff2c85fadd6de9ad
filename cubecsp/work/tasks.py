"""Work that is cut into tasks.

A task depends only on its payload and its job: it can be done twice, anywhere and in any order, with the same
result. The code that cuts the work combines the results, in a way that does not depend on their order:
usually by adding them up.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from cubecsp.frozen import SealedObject

P = TypeVar("P")
"""The argument of a task: it can be pickled."""

R = TypeVar("R")
"""The result of a task: it can be pickled."""


class Task(NamedTuple, Generic[P]):
    """A part of the work.

    Attributes:
        key: its identifier in a checkpoint: the same for the same part of the same job, in every run.
        cost: the predicted time, in any unit that the job chooses.
        payload: its argument.
    """

    key: str
    cost: float
    payload: P


class FinishedTask(NamedTuple, Generic[P, R]):
    """A finished task.

    Attributes:
        task: the task.
        result: its result.
        seconds: the processor time that it took on its machine.
        fresh: whether it was done in this run; False if a checkpoint remembered it.
    """

    task: Task[P]
    result: R
    seconds: float
    fresh: bool = True


@dataclass
class TaskCounter(SealedObject):
    """The amounts of work read from a checkpoint, and done in this run.

    Attributes:
        resumed: the number of tasks read.
        saved: the number of tasks in the checkpoint.
        worked: the seconds that a worker, on average, has worked on finished tasks.
    """

    resumed: int = 0
    saved: int = 0
    worked: float = 0.0


class TaskStopped(Exception):  # noqa: N818  # nothing went wrong
    """A task was abandoned, since its result is no longer needed."""


class TaskJob(ABC, Generic[P, R]):
    """The work of every task. It can be pickled, and is then about as large as the question."""

    title: str
    """The work in the words of the user, for messages: `count no-touching=side`."""
    method: str
    """The method: its name, and the version of its tasks and results.

    Raise it with every change that makes earlier tasks different.
    """

    @abstractmethod
    def question(self) -> Mapping[str, Any]:
        """Return everything that the results depend on, as JSON can write it."""

    @abstractmethod
    def worker(self, stopped: Callable[[], bool]) -> Callable[[P], R]:
        """Return the function with which one thread does tasks; it may keep data between them.

        Args:
            stopped: returns whether the result is no longer needed; long tasks ask, and raise `TaskStopped`.
        """

    @abstractmethod
    def pack(self, result: R) -> bytes | None:
        """Return a result in the form for checkpoints; None if the task must be done again next time."""

    @abstractmethod
    def unpack(self, packed: bytes, payload: P) -> R:
        """Return the remembered result of a task, which `pack` has written."""

    def question_text(self) -> str:
        """Return the question as text, the same for the same question."""
        return json.dumps(self.question(), sort_keys=True, ensure_ascii=False)
