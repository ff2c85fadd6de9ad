"""What the questions that look for cubes share: one search, its parameters, and what becomes of the cubes found."""
