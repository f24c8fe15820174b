"""Bringing a database up to date, once, whoever comes first. Alembic is loaded only for that.

All steps and the new version are one transaction under one lock: whatever interrupts it, the
database is the old one or the new one, and the next start tries again.
"""

import re
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, String, inspect, select, text
from sqlalchemy.schema import Column, Table

from turnstone.rules.grammar import shorten

from . import engines, schema
from .errors import UnusableStore

STEPS = Path(__file__).parent / "migrations"
LOCK = 0x7475726E  # any number, as long as it stays the same
_version = Table("alembic_version", MetaData(), Column("version_num", String(32)))


def version(connection: Connection) -> str | None:
    """The schema's version in the database, None when there is no schema yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(select(_version.c.version_num))


def is_current(connection: Connection, name: str) -> bool:
    """Whether the schema is ours; UnusableStore if it is newer, or none that we ever had."""
    found = version(connection)
    if found is None or found in _known():
        return found == schema.VERSION
    if re.fullmatch("[0-9]{4}", str(found)) and str(found) > schema.VERSION:
        raise UnusableStore(
            f"{name} was written by a newer Turnstone (schema {found}, this one knows"
            f" {schema.VERSION}): update Turnstone"
        )
    raise UnusableStore(
        f"{name} is damaged: there is no schema {shorten(found)}; go back to a backup"
    )


def _known() -> set[str]:
    """The versions that there are steps to: the file of a step begins with m and its version."""
    return {step.name[1:5] for step in (STEPS / "versions").glob("m[0-9]*.py")}


def migrate(engine: Engine, name: str) -> None:
    """Run the steps that are missing. Processes that start at once wait for each other."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA busy_timeout = 60000")
            connection.commit()
        with connection.begin():  # SQLite: BEGIN IMMEDIATE, which is the lock
            if connection.dialect.name == "postgresql":
                engines.wait_for_ever(connection)
                connection.execute(text("SET LOCAL lock_timeout = '60s'"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            if not is_current(connection, name):
                _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.runtime.migration import MigrationContext, RevisionStep
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    steps = ScriptDirectory.from_config(config)

    def missing(revision: object, _: MigrationContext) -> list[RevisionStep]:
        return steps._upgrade_revs(schema.VERSION, revision)  # type: ignore[arg-type]

    with EnvironmentContext(config, steps, fn=missing) as environment:
        environment.configure(connection=connection, transactional_ddl=True)
        environment.run_migrations()
