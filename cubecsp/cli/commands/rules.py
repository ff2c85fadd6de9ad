"""`rules`: every rule and model that can be asked for."""

from __future__ import annotations

import argparse
import json

from cubecsp.models.named import MODELS
from cubecsp.models.rules import RULES

SUMMARY = "every rule with its parameter, one line each"
DESCRIPTION = """\
List every rule that find, check and perfect-scramble understand, one line each: how it is
written and what it demands; then the named models, which stand for several rules at once."""
EPILOG = "example:\n  python -m cubecsp rules"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    rules = [
        {
            "rule": name if rule.parameter is None else f"{name}={rule.parameter.placeholder}",
            "meaning": rule.summary,
            "example": rule.example,
        }
        for name, rule in RULES.items()
    ]
    models = [{"model": name, "rules": [str(r) for r in m.rules]} for name, m in MODELS.items()]
    if args.json:
        print(json.dumps({"rules": rules, "models": models}, indent=2, ensure_ascii=False))
        return 0
    width = max(len(entry["rule"]) for entry in rules)
    for entry in rules:
        print(f"{entry['rule']:{width}}  {entry['meaning']}")
    for name, model in MODELS.items():
        print(f"\n{name} stands for\n  {model}")
    return 0
