"""Cubes drawn: as SVG, as a gallery page, and on a terminal."""
