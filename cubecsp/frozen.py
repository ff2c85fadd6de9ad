"""Values: objects that do not change.

Instances of data classes made by `@frozen` never change. Those of classes derived from `Value` do not change
once they are made, and a `SealedObject` does not once it is complete. Their contents are `fixed`: tuples
instead of lists, and dictionaries that refuse changes.

`@frozen` is `@dataclass(frozen=True)`, but only `__init__` is written for each class, when it is first
needed; the other methods are shared. The standard library's decorator writes and compiles six functions for
each class. That took an eighth of the time of a small command, which has 54 classes; half of them get no
instance.

Engines stay data classes of the standard library, which refuses to derive a frozen one from these: users may
derive their own engines.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from inspect import Signature, signature
from operator import attrgetter
from reprlib import recursive_repr
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NoReturn,
    Self,
    TypeVar,
    dataclass_transform,
    overload,
)

_Class = TypeVar("_Class")

_KEY = "_compared_fields"
_SEALED = "_sealed"
_K = TypeVar("_K")
_V = TypeVar("_V")


class FixedDict(dict[_K, _V], Generic[_K, _V]):
    """A dictionary that refuses changes."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this dictionary cannot be changed; dict() makes one that can")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> Any:
        return type(self), (dict(self),)


def fixed(value: Any) -> Any:
    """Return a value in which no list, dictionary or answer can be changed any more."""
    if isinstance(value, SealedObject):
        return value.seal()
    if type(value) is dict:
        return FixedDict({key: fixed(one) for key, one in value.items()})
    return tuple(map(fixed, value)) if isinstance(value, list) else value


class SealedObject:
    """An object that refuses changes once it is complete."""

    def seal(self) -> Self:
        """Refuse changes from now on, also of lists and dictionaries in it; return the same object."""
        entries = vars(self)
        if _SEALED not in entries:
            for name in [*entries]:
                if not name.startswith("_"):  # its own attributes may be computed later
                    entries[name] = fixed(entries[name])
            entries[_SEALED] = True
        return self

    def __setattr__(self, name: str, value: object) -> None:
        if _SEALED in vars(self):
            _refuse_to_assign(self, name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if _SEALED in vars(self):
            _refuse_to_delete(self, name)
        super().__delattr__(name)


class _SealingMeta(ABCMeta):
    """Seals instances once they are made."""

    if not TYPE_CHECKING:  # for type checkers, classes are called as any others

        def __call__(cls, *args, **how):
            return super().__call__(*args, **how).seal()

        @property
        def __signature__(cls):
            if cls.__init__ is object.__init__:
                return Signature()
            return Signature([*signature(cls.__init__).parameters.values()][1:])


class Value(SealedObject, metaclass=_SealingMeta):
    """An object that refuses changes once its `__init__`, and that of all derived classes, has ended."""


@overload
def frozen(cls: type[_Class], /) -> type[_Class]: ...


@overload
def frozen(*, eq: bool = True, kw_only: bool = False) -> Callable[[type[_Class]], type[_Class]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Any] | None = None, /, *, eq: bool = True, kw_only: bool = False) -> Any:
    """Make a data class whose instances refuse to have a field set again.

    A `__repr__` or `__eq__` that the class has or inherits stays.

    Args:
        cls: the class, if the decorator is written without brackets.
        eq: whether instances of the same class are equal if their fields are, and hash by them.
        kw_only: whether fields are given by name only.
    """

    def freeze(cls: type[Any]) -> type[Any]:
        dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
        methods: dict[str, Any] = {
            "__init__": _LazyInit(cls),
            "__setattr__": _refuse_to_assign,
            "__delattr__": _refuse_to_delete,
        }
        if _has_none(cls, "__repr__"):
            methods["__repr__"] = _repr
        if eq:
            compared = [each.name for each in fields(cls) if each.compare]
            methods[_KEY] = staticmethod(attrgetter(*compared) if compared else _nothing)
            if _has_none(cls, "__eq__"):
                methods |= {"__eq__": _equal, "__hash__": _hash}
        for name, method in methods.items():
            setattr(cls, name, method)
        return cls

    return freeze if cls is None else freeze(cls)


def _has_none(cls: type[Any], name: str) -> bool:
    """Return whether a method is that of every object."""
    return getattr(cls, name) is getattr(object, name)


class _LazyInit:
    """Stands for the `__init__` of a class until somebody asks for it."""

    def __init__(self, cls: type[Any]) -> None:
        self._cls = cls

    def __get__(self, instance: object, owner: type[Any]) -> Any:
        init = _init_method(self._cls)
        self._cls.__init__ = init
        return init.__get__(instance, owner)


class _Factory:
    """The default of a parameter whose value is made anew for each instance."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def _init_method(cls: type[Any]) -> Any:
    """Return the `__init__` of a data class."""
    given = [each for each in fields(cls) if each.init]
    named = [_parameter(each) for each in given if each.kw_only]
    parameters = ["self", *(_parameter(each) for each in given if not each.kw_only)]
    parameters += ["*", *named] if named else []
    values = [
        f"{each.name!r}: {_value(each)}" for each in fields(cls) if each.init or _is_made(each)
    ]
    lines = [f"def __init__({', '.join(parameters)}):"]
    lines.append(f"    self.__dict__.update({{{', '.join(values)}}})")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    scope = {"_FACTORY": _FACTORY, "_fields": cls.__dataclass_fields__}
    exec("\n".join(lines), scope)  # of names of fields  # nosec B102
    init: Any = scope["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {each.name: each.type for each in given} | {"return": None}
    return init


def _parameter(field: Field[Any]) -> str:
    if _is_made(field):
        return f"{field.name}=_FACTORY"
    if field.default is MISSING:
        return field.name
    return f"{field.name}=_fields[{field.name!r}].default"


def _value(field: Field[Any]) -> str:
    """Return the expression for what a field is set to."""
    if not _is_made(field):
        return field.name
    made = f"_fields[{field.name!r}].default_factory()"
    return f"{made} if {field.name} is _FACTORY else {field.name}" if field.init else made


def _is_made(field: Field[Any]) -> bool:
    """Return whether each instance gets its own default."""
    return field.default_factory is not MISSING


def _refuse_to_assign(_: Any, name: str, __: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _equal(self: Any, other: object) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    key = getattr(self, _KEY)
    return key(self) == key(other)


def _hash(self: Any) -> int:
    return hash(getattr(self, _KEY)(self))


def _nothing(_: object) -> tuple[()]:
    return ()
