"""Questions about puzzles that are not cubes, one file a question; see `cubecsp.definitions`."""
