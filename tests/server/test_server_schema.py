"""The HTTP API keeps what its OpenAPI says, whatever is sent: requests made by schemathesis."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from patience import PATIENCE
from serving import inside

from cubecsp.server.limits import ServerLimits

schemathesis = pytest.importorskip("schemathesis")  # of the extra dev
checks = pytest.importorskip("schemathesis.specs.openapi.checks")

EXAMPLES = 400 if os.environ.get("CUBECSP_EXHAUSTIVE") else 3

CHECKS = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]


@pytest.fixture(scope="module")
def schema():
    with inside(ServerLimits(workers=1, quick_workers=1, time=0.5)) as client:
        yield schemathesis.openapi.from_url(
            str(client.base_url.join("/api/openapi.json")), timeout=PATIENCE
        )


@pytest.mark.slow
def test_no_request_makes_it_fail(schema):
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def kept(case):
            response = case.call(timeout=PATIENCE)
            assert response.status_code != 500, response.text
            case.validate_response(response, checks=CHECKS)

        kept()
