"""Numbers and times in sentences."""

from __future__ import annotations

_UNITS = (("year", 365.25 * 86_400), ("day", 86_400), ("hour", 3_600), ("minute", 60))
_LONGEST = 1e9 * 365.25 * 86_400
_MOST_DIGITS = 30  # the most digits of a rounded number that is written out


def plural(number: int, noun: str) -> str:
    """Return `1 cube`, `2,000 cubes`, `1 class`, `2 classes`, `2 searches`, `3 symmetries`, `4 days`."""
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith(('s', 'ch')) else 's'}"


def rough(number: int) -> str:
    """Return a rounded number as `677,000,000` or, if it is too long for that, as `1.508 × 10^4099`."""
    short = power_of_ten(number)
    return f"{number:,}" if short is None else "{} × 10^{}".format(*short)


def power_of_ten(number: int) -> tuple[str, int] | None:
    """Return a number as `1.508` and the exponent of a power of ten; None if it is written out."""
    digits = str(number)
    if len(digits) <= _MOST_DIGITS:
        return None
    first = digits.rstrip("0")
    return f"{first[0]}.{first[1:]}".rstrip("."), len(digits) - 1


def percent(share: float) -> str:
    """Return `94.1 %`, or `less than 0.01 %`."""
    return "less than 0.01 %" if share < 1e-4 else f"{100 * share:.3g} %"


def listing(number: int, of: str = "") -> str:
    """Return `1 is listed`, or `2 of them are listed` with "of them " for `of`."""
    return f"{number:,} {of}{'is' if number == 1 else 'are'} listed"


def in_seconds(seconds: float) -> str:
    """Return `0.25 s`."""
    return f"{seconds:.2f} s"


def duration(seconds: float) -> str:
    """Return a rough duration: `about 40 seconds`, `about 3 hours`, `more than a billion years`."""
    if seconds > _LONGEST:
        return "more than a billion years"
    for unit, length in _UNITS:
        if seconds >= 1.5 * length:
            number = seconds / length
            return f"about {plural(_rounded(number), unit)}"
    return f"about {plural(max(1, _rounded(seconds)), 'second')}"


def _rounded(number: float) -> int:
    """Return a number rounded to two digits."""
    return round(float(f"{number:.2g}"))
