"""Certificates: proofs that a list has every cube that satisfies a question, or that a count of them is right.

- `formula`: the question as clauses, and what else is ruled out;
- `orbits`: the cubes that `--symmetry` leaves out, and why no solution is lost;
- `refutation`: a solver's proof that nothing satisfies the formula;
- `certificate`: the folder that is written; `reading`: that folder read;
- `examination`: the checks of a folder;
- `lrat`: a checker of proofs in pure Python; `external_checkers`: checkers written by others;
- `count_proof`: the certificate of a count; `cpog`: its checker in Python.
"""
