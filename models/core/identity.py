"""A checksum of primitives: the same for the same primitives, on every machine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass

from cubecsp.models.core.primitives import Primitive


def digest_of(primitives: Iterable[Primitive]) -> str:
    """Return a checksum of some primitives, which distinguishes rules that have the same text."""
    import hashlib  # slow to import, and needed only for what is kept

    return hashlib.blake2b(_text_of(tuple(primitives)).encode(), digest_size=16).hexdigest()


def _text_of(value: object) -> str:
    """Return a value as text, sets in order."""
    if is_dataclass(value):
        parts = [_text_of(getattr(value, field.name)) for field in fields(value)]
        return f"{type(value).__name__}({','.join(parts)})"
    if isinstance(value, tuple | list):
        return f"({','.join(map(_text_of, value))})"
    if isinstance(value, set | frozenset):
        return f"{{{','.join(sorted(map(_text_of, value)))}}}"
    if value is None or isinstance(value, int | str):
        return repr(value)
    raise TypeError(f"a {type(value).__name__} cannot be part of a primitive")
