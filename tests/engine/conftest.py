"""Every test begins without endgame databases in memory."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    from turnstone.engine import databases

    yield
    databases.forget()
