"""The JSON files of a certificate, which anyone may have written: read strictly or refused.

Python accepts more than JSON: `NaN`, `Infinity`, `1e999`, keys that occur twice, halves of surrogate pairs. `prove` writes none of
that, and no fractions. This module refuses everything except plain data with integers, for every file.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

_MOST_DIGITS = 40  # of a number; there are 4.3·10¹⁹ cubes, a number of 20 digits
_DEEPEST = 8  # lists and objects inside each other; certificates have 4, and 7 in the definition of a puzzle
_KEY = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)


def plain_data(text: str) -> Any:
    """Return the data of a text in JSON: objects, lists, texts, integers, true, false and null.

    Raises:
        ValueError: it is not such data, a key occurs twice, or it is nested too deeply.
    """
    try:
        data = json.loads(
            text,
            parse_float=_refuse,
            parse_constant=_refuse,
            parse_int=_number,
            object_pairs_hook=_object,
        )
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    waiting = [(data, 0)]
    while waiting:
        one, depth = waiting.pop()
        if depth > _DEEPEST:
            raise ValueError("it is nested too deeply")
        if isinstance(one, str):
            one.encode()  # raises a ValueError for half of a surrogate pair
        elif isinstance(one, dict):
            waiting += ((part, depth + 1) for part in (*one, *one.values()))
        elif isinstance(one, list):
            waiting += ((part, depth + 1) for part in one)
    return data


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is not an integer")


def _number(text: str) -> int:
    if len(text) > _MOST_DIGITS or text == "-0":
        _refuse(text)
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key occurs twice")
    return made


def same(value: Any, other: Any) -> bool:
    """Return whether plain data are equal, of equal types: true is not 1."""
    return type(value) is type(other) and json.dumps(value, sort_keys=True) == json.dumps(
        other, sort_keys=True
    )


def fields(data: Any, *names: str) -> list[Any]:
    """Return the values of an object with exactly these keys. Raises ValueError for anything else."""
    if not isinstance(data, dict) or {*data} != {*names}:
        raise ValueError(f"an object with {', '.join(names)} is expected")
    return [data[name] for name in names]


def by_number(data: Any) -> dict[int, Any]:
    """Return an object whose keys are numbers, as a dictionary. Raises ValueError if one is not."""
    if not isinstance(data, dict) or not all(map(_KEY.fullmatch, data)):
        raise ValueError("an object with numbers as keys is expected")
    return {int(key): value for key, value in data.items()}


def whole_number(value: Any) -> int:
    """Return an integer. Raises ValueError if it is something else, such as true."""
    if type(value) is not int:
        raise ValueError("an integer is expected")
    return value
