"""Suggestions for a name that is not known, for messages."""

from __future__ import annotations

from collections.abc import Iterable

_MOST_TOLD = 24  # names that an error lists


def nearest(text: str, known: Iterable[str], most: int = 1, alike: float = 0.7) -> list[str]:
    """Return the names that were probably meant, the likeliest first, for a message.

    If no name is near, capitals and small letters count as the same. The text itself is never among them: it
    is known, but not valid here.

    Args:
        text: the text of the user.
        known: the known names.
        most: the most names to return.
        alike: the least similarity, 0…1 (see `difflib.get_close_matches`).
    """
    import difflib  # slow to import, and seldom needed

    names = [name for name in known if name != text]
    if near := difflib.get_close_matches(text, names, most, alike):
        return near
    lower: dict[str, list[str]] = {}
    for name in names:
        lower.setdefault(name.lower(), []).append(name)
    near = difflib.get_close_matches(text.lower(), lower, most, alike)
    return [difflib.get_close_matches(text, lower[name], 1, 0)[0] for name in near]


def suggestion(
    name: str, known: Iterable[str], listed: str = "", *, beside: Iterable[str] = ()
) -> str:
    """Return the remedy for an unknown name: the nearest known ones, and the list of all.

    Args:
        name: the name that the user wrote.
        known: the names that are valid.
        listed: the command that lists them all, such as "cubecsp rules", if there are too many to name.
        beside: words of another kind that could have been meant.
    """
    names = list(known)
    if not names:
        return "there are none"
    near = nearest(name, [*names, *beside], 3)
    meant = f"did you mean {alternatives(near)}? " if near else ""
    if len(names) > _MOST_TOLD and listed:
        return f"{meant}`{listed}` lists {'them all' if near else 'all of them'}"
    return f"{meant}({', '.join(names)})" if near else f"expected {alternatives(names)}"


def alternatives(names: Iterable[str]) -> str:
    """Return `a`, `a or b`, `a, b or c`."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
