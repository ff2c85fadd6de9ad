"""Reasons why no cube satisfies some rules: minimal conflicts, and corrections."""
