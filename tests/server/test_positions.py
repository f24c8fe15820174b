"""Positions for pages that know no rules: pasted, set up, and why a cell cannot be played."""

from collections.abc import Iterator
from typing import Any

import pytest

from turnstone.rules.variants import variant

from .house import HERE, Client, Server

Fields = dict[str, Any]


@pytest.fixture
def ann(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


def shown(ann: Client, **wanted: Any) -> Fields:
    answer = ann.http.post("/api/positions", json=wanted)
    assert answer.status_code == 200, answer.text
    found: Fields = answer.json()
    return found


def test_pasted_text_is_read_by_the_server(ann: Client) -> None:
    found = shown(ann, variant="othello", text="f5 D6")
    assert ([each["move"] for each in found["moves"]], found["start"]) == (["f5", "d6"], None)
    text = variant("kalah").start().play("3").text()
    found = shown(ann, variant="kalah", text=text)
    assert (found["position"], found["start"], found["moves"]) == (text, text, [])


def test_a_line_says_the_board_it_began_with(ann: Client) -> None:
    found = shown(ann, variant="kalah", moves=["3", "1"])
    assert found["start_board"] == [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]
    assert found["start_board"] != found["board"]
    text = variant("kalah").start().play("3").text()
    found = shown(ann, variant="kalah", start=text, moves=["1"])
    assert found["start_board"] == shown(ann, variant="kalah", position=text)["board"]


def test_a_game_begins_from_pasted_text(ann: Client) -> None:
    state = ann.create(start={"text": "f5d6"})
    assert [each["move"] for each in state["moves"]] == ["f5", "d6"]
    wanted = {"key": "k", "variant": "othello", "seats": [HERE, HERE]}
    refused = ann.http.post("/api/games", json={**wanted, "start": {"text": "f5 d66 f4"}})
    assert refused.status_code == 400
    assert refused.json()["message"].startswith("Move 2: 'd66'")


def test_a_board_set_up_by_hand(ann: Client) -> None:
    cells = "-" * 27 + "XO" + "-" * 35
    found = shown(ann, variant="othello", board=cells, turn=1)
    assert found["position"] == f"{cells} O"
    pits = [0, 4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4]
    position = variant("relay").start().text()
    found = shown(ann, variant="relay", position=position, board=pits, turn=1)
    assert (found["board"], found["turn"]) == (pits, 1)


def test_a_snake_keeps_its_direction(ann: Client) -> None:
    spec = "reversi:size=4,colours=3,order=snake"
    position = variant(spec).start()
    while not position.text().endswith("A<"):
        position = position.play(position.legal_moves[0])
    cells, side = position.text().split()
    changed = cells.replace("X", "O", 1)
    found = shown(ann, variant=spec, position=position.text(), board=changed, turn=2)
    assert found["position"] == f"{changed} {side}"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"variant": "othello", "board": "-" * 64, "turn": 0}, "at least one disc"),
        ({"variant": "othello", "board": "X", "turn": 0}, "64 squares"),
        ({"variant": "othello", "board": [1, 2], "turn": 0}, "not a board of Othello"),
        ({"variant": "othello", "board": "X" * 64, "turn": 3}, "2 seats"),
        ({"variant": "kalah", "board": [1] * 14, "turn": 0}, "48 seeds"),
        ({"variant": "kalah", "board": [1] * 14}, "needs the seat to move"),
        ({"variant": "kalah", "text": "abc"}, "'abc' is neither a transcript"),
    ],
)
def test_what_cannot_be_set_up(ann: Client, wanted: Fields, said: str) -> None:
    answer = ann.http.post("/api/positions", json=wanted)
    assert answer.status_code == 400
    assert said in answer.json()["message"]


@pytest.mark.parametrize(
    ("game", "cell", "said"),
    [
        ("othello", "a1", "a1 flips nothing."),
        ("othello", "e4", "e4 is occupied."),
        ("othello", "f5", None),
        ("relay", 4, "That house belongs to North."),
        ("relay", 13, "Stores are not sown: choose a house."),
        ("kalah", 9, "That house belongs to North."),
        ("kalah", 2, None),
    ],
)
def test_why_a_cell_cannot_be_played(
    ann: Client, game: str, cell: str | int, said: str | None
) -> None:
    asked = {"variant": game, "position": variant(game).start().text(), "cell": cell}
    assert ann.http.post("/api/positions/objection", json=asked).json() == {"message": said}


