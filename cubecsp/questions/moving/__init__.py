"""The common part of questions about moves: the choice of methods, many cubes at once, and moves as texts."""
