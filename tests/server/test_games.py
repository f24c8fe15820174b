"""Games over HTTP: creating, playing, joining, listing, deleting, importing."""

import json
import threading
from typing import Any

import pytest

import turnstone
from turnstone.records.json import SavedGame

from .house import HERE, LINK, Client, Message, fresh_key

BOT = {"kind": "bot", "bot": "greedy"}


def test_a_game_is_created_and_fetched(ann: Client, bob: Client) -> None:
    state = ann.create("othello", [{"kind": "here", "name": "Ann"}, HERE], title="First")
    assert state["variant"]["spec"] == "othello"
    assert state["title"] == "First"
    assert state["seats"][0]["player"] == "Ann"
    assert [seat["yours"] for seat in state["seats"]] == [True, True]
    assert state["mine"] is True
    assert state["view"]["turn"] == 0
    assert {each["move"] for each in state["view"]["legal"]} == {"d3", "c4", "f5", "e6"}
    assert state["view"]["legal"][0] == {"move": "d3", "flips": ["d4"]}
    again = bob.state(state["game"])
    assert again["mine"] is False
    assert not any(seat["yours"] for seat in again["seats"])
    assert again["view"] == state["view"]


def test_the_same_key_gives_the_same_game(ann: Client, bob: Client) -> None:
    wanted = {"key": fresh_key(), "variant": "small", "seats": [HERE, HERE]}
    first = ann.http.post("/api/games", json=wanted)
    again = ann.http.post("/api/games", json=wanted)
    assert first.json()["game"] == again.json()["game"]
    other = ann.http.post("/api/games", json={**wanted, "variant": "large"})
    assert (other.status_code, other.json()["code"]) == (409, "key-reused")
    assert bob.http.post("/api/games", json=wanted).json()["game"] != first.json()["game"]


def test_moves_bring_what_a_page_needs(ann: Client) -> None:
    state = ann.play(ann.create(), "f5", "d6")
    first, second = state["moves"]
    assert first["text"] == "Black plays f5 and flips e5."
    assert first["steps"] == [{"placed": "f5", "seat": 0}, {"flipped": "e5", "seat": 0}]
    assert first["scores"] == [4, 1]
    rules = turnstone.variant("othello")
    expected = rules.start().play("f5").play("d6")
    assert second["position"] == state["view"]["position"] == expected.text()
    assert second["board"] == state["view"]["board"] == expected.text().split()[0]
    assert second["seconds"] >= 0


def test_seeds_have_paths_and_gains(ann: Client) -> None:
    state = ann.create("relay")
    position = turnstone.variant("relay").start()
    for wire, move in zip(state["view"]["legal"], position.legal_moves, strict=True):
        path, gain = getattr(move, "path"), getattr(move, "gain")  # noqa: B009
        assert wire == {"move": str(move), "pit": int(str(move)), "path": list(path), "gain": gain}
    after = ann.play(state, state["view"]["legal"][0]["move"])
    steps = after["moves"][0]["steps"]
    assert steps[0] == {"lifted": 0, "seeds": 4}
    assert [step["sown"] for step in steps if "sown" in step] == state["view"]["legal"][0]["path"]


@pytest.mark.parametrize(
    "name", ["small", "three-colour", "octagon", "kalah", "oware", "avalanche"]
)
def test_whole_games_can_be_played(ann: Client, name: str) -> None:
    seats = [HERE] * len(turnstone.variant(name).seats)
    state = ann.create(name, seats)
    game = turnstone.Game.new(name)
    with ann.socket(state["game"]) as socket:
        view = socket.next("state")["view"]
        seq = state["seq"]
        while not view["outcome"]:
            move = view["legal"][len(view["position"]) % len(view["legal"])]["move"]
            socket.send(type="play", key=fresh_key(), seq=seq, seat=view["turn"], move=move)
            while (message := socket.next())["type"] != "done":
                if message["type"] == "moved":
                    game = game.play(message["move"])
                    view, seq = message, message["seq"]
                    assert view["position"] == game.position.text()
    assert game.outcome is not None
    assert view["outcome"]["margins"] == list(game.outcome.margins)
    assert view["outcome"]["reason"] == game.outcome.reason
    assert view["legal"] == []
    final = ann.state(state["game"])
    assert [move["move"] for move in final["moves"]] == [str(move) for move in game.moves]