def test_an_empty_house_says_so(ann: Client) -> None:
    position = variant("kalah").start().play("3").text()
    asked = {"variant": "kalah", "position": position, "cell": 2}
    answer = ann.http.post("/api/positions/objection", json=asked).json()
    assert answer == {"message": "House 3 is empty."}


def test_which_boards_there_are(ann: Client) -> None:
    listed = {
        each["name"]: each["choices"] for each in ann.http.get("/api/variants").json()["variants"]
    }
    assert listed["othello"] == {"size": [4, 6, 8, 10, 12, 14, 16]}
    assert listed["relay"]["houses"] == [2, 4, 6, 8, 10]
    assert listed["kalah"] == {"houses": list(range(1, 11)), "seeds": list(range(1, 11))}


def test_which_starts_and_discs_there_are(ann: Client) -> None:
    listed = {each["name"]: each for each in ann.http.get("/api/variants").json()["variants"]}
    starts = {name: [each["start"] for each in game["starts"]] for name, game in listed.items()}
    assert starts["othello"] == starts["octagon"] == ["mirrored", "parallel"]
    assert starts["three-colour"] == starts["four-colour"] == starts["kalah"] == []
    assert listed["othello"]["discs"] == {"X": "Black", "O": "White"}
    four = {"X": "Black", "O": "White", "A": "Amber", "B": "Blue"}
    assert listed["four-colour"]["discs"] == four
    del four["B"]
    assert listed["three-colour"]["discs"] == four | {"N": "Nobody’s"}
    assert "discs" not in listed["relay"]


def test_which_rules_may_be_added(ann: Client) -> None:
    listed = ann.http.get("/api/variants").json()["variants"]
    for each in listed:
        options = [switch["option"] for switch in each["switches"]]
        assert options == (["pie"] if each["family"] == "mancala" else [])
        for option in options:
            added = ann.http.get(f"/api/variants/{each['name']}:{option}=yes").json()
            assert (added["game"], added["options"]) == (each["name"], {option: "yes"})


@pytest.mark.parametrize(
    ("spec", "game", "options"),
    [
        ("othello", "othello", {}),
        ("small", "small", {}),
        ("othello:size=12", "reversi-12", {}),
        ("anti-othello:size=6,start=parallel", "anti-othello", {"size": 6, "start": "parallel"}),
        ("octagon:size=14", "octagon", {"size": 14}),
        ("three-colour:size=10", "three-colour", {"size": 10}),
        ("kalah:houses=3,pie=yes", "kalah", {"houses": 3, "pie": "yes"}),
        ("kalah:capture=always", None, {}),
        ("othello:blocked=a1", None, {}),
    ],
)
def test_which_game_a_rule_set_is_a_form_of(
    ann: Client, spec: str, game: str | None, options: dict[str, object]
) -> None:
    found = ann.http.get(f"/api/variants/{spec}").json()
    assert (found["game"], found["options"]) == (game, options)
    if game is None:
        assert found["choices"] == {}
        return
    written = ",".join(f"{name}={value}" for name, value in options.items())
    assert variant(f"{game}:{written}" if written else game).spec == found["spec"]


@pytest.mark.parametrize(
    ("game", "position", "said"),
    [
        ("small", "XXXXXXXXXXXXXX-- O", "The empty squares count for Black, who has more discs."),
        (
            "reversi:size=4,goal=fewest",
            "XXXXXXXXXXXXXX-- O",
            "The empty squares count for Black, who has more discs.",
        ),
        ("small", "XXXXXXXXXXXXXXXO X", None),
    ],
)
def test_why_the_official_count_is_another(
    ann: Client, game: str, position: str, said: str | None
) -> None:
    outcome = shown(ann, variant=game, position=position)["outcome"]
    assert outcome["official_text"] == said


