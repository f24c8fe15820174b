"""Where files of this user live."""

import os
from pathlib import Path


def data_directory() -> Path:
    """Where scores, unfinished games and databases are kept; TURNSTONE_DATA_DIR moves it."""
    import platformdirs

    chosen = os.environ.get("TURNSTONE_DATA_DIR")
    path = Path(chosen) if chosen else platformdirs.user_data_path("turnstone", appauthor=False)
    path.mkdir(parents=True, exist_ok=True)
    return path