def test_a_pass_is_played_by_the_server(ann: Client) -> None:
    # Black takes the last white disc in reach; White cannot move, Black can.
    start = "XO------" + "-" * 40 + "XO-O----" + "--------" + " X"
    rules = turnstone.variant("othello")
    position = rules.position(start)
    move = next(
        move
        for move in position.legal_moves
        if [str(each) for each in position.play(move).legal_moves] == ["pass"]
    )
    state = ann.create(start={"position": start})
    with ann.socket(state["game"]) as socket:
        socket.send(type="play", key="p", seq=state["seq"], seat=0, move=str(move))
        assert socket.next("moved")["move"] == str(move)
        passed = socket.next("moved")
        assert (passed["move"], passed["seat"], passed["turn"]) == ("pass", 1, 0)
        assert passed["steps"] == [{"passed": 1}]
        assert socket.next("done")["seq"] == passed["seq"]


def test_starts(ann: Client) -> None:
    moves = ann.create(start={"moves": ["f5", "d6"]})
    assert [move["move"] for move in moves["moves"]] == ["f5", "d6"]
    one = ann.create(start={"opening": {"plies": 6, "seed": 3}})
    two = ann.create(start={"opening": {"plies": 6, "seed": 3}})
    assert len(one["moves"]) == 6
    assert one["view"] == two["view"]
    text = turnstone.variant("othello").start().play("f5").text()
    assert ann.create(start={"position": text})["view"]["position"] == text
    timed = ann.create(start={"moves": ["f5", "d6"]}, clock="60+5")
    assert timed["moves"] == []
    assert timed["view"]["position"] == moves["view"]["position"]
    assert timed["clock"]["left"][1] == 60


def test_a_friend_joins_by_link(ann: Client, bob: Client) -> None:
    state = ann.create("othello", [HERE, LINK], clock="300+2")
    link = state["seats"][1]["link"]
    assert state["seats"][1]["taken"] is False
    assert state["clock"]["running"] is None
    assert "link" in bob.state(state["game"])["seats"][1]
    assert bob.state(state["game"])["seats"][1]["link"] is None
    waiting = ann.order(state, "play", 0, move="f5")
    assert (waiting.status_code, waiting.json()["code"]) == (409, "not-allowed")
    assert ann.state(state["game"])["seats"][1]["link"] == link
    joined = bob.join(link, "Bob\x1b[31m")
    assert joined["seats"][1]["player"] == "Bob [31m"
    assert joined["seats"][1]["yours"] is True
    assert joined["seats"][1]["link"] is None
    assert joined["clock"]["running"] == 0
    again = bob.join(link, "Bobby")
    assert again["seq"] == joined["seq"]
    assert again["seats"][1]["player"] == "Bob [31m"
    late = ann.http.post(f"/api{link}", json={})
    assert (late.status_code, late.json()["code"]) == (409, "taken")
    assert ann.state(state["game"])["seats"][1]["link"] is None
    state = ann.play(ann.state(state["game"]), "f5")
    assert bob.order(state, "play", 1, move="d6").status_code == 200


def test_links_that_are_none(ann: Client, bob: Client) -> None:
    state = ann.create("othello", [HERE, LINK])
    link = state["seats"][1]["link"]
    for wrong in (link[:-1] + ("A" if link[-1] != "A" else "B"), "/join/x", "/join/" + "a" * 100):
        answer = bob.http.post(f"/api{wrong}", json={})
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), wrong
    other_seat = link.replace(f"{state['game']}-1-", f"{state['game']}-0-")
    assert bob.http.post(f"/api{other_seat}", json={}).status_code == 404
    # A GET, as a chat's preview of the link makes one, takes no seat.
    assert bob.http.get(link).status_code == 200
    assert bob.http.get(f"/api{link}").json()["taken"] is False
    assert ann.state(state["game"])["seats"][1]["taken"] is False


