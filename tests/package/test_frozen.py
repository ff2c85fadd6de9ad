"""Data classes that do not change: like those of the standard library, except for the cost of defining them."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from cubecsp.frozen import frozen

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]


def made_by(decorator: Callable[[type[Any]], type[Any]]) -> Any:
    """Return a class with fields of every kind."""

    @decorator
    class Values:
        a: int
        b: str = "b"
        c: tuple[int, ...] = field(default=(), repr=False)
        d: list[object] = field(default_factory=list, compare=False)
        e: int = field(default=0, kw_only=True)

        @cached_property
        def sum(self) -> int:
            return self.a + self.e

    return Values


Ours = made_by(frozen)
Ours.__qualname__ = "Ours"  # where pickle looks for it
Another = made_by(frozen)
Theirs = made_by(dataclass(frozen=True))
Theirs.__qualname__ = "Theirs"


def drawn(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return arguments, of which few differ."""
    given = (rng.randrange(2), rng.choice("bx"), (rng.randrange(2),), [rng.randrange(2)])
    return given[: rng.randrange(1, 5)], rng.choice([{}, {"e": 0}, {"e": 1}])


@pytest.mark.parametrize("seed", range(50))
def test_as_in_the_standard_library(seed: int) -> None:
    rng = random.Random(seed)
    (args, how), (others, hows) = drawn(rng), drawn(rng)
    ours, other = Ours(*args, **how), Ours(*others, **hows)
    theirs, their_other = Theirs(*args, **how), Theirs(*others, **hows)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert (ours == other) is (theirs == their_other)
    assert (hash(ours) == hash(other)) is (hash(theirs) == hash(their_other))
    assert ours == Ours(*args, **how)
    assert ours != theirs
    assert ours != Another(*args, **how)
    assert vars(replace(ours, a=7)) == vars(replace(theirs, a=7))
    assert ours.sum == theirs.sum


def test_parameters_are_those_of_the_standard_library() -> None:
    assert str(inspect.signature(Ours)) == str(inspect.signature(Theirs))
    assert str(inspect.signature(Ours(1).__init__)) == str(inspect.signature(Ours))


@pytest.mark.parametrize(
    ("given", "how"), [((), {}), ((1, "b", (), [], 5), {}), ((1,), {"a": 2}), ((1,), {"g": 2})]
)
def test_wrong_arguments_get_the_same_error(given: tuple[Any, ...], how: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as theirs:
        Theirs(*given, **how)
    with pytest.raises(TypeError) as ours:
        Ours(*given, **how)
    _, said, rest = str(ours.value).partition("__init__()")
    assert said
    assert str(theirs.value).endswith(said + rest)


def test_each_instance_has_its_own_list() -> None:
    one, other = Ours(1), Ours(1)
    one.d.append(2)
    assert other.d == []
    given: list[object] = []
    assert Ours(1, d=given).d is given


@pytest.mark.parametrize("decorator", [frozen, dataclass(frozen=True)])
def test_fields_that_are_not_given(decorator: Callable[[type[Any]], type[Any]]) -> None:
    @decorator
    class Counted:
        a: int
        made: list[int] = field(init=False, default_factory=list)
        usual: int = field(init=False, default=3)

        def __post_init__(self) -> None:
            self.made.append(self.a)

    one = Counted(7)  # type: ignore[call-arg]
    assert (one.made, one.usual) == ([7], 3)  # type: ignore[attr-defined]
    assert Counted(8).made == [8]  # type: ignore[call-arg,attr-defined]
    with pytest.raises(TypeError):
        Counted(7, usual=4)  # type: ignore[call-arg]


def test_a_field_without_default_comes_before_those_with_one() -> None:
    @frozen
    class Wrong:
        a: int = 1
        b: int  # type: ignore[misc]

    with pytest.raises(SyntaxError, match="default argument"):
        Wrong(1, 2)


def test_what_derives_from_a_class_uses_its_parameters() -> None:
    class Plain(Another):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(5, e=6)

    assert Plain().sum == 11
    assert Another(5, e=6).sum == 11


@pytest.mark.parametrize("name", ["a", "c", "e", "sum", "nothing"])
def test_fields_are_not_set_again(name: str) -> None:
    one = Ours(1)
    shown = repr(one)
    with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
        setattr(one, name, 2)
    with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{name}'"):
        delattr(one, name)
    assert repr(one) == shown


def test_copies_are_equal_and_refuse_too() -> None:
    one = Ours(1, "x", (2,), [3], e=4)
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other == one
        assert vars(other) == vars(one)
        with pytest.raises(FrozenInstanceError):
            other.a = 2


def test_what_a_class_has_stays() -> None:
    class Base(Mapping[str, int]):
        def __repr__(self) -> str:
            return "a base"

        def __getitem__(self, name: str) -> int:
            return int(getattr(self, name))

        def __iter__(self) -> Any:
            return iter(["a"])

        def __len__(self) -> int:
            return 1

    @frozen(kw_only=True)
    class Derived(Base):
        a: int

    assert repr(Derived(a=1)) == "a base"
    assert Derived(a=1) == {"a": 1}
    with pytest.raises(TypeError, match="unhashable"):
        hash(Derived(a=1))
    with pytest.raises(TypeError, match="positional"):
        Derived(1)  # type: ignore[misc]


def test_by_identity() -> None:
    @frozen(eq=False)
    class One:
        a: int

    one = One(1)
    assert one != One(1)
    assert len({one, One(1), one}) == 2


def test_a_class_derived_from_another_has_its_fields() -> None:
    @frozen
    class Longer(Ours):
        f: int = 6

    assert [each.name for each in fields(Longer)] == [*"abcdef"]
    assert Longer(1) == Longer(1)
    assert Longer(1) != Longer(1, f=7)
    assert Longer(1) != Ours(1)
    assert is_dataclass(Longer)


def test_without_fields() -> None:
    @frozen
    class Empty:
        pass

    assert Empty() == Empty()
    assert len({Empty(), Empty()}) == 1


def test_one_that_holds_itself_is_shown() -> None:
    one = Ours(1)
    one.d.append(one)
    assert "..." in repr(one)


def test_where_the_standard_library_is_used() -> None:
    """For engines, from which others may be derived, for order, and for slots."""
    marked = re.compile(r"^@dataclass\(frozen=True.*\)\nclass (\w+)", re.MULTILINE)
    files = [
        path for folder in ("cubecsp", "models", "search") for path in (ROOT / folder).rglob("*.py")
    ]
    found = {name for path in files for name in marked.findall(path.read_text("utf-8"))}
    assert {name for name in found if not name.endswith("Engine")} == {"Coset", "Moves"}
