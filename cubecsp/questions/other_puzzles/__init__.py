"""How questions that are stated for cubes are answered for other puzzles, one file a question.

The files of the questions themselves have their parameters and answers.
"""
