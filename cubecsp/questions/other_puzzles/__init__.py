"""The answers to questions about cubes for other puzzles, one file for each question.

The files of the questions themselves have their parameters and answers.
"""
