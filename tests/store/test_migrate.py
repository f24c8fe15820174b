"""Bringing a database up to date: once, whatever interrupts it and whoever else starts."""

import subprocess
import sys
from typing import Any

import pytest
from sqlalchemy import inspect, text

from turnstone.players.referee import Conceded, Moved, Started, TookBack
from turnstone.store import games, migrate, receipts, schema, settings
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.errors import Receipt, UnusableStore
from turnstone.store.events import Event


def tables(database: Database) -> set[str]:
    with database.read() as connection:
        return set(inspect(connection).get_table_names())


def test_the_migrations_lead_to_the_tables_that_the_program_uses(database: Database) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
        assert migrate.version(connection) == schema.VERSION
    assert ScriptDirectory(str(migrate.STEPS)).get_current_head() == schema.VERSION


def test_a_current_schema_is_opened_without_loading_alembic(new_database_url: str) -> None:
    code = (
        "import sys; from turnstone.store.database import Database;"
        "Database.open(sys.argv[1]).close(); print('alembic' in sys.modules)"
    )
    for loaded in ("True", "False"):
        command = [sys.executable, "-c", code, new_database_url]
        assert subprocess.check_output(command, text=True, timeout=60).strip() == loaded


def test_a_newer_schema_is_refused_and_left_alone(new_database_url: str) -> None:
    with Database.open(new_database_url) as database:
        database.write(lambda c: settings.put(c, "x", "y")).result()
        database.write(
            lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        ).result()
    with pytest.raises(UnusableStore, match=r"newer Turnstone \(schema 9999.*update"):
        Database.open(new_database_url)
    engine = database._engine
    with engine.connect() as connection:
        assert settings.value(connection, "x") == "y"
        assert migrate.version(connection) == "9999"
    engine.dispose()


@pytest.mark.parametrize("unknown", ["0000", "", "zzz", "0001x"])
def test_a_schema_that_never_was_is_refused(new_database_url: str, unknown: str) -> None:
    with Database.open(new_database_url) as database:
        change = text("UPDATE alembic_version SET version_num = :unknown")
        database.write(lambda c: c.execute(change, {"unknown": unknown})).result()
    with pytest.raises(UnusableStore, match=f"there is no schema '{unknown}'; go back to a backup"):
        Database.open(new_database_url)


def test_a_secret_that_is_none_is_refused(database: Database) -> None:
    database.write(lambda c: settings.put(c, settings.SECRET, "xyz")).result()
    with pytest.raises(UnusableStore, match="secret of its links is damaged"):
        database.write(settings.secret).result()


@pytest.mark.parametrize("step", range(8))
def test_a_migration_that_is_interrupted_is_begun_anew(
    new_database_url: str, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import op

    real, made = op.create_table, 0

    def create_table(*arguments: Any, **options: Any) -> Any:
        nonlocal made
        made += 1
        if made > step:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(op, "create_table", create_table)
        if step < 7:  # there are seven tables
            with pytest.raises(KeyboardInterrupt):
                Database.open(new_database_url)
    with Database.open(new_database_url) as database:
        assert tables(database) == {*schema.metadata.tables, "alembic_version"}
        database.check().result()


def test_what_was_brought_along_is_known_after_the_second_step(new_database_url: str) -> None:
    """By its time, 0, as it was before; but a move that somebody commanded was played here."""
    database = Database.open(new_database_url)
    moves: list[Event] = [Moved(0, "d3", 0.0), Moved(1, "d2", 0.0)]
    begun: dict[str, list[Event]] = {
        "new": [Started(0.0)],
        "restarted": [Started(0.0), moves[0], Moved(1, "d2", 2.5)],
        "opening": [*moves, Started(0.0)],
        "imported": [Started(0.0), *moves, TookBack(1, 0.0)],
        "ended": [Started(0.0), Conceded(0, "time")],
    }
    made = {
        name: database.write(
            lambda c, events=events: games.create(c, "small", (Seat("here"),) * 2, events=events)  # type: ignore[misc]
        ).result()
        for name, events in begun.items()
    }
    known = Receipt("ann", "k", "{}", "2")
    database.write(lambda c: receipts.keep(c, made["restarted"].id, known)).result()
    for change in (
        "ALTER TABLE games DROP COLUMN brought",
        "ALTER TABLE games DROP COLUMN paused",
        "UPDATE alembic_version SET version_num = '0001'",
    ):
        database.write(lambda c, change=change: c.execute(text(change))).result()  # type: ignore[misc]
    database.close()
    with Database.open(new_database_url) as again, again.read() as connection:
        assert migrate.version(connection) == schema.VERSION
        brought = {name: games.load(connection, each.id).brought for name, each in made.items()}
        assert games.load(connection, made["new"].id).paused == 0.0
    assert brought == {"new": 0, "restarted": 0, "opening": 2, "imported": 4, "ended": 2}


KILLED = """
import os, sys
from alembic import op
from turnstone.store.database import Database

real, made = op.create_index, 0
def create_index(*arguments, **options):
    global made
    made += 1
    if made == 3:
        os.kill(os.getpid(), 9)
    real(*arguments, **options)
op.create_index = create_index
Database.open(sys.argv[1])
"""


def test_kill_9_during_a_migration(new_database_url: str) -> None:
    died = subprocess.run([sys.executable, "-c", KILLED, new_database_url], timeout=60)
    assert died.returncode == -9
    with Database.open(new_database_url) as database:
        assert tables(database) == {*schema.metadata.tables, "alembic_version"}
        database.check().result()


def test_processes_that_start_at_once_wait_for_each_other(new_database_url: str) -> None:
    code = (
        "import sys; from turnstone.store.database import Database; from turnstone.store import"
        " settings; import alembic.runtime.environment; sys.stdin.readline();"
        "database = Database.open(sys.argv[1]); print(database.write(settings.secret).result());"
        "database.close()"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, new_database_url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for each in started:
        assert each.stdin
        each.stdin.write("go\n")
        each.stdin.flush()
    answers = [each.communicate(timeout=120) for each in started]
    assert [err for _, err in answers] == [""] * 4
    assert len({out for out, _ in answers}) == 1
