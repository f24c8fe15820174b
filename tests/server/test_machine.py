"""Any order of moves, races, repeats, take-backs, offers and reconnects, against a simple model."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import turnstone

from .house import HERE, LINK, Client, Message, Server, fresh_key

PICK = st.integers(0, 1_000)


class Tables(RuleBasedStateMachine):
    """One game at a server; the model is a list of moves, what was taken back, and an ending."""

    url = ""

    @initialize(name=st.sampled_from(["small", "othello", "kalah"]), friends=st.booleans())
    def begin(self, name: str, friends: bool) -> None:
        self.people = [Client(self.url), Client(self.url)]
        state = self.people[0].create(name, [HERE, LINK if friends else HERE])
        self.friends = friends
        if friends:
            self.people[1].join(state["seats"][1]["link"])
        self.game = state["game"]
        self.model = turnstone.Game.new(name)
        self.stopped: str | None = None
        self.offers: list[tuple[str, int]] = []
        self.declined: set[int] = set()  # seats that offered a draw in vain since the last move
        self.seq: int = self.people[0].state(self.game)["seq"]
        self.first = self.seq
        self.done: list[tuple[int, Message, Message]] = []

    def teardown(self) -> None:
        for client in getattr(self, "people", ()):
            client.http.close()

    def client(self, seat: int) -> Client:
        return self.people[seat if self.friends else 0]

    def order(self, kind: str, seat: int, **more: Any) -> Message:
        """A command that should succeed, or not; what came of it."""
        wanted = {"type": kind, "key": fresh_key(), "seq": self.seq, "seat": seat, **more}
        return self.ask(seat, wanted)

    def ask(self, seat: int, wanted: Message) -> Message:
        path = f"/api/games/{self.game}/commands"
        answer: Message = self.client(seat).http.post(path, json=wanted).json()
        if answer["type"] == "done":
            self.seq = max(self.seq, answer["seq"])
            self.done.append((seat, wanted, answer))
        return answer

    def is_open(self) -> bool:
        return not self.stopped and not self.model.outcome

    def played(self, move: str) -> None:
        self.model = self.model.play(move)
        if not self.model.outcome and [str(each) for each in self.model.position.legal_moves] == [
            "pass"
        ]:
            self.model = self.model.play("pass")
        self.offers = []
        self.declined = set()

    @precondition(is_open)
    @rule(pick=PICK)
    def play(self, pick: int) -> None:
        legal = self.model.position.legal_moves
        move = str(legal[pick % len(legal)])
        assert self.order("play", self.model.position.turn, move=move)["type"] == "done"
        self.played(move)

    @precondition(is_open)
    @rule(pick=PICK)
    def race(self, pick: int) -> None:
        """Several want to move at once; one does."""
        legal, seat = self.model.position.legal_moves, self.model.position.turn
        wanted = [
            {
                "type": "play",
                "key": fresh_key(),
                "seq": self.seq,
                "seat": seat,
                "move": str(legal[(pick + place) % len(legal)]),
            }
            for place in range(3)
        ]
        with ThreadPoolExecutor(3) as threads:
            answers = list(threads.map(lambda each: self.ask(seat, each), wanted))
        won = [place for place, answer in enumerate(answers) if answer["type"] == "done"]
        assert len(won) == 1
        assert {answer.get("code") for answer in answers} <= {None, "stale"}
        self.played(str(wanted[won[0]]["move"]))

    @precondition(is_open)
    @rule()
    def play_out_of_turn(self) -> None:
        if len(self.model.variant.seats) == 2:
            answer = self.order("play", 1 - self.model.position.turn, move="1")
            assert answer["code"] == "not-your-turn"

    @precondition(lambda self: self.done)
    @rule(pick=PICK)
    def repeat(self, pick: int) -> None:
        seat, wanted, answer = self.done[pick % len(self.done)]
        assert self.ask(seat, wanted) == answer
        other = {**wanted, "type": "decline", "subject": "draw"}
        other.pop("move", None)
        refused = self.ask(seat, other)
        if other != wanted:
            assert refused["code"] == "key-reused"

    @precondition(lambda self: self.seq > self.first)
    @rule(seat=st.integers(0, 1))
    def be_late(self, seat: int) -> None:
        wanted = {"type": "resign", "key": fresh_key(), "seq": self.seq - 1, "seat": seat}
        assert self.ask(seat, wanted)["code"] == "stale"

    @rule(seat=st.integers(0, 1))
    def take_back(self, seat: int) -> None:
        answer = self.order("take-back", seat)
        own = [
            plies
            for plies, move in enumerate(reversed(self.model.moves), 1)
            if move.seat == seat and str(move) != "pass"
        ]
        if self.friends or self.stopped or not own:
            assert answer["code"] == "not-allowed"
            return
        assert answer["type"] == "done", answer
        self.model = self.model.undo(own[0])
        self.offers = []
        self.declined = set()

    @rule(seat=st.integers(0, 1))
    def redo(self, seat: int) -> None:
        answer = self.order("redo", seat)
        if self.friends or self.stopped or not self.model.undone:
            assert answer["code"] == "not-allowed"
            return
        assert answer["type"] == "done", answer
        self.model = self.model.redo()
        if self.model.undone and str(self.model.undone[0]) == "pass":
            self.model = self.model.redo()
        self.offers = []
        self.declined = set()

    @precondition(is_open)
    @rule(seat=st.integers(0, 1), accepts=st.booleans())
    def offer_a_draw(self, seat: int, accepts: bool) -> None:
        if ("draw", seat) in self.offers:
            assert self.order("offer", seat, subject="draw")["code"] == "not-allowed"
        elif ("draw", 1 - seat) in self.offers and not accepts:
            assert self.order("decline", seat, subject="draw")["type"] == "done"
            self.offers = []
        elif seat in self.declined and not self.offers:
            assert self.order("offer", seat, subject="draw")["code"] == "not-allowed"
        else:
            assert self.order("offer", seat, subject="draw")["type"] == "done"
            if ("draw", 1 - seat) in self.offers:
                self.stopped = "agreement"
            else:
                self.offers.append(("draw", seat))
                self.declined.add(seat)

    @precondition(is_open)
    @rule(seat=st.integers(0, 1), sure=st.integers(0, 9))
    def resign(self, seat: int, sure: int) -> None:
        if sure == 0:
            assert self.order("resign", seat)["type"] == "done"
            self.stopped = "resignation"

    @rule(pick=PICK, seat=st.integers(0, 1))
    def reconnect(self, pick: int, seat: int) -> None:
        since = self.first + pick % (self.seq - self.first + 1)
        with self.client(seat).socket(self.game, since) as table:
            events = []
            while (message := table.next())["type"] != "present":
                events.append(message)
        assert [each["seq"] for each in events] == list(range(since + 1, self.seq + 1))
        if events:
            assert events[-1]["position"] == self.model.position.text()

    @invariant()
    def the_server_agrees(self) -> None:
        if not hasattr(self, "game"):
            return
        state = self.people[0].state(self.game)
        assert state["seq"] == self.seq
        assert [each["move"] for each in state["moves"]] == [str(m) for m in self.model.moves]
        assert state["redo"] == len(self.model.undone)
        assert state["view"]["position"] == self.model.position.text()
        reason = self.stopped or (self.model.outcome.reason if self.model.outcome else None)
        outcome = state["view"]["outcome"]
        assert (outcome and outcome["reason"]) == reason
        if not self.stopped:
            assert [(each["subject"], each["seat"]) for each in state["offers"]] == self.offers


def test_tables_behave_as_the_model(server: Server) -> None:
    machine = type("Machine", (Tables,), {"url": server.url})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=12,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
