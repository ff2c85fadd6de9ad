"""A question: a class whose fields say everything about its parameters.

`parameter` says what a field is, `value_kinds` how its values are read and checked, `query` what a class of such fields
is, `asks` makes a function of it; the command line and the server make their parts from the same fields.
"""
