"""Examples of answers for the OpenAPI document, made by what makes the answers themselves."""

from datetime import UTC, datetime
from typing import Any

from turnstone.players.referee import Moved, Started
from turnstone.store import records
from turnstone.store.columns import Seat
from turnstone.store.events import StoredEvent
from turnstone.store.games import StoredGame
from turnstone.store.score import Score

from . import catalogue, positions, scores
from .identity import Identities
from .live import Table
from .messages import Json
from .requests import CellAsked, PositionWanted

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


def add_examples(document: dict[str, Any]) -> None:
    """Put an example beside every answer that has a model, and beside the exported file."""
    by_model = _examples()
    for verbs in document["paths"].values():
        for what in verbs.values():
            for answer in what["responses"].values():
                for content in answer.get("content", {}).values():
                    model = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                    if model in by_model:
                        content.setdefault("example", by_model[model])
    export = document["paths"]["/api/games/{game}/export"]["get"]["responses"]["200"]
    table = _table()
    export["content"] = {
        "application/json": {"example": records.saved_game(table.state, table.seats).data()},
        "text/plain": {"example": "f5\n"},
    }


def _examples() -> Json:
    state = _table().whole("ann", Identities(b""))
    score = scores.line(Score("othello", "Ann", 12, 38, "greedy", "2026-01-31T12:00:00+00:00"))
    listed = {name: state[name] for name in ("game", "title", "variant", "updated")}
    seats = [
        {name: seat[name] for name in ("name", "player", "kind", "bot", "yours")}
        for seat in state["seats"]
    ]
    shown = {name: state["view"][name] for name in ("turn", "outcome", "board")}
    rules = catalogue.described("othello")
    return {
        "State": state,
        "Games": {
            "games": [{**listed, "seats": seats, "waiting": 0, **shown, "plies": 1}],
            "damaged": [],
            "next": None,
        },
        "Done": {"type": "done", "key": "b1946a", "seq": 13},
        "Variants": {"variants": catalogue.variants()["variants"][:1]},
        "VariantRules": {**rules, "rules": rules["rules"][:2]},
        "Bots": {"bots": catalogue.bots()["bots"][:2]},
        "PositionView": positions.viewed(PositionWanted(variant="othello", moves=["f5"])),
        "Objection": positions.objected(
            CellAsked(variant="relay", position="4,4,4,4,4,4,0,4,4,4,4,4,4,0 S", cell=6)
        ),
        "Invitation": {
            "game": state["game"],
            "variant": state["variant"],
            "seat": "White",
            "taken": False,
            "host": "Ann",
            "players": ["Ann"],
            "mine": False,
        },
        "Score": score,
        "Scored": {"seats": [0]},
        "Scores": {"scores": [score]},
        "Health": {"status": "ready"},
    }


def _table() -> Table:
    """Ann has made her first move against a bot."""
    return Table(
        StoredGame(
            id="k3v9m2hq7tz8xw4bnd6p",
            origin="server",
            variant="othello",
            start=None,
            control=None,
            free_undo=True,
            title="Sunday",
            creator="ann",
            created=NOON,
            updated=NOON,
            seats=(Seat("here", "Ann", holder="ann"), Seat("bot", "greedy", bot="greedy")),
            events=(
                StoredEvent(1, 0.0, Started(0.0)),
                StoredEvent(2, 3.2, Moved(0, "f5", 3.2)),
            ),
        )
    )
