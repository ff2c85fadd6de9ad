"""Any puzzle: permutations of facelets, orbits of pieces, the invariants and the group of the turns, and states."""
