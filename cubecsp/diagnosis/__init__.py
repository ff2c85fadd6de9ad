"""The defects of a cube, and its smallest repair."""
