"""verify finds every kind of damage, and says where it is."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, text, update

from turnstone.players import referee
from turnstone.players.clock import TimeControl
from turnstone.players.referee import (
    Agreed,
    Conceded,
    Declined,
    Moved,
    Offer,
    Offered,
    Play,
    Redone,
    Resign,
    Started,
    TakeBack,
    TookBack,
)
from turnstone.records.json import Ending, SavedGame
from turnstone.rules.game import Game
from turnstone.store import events, games, records, schema, scores, settings
from turnstone.store.columns import Seat, now
from turnstone.store.database import Database
from turnstone.store.errors import Receipt
from turnstone.store.events import Joined, Rematched, RematchOffered
from turnstone.store.score import Score
from turnstone.store.verify import verify

EVENTS, GAMES, SEATS, SCORES = schema.events, schema.games, schema.seats, schema.scores
RECEIPTS, DELETIONS, SETTINGS = schema.receipts, schema.deletions, schema.settings
HERE = Seat("here", "Ann", holder="ann")
FRIENDS = (HERE, Seat("link", "Bob", holder="bob"))


@pytest.fixture(autouse=True)
def secret(database: Database) -> None:
    """A server has been here."""
    database.write(settings.secret).result()


def play(database: Database, variant: str, *commands: referee.Command, **options: Any) -> str:
    """A stored game in which these commands were given, one a second."""
    seats = options.pop("seats", (HERE, Seat("bot", bot="greedy")))
    game = database.write(
        lambda c: games.create(c, variant, seats, creator="ann", **options)
    ).result()
    state, seq, now = game.state, 0, 0.0
    for decided in (None, *commands):
        found = referee.decide(state, decided, now) if decided else referee.start(state, now)
        after = referee.fold(state, found)
        seq = database.write(_storing(game.id, seq, found, after, now)).result()
        state, now = after, now + 1
    return game.id


def _storing(
    game: str, seq: int, found: Any, after: referee.State, now: float
) -> Callable[[Connection], int]:
    return lambda connection: games.append(connection, game, seq, found, after, at=now)


@pytest.fixture
def game(database: Database) -> str:
    """A game with a clock that goes on, of five events."""
    moves: list[referee.Command] = [Play(0, "d3"), Play(1, "d2"), Offer(1, "draw"), Play(0, "d1")]
    return play(database, "small", *moves, control=TimeControl(60))


def faults(database: Database) -> list[str]:
    return [str(fault) for fault in verify(database).faults]


def test_a_game_may_begin_with_moves_but_not_move_before_its_beginning(database: Database) -> None:
    for moment in (0.0, 0.5):
        begun = [Moved(0, "d3", moment), Started(moment)]
        database.write(
            lambda c, begun=begun: games.create(  # type: ignore[misc]
                c, "small", (HERE, HERE), events=begun, brought=1
            )
        ).result()
        expected = ["it was brought along, and yet has a time"] if moment else []
        assert [fault.what for fault in verify(database).faults] == expected


def test_only_moves_that_were_brought_along_come_before_the_beginning(database: Database) -> None:
    begun: list[events.Event] = [Moved(0, "d3", 0.0), Started(0.0)]
    database.write(lambda c: games.create(c, "small", (HERE, HERE), events=begun)).result()
    assert [fault.what for fault in verify(database).faults] == ["the game has not started"]


def test_a_first_move_may_come_at_once(database: Database) -> None:
    begun: list[events.Event] = [Started(0.0), Moved(0, "d3", 0.0)]
    database.write(lambda c: games.create(c, "small", (HERE, HERE), events=begun)).result()
    assert faults(database) == []


def test_a_sound_database_has_no_faults(database: Database, game: str) -> None:
    over = play(database, "small", Play(0, "d3"), Resign(1))
    joined = database.write(
        lambda c: games.create(c, "kalah", (HERE, Seat("link")), creator="ann", free_undo=False)
    ).result()
    database.write(lambda c: games.take_seat(c, joined.id, 1, "bob", "Bob", at=0.5)).result()
    with database.read() as connection:
        ended = games.load(connection, over)
    assert ended.state.outcome
    score = Score("reversi:size=4", "Ann", 16, 4, "greedy", "2024-01-01")
    database.write(lambda c: scores.add(c, score, over, 0)).result()
    database.write(
        lambda c: games.append(
            c, over, 3, [RematchOffered(0), Rematched(game)], ended.state, at=9.0
        )
    ).result()
    steps: list[tuple[int, int]] = []
    report = verify(database, lambda done, total: steps.append((done, total)))
    assert report.faults == []
    assert (report.games, report.events, report.scores) == (3, 11, 1)
    assert steps == [(1, 3), (2, 3), (3, 3)]


def change_event(seq: int, event: Any = None, **columns: Any) -> Any:
    """Put another event in the place of one."""
    if event is not None:
        columns["event"] = event if isinstance(event, str) else events.write(event)
    return lambda game: (
        update(EVENTS).where(EVENTS.c.game == game, EVENTS.c.seq == seq).values(**columns)
    )


def change_game(**columns: Any) -> Any:
    return lambda game: update(GAMES).where(GAMES.c.id == game).values(**columns)


def change_seat(seat: int, **columns: Any) -> Any:
    return lambda game: (
        update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat).values(**columns)
    )


def drop_event(seq: int) -> Any:
    return lambda game: delete(EVENTS).where(EVENTS.c.game == game, EVENTS.c.seq == seq)


def receipt(**columns: Any) -> Any:
    known = {"scope": None, "holder": "ann", "key": "k", "fingerprint": "{}", "answer": "1"}
    return lambda game: insert(RECEIPTS).values(**{**known, "scope": game, "game": game, **columns})


def add_event(event: Any, at: float = 9.0) -> Any:
    return lambda game: insert(EVENTS).values(game=game, seq=6, at=at, event=events.write(event))


DAMAGE = {
    "an event in between is lost": (drop_event(3), "event 3: is missing: the next one is 4"),
    "the first event is lost": (drop_event(1), "event 1: is missing"),
    "the last event is lost": (drop_event(5), "seq is kept as 5; the events give 4"),
    "an event too many": (add_event(referee.Offered(0, "draw")), "seq is kept as 5"),
    "not JSON": (change_event(2, "{"), "event 2: not JSON"),
    "not an event": (change_event(2, '{"type": "flew"}'), "event 2: there is no event called"),
    "an illegal move": (change_event(2, Moved(0, "a1", 0)), "event 2: a1 flips nothing"),
    "an unreadable move": (change_event(2, Moved(0, "z9", 0)), "event 2: 'z9'"),
    "another legal move": (change_event(5, Moved(0, "b1", 0)), "position is kept as"),
    "a move spelled otherwise": (change_event(2, Moved(0, "D3", 0)), "event 2: the referee would"),
    "the wrong seat": (change_event(2, Moved(1, "d3", 0)), "event 2: it is Black's turn"),
    "no such seat": (change_event(4, referee.Offered(7, "draw")), "event 4: there is no seat 7"),
    "started twice": (change_event(4, Started(0)), "event 4: the game has started already"),
    "never started": (change_event(1, referee.Offered(0, "draw")), "event 1: the game has not"),
    "time runs backwards": (change_event(4, at=0.5), "event 4: its time is before"),
    "time ran out": (change_event(3, at=500.0), "event 3: seat 1's time had run out"),
    "lost on time too early": (change_event(5, Conceded(0, "time")), "event 5: seat 0 has not"),
    "a draw nobody wanted": (change_event(4, Agreed()), "event 4: not all have agreed"),
    "more taken back than played": (change_event(5, referee.TookBack(9, 0)), "event 5: cannot"),
    "a move after the end": (change_event(4, Conceded(0, "resignation")), "event 5: the game is"),
    "a rematch before the end": (change_event(5, RematchOffered(0)), "event 5: a rematch before"),
    "somebody joined who is not there": (change_event(5, Joined(1, "Eve")), "event 5: 'Eve' is"),
    "plies": (change_game(plies=7), "plies is kept as 7; the events give 3"),
    "turn": (change_game(turn=0), "turn is kept as 0; the events give 1"),
    "position": (change_game(position="-"), "position is kept as '-'"),
    "outcome": (change_game(outcome="{}"), "outcome is kept as '{}'; the events give None"),
    "seq": (change_game(seq=9), "seq is kept as 9; the events give 5"),
    "another rule set": (change_game(variant="othello"), "event 3: d2 flips nothing"),
    "no rule set": (change_game(variant="chess"), "it cannot begin: there is no game called"),
    "a rule set spelled otherwise": (change_game(variant="small"), "is spelled small, not"),
    "a start that is none": (change_game(start="XXX"), "it cannot begin: "),
    "a clock that is none": (change_game(clock="soon"), "it cannot begin: a clock is"),
    "a bot that is none": (change_seat(1, bot="hal"), "seat 1: there is no player called"),
    "a bot without a spec": (change_seat(1, bot=None), "seat 1 is neither"),
    "a seat is lost": (
        lambda game: delete(SEATS).where(SEATS.c.game == game, SEATS.c.seat == 1),
        "it should have seats 0 to 1 and has [0]",
    ),
    "a receipt with a number too large": (receipt(answer="999"), "a receipt's answer is '999'"),
    "a receipt with letters": (receipt(answer="zz"), "a receipt's answer is 'zz'"),
    "a receipt of the beginning": (receipt(answer="1"), "a receipt's answer is '1'"),
    "a receipt of nothing": (receipt(answer="0"), "a receipt's answer is '0'"),
    "a new game's receipt": (receipt(scope="new", answer="3"), "a receipt's answer is '3'"),
    "a receipt from elsewhere": (receipt(scope="x"), "a receipt is for 'x'"),
    "no moment": (change_game(created=2**62), "created is 4611686018427387904, which is no"),
    "a deletion at no moment": (
        lambda game: insert(DELETIONS).values(game=game, holder="ann", at=-(2**62)),
        "a deletion's at is -4611686018427387904, which is no moment",
    ),
    "a deletion by a stranger": (
        lambda game: insert(DELETIONS).values(game=game, holder="eve", at=1),
        "somebody has deleted it whose it is not",
    ),
    "a pause since before its time": (change_game(paused=1e12), "paused is 1000000000000.0, which"),
    "changed before it was made": (change_game(updated=1), "it was changed before it was made"),
    "a title nobody can read": (change_game(title="\x1b[2J"), "title holds characters"),
    "a player nobody can read": (change_seat(0, player="A\u202enn"), "seat 0: player holds"),
    "the secret is lost": (
        lambda _: delete(SETTINGS).where(SETTINGS.c.name == settings.SECRET),
        "the database: the secret of its links is lost",
    ),
    "the secret is none": (
        lambda _: update(SETTINGS).where(SETTINGS.c.name == settings.SECRET).values(value="xyz"),
        "the database: the secret of its links is damaged",
    ),
    "a score of an open game": (
        lambda game: insert(SCORES).values(
            variant="othello", name="Eve", margin=1, own=9, opponent="x", date="2024-01-01",
            game=game, seat=0,
        ),
        "the game is not over",
    ),
    "a score of nobody": (
        lambda _: insert(SCORES).values(
            variant="othello", name=" ", margin=1, own=9, opponent="x", date="2024-01-01"
        ),
        "the database: score 1: name is empty",
    ),
    "a score that is none": (
        lambda _: insert(SCORES).values(
            variant="othello", name="Eve", margin=999, own=9, opponent="x", date="2024-01-01"
        ),
        "the database: score 1: margin",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_found(database: Database, game: str, name: str) -> None:
    other = play(database, "small", Play(0, "d3"))
    statement, expected = DAMAGE[name]
    assert faults(database) == []
    database.write(lambda c: c.execute(statement(game))).result()
    found = faults(database)
    assert any(expected in each for each in found), found
    assert not any(other in each for each in found)  # the blameless are not blamed


def told(database: Database, *happened: Any, **options: Any) -> list[str]:
    """What verify says of a game in which this is stored, an event a second, whoever wrote it."""
    seats = options.pop("seats", FRIENDS)
    options.setdefault("free_undo", not any(each.kind == "link" for each in seats))
    made = database.write(lambda c: games.create(c, "small", seats, **options)).result()
    rows = [
        {"game": made.id, "seq": seq, "at": float(seq), "event": events.write(event)}
        for seq, event in enumerate((Started(0), *happened), 1)
    ]
    database.write(lambda c: c.execute(insert(EVENTS), rows)).result()
    return [fault.what for fault in verify(database).faults if fault.seq or "follow" in fault.what]


D3, D2 = Moved(0, "d3", 0), Moved(1, "d2", 0)
BOTS = (HERE, Seat("bot", bot="greedy"))

FORGED: dict[str, tuple[list[Any], str]] = {
    "taken back without agreement": ([D3, TookBack(1, 0)], "not all have agreed"),
    "taken back by the one who asked": (
        [D3, Offered(0, "take-back"), TookBack(1, 0), TookBack(1, 0)],
        "not all have agreed",
    ),
    "more taken back than agreed": (
        [D3, D2, Offered(1, "take-back"), TookBack(2, 0)],
        "not all have agreed",
    ),
    "played again without agreement": (
        [D3, Offered(0, "take-back"), TookBack(1, 0), Redone(1, 0)],
        "a move is taken back by agreement",
    ),
    "a person forfeits": ([D3, Conceded(1, "forfeit", "crash")], "only bots forfeit"),
    "declined, and nobody had offered": ([D3, Declined(0, "draw")], "nobody has offered a draw"),
    "declined what one offered oneself": (
        [Offered(0, "draw"), Declined(0, "draw")],
        "nobody has offered a draw",
    ),
    "the same offer twice": ([Offered(0, "draw"), Offered(0, "draw")], "has offered that already"),
    "a draw that one offered": ([Agreed()], "not all have agreed"),
    "an offer that was an agreement": (
        [Offered(0, "draw"), Offered(1, "draw")],
        'the referee would have written {"type": "agreed"}',
    ),
    "joined after the beginning": ([Joined(1, "Bob")], "seat 1 was taken already"),
    "a rematch that not all wanted": (
        [Conceded(0, "resignation"), RematchOffered(0), Rematched("x")],
        "not all have asked for a rematch",
    ),
    "a rematch asked for twice": (
        [Conceded(0, "resignation"), RematchOffered(0), RematchOffered(0)],
        "seat 0 has asked for a rematch already",
    ),
    "two rematches": (
        [
            Conceded(0, "resignation"),
            RematchOffered(0),
            RematchOffered(1),
            Rematched("x"),
            Rematched("x"),
        ],
        "another game has followed already",
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_what_the_referee_would_not_have_said(database: Database, name: str) -> None:
    happened, expected = FORGED[name]
    (found,) = told(database, *happened)
    assert expected in found


def test_a_seat_is_taken_once(database: Database) -> None:
    game = database.write(
        lambda c: games.create(
            c, "small", FRIENDS, free_undo=False, events=[Joined(1, "Bob"), Joined(1, "Bob")]
        )
    ).result()
    assert faults(database) == [f"game {game.id}, event 2: seat 1 was taken already"]


def test_a_game_with_a_free_seat_does_not_start(database: Database) -> None:
    assert told(database, seats=(HERE, Seat("link"))) == [
        "the game has started, and a seat is free"
    ]


def test_moves_are_not_free_to_take_back_between_friends(database: Database) -> None:
    database.write(lambda c: games.create(c, "small", FRIENDS, free_undo=True)).result()
    (found,) = faults(database)
    assert "moves are taken back without asking" in found


@pytest.mark.parametrize(
    "happened",
    [
        [D3, D2, Offered(1, "take-back"), TookBack(1, 0)],
        [D3, Offered(0, "take-back"), Declined(1, "take-back"), Offered(0, "take-back")],
        [Offered(0, "draw"), Agreed()],
    ],
)
def test_what_friends_agree_on_is_no_fault(database: Database, happened: list[Any]) -> None:
    assert told(database, *happened) == []


@pytest.mark.parametrize(
    "happened",
    [
        [D3, D2, TookBack(2, 0), Redone(2, 0), TookBack(1, 0)],
        [D3, Conceded(1, "forfeit", "crash")],
        [Offered(0, "draw"), Declined(1, "draw")],
    ],
)
def test_what_happens_against_bots_is_no_fault(database: Database, happened: list[Any]) -> None:
    assert told(database, *happened, seats=BOTS) == []


@pytest.mark.parametrize(
    "ended",
    [Ending("agreement"), Ending("time", 0), Ending("forfeit", 1), Ending("resignation", 1)],
)
def test_games_from_files_may_have_ended_elsewhere(database: Database, ended: Ending) -> None:
    ended_there = records.events_of(SavedGame(Game.new("small").play("d3"), (), ended))
    database.write(
        lambda c: games.create(c, "small", (HERE, HERE), events=ended_there, brought=3)
    ).result()
    assert faults(database) == []


def test_the_game_that_followed_is_there_unless_it_may_be_gone(database: Database) -> None:
    end = (Conceded(0, "resignation"), RematchOffered(0), Rematched("nowhere"))
    (found,) = told(database, *end, seats=BOTS)
    assert found == "the game that followed, 'nowhere', is not there"
    long_ago = now() - (games.KEPT + 60) * 1_000_000
    database.write(lambda c: c.execute(update(GAMES).values(created=long_ago))).result()
    assert not any("nowhere" in each for each in faults(database))


def test_the_game_that_followed_is_of_the_same_rule_set(database: Database) -> None:
    other = play(database, "kalah", Play(0, "3"))
    end = (Conceded(0, "resignation"), RematchOffered(0), Rematched(other))
    (found,) = told(database, *end, seats=BOTS)
    assert found == f"the game that followed, '{other}', is one of 'kalah'"


def test_nothing_happens_later_than_now(database: Database) -> None:
    game = play(database, "small", Play(0, "d3"))
    late = update(EVENTS).where(EVENTS.c.game == game, EVENTS.c.seq == 2).values(at=1e9)
    database.write(lambda c: c.execute(late)).result()
    (found,) = faults(database)
    assert "its last event came after 1e+09 s, and it has not been there so long" in found


def test_a_command_s_receipt_is_no_fault(database: Database) -> None:
    made = Receipt("ann", "k", "{}", "")
    database.write(
        lambda c: games.create(c, "small", (HERE, HERE), events=[Started(0)], receipt=made)
    ).result()
    played = play(database, "small", Play(0, "d3"))
    database.write(lambda c: c.execute(receipt(answer="2")(played))).result()
    assert faults(database) == []


def test_two_commands_have_not_one_answer(database: Database) -> None:
    played = play(database, "small", Play(0, "d3"))
    for key in ("k", "l"):
        answered = receipt(answer="2", key=key)(played)
        database.write(partial(Connection.execute, statement=answered)).result()
    assert any("two commands were answered '2'" in each for each in faults(database))


# What only SQLite keeps: any value in any column.
ROTTEN = {
    "events SET at = 'abc'": "event 1: at is 'abc', which is not a number",
    "events SET event = x'7b7d'": "event 1: event is",
    "games SET variant = x'00'": "variant is",
    "games SET start = x'ff'": "start is",
    "games SET outcome = x'ff'": "outcome is",
    "games SET outcome = 'garbage'": "outcome is kept as 'garbage'",
    "games SET outcome = '{}'": "outcome is kept as '{}'",
    "games SET outcome = replace(outcome, '[', '[\"x\",')": "outcome is kept as",
    "games SET outcome = replace(outcome, 'resignation', 'hunger')": "outcome is kept as",
    "games SET brought = -1": "-1 of its 3 events are said to have been brought along",
    "games SET brought = 'x'": "brought is 'x'",
    "games SET paused = -1.5": "paused is -1.5, which is no time",
    "games SET clock = x'ff'": "clock is",
    "games SET free_undo = 'perhaps'": "free_undo is 'perhaps', which is not yes or no",
    "games SET seq = 'many'": "seq is 'many', which is not a whole number",
    "games SET created = 'then'": "created is 'then'",
    "games SET title = x'ff'": "title is",
    "seats SET bot = x'ff' WHERE seat = 1": "a seat's bot is",
    "seats SET player = x'ff'": "a seat's player is",
    "seats SET seat = 'x' WHERE seat = 1": "a seat's seat is 'x'",
    "receipts SET answer = x'ff'": "a receipt's answer is",
    "deletions SET at = 'x'": "a deletion's at is 'x'",
    "scores SET seat = 'x'": "score 1: seat is 'x'",
    "scores SET name = x'ff'": "score 1: name is",
    "settings SET value = x'ff'": "setting secret: value is",
}


@pytest.fixture
def file(tmp_path: Any) -> Any:
    """An SQLite file with a row in every table."""
    path = tmp_path / "x.db"
    with Database.open(f"sqlite:///{path}") as database:
        database.write(settings.secret).result()
        over = play(database, "small", Play(0, "d3"), Resign(1))
        score = Score("reversi:size=4", "Ann", 16, 4, "greedy", "2024-01-01")
        database.write(lambda c: scores.add(c, score, over, 0)).result()
        database.write(lambda c: c.execute(receipt(answer="2")(over))).result()
        database.write(lambda c: games.delete(c, over, "ann")).result()
    return path


@pytest.mark.parametrize("damage", ROTTEN)
def test_a_rotten_column_is_a_fault_and_not_a_crash(file: Any, damage: str) -> None:
    with Database.open(f"sqlite:///{file}") as database:
        assert faults(database) == []
        database.write(lambda c: c.execute(text(f"UPDATE {damage}"))).result()
        found = faults(database)
    assert any(ROTTEN[damage] in each for each in found), found


@pytest.mark.parametrize("table", ["seats", "receipts", "scores", "settings"])
def test_a_lost_table_is_a_fault_and_not_a_crash(new_database_url: str, table: str) -> None:
    with Database.open(new_database_url) as database:
        play(database, "small", Play(0, "d3"), TakeBack(0))
        database.write(lambda c: c.execute(text(f"DROP TABLE {table}"))).result()
        assert any(table in each for each in faults(database))


def test_a_score_that_its_game_does_not_give(database: Database) -> None:
    over = play(database, "small", Play(0, "d3"), Resign(1))
    eve = Score("reversi:size=4", "Eve", 14, 4, "greedy", "2024-01-01")
    database.write(lambda c: scores.add(c, eve, over, 0)).result()
    (found,) = faults(database)
    assert "is not what that seat made" in found


def finished(state: referee.State, choice: int) -> list[referee.Command]:
    """The commands that play a game out, each time with the first or the last legal move."""
    commands: list[referee.Command] = []
    while not state.outcome:
        command = Play(state.turn, str(state.game.position.legal_moves[choice]))
        commands.append(command)
        state = referee.fold(state, referee.decide(state, command, 0.0))
    return commands


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_score_stands_for_a_result_that_was_taken_back(database: Database, goes_on: bool) -> None:
    start = games.beginning("small", None, None, free_undo=True)
    first = finished(start, 0)
    state = start
    for command in first:
        state = referee.fold(state, referee.decide(state, command, 0.0))
    back: list[referee.Command] = [TakeBack(0, len(state.game.moves))]
    second = finished(start, -1) if goes_on else []
    game = play(database, "small", *first, *back, *second, seats=(HERE, HERE))
    assert state.outcome
    made = (state.outcome.margins[0], state.outcome.scores[0])
    ann = Score("reversi:size=4", "Ann", *made, "greedy", "2024-01-01")
    database.write(lambda c: scores.add(c, ann, game, 0)).result()
    assert faults(database) == []
    eve = Score("reversi:size=4", "Eve", made[0], made[1] + 1, "greedy", "2024-01-01")
    database.write(lambda c: scores.add(c, eve, game, 1)).result()
    (found,) = faults(database)
    assert "is not what that seat made" in found


def test_a_rotten_file_is_a_fault_and_not_a_crash(tmp_path: Any) -> None:
    path = tmp_path / "x.db"
    with Database.open(f"sqlite:///{path}") as database:
        for _ in range(30):
            play(database, "small", Play(0, "d3"), Play(1, "d2"))
    data = bytearray(path.read_bytes())
    for place in range(3 * 4096, len(data), 4096):
        data[place : place + 100] = b"\xa5" * 100
    path.write_bytes(data)
    with Database.open(f"sqlite:///{path}") as database:
        report = verify(database)
    assert report.faults
