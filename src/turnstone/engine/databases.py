"""Endgame databases of Mancala: what every position with few seeds is worth, built once and kept.

A rule set's databases lie in the user's data directory, one file for each size. Building one takes
some ten seconds, so it happens only when asked for, by `database`; an analysis takes what is
`at_hand`. Values are the same with any size, or none: it buys time with memory.
"""

import os
import re
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
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
IN_MEMORY = 640  # megabytes of all games together; those that were used longest ago go first

_loaded: dict[tuple[str, int], kernel.Database] = {}  # by rules and seeds, the last used last
_building: dict[str, Lock] = {}
_lock = Lock()  # of both
_glance = Lock()  # one thread at a time reads files or builds what is quick
_readers = ThreadPoolExecutor(2, "turnstone-databases")
_refused: set[tuple[str, int, int]] = set()  # files that are damaged: path, size and time


def usual_size(rules: Mancala) -> int:
    """The megabytes that the user chose, or else those that are worth their time."""
    chosen = os.environ.get(CHOICE)
    if chosen:
        if not (chosen.isdecimal() and chosen.isascii()) or int(chosen) > MOST:
            raise InvalidLimit(f"{CHOICE} is megabytes, 0 to {MOST}, not {chosen!r}")
        return int(chosen)
    if rules.sows_store:
        # Avalanche is quickly solved. In relay any position of a game then takes less than a
        # second, in Kalah those that the solved openings leave.
        if rules.ends:
            return 340
        return 55 if rules.relay else 230
    return 20


def database(
    rules: Mancala,
    size: int | None = None,
    *,
    threads: int = 2,
    keep: bool = True,
    on_progress: Callable[[int, int], object] | None = None,
) -> kernel.Database | None:
    """The database of `size` megabytes: loaded if it was built before, else built and, unless
    `keep` says no, written to a file.

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
    native, seeds = native_mancala(rules), _seeds_within(rules, size)
    key = key_of(rules)
    with _lock:
        building = _building.setdefault(key, Lock())
    with building:
        found = _known(key).get(seeds) or _load(rules, _file(key, seeds))
        if found is None:
            found = kernel.native.Database.build(native, seeds, threads, on_progress)
            if keep:
                _save(found, _file(key, seeds))
        return _remember(key, found)


def is_loaded(rules: Mancala, size: int) -> bool:
    """Whether the database of `size` megabytes is in memory; none at all always is."""
    return size == 0 or _seeds_within(rules, size) in _known(key_of(rules))


def at_hand(rules: Mancala, size: int | None = None) -> kernel.Database | None:
    """The largest database that can be had without long building, of `size` megabytes at most.

    Without a size any will do that the user did not forbid. The first time, one is read from its
    file or a small one built: that may take as long as a short thought.
    """
    return soon(rules, size).result()


def soon(rules: Mancala, size: int | None = None) -> "Future[kernel.Database | None]":
    """The same, for those who have no time to wait for it: done at once if it is in memory."""
    if size is None:
        size = usual_size(rules) if os.environ.get(CHOICE) else MOST
    done: Future[kernel.Database | None] = Future()
    if size == 0:
        done.set_result(None)
        return done
    key, known, sizes = _at_hand(rules, size)
    if sizes and sizes[0] in known:
        done.set_result(_remember(key, known[sizes[0]]))
        return done
    return _readers.submit(_read_or_build, rules, size)


def _at_hand(rules: Mancala, size: int) -> tuple[str, dict[int, kernel.Database], list[int]]:
    """What is in memory, and the sizes there or in files that will do, the largest first."""
    key, most = key_of(rules), _seeds_within(rules, size)
    known = _known(key)
    least = min(_seeds_within(rules, QUICK), most)
    sizes = {seeds for seeds in {*known, *_kept(key)} if least <= seeds <= most}
    return key, known, sorted(sizes, reverse=True)


def _read_or_build(rules: Mancala, size: int) -> kernel.Database:
    assert kernel.native is not None
    with _glance:
        key, known, sizes = _at_hand(rules, size)
        for seeds in sizes:
            if found := known.get(seeds) or _load(rules, _file(key, seeds)):
                return _remember(key, found)
        quick = _seeds_within(rules, min(QUICK, size))
        found = kernel.native.Database.build(native_mancala(rules), quick, 1, None)
        return _remember(key, found)


def forget() -> None:
    """Leave the memory to others; files stay."""
    with _lock:
        _loaded.clear()


def key_of(rules: Mancala) -> str:
    """What values depend on: not the seeds at the start, nor the swap rule."""
    parts = (rules.name, rules.houses, rules.capture, rules.slam, rules.leftovers)
    return "_".join(str(part) for part in parts)


def _seeds_within(rules: Mancala, size: int) -> int:
    """The seeds of the largest database within so many megabytes."""
    assert kernel.native is not None
    native = native_mancala(rules)
    return min(kernel.native.Database.seeds_within(native, size << 20), rules.material)


def _known(key: str) -> dict[int, kernel.Database]:
    with _lock:
        return {seeds: found for (of, seeds), found in _loaded.items() if of == key}


def _remember(key: str, found: kernel.Database) -> kernel.Database:
    """Keep it as the last used, and no more in all than there is room for."""
    with _lock:
        found = _loaded.pop((key, found.seeds), found)
        _loaded[key, found.seeds] = found
        room = IN_MEMORY << 20
        for place, each in reversed(list(_loaded.items())):
            room -= each.bytes
            if room < 0 and each is not found:  # whoever searches with it still has it in hand
                del _loaded[place]
        return found


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
        found = kernel.native.Database.load(str(file), native_mancala(rules))
        if file.stem.rpartition("_")[2] != str(found.seeds):
            raise ValueError("it is another size's file")
        return found
    except OSError:
        return None
    except ValueError:
        _refused.add(state)  # not read again with every analysis
        return None  # damaged, or of an older version: it is built again


def _save(found: kernel.Database, file: Path | None) -> None:
    if file is None:
        return
    with suppress(OSError):  # a full disk costs the next start some seconds, not us the answer
        _clear_away(file.parent)
        found.save(str(file))


def _clear_away(folder: Path) -> None:
    """Remove what processes left behind that died while they saved: up to hundreds of megabytes."""
    for part in folder.glob("*.seeds.part*"):
        writer = part.name.rpartition(".part")[2]
        if writer.isdecimal() and not _is_running(int(writer)):
            part.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)  # asks, and does nothing
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # somebody else's
    return True
