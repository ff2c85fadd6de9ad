"""The names of the slots of a 3×3×3 in the order of their numbers; those of larger cubes are made from them."""

from cubecsp.puzzle.cube.geometry import FACES

HELD = "DBL"
"""The corner slot whose piece is solved by convention, which fixes the orientation of a cube of even size."""

SLOT_NAMES = {
    3: ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"),
    2: ("UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"),
    1: tuple(FACES),
}
"""The names of corners, edges and centres, by the number of faces that a cubie touches."""
