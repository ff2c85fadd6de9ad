"""The cubes nearest to some stickers, all ways to complete them, and the fewest that determine a cube."""
