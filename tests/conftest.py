"""What every test gets: a data directory of its own, and no wishes about colour from outside; and
on demand a database of each kind.
"""

import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import databases

# Started in the background, a shell ignores Ctrl-C, and so would every program under test.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those with a browser come last: its event loop goes on running in their process, and others
    could start none of their own there."""
    items.sort(key=lambda item: "browser" in item.path.parts)


@pytest.fixture(autouse=True)
def data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scores and kept games of one test, out of reach of all others."""
    path = tmp_path / "data"
    monkeypatch.setenv("TURNSTONE_DATA_DIR", str(path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return path


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a running PostgreSQL."""
    with databases.postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def _postgresql_shared(postgresql_server: str) -> Iterator[str]:
    with databases.fresh_database(postgresql_server) as url:
        yield url


@pytest.fixture
def postgresql_database(postgresql_server: str) -> Iterator[str]:
    """A new PostgreSQL database, without any table."""
    with databases.fresh_database(postgresql_server) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any rows, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    url: str = request.getfixturevalue("_postgresql_shared")
    databases.empty(url)  # a new one would take a second for each test
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any table, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new.db'}"
    url: str = request.getfixturevalue("postgresql_database")
    return url
