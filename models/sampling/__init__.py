"""How cubes are numbered, and drawn at random, for the ways of `cubecsp.models.counting`."""
