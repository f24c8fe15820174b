"""What every test gets: a data directory of its own, and no wishes about colour from outside."""

import signal
import threading
from pathlib import Path

import pytest

# Started in the background, a shell ignores Ctrl-C, and so would every program under test.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scores and kept games of one test, out of reach of all others."""
    path = tmp_path / "data"
    monkeypatch.setenv("TURNSTONE_DATA_DIR", str(path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return path
