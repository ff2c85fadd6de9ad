"""The n×n×n cube: geometry, symmetries, notation, states of each size, and stickers as text."""
