"""Custom rules: Python functions, tabulated for the engines."""