def test_a_link_says_what_it_is_for_and_takes_nothing(ann: Client, sqlite_server: Server) -> None:
    state = ann.create("kalah", [{"kind": "here", "name": "Ann"}, {"kind": "link"}])
    link = f"/api{state['seats'][1]['link']}"
    own = ann.http.get(link).json()
    assert (own["game"], own["seat"], own["players"]) == (state["game"], "North", ["Ann"])
    assert (own["mine"], own["taken"]) == (True, False)
    with Client(sqlite_server.url) as bob:
        assert bob.http.get(link).json()["mine"] is False
        bob.join(state["seats"][1]["link"], "Bob")
        assert bob.http.get(link).json()["taken"] is True
    assert ann.http.get("/api/join/nothing").status_code == 404


def test_a_link_names_who_made_the_game_and_nobody_else(ann: Client, sqlite_server: Server) -> None:
    for name in ("Ann", ""):
        seats = [{"kind": "link"}, {"kind": "here", "name": name}, {"kind": "link"}]
        state = ann.create("three-colour", seats)
        first, _, other = (each["link"] for each in state["seats"])
        with Client(sqlite_server.url) as bea:
            bea.join(first, "Bea")
            found = bea.http.get(f"/api{other}").json()
        assert found["host"] == name
        assert found["players"] == ["Bea", *filter(None, [name])]


def test_scores_speak_to_people(ann: Client) -> None:
    seats = [HERE, {"kind": "bot", "bot": "random"}]
    state = ann.create("kalah:houses=1,seeds=1", seats)
    while not state["view"]["outcome"]:
        if state["view"]["turn"] == 0:
            ann.play(state, state["view"]["legal"][0]["move"])
        state = ann.until(
            state["game"], lambda now: now["view"]["outcome"] or now["view"]["turn"] == 0
        )
    path = f"/api/games/{state['game']}/score"
    assert ann.http.post(path, json={"seat": 0, "name": "Ann"}).status_code == 201
    line = ann.http.get("/api/scores?variant=kalah:houses=1,seeds=1").json()["scores"][0]
    assert (line["title"], line["against"]) == ("Kalah (1 house, 1 seed)", "Sanderling")


HOLLOW = "reversi:size=4,blocked=b2+c2+b3+c3"


def test_a_board_without_a_centre_is_played_from_positions_only(ann: Client) -> None:
    start = "OX-- -##- -##- ---- O"
    state = ann.create(HOLLOW, [HERE, HERE], start={"position": start})
    ann.play(state, "c1")
    assert ann.state(state["game"])["counts"] is False
    record = ann.http.get(f"/api/games/{state['game']}/export?format=json").text
    again = ann.http.post("/api/games/import", json={"format": "json", "text": record}).json()
    assert [each["move"] for each in again["moves"]] == ["c1"]
    assert shown(ann, variant=HOLLOW, position=start)["start"] == start.replace(" ", "", 3)
    wanted = {"key": "k", "variant": HOLLOW, "seats": [HERE, HERE]}
    for path, body in (
        ("/api/games", wanted),
        ("/api/games", {**wanted, "start": {"moves": ["a1"]}}),
        ("/api/games", {**wanted, "start": {"opening": {"plies": 3}}}),
        ("/api/games", {**wanted, "start": {"text": "a1"}}),
        ("/api/positions", {"variant": HOLLOW}),
        ("/api/positions", {"variant": HOLLOW, "text": "a1"}),
        ("/api/games/import", {"format": "transcript", "variant": HOLLOW, "text": "a1"}),
    ):
        answer = ann.http.post(path, json=body)
        assert answer.status_code == 400, (path, body)
        assert answer.json()["message"].endswith("no usual start: its centre is blocked."), body
    assert ann.http.get(f"/api/variants/{HOLLOW.replace('+', '%2B')}").status_code == 400


@pytest.mark.parametrize("spec", ["kalah:houses=1,seeds=1", "avalanche:houses=1,seeds=2", HOLLOW])
def test_rubbish_is_refused_whatever_the_game(ann: Client, spec: str) -> None:
    answer = ann.http.post("/api/positions", json={"variant": spec, "text": "hello"})
    assert answer.status_code == 400
    assert "neither a transcript" in answer.json()["message"]
