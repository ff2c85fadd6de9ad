"""Sets of cases by name, such as PLL, and their well-known members, such as the T permutation.

A set is a table in a TOML file of this folder, and a line in `_FILES`:

    [PLL]
    description = "what its cubes are like"
    rules = ["solved=F2L", "oriented=last-layer"]    # which all its cubes satisfy
    ignores = ["permutation"]                        # or "edges": what does not tell its cases apart
    sizes = [3]                                      # the cubes that it is about; 3 if left out
    source = "where the names and algorithms are from"
    [PLL.members]
    T = ["R U R' U' R' F R2 U' R' U' R U R' F'"]     # algorithms that solve the case
    [PLL.names]
    skip = "solved"                                  # other names of members
    [PLL.aliases]
    T-perm = "T"                                     # other names that stand alone, too

Instead of members, a set may name another one that has the same, `members-of`. The rules that these names stand for are
made by `cubecsp.models.rules.case`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.files import read_toml
from cubecsp.frozen import fixed
from cubecsp.suggestions import suggestion

if TYPE_CHECKING:
    from cubecsp.models.core.rule import Rule

_FILES = {
    **dict.fromkeys(("cross", "x-cross", "FB", "F2B", "last-slot", "ZBLS"), "steps"),
    **dict.fromkeys(("WV", "VLS"), "wv"),
    **dict.fromkeys(("F2L", "last-layer", "1LLL"), "steps"),
    "OLL": "oll",
    **dict.fromkeys(("PLL", "EPLL", "CPLL"), "pll"),
    **dict.fromkeys(("COLL", "CLL", "CMLL"), "coll"),
    **dict.fromkeys(("ZBLL", "ELL"), "steps"),
    **dict.fromkeys(("EG", "EG-1", "EG-2"), "eg"),
    **dict.fromkeys(("EO", "EO-line", "EO-cross", "DR", "HTR", "pair"), "steps"),
}

PART_SHOWN = {"permutation": "orientations", "edges": "corners"}
"""The part of a cube that tells cases apart, by what a set ignores."""

_BY_NAME = {name.casefold(): name for name in _FILES}
_MAX_BYTES = 100_000


class CaseSet(NamedTuple):
    """A set of cases.

    Attributes:
        name: its name.
        description: what its cubes are like, in sentences.
        rules: the texts of the rules that all its cubes satisfy.
        source: where names and algorithms are from; empty if there are none.
        ignores: what does not tell its cases apart: `permutation` (which piece of the last layer is where) or
            `edges`.
        sizes: the sizes of the cubes that it is about.
        members: the algorithms of each case that has a name, of which the first counts; moves that solve it, except for
            a turn of U and what is ignored.
        names: other names of these cases.
        aliases: other names of these cases that also stand alone.
    """

    name: str
    description: str
    rules: tuple[str, ...]
    source: str = ""
    ignores: tuple[str, ...] = ()
    sizes: tuple[int, ...] = (3,)
    members: Mapping[str, tuple[str, ...]] = fixed({})
    names: Mapping[str, str] = fixed({})
    aliases: Mapping[str, str] = fixed({})

    def member(self, name: str) -> str:
        """Return a case by one of its names; capitals and small letters count as the same.

        Raises:
            InputError: the set has no such case.
        """
        member = self.by_name().get(name.strip().casefold())
        if member is not None:
            return member
        if not self.members:
            raise InputError(f"the cases of {self.name} have no names", f"write {self.name} alone")
        raise InputError(
            f"{self.name} has no case {excerpt(name)}",
            self._several(name.strip())
            or suggestion(name, self._known(), f"cubecsp rules {self.name}"),
        )

    def by_name(self) -> dict[str, str]:
        """Return the cases by all their names, in small letters."""
        return {one.casefold(): member for one, member in self._known().items()}

    def _known(self) -> dict[str, str]:
        return {**self.names, **self.aliases, **{member: member for member in self.members}}

    def _several(self, name: str) -> str:
        """Return how to write the cases that are listed in a text, or whose names begin with it; "" if there are none."""
        if "," in name:
            some = [self.member(one) for one in name.split(",")]
        else:
            some = [one for one in self.members if one.casefold().startswith(name.casefold())]
        cases = ", ".join(f"{self.name}={one}" for one in dict.fromkeys(some))
        return f"for several cases write any({cases})" if 1 < len(some) < 9 else ""


def set_called(name: str) -> CaseSet | None:
    """Return the set with a name, in capitals or small letters; None if there is none."""
    known = _BY_NAME.get(name.casefold())
    return None if known is None else _read(_FILES[known])[known]


def case_text(name: str, value: str | None = None) -> str | None:
    """Return the text of a set or case, `PLL=T` also for `T-perm`; None if no set, and no case by itself, has the name.

    Args:
        name: of a set, or of a case that stands alone, also as people write it: `T perm`, `OLL 27`, `OLL-27`.
        value: the case of a set.
    """
    if name.casefold() in _BY_NAME:
        return name if value is None else f"{name}={value}"
    if value is not None:
        return None
    return _case_in_words(name)


def cases_called(name: str) -> list[str]:
    """Return the cases, as SET=CASE, of every set that calls one so: `PLL=T` for `T`."""
    return [
        f"{one.name}={known[name.casefold()]}"
        for one in all_sets()
        if name.casefold() in (known := one.by_name())
    ]


def _case_in_words(text: str) -> str | None:
    """Return a case that is written with a blank, a hyphen or nothing after the name of its set, as SET=CASE."""
    folded = "-".join(text.casefold().split())
    if alias := _aliases().get(folded):
        return alias
    for name in (known for known in _FILES if folded.startswith(known.casefold())):
        rest, known = folded[len(name) :].lstrip("-"), _read(_FILES[name])[name].by_name()
        if rest in known and rest not in _aliases():
            return f"{name}={known[rest]}"
    word, _, kind = folded.rpartition("-")
    if kind == "perm" and word.isalpha():  # as U-perm: the message names the cases of PLL
        return f"PLL={word.capitalize()}"
    return None


def all_sets() -> list[CaseSet]:
    """Return every set."""
    return [_read(file)[name] for name, file in _FILES.items()]


def case_names() -> list[str]:
    """Return the names of the sets, and those of cases that stand alone."""
    return [*_FILES, *(name for one in all_sets() for name in one.aliases)]


def sets_in(rules: Iterable[Rule]) -> Iterator[CaseSet]:
    """Yield the sets that rules name, or name cases of."""
    for rule in rules:
        if rule.name == "case" and (found := set_called(str(rule).partition("=")[0])):
            yield found
        yield from sets_in(rule.rules)


def ignored_by(rules: Iterable[Rule]) -> tuple[str, ...]:
    """Return what does not tell cubes apart for all sets that rules name: `permutation`, `edges`.

    Nothing is ignored if the rules name no set, or one that ignores nothing.
    """
    ignored = [set(one.ignores) for one in sets_in(rules)]
    return tuple(sorted(set.intersection(*ignored))) if ignored else ()


@cache
def _aliases() -> dict[str, str]:
    """Return the cases with names that stand alone, by these in small letters."""
    return {
        name.casefold(): f"{one.name}={member}"
        for one in all_sets()
        for name, member in one.aliases.items()
    }


@cache
def _read(file: str) -> dict[str, CaseSet]:
    """Return the sets of a file by name."""
    tables = read_toml(Path(__file__).with_name(f"{file}.toml"), _MAX_BYTES)
    sets = {}
    for name, table in tables.items():
        shared = tables[table.pop("members-of", name)]
        sets[name] = CaseSet(name, **fixed({**shared, **table}))
    return sets
