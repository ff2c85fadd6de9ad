"""Registries of the objects that can be chosen by name, one in each file, imported when first needed.

Rules, engines, methods, formats, views and commands are all kept in this way. To add one, write a file in the
folder of its kind, with the same name (with `_` for `-`), that defines the object under an agreed name. Then
add its name to the list of the registry, which gives its place in help texts. Tests and reference pages go
through the registries, and so cover new objects without further changes.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar, cast

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.cube.sizes import sizes_in_words
from cubecsp.suggestions import suggestion
from cubecsp.version import __version__

__all__ = ["DescribedRegistry", "NamedObject", "Registry", "british", "facts_of", "options_in"]

_AMERICAN = {"color": "colour", "gray": "grey", "center": "centre"}


def british(name: str) -> str:
    """Return a name in the spelling of this package: `colours` for `colors`."""
    for american, here in _AMERICAN.items():
        name = name.replace(american, here)
    return name


class NamedObject(Protocol):
    """An object in a registry."""

    @property
    def name(self) -> str:
        """The name, as users write it."""

    @property
    def summary(self) -> str:
        """Its summary, in one line."""

    @property
    def distribution(self) -> str | None:
        """The package behind it, as PyPI calls it; None for our own code."""

    @property
    def sizes(self) -> Sequence[int]:
        """The sizes of the cubes that it takes."""

    @property
    def limits(self) -> str:
        """Its limits, or why it takes no other cubes: a clause, or empty if it has none."""


T = TypeVar(
    "T"
)  # `NamedObject`; no bound, for mypy does not take a class with such attributes for one


class Registry(Mapping[str, T]):
    """Objects by name, in the order of help texts; American spellings of a name are understood, too.

    Args:
        kind: the noun for them in messages: "engine".
        package: the package whose modules contain them.
        attribute: the name of the object in each module: "ENGINE".
        names: the names, which are also those of the modules, with `_` for `-`.
    """

    def __init__(self, kind: str, package: str, attribute: str, names: Iterable[str]) -> None:
        self.kind = kind
        self.package = package
        self._attribute = attribute
        self._objects: dict[str, T | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> T:
        name = self._spelt(name)
        result = self._objects[name]
        if result is None:
            module = importlib.import_module(self._module(name))
            result = self._objects[name] = getattr(module, self._attribute)
        return result

    def _module(self, name: str) -> str:
        """Return the module that has an object."""
        return f"{self.package}.{name.replace('-', '_')}"

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._spelt(name) in self._objects

    def __iter__(self) -> Iterator[str]:
        return iter(self._objects)

    def __len__(self) -> int:
        return len(self._objects)

    def _spelt(self, name: str) -> str:
        """Return the name of an object, also for a name in American spelling."""
        return name if name in self._objects else british(name)

    def register(self, item: T) -> None:
        """Add an object of your own, or replace the one that has its name."""
        self._objects[cast(NamedObject, item).name] = item

    def find(self, name: object) -> T:
        """Return the object called `name`.

        Raises:
            InputError: there is none; the message says which there are.
        """
        if isinstance(name, str) and name in self:
            return self[name]
        known = suggestion(str(name), self._objects, f"cubecsp about {self.kind}s")
        raise InputError(f"unknown {self.kind} {excerpt(str(name))}", known)

    def facts(self, name: str) -> dict[str, str]:
        """Return the facts about an object for lists and reference pages; see `facts_of`."""
        return facts_of(cast(NamedObject, self[name]))


class DescribedRegistry(Registry[T]):
    """A registry whose list describes each object, so that no help text imports them.

    Args:
        kind: the noun for them in messages: "command".
        package: the package whose modules contain them.
        attribute: the name of the object in each module: "COMMAND".
        summaries: the description of each, a clause, by name.
    """

    def __init__(
        self, kind: str, package: str, attribute: str, summaries: Mapping[str, str]
    ) -> None:
        super().__init__(kind, package, attribute, summaries)
        self._summaries = dict(summaries)

    def summary(self, name: str) -> str:
        """Return a clause that describes an object, without importing it."""
        return self._summaries[name]

    def facts(self, name: str) -> dict[str, str]:
        """Return the description of an object, which is all that the list knows."""
        return {"summary": self.summary(name)}

    def register(self, item: T, summary: str = "") -> None:
        """Add an object of your own, or replace the object that has its name; `summary` describes it."""
        super().register(item)
        named = cast(NamedObject, item)
        self._summaries[named.name] = summary or named.summary


def facts_of(named: NamedObject) -> dict[str, str]:
    """Return the facts about an object for lists and reference pages.

    These are its `summary`; its `package`, with the version; `cubes`, the sizes that it takes;
    `other_puzzles`, if it takes any; `threads`, if it may use several; `options`, those of an engine or a
    method; and `limits`, if it has any.
    """
    entries = {
        "summary": named.summary,
        "package": _package(named.distribution),
        "cubes": sizes_in_words(named.sizes),
    }
    # for rules, what they need from other puzzles; for others, whether they take any
    other_puzzles = getattr(named, "other_puzzles", None)
    if other_puzzles:
        entries["other_puzzles"] = (
            "whose stickers are known" if other_puzzles == "stickers" else "all"
        )
    parallel = getattr(named, "parallel", None)  # of engines and methods
    if parallel is not None:
        entries["threads"] = "several" if parallel else "one"
    if options := options_in(named):
        entries["options"] = "; ".join(options)
    return {**entries, "limits": named.limits} if named.limits else entries


def options_in(registered: object) -> list[str]:
    """Return the options of an engine or a method, a text for each; commands have classes of options instead."""
    options = getattr(registered, "options", ())
    return sorted(str(option) for option in options if not isinstance(option, type))


def _package(distribution: str | None) -> str:
    if distribution is None:
        return f"cubecsp {__version__}"
    from importlib import metadata  # slow to import, and seldom needed

    try:
        return f"{distribution} {metadata.version(distribution)}"
    except metadata.PackageNotFoundError:
        return f"{distribution}, which is not installed"
