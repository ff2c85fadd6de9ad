"""A base class of objects that work until they are closed, at the latest by the end of a `with` block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class ClosingContext(ABC):
    """A context that closes itself at its end, also after an error."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """End the work; a second call does nothing."""
