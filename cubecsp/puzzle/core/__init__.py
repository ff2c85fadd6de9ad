"""Any puzzle: permutations of facelets, orbits of pieces, the laws and the group of the turns, and states."""