def test_who_has_a_move_to_take_back_is_told(ann: Client) -> None:
    state = ann.create("othello", [{"kind": "bot", "bot": "random"}, HERE])
    state = ann.until(state["game"], lambda each: each["view"]["turn"] == 1)
    assert state["undo"] == [0]
    state = ann.play(state, state["view"]["legal"][0]["move"])
    assert 1 in state["undo"]


def test_take_back_and_redo_on_one_screen(ann: Client) -> None:
    state = ann.play(ann.create(), "f5", "d6")
    assert state["free_undo"] is True
    assert ann.order(state, "take-back", 1).status_code == 200
    state = ann.state(state["game"])
    assert (len(state["moves"]), state["redo"]) == (1, 1)
    assert ann.order(state, "redo", 0).status_code == 200
    state = ann.state(state["game"])
    assert (len(state["moves"]), state["redo"]) == (2, 0)
    nothing = ann.order(state, "redo", 0)
    assert (nothing.status_code, nothing.json()["code"]) == (409, "not-allowed")


def test_take_back_against_a_bot_goes_to_the_own_turn(ann: Client) -> None:
    state = ann.create("othello", [HERE, BOT])
    early = ann.order(state, "take-back", 0)
    assert (early.status_code, early.json()["code"]) == (409, "not-allowed")
    ann.play(state, "f5")
    state = ann.until(state["game"], lambda each: len(each["moves"]) == 2)
    assert ann.order(state, "take-back", 0).status_code == 200
    state = ann.state(state["game"])
    assert (len(state["moves"]), state["view"]["turn"], state["redo"]) == (0, 0, 2)
    assert ann.order(state, "redo", 0).status_code == 200
    state = ann.state(state["game"])
    assert (len(state["moves"]), state["view"]["turn"], state["redo"]) == (2, 0, 0)


def test_take_back_between_people_is_by_agreement(ann: Client, bob: Client) -> None:
    state = _friends(ann, bob)
    state = ann.play(state, "f5")
    assert bob.order(state, "play", 1, move="d6").status_code == 200
    state = ann.state(state["game"])
    refused = ann.order(state, "take-back", 0)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-allowed")
    assert ann.order(state, "offer", 0, subject="take-back").status_code == 200
    state = bob.state(state["game"])
    assert state["offers"] == [{"subject": "take-back", "seat": 0}]
    assert bob.order(state, "offer", 1, subject="take-back").status_code == 200
    state = ann.state(state["game"])
    assert (len(state["moves"]), state["view"]["turn"], state["offers"]) == (0, 0, [])


def test_draws(ann: Client, bob: Client) -> None:
    state = _friends(ann, bob)
    assert ann.order(state, "offer", 0, subject="draw").status_code == 200
    state = bob.state(state["game"])
    assert bob.order(state, "decline", 1, subject="draw").status_code == 200
    state = ann.state(state["game"])
    assert state["offers"] == []
    again = ann.order(state, "offer", 0, subject="draw")
    assert (again.status_code, again.json()["code"]) == (409, "not-allowed")
    assert ann.order(state, "play", 0, move="f5").status_code == 200
    state = ann.state(state["game"])
    assert ann.order(state, "offer", 0, subject="draw").status_code == 200
    state = bob.state(state["game"])
    assert bob.order(state, "offer", 1, subject="draw").status_code == 200
    outcome = ann.state(state["game"])["view"]["outcome"]
    assert (outcome["reason"], outcome["winner"]) == ("agreement", None)


def test_bots_decline_draws(ann: Client) -> None:
    state = ann.create("othello", [HERE, BOT])
    assert ann.order(state, "offer", 0, subject="draw").status_code == 200
    state = ann.state(state["game"])
    assert state["offers"] == []
    assert state["view"]["outcome"] is None


