"""An open database of each kind."""

from collections.abc import Iterator

import pytest

from turnstone.store.database import Database


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    with Database.open(database_url) as opened:
        yield opened
