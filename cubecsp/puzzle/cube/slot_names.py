"""The names of the slots of a 3×3×3, in the order in which they are numbered, and of which a larger cube's are made."""

from cubecsp.puzzle.cube.geometry import FACES

__all__ = ["HELD", "SLOT_NAMES"]

HELD = "DBL"
"""The corner slot whose piece is kept at home to say how a cube of even size is held."""

SLOT_NAMES = {
    3: ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"),
    2: ("UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"),
    1: tuple(FACES),
}
"""The names of corners, edges and centres, by how many faces a cubie touches."""