def test_resigning_and_a_rematch(ann: Client, bob: Client) -> None:
    state = _friends(ann, bob)
    early = ann.order(state, "rematch", 0)
    assert (early.status_code, early.json()["code"]) == (409, "not-allowed")
    assert ann.order(state, "resign", 0).status_code == 200
    state = ann.state(state["game"])
    assert state["view"]["outcome"]["reason"] == "resignation"
    assert state["view"]["outcome"]["winner"] == 1
    over = bob.order(state, "play", 1, move="f5")
    assert (over.status_code, over.json()["code"]) == (409, "not-allowed")
    assert bob.order(state, "rematch", 1).status_code == 200
    state = ann.state(state["game"])
    assert (state["rematch"], state["rematch_offers"]) == (None, [1])
    twice = bob.order(state, "rematch", 1)
    assert (twice.status_code, twice.json()["code"]) == (409, "not-allowed")
    assert ann.order(state, "rematch", 0).status_code == 200
    old = ann.state(state["game"])
    new = ann.state(old["rematch"])
    assert [seat["yours"] for seat in new["seats"]] == [False, True]
    assert [seat["player"] for seat in new["seats"]] == ["Bob", "Ann"]
    assert new["moves"] == []
    assert bob.order(new, "play", 0, move="f5").status_code == 200


@pytest.mark.parametrize("clock", [None, "300"])
def test_a_rematch_begins_as_the_game_did(ann: Client, clock: str | None) -> None:
    state = ann.create(start={"moves": ["f5", "d6", "c3"]}, clock=clock)
    begun = state["view"]["position"]
    state = ann.play(state, state["view"]["legal"][0]["move"])
    assert ann.order(state, "resign", 0).status_code == 200
    assert ann.order(ann.state(state["game"]), "rematch", 0).status_code == 200
    new = ann.state(ann.state(state["game"])["rematch"])
    assert new["view"]["position"] == begun
    assert [move["move"] for move in new["moves"]] == ([] if clock else ["f5", "d6", "c3"])
    assert not new["counts"]


def test_a_rematch_of_an_imported_game_begins_at_its_start(ann: Client) -> None:
    wanted = {"format": "transcript", "text": "f5d6", "variant": "othello"}
    state = ann.http.post("/api/games/import", json=wanted).json()
    assert ann.order(state, "resign", 0).status_code == 200
    assert ann.order(ann.state(state["game"]), "rematch", 0).status_code == 200
    assert ann.state(ann.state(state["game"])["rematch"])["moves"] == []


def test_a_friend_alone_against_a_bot_takes_back_freely(ann: Client, bob: Client) -> None:
    state = ann.create("othello", [LINK, BOT])
    assert state["free_undo"]
    bob.join(state["seats"][0]["link"])
    game = state["game"]
    assert bob.order(bob.state(game), "play", 0, move="f5").status_code == 200
    state = bob.until(game, lambda each: len(each["moves"]) == 2)
    assert bob.order(state, "take-back", 0).status_code == 200
    state = bob.state(game)
    assert (state["moves"], state["redo"]) == ([], 2)
    assert bob.order(state, "redo", 0).status_code == 200
    assert len(bob.state(game)["moves"]) == 2
    assert not ann.create("othello", [HERE, LINK])["free_undo"]


def test_a_rematch_against_a_bot_starts_at_once(ann: Client) -> None:
    state = ann.create("othello", [HERE, BOT])
    assert ann.order(state, "resign", 0).status_code == 200
    state = ann.state(state["game"])
    assert ann.order(state, "rematch", 0).status_code == 200
    new = ann.state(state["game"])["rematch"]
    began = ann.until(new, lambda each: len(each["moves"]) == 1)
    assert [seat["kind"] for seat in began["seats"]] == ["bot", "here"]
    assert began["moves"][0]["seat"] == 0


