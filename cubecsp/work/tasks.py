"""Work that is cut into tasks.

A task depends on nothing but its payload and the job that it is a part of: it can be done twice, anywhere
and in any order, with the same result. Whoever cuts the work combines the results, in a way that does not
depend on their order either: usually by adding them up.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from cubecsp.frozen import SealedObject

__all__ = ["FinishedTask", "P", "R", "Task", "TaskCounter", "TaskJob", "TaskStopped"]

P = TypeVar("P")
"""The argument of a task: it can be pickled."""

R = TypeVar("R")
"""The result of a task: it can be pickled."""


class Task(NamedTuple, Generic[P]):
    """A part of the work.

    Attributes:
        key: what identifies it in a checkpoint: the same for the same part of the same job, in every run.
        cost: how long it takes, predicted, in whatever measure the job likes.
        payload: what is done.
    """

    key: str
    cost: float
    payload: P


class FinishedTask(NamedTuple, Generic[P, R]):
    """A task that is done.

    Attributes:
        task: which.
        result: what it came to.
        seconds: how long a processor worked for that, where it was done.
        fresh: whether it was done now; False if a checkpoint remembered it.
    """

    task: Task[P]
    result: R
    seconds: float
    fresh: bool = True


@dataclass
class TaskCounter(SealedObject):
    """How much of some work was read from a checkpoint, and how much was done now.

    Attributes:
        resumed: how many tasks were read.
        worked: for how many seconds a worker, on average, has worked on tasks that are done.
    """

    resumed: int = 0
    worked: float = 0.0


class TaskStopped(Exception):  # noqa: N818  # nothing went wrong
    """A task was abandoned, since its result is no longer needed."""


class TaskJob(ABC, Generic[P, R]):
    """The work of every task. It can be pickled, and is then about as large as the question."""

    title: str
    """The work in the words of the user, for messages: `count no-touching=side`."""
    method: str
    """How it is done: the name of the way, and the version of what its tasks are and come to.

    Raised with every change after which a task that was done before would be another one.
    """

    @abstractmethod
    def question(self) -> Mapping[str, Any]:
        """Return everything that the results depend on, as JSON can write it."""

    @abstractmethod
    def worker(self, stopped: Callable[[], bool]) -> Callable[[P], R]:
        """Return the function with which one thread does tasks; it may keep data from one to the next.

        Args:
            stopped: returns whether the result is no longer needed; long tasks ask, and raise `TaskStopped`.
        """

    @abstractmethod
    def pack(self, result: R) -> bytes | None:
        """Return a result in the form in which it is remembered; None if the task is to be done again next time."""

    @abstractmethod
    def unpack(self, packed: bytes, payload: P) -> R:
        """Return the remembered result of a task, which `pack` has written."""

    def written(self) -> str:
        """Return the question as text, the same for the same question."""
        return json.dumps(self.question(), sort_keys=True, ensure_ascii=False)
