"""What a cube is: geometry, state, stickers, moves, symmetry and diagnosis."""
