"""Named models: patterns worth a name.

A new one is a TOML file of this folder (see docs/tutorial-rules.md), known by the name of the file,
or a Python file and a line in `_STATED` and `_TOLD`. A TOML file is read when its model is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from cubecsp.models.about import About
from cubecsp.models.named.perfect_scramble import ABOUT, PERFECT_SCRAMBLE
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule

__all__ = ["MODELS", "NAMES", "PERFECT_SCRAMBLE", "about"]

_TOLD = {"perfect-scramble": ABOUT}
_STATED = {model.name: model for model in (PERFECT_SCRAMBLE,) if model.name is not None}


class _Models(Mapping[str, Pattern]):
    """All models by name, those in files read on demand."""

    def __init__(self) -> None:
        self._read: dict[str, Pattern] = {}

    def about(self, name: str) -> About:
        """Return what is known of a model beside its rules."""
        if name in _TOLD:
            return _TOLD[name]
        from cubecsp.models.files import told

        return told(self._files[name])

    @cached_property
    def _files(self) -> dict[str, Path]:
        return {path.stem: path for path in sorted(Path(__file__).parent.glob("*.toml"))}

    def __getitem__(self, name: str) -> Pattern:
        if name in _STATED:
            return _STATED[name]
        if name not in self._read:
            from cubecsp.models.files import load  # which knows how to run files, too

            self._read[name], _ = load(str(self._files[name]), NAMES)
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in _STATED or name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter([*_STATED, *self._files])

    def __len__(self) -> int:
        return len(_STATED) + len(self._files)


_MODELS = _Models()
MODELS: Mapping[str, Pattern] = _MODELS
"""Every pattern that can be named in a text."""


def about(name: str) -> About:
    """Return what is known of a model beside its rules: description, source, shortest moves.

    Raises:
        KeyError: there is no such model.
    """
    return _MODELS.about(name)


class _Names(Mapping[str, tuple[Rule, ...]]):
    """The rules of each model by its name."""

    def __getitem__(self, name: str) -> tuple[Rule, ...]:
        return MODELS[name].rules

    def __contains__(self, name: object) -> bool:
        return name in MODELS

    def __iter__(self) -> Iterator[str]:
        return iter(MODELS)

    def __len__(self) -> int:
        return len(MODELS)


NAMES: Mapping[str, tuple[Rule, ...]] = _Names()
"""What the name of a model stands for in a text of rules."""
