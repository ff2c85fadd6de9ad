"""The states that the moves of a puzzle make: membership in its group, and breadth-first search over them."""
