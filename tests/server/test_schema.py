"""The OpenAPI document says what the server does: schemathesis tries every route."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from turnstone.server.app import create_app
from turnstone.store.database import Database

from .house import Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture
def document(tmp_path: Path) -> dict[str, Any]:
    with Database.open(f"sqlite:///{tmp_path / 'test.db'}") as database:
        return create_app(database).openapi()


def test_every_route_answers_as_documented(document: dict[str, Any], sqlite_server: Server) -> None:
    tried = 0
    for found in schemathesis.openapi.from_dict(document).get_all_operations():
        operation = found.ok()  # type: ignore[union-attr]

        @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def attempt(case: Any) -> None:
            case.call_and_validate(base_url=sqlite_server.url, checks=CHECKS)

        attempt()
        tried += 1
    assert tried == sum(len(verbs) for verbs in document["paths"].values())


def test_every_route_is_documented_with_examples(document: dict[str, Any]) -> None:
    assert "/api/games/{game}/commands" in document["paths"]
    for path, verbs in document["paths"].items():
        for verb, what in verbs.items():
            assert what["description"], path
            assert "422" not in what["responses"]
            if "requestBody" in what:
                assert _example(document, what["requestBody"]), (verb, path)
            for status, answer in what["responses"].items():
                contents = answer.get("content", {}).values()
                assert contents or status == "204", (verb, path)
                assert all(content.get("example") for content in contents), (verb, path, status)
            for each in what.get("parameters", ()):
                described = each.get("description") or each["schema"].get("examples")
                assert described or each.get("examples"), (path, each)


def _example(document: Any, body: Any) -> Any:
    content = body["content"]["application/json"]
    schema = content["schema"]
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema.get("examples") or content.get("examples")
