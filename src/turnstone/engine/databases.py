"""Endgame databases of Mancala: what every position with few seeds is worth, built once and kept.

A rule set's databases lie in the user's data directory, one file for each size. Building one takes
some ten seconds, so it happens only when asked for, by `database`; an analysis takes what is
`at_hand`. Values are the same with any size, or none: it buys time with memory.
"""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock

from turnstone import kernel
from turnstone.places import data_directory
from turnstone.rules.mancala import Mancala
from turnstone.rules.native import native_mancala

from .limit import InvalidLimit

CHOICE = "TURNSTONE_ENDGAMES"  # the user's own size for every game, in megabytes
QUICK = 1  # megabytes that are built in about a fifth of a second
MOST = 1024  # megabytes: the builder numbers the positions of one level with 31 bits

_loaded: dict[str, dict[int, kernel.Database]] = {}  # by rules, then by seeds
_building: dict[str, Lock] = {}
_lock = Lock()  # of both
_glance = Lock()  # one thread at a time reads files or builds what is quick
_refused: set[tuple[str, int, int]] = set()  # files that are damaged: path, size and time


def usual_size(rules: Mancala) -> int:
    """The megabytes that the user chose, or else those that are worth their time."""
    chosen = os.environ.get(CHOICE)
    if chosen:
        if not (chosen.isdecimal() and chosen.isascii()) or int(chosen) > MOST:
            raise InvalidLimit(f"{CHOICE} is megabytes, 0 to {MOST}, not {chosen!r}")
        return int(chosen)
    if rules.sows_store:
        # Avalanche is quickly solved; of the others this brings early positions to about a second.
        return 55 if rules.relay and not rules.ends else 230
    return 20


def database(
    rules: Mancala,
    size: int | None = None,
    *,
    threads: int = 2,
    on_progress: Callable[[int, int], object] | None = None,
) -> kernel.Database | None:
    """The database of `size` megabytes: loaded if it was built before, else built and kept.

    `on_progress` gets positions done and in all; what it raises ends the building. A damaged file
    is built again. A size of 0 is no database.
    """
    if size is None:
        size = usual_size(rules)
    if not 0 <= size <= MOST:
        raise ValueError(f"a database has 0 to {MOST} megabytes, not {size}")
    if size == 0:
        return None
    assert kernel.native is not None
    native = native_mancala(rules)
    seeds = min(kernel.native.Database.seeds_within(native, size << 20), rules.material)
    key = _key(rules)
    with _lock:
        building = _building.setdefault(key, Lock())
    with building:
        found = _known(key).get(seeds) or _load(rules, _file(key, seeds))
        if found is None:
            found = kernel.native.Database.build(native, seeds, threads, on_progress)
            _save(found, _file(key, seeds))
        return _remember(key, found)


def at_hand(rules: Mancala, size: int | None = None) -> kernel.Database | None:
    """The largest database that can be had at once, of `size` megabytes at most.

    Without a size any will do that the user did not forbid.
    """
    if size is None:
        size = usual_size(rules) if os.environ.get(CHOICE) else MOST
    if size == 0:
        return None
    assert kernel.native is not None
    native = native_mancala(rules)
    most = min(kernel.native.Database.seeds_within(native, size << 20), rules.material)
    quick = min(kernel.native.Database.seeds_within(native, QUICK << 20), most)
    key = _key(rules)
    with _glance:
        known = _known(key)
        sizes = {seeds for seeds in {*known, *_kept(key)} if quick <= seeds <= most}
        for seeds in sorted(sizes, reverse=True):
            if found := known.get(seeds) or _load(rules, _file(key, seeds)):
                return _remember(key, found)
        return _remember(key, kernel.native.Database.build(native, quick, 1, None))


def forget() -> None:
    """Leave the memory to others; files stay."""
    with _lock:
        _loaded.clear()


def _key(rules: Mancala) -> str:
    """What values depend on: not the seeds at the start, nor the swap rule."""
    parts = (rules.name, rules.houses, rules.capture, rules.slam, rules.leftovers)
    return "_".join(str(part) for part in parts)


def _known(key: str) -> dict[int, kernel.Database]:
    with _lock:
        return dict(_loaded.get(key, {}))


def _remember(key: str, found: kernel.Database) -> kernel.Database:
    with _lock:
        return _loaded.setdefault(key, {}).setdefault(found.seeds, found)


def _file(key: str, seeds: int) -> Path | None:
    """Where a database is kept, or None where nothing can be."""
    try:
        folder = data_directory() / "databases"
        folder.mkdir(exist_ok=True)
    except OSError:
        return None
    return folder / f"{key}_{seeds}.seeds"


def _kept(key: str) -> list[int]:
    """The sizes that lie in the data directory."""
    example = _file(key, 0)
    if example is None:
        return []
    pattern = re.compile(re.escape(key) + r"_([0-9]{1,3})\.seeds")
    found = [pattern.fullmatch(path.name) for path in example.parent.iterdir()]
    return [int(match[1]) for match in found if match]


def _load(rules: Mancala, file: Path | None) -> kernel.Database | None:
    assert kernel.native is not None
    try:
        if file is None:
            return None
        about = file.stat()
        state = (str(file), about.st_size, about.st_mtime_ns)
        if state in _refused:
            return None
        return kernel.native.Database.load(str(file), native_mancala(rules))
    except OSError:
        return None
    except ValueError:
        _refused.add(state)  # not read again with every analysis
        return None  # damaged, or of an older version: it is built again


def _save(found: kernel.Database, file: Path | None) -> None:
    if file is None:
        return
    with suppress(OSError):  # a full disk costs the next start some seconds, not us the answer
        found.save(str(file))
