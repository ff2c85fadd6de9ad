"""Prints the drawing of the facelets with their names: `python docs/draw_numbering.py`."""

from cubecsp import Cube
from cubecsp.cube.geometry import CUBE
from cubecsp.pictures.net import net_svg

print(net_svg(Cube().facelets, labels=CUBE.names, title="the 54 facelets and their names"), end="")
