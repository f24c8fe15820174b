"""The OpenAPI document says what the server does: schemathesis tries every route."""

from pathlib import Path
from typing import Any

import jsonschema_rs
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

from .house import Client, Server

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
                assert _tried(each) is not None or each["name"] == "token", (path, each)


def test_every_example_is_answered_as_documented(
    document: dict[str, Any], sqlite_server: Server
) -> None:
    """Those that need no game of one's own."""
    tried = 0
    with Client(sqlite_server.url) as ann:
        for path, verbs in document["paths"].items():
            for verb, what in verbs.items():
                given = what.get("parameters", ())
                places = {each["name"]: _tried(each) for each in given if each["in"] == "path"}
                if places.keys() - {"spec"} or verb not in ("get", "post"):
                    continue
                url = path.format(**places)
                queries = {each["name"]: _tried(each) for each in given if each["in"] == "query"}
                bodies = _example(document, what["requestBody"]) if verb == "post" else [None]
                for body in bodies:
                    answer = ann.http.request(verb, url, params=queries, json=body)
                    expected = next(int(each) for each in what["responses"] if each != "4XX")
                    assert answer.status_code == expected, (verb, url, body, answer.text)
                    tried += 1
        shown = document["paths"]["/api/positions/objection"]["post"]
        [question] = _example(document, shown["requestBody"])
        answer = ann.http.post("/api/positions/objection", json=question).json()
    assert answer == shown["responses"]["200"]["content"]["application/json"]["example"]
    assert tried >= 12


def test_every_example_is_what_its_schema_says(document: dict[str, Any]) -> None:
    def check(schema: Any, example: Any, *where: str) -> None:
        validator = jsonschema_rs.Draft202012Validator(
            {**schema, "components": document["components"]}
        )
        faults = [
            f"{each.instance_path}: {each.message}" for each in validator.iter_errors(example)
        ]
        assert not faults, (where, faults)

    checked = 0
    for path, verbs in document["paths"].items():
        for verb, what in verbs.items():
            for status, answer in what["responses"].items():
                for content in answer.get("content", {}).values():
                    check(content.get("schema", {}), content["example"], verb, path, status)
                    checked += 1
            if "requestBody" in what:
                wanted = what["requestBody"]["content"]["application/json"]["schema"]
                for each in _bodies(document, what["requestBody"]):
                    check(wanted, each, verb, path)
            for each in what.get("parameters", ()):
                if (tried := _tried(each)) is not None:
                    check(each["schema"], tried, verb, path, each["name"])
    assert checked > 30


def test_what_asks_the_database_may_be_unavailable(document: dict[str, Any]) -> None:
    for path, verbs in document["paths"].items():
        asks = path.startswith(("/api/games", "/api/join", "/api/scores", "/healthz"))
        for verb, what in verbs.items():
            assert ("503" in what["responses"]) == asks, (verb, path)


def _tried(parameter: Any) -> Any:
    examples = parameter["schema"].get("examples") or parameter.get("examples") or [None]
    return examples[0]


def _example(document: Any, body: Any) -> Any:
    content = body["content"]["application/json"]
    schema = content["schema"]
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema.get("examples") or content.get("examples")


def _bodies(document: Any, body: Any) -> list[Any]:
    """The examples of a body: a list of a schema's, or named ones of their own."""
    found = _example(document, body)
    return [each["value"] for each in found.values()] if isinstance(found, dict) else found
