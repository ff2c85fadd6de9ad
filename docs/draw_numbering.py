"""Prints the drawing of the facelets with their names: `python docs/draw_numbering.py`."""

from cubecsp import Cube, picture
from cubecsp.puzzle.cube.cube_puzzle import CUBE

print(picture(Cube(), labels=CUBE.names, title="the 54 facelets and their names").svg(), end="")
