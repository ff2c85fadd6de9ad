"""`best`: the cube with the most of something, or the least, proven."""

from __future__ import annotations

import argparse

from cubecsp.cli.command import Command
from cubecsp.cli.output_options import PictureOutput
from cubecsp.cli.print_cubes import SearchOutput, title_of
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.questions.best import Best

DESCRIPTION = """\
Find a cube that satisfies all of the given rules and has the most of something, or the least, and
prove that no solvable cube does better. EXPR says in the language of rules what is measured: counts of stickers, numbers of colours, how many rules hold, and sums of
these times integers. A rule by itself is 1 if it holds and 0 if it does not."""
EPILOG = """\
examples:
  cubecsp best no-touching=side at-most=2 --maximise "how-many(s in slots: solved={s})"
  cubecsp best --minimise "sum(f in faces: colours({f}))" --limit all --classes --size 2
  cubecsp best faces-differ --prefer 3:every-colour --prefer no-piece-home
  cubecsp best every-colour --maximise "colours(U1 U2 U3)+count(F, F)" --solve two-phase

exit codes: 0 answered, 1 no cube satisfies the rules, 2 invalid input, 3 stopped before it is proven"""


def run(args: argparse.Namespace) -> int:
    """Choose, print, and draw."""
    with progress_bar("choosing") as show:
        query = query_of(args, Best, show=show)
        most = "least" if query.objective.minimise else "most"
        title = f"{title_of(args)} with the {most} {query.objective}".strip()
        with SearchOutput(args, query, title) as printed:
            return printed.end(query.stream().read(take=printed.give, keep=printed.keep))


COMMAND = Command("best", DESCRIPTION, EPILOG, run, (Best,), (PictureOutput,), gives="cubes")
