"""The compiled inner loops; what each does is said where it is bound, in native/."""

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

def coset_distances(
    first: NDArray[np.uint16], second: NDArray[np.uint16], a: int, b: int
) -> NDArray[np.uint8]: ...

class CosetGraph:
    def __init__(
        self,
        first: NDArray[np.uint16],
        second: NDArray[np.uint16],
        distance: NDArray[np.uint8] | Buffer,
    ) -> None: ...
    def distance(self, a: int, b: int) -> int: ...
    def path(self, a: int, b: int) -> bytes: ...
    def closer(self, a: int, b: int) -> bytes: ...