def test_own_games_are_listed_and_found(ann: Client, bob: Client) -> None:
    first = ann.create("othello", [{"kind": "here", "name": "Zoë"}, HERE], title="Ärger")
    second = ann.create("kalah")
    listed = ann.http.get("/api/games").json()
    assert [each["game"] for each in listed["games"]] == [second["game"], first["game"]]
    assert listed["games"][0]["board"] == second["view"]["board"]
    assert bob.http.get("/api/games").json() == {"games": [], "damaged": [], "next": None}
    ann.play(first, "f5")
    page = ann.http.get("/api/games", params={"limit": 1}).json()
    assert [each["game"] for each in page["games"]] == [first["game"]]
    rest = ann.http.get("/api/games", params={"before": page["next"]}).json()
    assert [each["game"] for each in rest["games"]] == [second["game"]]
    for query, wanted in (
        ({"q": "ärg"}, [first]),
        ({"q": "zoë"}, [first]),
        ({"variant": "kalah"}, [second]),
        ({"state": "over"}, []),
        ({"q": "%"}, []),
        ({"q": "\x00"}, [first, second]),
    ):
        found = ann.http.get("/api/games", params=query).json()["games"]
        assert {each["game"] for each in found} == {each["game"] for each in wanted}, query
    for before in ("nonsense", "1", "1.", "1.\x00", "1.A", "1.'", "-1.a", "٣.a"):
        wrong = ann.http.get("/api/games", params={"before": before})
        assert (wrong.status_code, wrong.json()["code"]) == (400, "invalid"), before


def test_renaming_deleting_restoring(ann: Client, bob: Client) -> None:
    game = ann.create()["game"]
    path = f"/api/games/{game}"
    assert ann.http.patch(path, json={"title": " Sun\nday\x07 "}).json()["title"] == "Sun day"
    joined = ann.http.patch(path, json={"title": "👩🏽\u200d🚀\u202e"}).json()["title"]
    assert joined == "👩🏽\u200d🚀"
    assert ann.http.get("/api/games", params={"q": joined}).json()["games"]
    assert ann.http.patch(path, json={"title": "Sun day"}).status_code == 200
    assert ann.http.delete(path).status_code == 204
    gone = ann.http.get(path)
    assert (gone.status_code, gone.json()["code"]) == (410, "deleted")
    gone = bob.http.get(path)
    assert (gone.status_code, gone.json()["code"]) == (404, "not-found")
    assert ann.http.get("/api/games").json()["games"] == []
    deleted = ann.http.get("/api/games", params={"deleted": True}).json()["games"]
    assert [each["game"] for each in deleted] == [game]
    gone = bob.http.post(f"{path}/restore")
    assert (gone.status_code, gone.json()["code"]) == (404, "not-found")
    assert ann.http.post(f"{path}/restore").json()["title"] == "Sun day"
    assert ann.play(ann.state(game), "f5")["moves"]


def test_a_game_comes_back_while_others_ask_for_it(ann: Client, bob: Client) -> None:
    path = f"/api/games/{ann.create()['game']}"
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            bob.http.get(path)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        for _ in range(60):
            assert ann.http.delete(path).status_code == 204
            assert ann.http.post(f"{path}/restore").status_code == 200
    finally:
        done.set()
        asking.join()


def test_deleting_leaves_the_game_to_the_other(ann: Client, bob: Client) -> None:
    state = _friends(ann, bob)
    assert ann.http.delete(f"/api/games/{state['game']}").status_code == 204
    assert [each["game"] for each in bob.http.get("/api/games").json()["games"]] == [state["game"]]
    assert bob.state(state["game"])["seq"] == state["seq"]
    assert bob.http.delete(f"/api/games/{state['game']}").status_code == 204
    assert bob.http.get(f"/api/games/{state['game']}").status_code == 410


def test_export_and_import_round_trip(ann: Client, bob: Client) -> None:
    state = ann.play(ann.create("othello", [HERE, HERE]), "f5", "d6", "c3")
    path = f"/api/games/{state['game']}/export"
    saved = ann.http.get(path)
    assert saved.headers["content-disposition"].startswith("attachment")
    assert len(SavedGame.parse(saved.text).game.moves) == 3
    line = ann.http.get(path, params={"format": "transcript"}).text
    assert line == "f5d6c3\n"
    for wanted in (
        {"format": "json", "text": saved.text},
        {"format": "transcript", "text": "1. F5 d6\n2. C3", "variant": "othello"},
    ):
        answer = bob.http.post("/api/games/import", json=wanted)
        assert answer.status_code == 201, answer.text
        taken = answer.json()
        assert taken["mine"] is True
        assert taken["view"] == state["view"]
        assert [move["move"] for move in taken["moves"]] == ["f5", "d6", "c3"]


