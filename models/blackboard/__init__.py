"""The blackboard: one question as small models, each to be read from top to bottom.

The question is the perfect scramble, of the 3×3×3 or of the 2×2×2. `board` has the facts (which stickers are on which
slot, what touches) and the check of finished cubes; every other module states the same constraints in the words of
one solver. The engines of cubecsp are quicker and answer any question: these models are there to be read and changed.
"""
