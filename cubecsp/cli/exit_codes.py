"""The exit codes, which mean the same in every command."""

from __future__ import annotations

ANSWERED = 0
NO = 1
"""The answer is no."""

MALFORMED = 2
"""The question, or a part of it, is malformed or cannot be processed."""

STOPPED = 3
"""Stopped before it was complete."""

FAULTY = 70
"""An internal error: EX_SOFTWARE of sysexits.h."""