def test_moves_from_another_start_are_not_taken_for_a_game(ann: Client) -> None:
    begun = ann.play(ann.create("othello"), "f5", "f6")
    assert begun["usual_start"] is True
    state = ann.create("othello", start={"text": begun["view"]["position"]})
    assert state["usual_start"] is False
    state = ann.play(state, "e6")
    path = f"/api/games/{state['game']}/export"
    text = ann.http.get(path, params={"format": "transcript"}).text
    sentence, moves, end = text.split("\n")
    assert (moves, end) == ("e6", "")
    assert "another position" in sentence
    wanted = {"format": "transcript", "text": text, "variant": "othello"}
    assert ann.http.post("/api/games/import", json=wanted).status_code == 400
    wanted = {"format": "json", "text": ann.http.get(path).text}
    assert ann.http.post("/api/games/import", json=wanted).json()["view"] == state["view"]


def test_names_and_clock_are_exported_and_imported(ann: Client, bob: Client) -> None:
    seats = [{"kind": "here", "name": "Zoe"}, {"kind": "here", "name": "Max"}]
    state = ann.play(ann.create("othello", seats, clock="300+2"), "f5", "d6")
    text = ann.http.get(f"/api/games/{state['game']}/export").text
    data = json.loads(text)
    assert (data["names"], data["clock"]) == (["Zoe", "Max"], "300+2")
    taken = bob.http.post("/api/games/import", json={"format": "json", "text": text}).json()
    assert [seat["player"] for seat in taken["seats"]] == ["Zoe", "Max"]
    assert (taken["clock"]["seconds"], taken["clock"]["increment"]) == (300, 2)
    assert taken["clock"]["running"] == 0
    assert min(taken["clock"]["left"]) > 299
    assert bob.play(taken, "c3")["view"]["turn"] == 1
    again = json.loads(bob.http.get(f"/api/games/{taken['game']}/export").text)
    assert again["names"] == data["names"]
    assert again["clock"] == data["clock"]
    # Neither who holds a seat nor a link is in it.
    assert set(data) == {"turnstone", "variant", "moves", "outcome", "players", "names", "clock"}


@pytest.mark.parametrize("moves", [2, 7])
def test_moves_made_elsewhere_take_and_earn_no_time(ann: Client, moves: int) -> None:
    game = turnstone.Game.new("othello")
    for _ in range(moves):
        game = game.play(game.position.legal_moves[0])
    text = SavedGame(game, ("human", "human"), clock="10+60").text()
    taken = ann.http.post("/api/games/import", json={"format": "json", "text": text}).json()
    left = taken["clock"]["left"]
    assert left[1 - moves % 2] == 10
    assert 9 < left[moves % 2] <= 10
    # What is played here earns its increment.
    after = ann.play(taken, taken["view"]["legal"][0]["move"])
    assert 69 < after["clock"]["left"][moves % 2] <= 70


def test_an_older_file_has_no_names_and_no_clock(ann: Client) -> None:
    game = turnstone.Game.new("othello").play("f5")
    text = SavedGame(game, ("human", "human")).text()
    assert not {"names", "clock"} & set(json.loads(text))
    taken = ann.http.post("/api/games/import", json={"format": "json", "text": text}).json()
    assert taken["clock"] is None
    assert [seat["player"] for seat in taken["seats"]] == ["", ""]


