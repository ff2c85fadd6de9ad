"""What the moves of a puzzle can make: membership in its group, and breadth-first search over its states."""
