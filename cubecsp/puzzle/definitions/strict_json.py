"""Strict JSON for cubes: no key is ignored, and no key occurs twice."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from cubecsp.errors import InputError
from cubecsp.suggestions import nearest


def parse_json(text: str) -> Any:
    """Return the data of a text in JSON.

    Raises:
        InputError: it is not JSON, or a key of an object occurs twice.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        where = f"(line {error.lineno}, column {error.colno})"
        problem, position = f"this is not JSON: {error.msg} {where}", error.pos
    except InputError:
        raise
    except (ValueError, RecursionError):
        problem, position = "this JSON is too deep, or a number in it too long", 0
    raise InputError(problem, "write one JSON object", text=text, position=position)


def check_keys(where: str, keys: Iterable[str], known: Iterable[str]) -> None:
    """Make sure that all keys of an object are known.

    Args:
        where: a description of the object, for the message.
        keys: its keys.
        known: the keys that it may have.

    Raises:
        InputError: one is not; the message suggests the one that was probably meant.
    """
    every = list(known)
    for key in keys:
        if key in every:
            continue
        near = nearest(key.lower(), (name.lower() for name in every), alike=0.5)
        meant = next((name for name in every if name.lower() in near), None)
        raise InputError(
            f"{where} has no key {key[:20]!r}",
            f"did you mean {meant!r}?" if meant else f"it has {', '.join(every)}",
        )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for key, value in pairs:
        if key in entries:
            raise InputError(f"the key {key[:20]!r} occurs twice", "write it once")
        entries[key] = value
    return entries
