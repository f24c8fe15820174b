"""Compares journals with a database. It reads the tables itself and plays the games by rules of its
own (`rules.py`): nothing of the server is used, so nothing of the server can be wrong twice.

Every command in a journal claims the events that it led to. What was acknowledged or shown and is
not there is lost; what is there and was asked for by nobody is a duplicate.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from . import rules
from .journal import Reader
from .wire import Message

LEADS_TO = {
    "play": {"moved"},
    "resign": {"conceded"},
    "offer": {"offered", "agreed", "took-back"},
    "decline": {"declined"},
    "take-back": {"took-back"},
    "redo": {"redone"},
}
SHOWN_AS = {"conceded": "ended", "agreed": "ended"}


class Rows(Protocol):
    """A connection, as far as it is needed here."""

    def execute(self, query: str, /) -> Any: ...


@contextmanager
def connected(url: str) -> Iterator[Rows]:
    """Read a database, and leave it alone."""
    if url.startswith("sqlite:///"):
        path = Path(url.removeprefix("sqlite:///")).absolute()
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=30)) as rows:
            rows.execute("BEGIN")
            yield rows
    else:
        import psycopg

        with psycopg.connect(url.replace("+psycopg", "", 1)) as server:
            server.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield server


@dataclass
class Replayed:
    """A game, played again from its events."""

    variant: str
    bots: set[int]
    events: list[Message] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    is_stopped: bool = False

    def __post_init__(self) -> None:
        self.positions = [rules.start(self.variant)]

    def add(self, event: Message) -> None:
        """One more event; Illegal says why it cannot be."""
        self.events.append(event)
        match event["type"]:
            case "moved":
                self._play(event["seat"], event["move"])
                self.undone.clear()
            case "took-back":
                keep = len(self.moves) - event["plies"]
                if keep < 0:
                    raise rules.Illegal("more was taken back than was played")
                self.undone[:0] = self.moves[keep:]
                del self.moves[keep:], self.positions[keep + 1 :]
            case "redone":
                again, self.undone = self.undone[: event["plies"]], self.undone[event["plies"] :]
                for move in again:
                    self._play(self.positions[-1].turn, move)
            case "conceded" | "agreed":
                self.is_stopped = True

    def _play(self, seat: int, move: str) -> None:
        position = self.positions[-1]
        if self.is_stopped:
            raise rules.Illegal(f"{move} after the end")
        if position.turn != seat:
            raise rules.Illegal(f"seat {seat} moves on the turn of {position.turn}")
        self.positions.append(position.play(move))
        self.moves.append(move)


@dataclass
class Claim:
    """A command from a journal: where it should be, and what its client knows of it."""

    game: str
    order: Message
    stored: int | None = None  # its last event
    is_answered: bool = False

    def fits(self, event: Message) -> bool:
        """Whether an event is what the command asked for."""
        order = self.order
        if event["type"] not in LEADS_TO[order["type"]]:
            return False
        shared = [name for name in ("seat", "move", "subject") if name in event and name in order]
        return all(event[name] == order[name] for name in shared)


@dataclass
class Findings:
    """What comparisons found so far. A fault is a sentence."""

    acknowledged: int = 0
    refused: int = 0
    shown: int = 0
    events: int = 0
    games: int = 0
    lost: list[str] = field(default_factory=list)
    duplicated: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        return [
            *(f"lost: {what}" for what in self.lost),
            *(f"duplicated: {what}" for what in self.duplicated),
            *(f"wrong: {what}" for what in self.wrong),
        ]


class Replayer:
    """Keeps what it has read: `compare` reads what is new in journals and database, and judges."""

    def __init__(self, journals: Path) -> None:
        self._reader = Reader(journals)
        self._games: dict[str, Replayed] = {}
        self._claims: dict[str, Claim] = {}  # by key
        self._open: dict[str, Claim] = {}  # those that are not answered yet
        self._wanted = set[str]()
        self._kept: list[Message] = []  # lines that were written after the database was read
        self._unclaimed: dict[str, set[int]] = defaultdict(set)
        self._touched = set[str]()  # games in which something happened since the last comparison
        self.findings = Findings()

    def compare(self, database: str) -> Findings:
        """All that was acknowledged or shown before now must be in the database now, once."""
        due = self._kept + self._reader.lines()
        self._ask(due)
        with connected(database) as rows:
            self._read_games(rows)
            stored = self._receipts(rows)
            copies = rows.execute("SELECT id, plies, turn, position, outcome FROM games").fetchall()
        self._kept = self._reader.lines()
        self._ask(self._kept)
        for line in due:
            self._judge(line)
        for key, claim in self._open.items():
            if key in stored and claim.stored is None:
                self._claim(claim, stored[key])
        self._check_unclaimed()
        for copy in copies:
            if copy[0] in self._touched:
                self._check_copy(*copy)
        self._touched.clear()
        self.findings.games = len(self._games)
        self.findings.events = sum(len(game.events) for game in self._games.values())
        return self.findings

    def in_flight(self) -> tuple[int, int]:
        """Commands without an answer at the last comparison: how many, and how many are stored."""
        claims = self._open.values()
        return len(claims), sum(claim.stored is not None for claim in claims)

    # ---- Reading

    def _ask(self, lines: list[Message]) -> None:
        for line in lines:
            if line["line"] in ("wanted", "made"):
                self._wanted.add(line["key"])
            elif line["line"] == "asked" and line["order"]["key"] not in self._claims:
                key = line["order"]["key"]
                self._claims[key] = self._open[key] = Claim(line["game"], line["order"])

    def _read_games(self, rows: Rows) -> None:
        bots: dict[str, set[int]] = defaultdict(set)
        for game, seat in rows.execute("SELECT game, seat FROM seats WHERE kind = 'bot'"):
            bots[game].add(seat)
        games = rows.execute("SELECT id, variant, seq FROM games").fetchall()
        for game in set(self._games) - {each[0] for each in games}:
            self.findings.lost.append(f"the game {game} was there, and is gone")
        for game, variant, seq in games:
            replayed = self._games.setdefault(game, Replayed(variant, bots[game]))
            if seq < len(replayed.events):
                lost = f"{game} had {len(replayed.events)} events, and has {seq}"
                self.findings.lost.append(lost)
            elif seq > len(replayed.events):
                self._read_events(rows, game, replayed)

    def _read_events(self, rows: Rows, game: str, replayed: Replayed) -> None:
        assert game.isalnum()  # so that a query may hold it
        self._touched.add(game)
        known = len(replayed.events)
        query = f"SELECT seq, event FROM events WHERE game = '{game}' AND seq > {known}"
        for number, (seq, text) in enumerate(rows.execute(f"{query} ORDER BY seq"), known + 1):
            if seq != number:
                self.findings.lost.append(f"{game} has no event {number}; the next one is {seq}")
                return
            try:
                replayed.add(json.loads(text))
            except (rules.Illegal, ValueError) as error:
                self.findings.wrong.append(f"{game}, event {seq}: {error}")
            self._unclaimed[game].add(seq)

    def _receipts(self, rows: Rows) -> dict[str, int]:
        """What the database says it answered, by key."""
        query = "SELECT key, answer FROM receipts WHERE scope <> 'new'"
        return {key: int(answer) for key, answer in rows.execute(query)}

    # ---- Judging

    def _judge(self, line: Message) -> None:
        findings = self.findings
        match line["line"]:
            case "made":
                if line["game"] not in self._games:
                    findings.lost.append(f"the game {line['game']} was acknowledged")
            case "done":
                findings.acknowledged += 1
                claim = self._answered(line["key"])
                if claim.stored is None:
                    self._claim(claim, line["seq"])
                elif claim.stored != line["seq"]:
                    said = f"{claim.stored}, then {line['seq']}"
                    findings.duplicated.append(f"{claim.game}, {claim.order}: done as {said}")
            case "refused":
                findings.refused += 1
                claim = self._answered(line["key"])
                if claim.stored is not None:
                    findings.wrong.append(f"{claim.game}, {claim.order}: refused and stored")
            case "complaint":
                findings.wrong.append(f"a client says: {line['what']}")
            case "saw":
                self._check_shown(line)

    def _answered(self, key: str) -> Claim:
        claim = self._claims[key]
        if claim.is_answered:
            self.findings.duplicated.append(f"{key} was answered twice")
        claim.is_answered = True
        self._open.pop(key, None)
        return claim

    def _claim(self, claim: Claim, last: int) -> None:
        """A command's events: from the one after those its client knew, to the answer's."""
        game, first = claim.game, claim.order["seq"] + 1
        claim.stored = last
        events = self._games[game].events if game in self._games else []
        if len(events) < last or not first <= last:
            what = f"{claim.order} was done as event {last}, of {len(events)}"
            self.findings.lost.append(f"{game}: {what}")
            return
        if not claim.fits(events[first - 1]):
            what = f"{claim.order} was done, and {events[first - 1]} is stored in its place"
            self.findings.lost.append(f"{game}: {what}")
        for seq in range(first, last + 1):
            if seq not in self._unclaimed[game]:
                self.findings.duplicated.append(f"{game}: event {seq} belongs to two commands")
            self._unclaimed[game].discard(seq)

    def _check_shown(self, line: Message) -> None:
        self.findings.shown += 1
        game, seq = line["game"], line["seq"]
        events = self._games[game].events if game in self._games else []
        if seq > len(events):
            self.findings.lost.append(f"{game}: event {seq} was shown, there are {len(events)}")
            return
        event = events[seq - 1]
        kind = SHOWN_AS.get(event["type"], event["type"])
        shared = [name for name in ("seat", "move", "plies") if name in event]
        if kind != line["type"] or any(event[each] != line.get(each) for each in shared):
            self.findings.lost.append(f"{game}: {line} was shown, and {event} is stored")

    def _check_unclaimed(self) -> None:
        """Events of no command: the table's own, and bots' moves. All others are one too many."""
        for game, left in self._unclaimed.items():
            replayed = self._games[game]
            for seq in sorted(left):
                event = replayed.events[seq - 1]
                before = replayed.events[seq - 2] if seq > 1 else {}
                by_bot = event["type"] == "moved" and event["seat"] in replayed.bots
                passed = event.get("move") == "pass" and before.get("seat") in replayed.bots
                if not (event["type"] in ("started", "joined") or by_bot or passed):
                    self.findings.duplicated.append(
                        f"{game}, event {seq}: nobody asked for {event}"
                    )
            left.clear()

    def _check_copy(
        self, game: str, plies: int, turn: int, position: str, outcome: str | None
    ) -> None:
        """What the list of games says of a game, against the game."""
        replayed = self._games[game]
        now = replayed.positions[-1]
        if (plies, turn, position) != (len(replayed.moves), now.turn, now.text):
            self.findings.wrong.append(f"{game} is listed as {position}, and is {now.text}")
        over = replayed.is_stopped or now.is_over
        if over != (outcome is not None):
            self.findings.wrong.append(f"{game} is listed as {'open' if over else 'over'}")
        elif outcome and not replayed.is_stopped and json.loads(outcome)["scores"] != now.scores:
            self.findings.wrong.append(f"{game} ended {now.scores}, and is listed as {outcome}")
