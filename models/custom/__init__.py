"""Rules of one's own: a Python function, tabulated for the engines."""