def test_a_finished_game_is_imported(ann: Client) -> None:
    game = turnstone.Game.new("small")
    while not game.outcome:
        game = game.play(game.position.legal_moves[0])
    answer = ann.http.post("/api/games/import", json={"format": "json", "text": game.to_json()})
    assert answer.status_code == 201
    assert answer.json()["view"]["outcome"]["scores"] == list(game.outcome.scores)
    assert answer.json()["counts"] is False
    imported = answer.json()["game"]
    answer = ann.http.post(f"/api/games/{imported}/score", json={"seat": 0, "name": "Ann"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not-allowed")
    assert "played here" in answer.json()["message"]


def test_how_a_game_ended_is_exported_and_imported(ann: Client) -> None:
    def end(*orders: tuple[str, int, Message]) -> Message:
        state = ann.play(ann.create("othello", [HERE, HERE]), "f5")
        for verb, seat, more in orders:
            ann.order(state, verb, seat, **more)
            state = ann.state(state["game"])
        return state

    draw = {"subject": "draw"}
    for state in (end(("resign", 0, {})), end(("offer", 0, draw), ("offer", 1, draw))):
        text = ann.http.get(f"/api/games/{state['game']}/export").text
        taken = ann.http.post("/api/games/import", json={"format": "json", "text": text}).json()
        assert state["view"]["outcome"]
        assert taken["view"]["outcome"] == state["view"]["outcome"]


@pytest.mark.parametrize(
    "wanted",
    [
        {"format": "json", "text": "{"},
        {"format": "json", "text": "[" * 100_000},
        {
            "format": "json",
            "text": json.dumps({"turnstone": 1, "variant": "small", "moves": ["a1"]}),
        },
        {"format": "transcript", "text": "f5"},
        {"format": "transcript", "text": "f5 hello", "variant": "othello"},
        {"format": "transcript", "text": "f5f5", "variant": "othello"},
        {"format": "transcript", "text": "f5", "variant": "chess"},
        {"format": "ggf", "text": "(;"},
    ],
)
def test_bad_imports_leave_nothing(ann: Client, wanted: Message) -> None:
    answer = ann.http.post("/api/games/import", json=wanted)
    assert 400 <= answer.status_code < 500
    assert answer.json()["message"]
    assert ann.http.get("/api/games").json()["games"] == []


def test_an_import_may_not_name_what_clients_may_not(ann: Client) -> None:
    data = turnstone.Game.new("othello").to_data() | {"players": ["human", "minimax:depth=200"]}
    wanted = {"format": "json", "text": json.dumps(data)}
    answer = ann.http.post("/api/games/import", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize("player", ["", "\ud800", "x" * 500, "random:seed=" + "0" * 500])
def test_an_import_with_a_player_that_cannot_be_says_so(ann: Client, player: str) -> None:
    data = turnstone.Game.new("othello").to_data() | {"players": ["human", player]}
    wanted = {"format": "json", "text": json.dumps(data)}
    answer = ann.http.post("/api/games/import", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["message"].startswith("That cannot be read: players: bot")
    assert ann.http.get("/api/games").json()["games"] == []


def _friends(ann: Client, bob: Client, **more: Any) -> Message:
    state = ann.create("othello", [{"kind": "here", "name": "Ann"}, LINK], **more)
    bob.join(state["seats"][1]["link"], "Bob")
    return ann.state(state["game"])


def test_a_pass_that_is_due_in_an_import_is_played(ann: Client) -> None:
    """The same moves from a file, as a transcript and as a start are the same game."""
    moves = ["d3", "d4", "c4", "d2", "c1", "b4", "a4", "a3", "a2", "d1"]
    game = turnstone.Game.new("small").play_all(moves)
    assert [str(move) for move in game.position.legal_moves] == ["pass"]
    imported = {"json": SavedGame(game).text(), "transcript": "".join(moves)}
    states = [ann.create("small", start={"moves": moves})]
    for format_, text in imported.items():
        wanted = {"format": format_, "text": text, "variant": "small"}
        answer = ann.http.post("/api/games/import", json=wanted)
        assert answer.status_code == 201, answer.text
        states.append(answer.json())
    for state in states:
        assert [each["move"] for each in state["moves"]] == [*moves, "pass"]
        assert {each["move"] for each in state["view"]["legal"]} != {"pass"}
