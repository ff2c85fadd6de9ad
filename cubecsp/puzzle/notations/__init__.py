"""How moves of other puzzles are read and written beside the names of their definition, one module for each family."""
