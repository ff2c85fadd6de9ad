"""How people write cubes down: each format is a file of this folder."""
