"""A question: a class whose fields declare its parameters completely.

`parameter` defines fields, `value_kinds` reads and checks their values, `query` defines classes of such
fields, and `asks` makes functions from these; the command line and the server make their parts from the same
fields.
"""
