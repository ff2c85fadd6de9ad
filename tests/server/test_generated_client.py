"""A client that openapi-python-client makes from the schema: it has a type for each answer, and reads real ones."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys

import pytest
from serving import inside

from cubecsp.server.limits import ServerLimits

GENERATOR = shutil.which("openapi-python-client")
pytest.importorskip("attrs")  # which generated clients use

QUESTIONS = [
    ("count", "Count", {"rules": ["perfect-scramble"]}, "CountShape"),
    ("check", "Check", {"cubes": "U" * 53 + "R"}, "CheckShape"),
    ("solve", "Solve", {"cubes": ["R U", "Q"]}, "SolveShape"),
    ("solve", "Solve", {"puzzle": "skewb", "cubes": "R U"}, "SolveShape"),
    ("repair", "Repair", {"puzzle": "skewb", "cubes": "UURUU RRRRR FFFFF DDDDD LLLLL BBBBB"}, "RepairAnswerShape"),
    ("count", "Count", {"rules": ["nothing-such"]}, "ProblemShape"),
]  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    if GENERATOR is None:
        pytest.skip("needs openapi-python-client")
    folder = tmp_path_factory.mktemp("generated")
    with inside(ServerLimits(workers=1, quick_workers=1)) as server:
        schema = folder / "openapi.json"
        schema.write_text(server.get("/api/openapi.json").text, "utf-8")
        made = [GENERATOR, "generate", "--path", str(schema), "--meta", "none"]
        done = subprocess.run(
            [*made, "--output-path", str(folder / "cubecsp_client")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        for word in ("Unable", "Error", "could not", "skipp"):
            assert word not in done.stdout + done.stderr
        sys.path.insert(0, str(folder))
        yield importlib.import_module("cubecsp_client").Client(base_url=str(server.base_url))
        sys.path.remove(str(folder))


@pytest.mark.parametrize(("question", "model", "parameters", "shape"), QUESTIONS)
def test_answers_have_types(client, question, model, parameters, shape):
    ask = importlib.import_module(f"cubecsp_client.api.questions.{question}")
    models = importlib.import_module("cubecsp_client.models")
    body = getattr(models, model).from_dict(parameters)
    answer = ask.sync(client=client, body=body)
    assert type(answer).__name__ == shape
    if shape == "ProblemShape":
        assert answer.where == "rules"
    elif question == "count":
        assert type(answer.count) is int
        assert answer.count_text == str(answer.count)
    elif question == "repair":
        assert [way.changed for way in answer.repairs] == [["U3"]]
    else:
        kinds = {type(cube).__name__ for cube in answer.cubes}
        assert kinds == {"StateShape" if "puzzle" in parameters else f"{question.removesuffix('e').title()}edCubeShape"}  # fmt: skip
        if isinstance(parameters["cubes"], list):
            assert [error.where for error in answer.errors] == ["cubes[1]"]
    assert json.dumps(answer.to_dict())
