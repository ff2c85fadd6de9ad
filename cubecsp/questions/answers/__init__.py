"""Answers: their common shape, and how they are worded."""
