"""What the questions about moves share: methods chosen, many cubes at once, and moves as texts."""
