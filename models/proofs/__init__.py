"""Certificates that some cubes are all that satisfy a question, or of how many do: made and checked here.

- `formula`: the question as clauses, and what else is ruled out;
- `orbits`: what `--symmetry` leaves out, and why nothing is lost by it;
- `refutation`: a solver's proof that nothing satisfies the formula;
- `certificate`: the folder;
- `examination`: what is checked of a folder before it is believed;
- `lrat`: a checker of proofs in Python alone; `foreign`: checkers written by others;
- `counted`: the certificate of a count, and `cpog` its checker in Python.
"""
