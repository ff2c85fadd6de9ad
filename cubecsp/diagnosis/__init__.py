"""Everything that is wrong with a cube, and the smallest repair."""
