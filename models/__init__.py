"""Patterns as constraint models: rules, the primitive relations that they reduce to, and engines."""
