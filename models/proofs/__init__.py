"""Certificates that some cubes are all that satisfy a question, or how many do: made here, and checked here.

- `formula`: the question as clauses, and what is ruled out besides;
- `orbits`: what `--symmetry` leaves out, and why nothing is lost by it;
- `refutation`: a solver's proof that nothing satisfies the formula;
- `certificate`: the folder;
- `examination`: what is asked of a folder before it is believed;
- `lrat`: a checker of proofs in Python alone, and `foreign` those that nobody here wrote;
- `counted`: the certificate of a count, and `cpog` its checker in Python.
"""
