"""Rules of one's own in the language of clingo: read, checked against the vocabulary, and asked about."""

__all__ = ["ALLOWED"]

ALLOWED = ("include", "script")
"""What programs may do only if the user allows it: read other files, run code."""
