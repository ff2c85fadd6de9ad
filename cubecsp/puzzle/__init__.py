"""The puzzle: geometry, pieces, laws, states, moves, symmetries, and stickers as text."""
