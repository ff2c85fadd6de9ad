"""Rules of one's own in the language of clingo: read, checked against the vocabulary, and asked about."""

__all__ = ["ALLOWED"]

ALLOWED = ("include", "script")
"""What programs may do only where it is asked for: read other files, run code."""
