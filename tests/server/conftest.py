"""Servers for the tests: one of each kind of database for all, and some that may be killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import databases

from .house import Client, Server, serving


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A running server, once over each kind of database."""
    data = tmp_path_factory.mktemp(f"server-{request.param}")
    if request.param == "sqlite":
        with serving(data) as running:
            yield running
    else:
        postgresql = request.getfixturevalue("postgresql_server")
        with (
            databases.fresh_database(postgresql) as url,
            serving(data, "--database", url) as running,
        ):
            yield running


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server where the kind of database does not matter."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with serving(tmp_path / "own") as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Iterator[Client]:
    with Client(server.url) as client:
        yield client


@pytest.fixture
def bob(server: Server) -> Iterator[Client]:
    with Client(server.url) as client:
        yield client
