"""Pictures of cubes: as SVG, as a gallery page, and on a terminal."""
