"""Parameters that several questions have, each declared once: annotations of fields (see `parameter`)."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Annotated

from cubecsp.formats import FORMATS
from cubecsp.formats.players import PLAYERS
from cubecsp.memory import size_in_words
from cubecsp.puzzle.cube.moves import METRICS
from cubecsp.puzzle.cube.schemes import SCHEMES
from cubecsp.puzzle.cube.sizes import LARGEST
from cubecsp.puzzle.states.node_limit import MAX_NODES
from cubecsp.questions.asking.parameter import Cli, Http, Param
from cubecsp.questions.asking.value_kinds import (
    Callback,
    Colours,
    CubeValues,
    File,
    Flag,
    Many,
    OneOf,
    OwnRule,
    PuzzleKind,
    RuleValues,
    Seconds,
    Settings,
    SomeOf,
    Text,
    Whole,
)
from cubecsp.registry import british

if TYPE_CHECKING:
    from pathlib import Path

    from cubecsp.models.core.rule import Rule
    from cubecsp.models.engines import Engine
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
    from cubecsp.questions.answers.answer import CubeReport
    from cubecsp.questions.asking.cubes_and_rules import CubeLike, PatternLike

LIMITS = "limits"
"""The heading of limits in help texts."""

PUZZLES = "other puzzles and sizes"
"""The heading of the parameters that choose a size or another puzzle, and of those that only other puzzles have."""

LONG_SEARCHES = "long searches"
"""The heading of threads, checkpoints and clusters in help texts."""

AUTO = "auto"
"""The name that leaves the choice to the question."""

MOST_REQUESTED = 10_000
"""The most cubes that a request may have, or may ask for if each takes a while."""

MOST_THREADS = 64
"""The most threads that the user can ask for."""

RULE_HELP = "a rule, the name of a pattern, or a file: FILE.toml, FILE.py, FILE.lp"

CUBE_HELP = "a cube in any format, a file of them, or - (see `cubecsp help cubes`)"


def ruleset(what: str, cli: Cli | None = None, *, usual: str = "", sized: bool = True) -> Param:
    """Return the parameter for rules, in any form.

    Args:
        what: the relation of the cubes to the rules, a clause.
        cli: the differences on the command line, beyond the name of a rule.
        usual: the effect of leaving them out.
        sized: see `RuleValues`.
    """
    return Param(
        f"{what}: rules, patterns, their names, or texts that state them; one or several",
        RuleValues(sized=sized),
        usual=usual,
        cli=Cli(help=RULE_HELP) if cli is None else cli,
    )


SATISFIED = "what the cubes satisfy"

RuleTexts = Annotated["PatternLike | Iterable[PatternLike]", ruleset(SATISFIED, usual="every cube")]

SomeRules = Annotated[
    "PatternLike | Iterable[PatternLike]", ruleset(SATISFIED, Cli(help=RULE_HELP, required=True))
]
"""Like `RuleTexts`, but the command line requires at least one."""

OwnRules = Annotated[
    "Iterable[Rule]",
    Param(
        "the rules of your own that the file names: it cannot contain the code that makes them",
        Many(OwnRule()),
        cli=None,
    ),
]

RulesToExplain = Annotated[
    "PatternLike | Iterable[PatternLike]",
    ruleset("the rules", Cli(("--explain",), default=(), help="say what these rules mean")),
]


def _cubes(*, one_word: bool) -> Param:
    """Return the parameter for cubes; the command line takes one word or several for them."""
    text = "a cube in any format, with `.` for unknown stickers; or several cubes"
    return Param(text, CubeValues(), cli=Cli(help=CUBE_HELP, single_word=one_word))


ManyCubes = Annotated["CubeLike | Iterable[CubeLike]", _cubes(one_word=False)]

CubesOfOneWord = Annotated["CubeLike | Iterable[CubeLike]", _cubes(one_word=True)]
"""The cubes of a question that is also about other words of the command line."""

OneCube = Annotated[
    "CubeLike",
    Param(
        "a cube in any format", CubeValues(several=False), cli=Cli(help=CUBE_HELP, single_word=True)
    ),
]

SizeAsked = Annotated[
    int | None,
    Param(
        "the size n of the n×n×n cube (see `cubecsp help sizes`)",
        Whole(2, None),
        usual="what the rules say, or 3",
        group=PUZZLES,
        cli=Cli(most=LARGEST),
        http=Http(most=LARGEST),
    ),
]

PuzzleAsked = Annotated[
    "KPuzzle | str | None",
    Param(
        "another puzzle, such as megaminx, fto or clock, or a file; see `help puzzles`",
        PuzzleKind(),
        usual="cubes",
        group=PUZZLES,
    ),
]

TurnsOfPuzzle = Annotated[
    str | None,
    Param(
        "use only these moves of another puzzle, such as U,R2,F'",
        Text("MOVES"),
        usual="all but rotations",
        group=PUZZLES,
    ),
]

MaxNodesForOtherPuzzles = Annotated[
    int | None,
    Param(
        "node limit: states that are searched of another puzzle",
        Whole(1),
        usual=f"{MAX_NODES:,}, or what 0.9 GB hold",
        group=PUZZLES,
    ),
]

IgnoreOrientation = Annotated[
    "str | Iterable[str]",
    Param(
        "ignore the orientations of the pieces of this orbit",
        Many(Text("ORBIT")),
        group=PUZZLES,
    ),
]

Project = Annotated[
    str | None,
    Param(
        "take cubes equal in this part for one: U, corners, UF+UR, orientations",
        Text("PARTS", longest=1_000),
        usual="the whole cube",
    ),
]

SameUnder = Annotated[
    "str | Iterable[str]",
    Param(
        "take cubes for one that these make of each other: auf,rotation,mirror,inverse",
        SomeOf(("auf", "rotation", "mirror", "inverse"), "WAYS"),
        usual="none",
    ),
]

TimeLimit = Annotated[
    float | None,
    Param(
        "stop after this many seconds, and keep what was found",
        Seconds(),
        group=LIMITS,
    ),
]

Threads = Annotated[
    int,
    Param(
        "how many threads may work; the answer does not depend on them",
        Whole(1, MOST_THREADS),
        group=LONG_SEARCHES,
        http=None,
    ),
]

OnProgress = Annotated[
    "Callable[[float | None, str], None] | None",
    Param(
        "called about ten times a second with the share of the work that is done, None if unknown, and a note",
        Callback(),
    ),
]

OnFound = Annotated[
    "Callable[[CubeReport], None] | None",
    Param("called with the report of each cube as soon as it is known", Callback()),
]


def at_most(what: str, *, also: str = "") -> Param:
    """Return the parameter for a limit on the number of `what`; `also` describes its other effects."""
    return Param(f"stop after this many {what}{also}", Whole(1, None), none="all", group=LIMITS)


# ------------------------------------------------------------ how cubes are read

_READING = "reading"

Format = Annotated[
    str | None,
    Param(
        "the format that the texts of cubes are in",
        OneOf(lambda: tuple(FORMATS), "format", "FORMAT", read_as=british),
        usual="detected",
        group=_READING,
        cli=Cli(("--from",), help="the format of CUBE (see `cubecsp help cubes`)"),
    ),
]

Order = Annotated[
    str | None,
    Param(
        "the order in which the faces of the cubes are written, if not U R F D L B; for example, ULFRBD",
        Text("FACES"),
        group=_READING,
    ),
]

SizeRead = Annotated[
    int | None,
    Param(
        "the size n of n×n×n cubes, needed for moves and cycles only",
        Whole(2, None),
        group=_READING,
        cli=Cli(most=LARGEST),
        http=Http(most=LARGEST),
    ),
]

Scheme = Annotated[
    str | None,
    Param(
        f"the colours of the faces U R F D L B: {', '.join(SCHEMES)}, or six characters",
        Colours(),
        group=_READING,
    ),
]

SchemeShown = Annotated[
    str | None,
    Param(
        f"show cubes in these colours of the faces U R F D L B: {', '.join(SCHEMES)}, or six characters",
        Colours(),
        group="output",
    ),
]
"""Like `Scheme`, for questions that read no cubes."""

# ------------------------------------------------------------ engines

_SEARCH = "search"


def _engines() -> tuple[str, ...]:
    from cubecsp.models.engines import ENGINES

    return (AUTO, *ENGINES)


def _engine_class() -> tuple[type, ...]:
    from cubecsp.models.engines import Engine

    return (Engine,)


EngineName = Annotated[
    "str | Engine",
    Param(
        "the engine that searches; `about engines` lists them",
        OneOf(_engines, "engine", also=_engine_class),
        usual=f"{AUTO}: what suits the question",
        group=_SEARCH,
    ),
]

EngineOptions = Annotated[
    "str | Iterable[str] | Mapping[str, bool | int | float | str]",
    Param(
        "options of the engine, NAME=VALUE each; `about engines` lists them",
        Settings(),
        group=_SEARCH,
        cli=Cli(("--engine-option",)),
        http=None,
    ),
]


def _features() -> tuple[str, ...]:
    from cubecsp.models.programs import ALLOWED

    return ALLOWED


Allow = Annotated[
    "str | Iterable[str]",
    Param(
        "let logic programs include files, or run scripts (any code)",
        Many(OneOf(_features)),
        http=None,
    ),
]

# ------------------------------------------------------------ long work

Resume = Annotated[
    "str | Path | None",
    Param(
        "checkpoint file: save finished tasks, and continue from them",
        File(),
        group=LONG_SEARCHES,
        http=None,
    ),
]

Cluster = Annotated[
    str | None,
    Param(
        "run the tasks on a cluster: local, local:N, or a Dask scheduler",
        Text("WHERE"),
        group=LONG_SEARCHES,
        http=None,
    ),
]

# ------------------------------------------------------------ moves

_MOVES = "moves"

MetricName = Annotated[
    str,
    Param(
        "count a half turn as one turn (htm) or two (qtm)",
        OneOf(lambda: tuple(METRICS), "metric"),
        group=_MOVES,
    ),
]

MaxLength = Annotated[
    int | None,
    Param(
        "accept moves of this many turns or fewer",
        Whole(0),
        usual="the shortest that can be found in time",
        group=_MOVES,
        cli=Cli(least=1),
        http=Http(least=1, most=1_000),
    ),
]

MaxNodes = Annotated[
    int | None,
    Param(
        "node limit: positions searched for each cube",
        Whole(1),
        usual=f"a million; {MAX_NODES:,} for other puzzles",
        group=_MOVES,
        http=Http(most=(1 << 63) - 1),
    ),
]


def _table_sizes() -> str:
    from cubecsp.search.optimal_tables import TABLES, choose

    (usual,) = (name for name, kind in TABLES.items() if kind is choose(None, None))
    smallest, *_, largest = (size_in_words(kind.bytes) for kind in TABLES.values())
    names = ", ".join(TABLES)
    return f"pruning table of `optimal`: {names}; {smallest} to {largest} (default: {usual})"


PruningTable = Annotated[
    str | None,
    Param(
        "the size of the pruning table that optimal uses, which is made once; see `solve --help`",
        Text("SIZE"),
        group=_MOVES,
        cli=Cli(help=_table_sizes),
        http=None,
    ),
]

Turns = Annotated[
    str | None,
    Param(
        "use only these moves: U,R2,F or M2,U,x; <R,U> means all powers",
        Text("MOVES"),
        group=_MOVES,
    ),
]

Link = Annotated[
    str | None,
    Param(
        "add a link to a page that plays the moves on the cube",
        OneOf(lambda: tuple(PLAYERS), "page"),
        group=_MOVES,
    ),
]

UpToCommuting = Annotated[
    bool,
    Param(
        "count sequences that differ only in the order of adjacent commuting moves as one",
        Flag(),
        group=_MOVES,
    ),
]

After = Annotated[
    str | None,
    Param(
        "go on after these moves; those in parentheses are on the inverse scramble (NISS)",
        Text("MOVES"),
        group=_MOVES,
    ),
]
