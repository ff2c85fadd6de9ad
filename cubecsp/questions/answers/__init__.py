"""Answers: their common shape, and their wording."""
