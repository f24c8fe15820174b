"""What is refused is refused in words that people understand, and programs find the field in."""

import json
from typing import Any

import pytest

from .house import HERE, Client

GAME = {"key": "k", "variant": "othello", "seats": [HERE, HERE]}
TEXT = {"variant": "othello", "text": "f5" * 15_000}
KEY = "must be 1 to 64 letters, digits and signs, without spaces"


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/games", {**GAME, "key": "a b"}, f"Key {KEY}."),
        ("/games", {**GAME, "title": "x" * 999}, "The title is too long: "),
        ("/games", {**GAME, "seats": []}, "Seats is too short: 2 at least."),
        ("/games", {**GAME, "start": {"text": "f" * 30_000}}, "The text is too long: "),
        ("/games", {**GAME, "start": {"moves": ["f5"] * 1500}}, "The list of moves is too long: "),
        ("/games", {**GAME, "seats": [{"kind": "bot"}, HERE]}, "seats.0: a seat of kind bot"),
        ("/games", {"key": "k"}, "The name of the rule set is missing (and 1 more)."),
        ("/games", [], "that must be a JSON object"),
        ("/games", {**GAME, "colour": 1}, "Colour is not known here."),
        ("/games", {**GAME, "title": "\ud800"}, "The title holds characters that are no text."),
        ("/positions", {**TEXT}, "The text is too long: 20000 characters at most."),
        ("/positions", {"variant": ""}, "The name of the rule set is empty."),
        (
            "/positions",
            {"variant": "othello", "board": "-" * 64, "turn": True},
            "Turn must be a wh",
        ),
        ("/positions", {"variant": "othello", "board": "-" * 5000, "turn": 0}, "Board is too long"),
    ],
)
def test_what_is_wrong_with_a_form(ann: Client, path: str, body: Any, said: str) -> None:
    json_text = {"content-type": "application/json"}
    answer = ann.http.post(f"/api{path}", content=json.dumps(body), headers=json_text)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["message"].lower().startswith(said.lower())


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/games?q=" + "x" * 200, "What is searched for is too long: 100 characters at most."),
        ("/variants/" + "x" * 3000, "The name of the rule set is too long: "),
        ("/games?deleted=perhaps", "Deleted must be true or false."),
        ("/scores?limit=0", "Limit must be 1 at least."),
        ("/scores?limit=many", "Limit must be a whole number."),
    ],
)
def test_what_is_wrong_with_an_address(ann: Client, path: str, said: str) -> None:
    answer = ann.http.get(f"/api{path}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["message"].startswith(said)


def test_what_is_wrong_with_a_command(ann: Client) -> None:
    state = ann.create()
    with ann.socket(state["game"]) as table:
        known = {"type": "play", "key": "k", "seq": state["seq"], "seat": 0, "move": "f5"}
        for changed, said in (
            ({"key": "a b"}, f"play.key {KEY}."),
            ({"seq": int("9" * 4000)}, "play.seq must be 2147483647 at most."),
            ({"seq": 99}, f"The game has only come to event {state['seq']}."),
            ({"seq": 0}, f"The game has moved on to event {state['seq']}."),
            ({"type": "nope"}, "The type must be one of 'play', "),
        ):
            table.send(**{**known, **changed})
            assert table.next("refused")["message"].startswith(said), changed
        table.connection.send('{"seq": ' + "9" * 5000 + "}")
        assert table.next("refused")["message"] == "A number in it is far too long."


@pytest.mark.parametrize("seconds", [True, "5", 0, -1])
def test_seconds_are_a_number(ann: Client, seconds: Any) -> None:
    with ann.connected("/api/analysis") as socket:
        asked = {"type": "analyse", "id": "a", "variant": "othello", "seconds": seconds}
        socket.send(json.dumps(asked))
        told = json.loads(socket.recv())
        assert (told["type"], told["code"]) == ("refused", "invalid")
        assert told["message"].startswith("analyse.seconds must be ")
