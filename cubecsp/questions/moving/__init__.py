"""Shared by the questions about moves: methods chosen, many cubes at once, and moves as texts."""
