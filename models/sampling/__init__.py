"""Cubes numbered, and drawn at random, for the ways of `cubecsp.models.counting`.

The question is `cubecsp.questions.sample`; `cubecsp.models.counting.drawing_plans` chooses the way.
"""
