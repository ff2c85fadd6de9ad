"""What is wrong with a cube, all of it, and the least that makes it right."""
