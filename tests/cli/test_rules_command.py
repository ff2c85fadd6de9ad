"""The command rules: its output on a rule, on a word of the language, and on the input of engines."""

from __future__ import annotations

import re

import pytest
from asking import ask

from cubecsp import SYMMETRIES, Cube, Status, find
from cubecsp.models import FaceDrawing, Order, Solved, Symmetric
from cubecsp.models.core.invariance import generated_group
from cubecsp.models.language.forms import FORMS
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.models.language.scope import DOMAINS
from cubecsp.models.rules import RULES
from cubecsp.models.rules.slots import SETS
from cubecsp.models.rules.symmetric import EXAMPLES, KINDS, conjugate_groups
from cubecsp.questions.rules import rules


@pytest.mark.parametrize("name", RULES)
def test_all_about_a_rule_tells_every_word_that_it_takes(name):
    told = ask("rules", name, "--json").json["rules"][0]
    rule = RULES[name]
    assert told["meaning"] == rule.summary
    assert told["words"] == rule.vocabulary()
    shown = ask("rules", name).out
    sizes = "" if told["cubes"] == "every size" else f"; cubes: {told['cubes']}"
    assert f"    {told['meaning']} ({told['scope']}{sizes})\n" in shown
    if rule.parameter is not None:
        for choice in rule.parameter.choices:
            assert choice in told["words"]
    for word, meaning in told["words"].items():
        assert re.search(rf"^  {re.escape(word)}\s+{re.escape(meaning)}$", shown, re.MULTILINE)


def test_the_words_of_rules_can_be_written():
    for name, taken in (("symmetric", KINDS), ("solved", SETS), ("holds", SETS)):
        assert {*taken} <= {*RULES[name].vocabulary()}
    for slots in Solved.vocabulary():
        assert Solved(slots).value
    for kind in list(Symmetric.vocabulary())[:33]:
        assert Symmetric(kind).kind == kind
    orders = Order.vocabulary()["N"].split()
    assert [word for word in orders if word.isdigit()] == [
        str(n) for n in range(1, 1261) if Order(n).impossible() is None
    ]
    for drawing in [word for word in FaceDrawing.vocabulary() if "-" in word]:
        assert FaceDrawing("U", drawing).size == 3


def test_cubes_that_are_told_have_just_the_symmetry_of_their_kind():
    kind_of = {
        frozenset(member.index for member in generated_group(group)): kind
        for kind in KINDS
        for group in conjugate_groups(kind)
    }
    for kind, moves in EXAMPLES.items():
        cube = Cube.from_moves(moves)
        assert kind_of[frozenset(s.index for s in SYMMETRIES if s.of(cube) == cube)] == kind
    assert set(KINDS) - set(EXAMPLES) == {"O", "Td"}
    told = RULES["symmetric"].vocabulary()
    for kind, moves in EXAMPLES.items():
        number = sum(s.of(Cube.from_moves(moves)) == Cube.from_moves(moves) for s in SYMMETRIES)
        words = f"{number} symmetries; " if number > 1 else "no symmetry but the identity; "
        assert told[kind].startswith(words)
    for kind in ("O", "Td"):
        answer = find(f"symmetric={kind} not symmetric=Oh", limit=1)
        assert answer.status is Status.INFEASIBLE


@pytest.mark.parametrize(
    "word",
    ["any", "all", "at-least", "in", "count", "colours", "not", "faces", "bands", "or", "lex"],
)
def test_words_of_the_language_are_explained(word):
    told = ask("rules", word, "--json").json
    assert told["forms"]
    assert not told["rules"]
    for form in told["forms"]:
        assert parse_rules(form["example"])
    listed = [form["words"] for form in told["forms"] if "words" in form]
    if word in ("any", "all", "at-least", "in", "faces", "bands", "or"):
        for name, values in DOMAINS.items():
            assert listed[0][name] in (" ".join(values), ", ".join(values))
        assert listed[0]["touching side"]


def test_a_name_that_is_mistyped_is_guessed():
    assert "did you mean symmetric?" in ask("rules", "symetric").err


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("at-most=2", "36 limits on a colour on a face"),
        ("no-touching=side", "72 pairs of stickers that differ"),
        ("U1==F4", "1 pair of stickers of one colour"),
        ("faces-differ", "15 comparisons of patterns of two faces"),
        ("count(U1 U2, R)<=1", "1 limit on a colour on some stickers"),
        ("U1==R", "1 sticker limited to some colours"),
        ("solved=URF", "1 slot limited to some pieces"),
        ("any(U1==R, U1==F)", "2 stickers limited to some colours, 1 choice between conditions"),
        ("count(U1 U2, R)+1<=count(F1, G)", "1 comparison of counts of stickers"),
        ("junctions=face", "lists of colours for some stickers"),
    ],
)
def test_what_engines_are_told_is_said_of_stickers_and_faces(rule, words):
    told = ask("rules", "--explain", rule, "--verbose").out
    assert words in told
    assert words not in ask("rules", "--explain", rule).out
    assert not re.search(r"\b(Count|Differ|Equal|Table|Placed|AtLeast|Linear)\b", told)


@pytest.mark.parametrize("rule", ["at-most=2", "U1==R", "solved=F2L"])
def test_what_is_explained_agrees_with_the_data(rule):
    data = ask("rules", "--explain", rule, "--json").json
    shown = ask("rules", "--explain", rule).out
    assert shown.startswith(f"{rule}\n  {data['meaning'][rule]}\n\nengines look at ")
    assert f"at {len(data['stickers'])} of the 54 stickers (crossed, or X)\n" in shown
    assert shown.endswith(f"\n\nsymmetries: {data['symmetries']} of 48; {data['holding']}\n")


@pytest.mark.parametrize(
    "name", [name for name, rule in RULES.items() if rule.parameter is not None and name != "case"]
)
def test_a_rule_with_a_parameter_is_explained_with_that_value(name):
    text = RULES[name].example
    (stated,) = parse_rules(text)
    (shown,) = ask("rules", text, "--json").json["rules"]
    if stated.name == name:
        (general,) = ask("rules", name, "--json").json["rules"]
        assert shown == {**general, "text": str(stated), "says": stated.describe()}
        assert ask("rules", text).out.startswith(f"{stated}\n    {stated.describe()}\n")
        wrong = ask("rules", f"{name}=no-such-thing")
        assert (wrong.code, wrong.out) == (2, "")
    assert rules([text]).entries == (shown,)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_composed_rule_is_explained(form):
    rules = parse_rules(form.example)
    shown = ask("rules", form.example, "--json").json["rules"]
    assert [entry.get("says", entry["meaning"]) for entry in shown] == [
        rule.describe() for rule in rules
    ]


def test_messages_do_not_count_names_differently():
    """`cubecsp rules` lists rules, forms and patterns, and other names are known beside these."""
    for arguments in (["rules", "x"], ["find", "qqqq"], ["find", "any(qqqq)"], ["rules", "qqqq"]):
        refused = ask(*arguments)
        assert refused.code == 2
        assert "`cubecsp rules` lists all of them" in refused.err
        assert not re.search(r"\d\d", refused.err)
    for word in ("anny", "somme-orientation", "how-man"):
        assert "did you mean" in ask("find", f"{word}(at-most=2)").err
