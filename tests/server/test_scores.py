"""Lines in the score table: for whom, of which games, and who has one already."""

import turnstone

from .house import HERE, Client, Message, Server

BOT = {"kind": "bot", "bot": "greedy"}


def play_out(ann: Client, state: Message, choice: int = 0) -> Message:
    """A game on one screen to its end, each time with the first or the last legal move."""
    while not state["view"]["outcome"]:
        state = ann.play(state, state["view"]["legal"][choice]["move"])
    return state


def test_scores(ann: Client, bob: Client) -> None:
    state = ann.create("small", [HERE, BOT])
    while not state["view"]["outcome"]:
        if state["view"]["turn"] == 0:
            ann.order(state, "play", 0, move=state["view"]["legal"][0]["move"])
        state = ann.until(
            state["game"], lambda each: each["view"]["outcome"] or each["view"]["turn"] == 0
        )
    assert state["counts"] is True
    assert state["view"]["outcome"]["on_board"] is True
    path = f"/api/games/{state['game']}/score"
    assert bob.http.get(path).json() == {"seats": []}
    assert bob.http.post(path, json={"seat": 0, "name": "Bob"}).json()["code"] == "not-your-seat"
    assert ann.http.post(path, json={"seat": 1, "name": "Ann"}).json()["code"] == "not-your-seat"
    assert ann.http.post(path, json={"seat": 0, "name": "\x07"}).json()["code"] == "invalid"
    name = f"Ann {state['game']}"
    answer = ann.http.post(path, json={"seat": 0, "name": name})
    assert answer.status_code == 201
    assert answer.json()["margin"] == state["view"]["outcome"]["margins"][0]
    assert answer.json()["opponent"] == "greedy"
    assert bob.http.get(path).json() == {"seats": [0]}
    again = ann.http.post(path, json={"seat": 0, "name": name})
    assert (again.status_code, again.json()["code"]) == (409, "not-allowed")
    found = bob.http.get("/api/scores", params={"variant": "small"}).json()["scores"]
    assert [each["name"] for each in found].count(name) == 1
    margins = [each["margin"] for each in found]
    assert margins == sorted(margins, reverse=True)


def test_scores_are_for_games_from_the_usual_start(ann: Client) -> None:
    almost = turnstone.Game.new("small")
    while not (after := almost.play(almost.position.legal_moves[0])).outcome:
        almost = after
    moves = [str(move) for move in almost.moves]
    for start in ({"moves": moves}, {"position": almost.position.text()}):
        state = ann.create("small", [HERE, HERE], start=start)
        while legal := state["view"]["legal"]:
            state = ann.play(state, legal[0]["move"])
        assert state["counts"] is False
        answer = ann.http.post(f"/api/games/{state['game']}/score", json={"seat": 0, "name": "Ann"})
        assert (answer.status_code, answer.json()["code"]) == (409, "not-allowed")
        assert "usual start" in answer.json()["message"]


def test_scores_are_for_games_the_board_decided(ann: Client) -> None:
    state = ann.create()
    path = f"/api/games/{state['game']}/score"
    assert ann.http.post(path, json={"seat": 0, "name": "Ann"}).json()["code"] == "not-allowed"
    ann.order(state, "resign", 1)
    assert ann.state(state["game"])["view"]["outcome"]["on_board"] is False
    assert ann.http.post(path, json={"seat": 0, "name": "Ann"}).json()["code"] == "not-allowed"


def test_a_score_outlives_the_result_that_was_taken_back(ann: Client) -> None:
    """It was made. The seat has its line, whatever result the game comes to later."""
    state = play_out(ann, ann.create("small"))
    url = f"/api/games/{state['game']}/score"
    margin = state["view"]["outcome"]["margins"][0]
    assert ann.http.post(url, json={"seat": 0, "name": "Ann"}).json()["margin"] == margin
    assert ann.order(state, "take-back", 0).status_code == 200
    state = ann.state(state["game"])
    assert state["view"]["outcome"] is None
    play_out(ann, state, -1)
    again = ann.http.post(url, json={"seat": 0, "name": "Ann"})
    assert (again.status_code, again.json()["code"]) == (409, "not-allowed")


def test_a_first_move_after_a_restart_counts(own_server: Server) -> None:
    """It arrives before the game has been read, and was played here all the same."""
    with Client(own_server.url) as ann:
        played, brought = (
            ann.create("small"),
            ann.create("small", start={"moves": ["d3"]}),
        )
        imported = ann.http.post(
            "/api/games/import",
            json={"format": "transcript", "text": "d3", "variant": "small"},
        ).json()
        for state in (played, brought, imported):
            own_server.kill()
            own_server.start()
            move = state["view"]["legal"][0]["move"]
            answer = ann.order(state, "play", state["view"]["turn"], move=move)
            assert answer.status_code == 200, answer.text
            assert ann.state(state["game"])["counts"] is (state is played)
        own_server.kill()
        own_server.start()
        state = play_out(ann, ann.state(played["game"]))
        line = {"seat": 0, "name": "Ann"}
        assert ann.http.post(f"/api/games/{state['game']}/score", json=line).status_code == 201


def test_a_person_called_like_a_bot_is_no_bot(ann: Client) -> None:
    state = ann.create("small", [HERE, {"kind": "here", "name": "greedy"}])
    play_out(ann, state)
    path = f"/api/games/{state['game']}/score"
    line = ann.http.post(path, json={"seat": 0, "name": "Ann"}).json()
    assert line["against"] == "“greedy”"
