"""The compiled inner loops; see native/."""

from typing_extensions import Buffer

TWO_PHASE_GEOMETRY_SIZE: int
TWO_PHASE_SMALL_SIZE: int
TWO_PHASE_LARGE_SIZE: int
TWO_PHASE_NEAR: tuple[int, int, int]

def two_phase_make_small(geometry: bytes, tables: Buffer) -> None: ...
def two_phase_make_large(small: Buffer, tables: Buffer) -> None: ...
def two_phase_solve(
    small: Buffer,
    large: Buffer | None,
    cubes: bytes,
    max_length: int,
    improvements: int,
    time_limit: float,
    threads: int,
) -> list[tuple[bytes | None, int, float, int]]: ...
def two_phase_bounds(
    small: Buffer, large: Buffer | None, cubes: bytes
) -> list[tuple[int, int]]: ...
def two_phase_distances(tables: Buffer, cubes: bytes) -> tuple[int, ...]: ...
