"""Shared by the questions that search for cubes: one search, its parameters, and what becomes of its cubes."""
