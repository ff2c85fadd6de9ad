"""Custom rules in the language of clingo: read, checked against the vocabulary, and asked about."""

ALLOWED = ("include", "script")
"""The powers that programs have only if the user allows them: to read other files, to run code."""
