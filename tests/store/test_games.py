"""Games in the database: what is stored comes back, and races have one winner."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from turnstone.players import referee
from turnstone.players.clock import TimeControl
from turnstone.players.referee import Moved, Offer, Play, Resign, State
from turnstone.store import games, lists, receipts
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.errors import Answered, Conflict, NoSuchGame, Receipt, Taken
from turnstone.store.events import Event, Joined, Rematched, RematchOffered
from turnstone.store.games import StoredGame

HERE = Seat("here", "Ann", holder="ann")
LINK = Seat("link")
BOT = Seat("bot", bot="greedy")


def created(database: Database, *seats: Seat, **options: Any) -> StoredGame:
    places = seats or (HERE, LINK)
    variant = options.pop("variant", "othello")
    options.setdefault("creator", "ann")
    return database.write(lambda c: games.create(c, variant, places, **options)).result()


def loaded(database: Database, game: str) -> StoredGame:
    with database.read() as connection:
        return games.load(connection, game)


class Playing:
    """A game that is played through the store, as a server would."""

    def __init__(self, database: Database, game: StoredGame) -> None:
        self.database, self.id = database, game.id
        self.state, self.seq = game.state, game.seq
        self.now = 0.0

    def store(self, events: tuple[referee.Event, ...], receipt: Receipt | None = None) -> int:
        after = referee.fold(self.state, events)
        self.seq = self.database.write(
            lambda c: games.append(
                c, self.id, self.seq, events, after, at=self.now, receipt=receipt
            )
        ).result()
        self.state = after
        return self.seq

    def start(self) -> int:
        return self.store(referee.start(self.state, self.now))

    def does(self, command: referee.Command, receipt: Receipt | None = None) -> int:
        self.now += 1.5
        return self.store(referee.decide(self.state, command, self.now), receipt)


def test_a_game_comes_back_as_it_was_stored(database: Database) -> None:
    game = created(
        database, HERE, BOT, control=TimeControl(300, 2.5), free_undo=False, title="Sunday ♔"
    )
    playing = Playing(database, game)
    playing.start()
    playing.does(Play(0, "f5"))
    playing.does(Play(1, "d6"))
    playing.does(Offer(0, "draw"))
    found = loaded(database, game.id)
    assert (found.title, found.control, found.free_undo) == (
        "Sunday ♔",
        TimeControl(300, 2.5),
        False,
    )
    assert found.seats == (HERE, BOT)
    assert found.seq == 4
    assert found.elapsed == 4.5  # the offer has no time of its own, but it has one
    assert found.state == playing.state
    assert found.state.clock == playing.state.clock
    assert found.created <= found.updated


def test_a_start_position_is_kept(database: Database) -> None:
    start = "-XO-XXXO-OOX-X-- O"
    game = created(database, HERE, HERE, variant="small", start=start)
    assert loaded(database, game.id).state.game.start.text() == start


def test_an_event_is_appended_only_to_what_the_caller_knew(database: Database) -> None:
    game = created(database, HERE, BOT)
    playing = Playing(database, game)
    playing.start()
    stale = Playing(database, loaded(database, game.id))
    playing.does(Play(0, "f5"))
    with pytest.raises(Conflict) as refused:
        stale.does(Play(0, "d3"))
    assert refused.value.seq == 2
    assert [str(move) for move in loaded(database, game.id).state.game.moves] == ["f5"]
    with pytest.raises(NoSuchGame):
        stale.database.write(
            lambda c: games.append(c, "nothing", 0, [], stale.state, at=0)
        ).result()


def test_the_same_key_gets_the_same_answer_and_plays_once(database: Database) -> None:
    game = created(database, HERE, BOT)
    playing = Playing(database, game)
    playing.start()
    before = loaded(database, game.id)
    receipt = Receipt("ann", "key 1", "play f5 at 1", '{"seq": 2}')
    playing.does(Play(0, "f5"), receipt)
    with pytest.raises(Answered) as known:  # a repeat, decided on the state of before
        Playing(database, before).does(Play(0, "f5"), receipt)
    assert known.value.receipt == receipt
    other = Receipt("ann", "key 1", "play d6 at 2", "")
    with pytest.raises(Answered) as known:  # the key of before on a new command
        playing.does(Play(1, "d6"), other)
    assert known.value.receipt == receipt
    assert loaded(database, game.id).seq == 2
    with database.read() as connection:
        assert receipts.answered(connection, "ann", "key 1", game.id) == receipt
        assert receipts.answered(connection, "bob", "key 1", game.id) is None
        assert receipts.answered(connection, "ann", "key 1") is None
    playing = Playing(database, loaded(database, game.id))
    playing.does(Play(1, "d6"), Receipt("bob", "key 1", "", ""))  # somebody else's key


def test_creating_with_the_same_key_makes_one_game(database: Database) -> None:
    receipt = Receipt("ann", "new 1", "othello", "")
    game = created(database, receipt=receipt)
    with pytest.raises(Answered) as known:
        created(database, receipt=receipt)
    assert known.value.receipt.answer == game.id
    with database.read() as connection:
        assert len(lists.find(connection, "ann").games) == 1


def test_one_of_sixteen_racers_makes_the_move(database: Database) -> None:
    game = created(database, HERE, BOT)
    Playing(database, game).start()
    begun = loaded(database, game.id)
    gate = threading.Barrier(16)

    def race(number: int) -> bool:
        racer = Playing(database, begun)
        gate.wait()
        try:
            racer.does(Play(0, ["f5", "e6", "d3", "c4"][number % 4]))
        except Conflict:
            return False
        return True

    for expected in (1, 0):  # the second time all of them are late
        with ThreadPoolExecutor(16) as pool:
            assert sum(pool.map(race, range(16))) == expected
        assert len(loaded(database, game.id).state.game.moves) == 1


def test_one_of_sixteen_racers_gets_the_seat(database: Database) -> None:
    game = created(database)
    gate = threading.Barrier(16)

    def race(number: int) -> str | None:
        gate.wait()
        try:
            taken = database.write(
                lambda c: games.take_seat(c, game.id, 1, f"h{number}", f"Racer {number}", at=1.0)
            ).result()
        except Taken:
            return None
        return taken.seats[1].holder

    with ThreadPoolExecutor(16) as pool:
        winners = [each for each in pool.map(race, range(16)) if each]
    found = loaded(database, game.id)
    assert winners == [found.seats[1].holder]
    assert [each.event for each in found.events] == [Joined(1, found.seats[1].player)]
    assert found.events[0].at == 1.0


def test_a_seat_is_taken_again_only_by_whoever_has_it(database: Database) -> None:
    game = created(database, HERE, LINK)

    def sit(seat: int, holder: str) -> StoredGame:
        return database.write(
            lambda c: games.take_seat(c, game.id, seat, holder, "Bob", at=0.0)
        ).result()

    assert sit(1, "bob") == sit(1, "bob")
    for seat, holder in [(1, "eve"), (0, "bob"), (0, "ann"), (2, "bob"), (-1, "bob")]:
        with pytest.raises(Taken):
            sit(seat, holder)
    assert loaded(database, game.id).seq == 1
    with pytest.raises(NoSuchGame):
        database.write(lambda c: games.take_seat(c, "none", 0, "bob", "", at=0.0)).result()


def test_table_events_do_not_change_the_state(database: Database) -> None:
    game = created(database, HERE, BOT)
    playing = Playing(database, game)
    playing.start()
    playing.does(Resign(0))
    ended = playing.state
    other = created(database)
    table: list[Event] = [RematchOffered(0), Rematched(other.id)]
    database.write(lambda c: games.append(c, game.id, 2, table, ended, at=9.0)).result()
    found = loaded(database, game.id)
    assert found.state == ended
    assert [each.event for each in found.events[2:]] == table
    with database.read() as connection:
        assert [each.seq for each in games.events_since(connection, game.id, 2)] == [3, 4]


def test_a_game_and_its_rematch_are_stored_together_or_not_at_all(database: Database) -> None:
    game = created(database, HERE, BOT)
    fresh: list[str] = []

    def rematch(connection: Any) -> None:
        follower = games.create(connection, "othello", (HERE, BOT))
        fresh.append(follower.id)
        games.append(connection, game.id, 7, [Rematched(follower.id)], game.state, at=0.0)

    with pytest.raises(Conflict):
        database.write(rematch).result()
    with pytest.raises(NoSuchGame):
        loaded(database, fresh[0])


# Lists


def ids(page: lists.Page) -> list[str]:
    return [each.id for each in page.games]


def test_lists_hold_ones_own_games_newest_first(database: Database) -> None:
    first = created(database, title="first")
    foreign = created(database, Seat("here", holder="bob"), LINK, creator="bob")
    second = created(database, title="second")
    with database.read() as connection:
        assert ids(lists.find(connection, "ann")) == [second.id, first.id]
        assert ids(lists.find(connection, "bob")) == [foreign.id]
        assert ids(lists.find(connection, "eve")) == []
    Playing(database, first).start()
    with database.read() as connection:
        assert ids(lists.find(connection, "ann")) == [first.id, second.id]
    database.write(lambda c: games.take_seat(c, foreign.id, 1, "ann", "Ann", at=0.0)).result()
    with database.read() as connection:
        assert ids(lists.find(connection, "ann")) == [foreign.id, first.id, second.id]


def test_a_word_is_found_by_itself_in_any_script(database: Database) -> None:
    for title in ("Ärger ÜBER İstanbul", "ΟΔΟΣ Straße", "Ǆ"):
        game = created(database, title=title)
        for word in title.split():
            with database.read() as connection:
                assert ids(lists.find(connection, "ann", q=word)) == [game.id]


def test_lists_are_searched(database: Database) -> None:
    plain = created(database, title="Élan 100%_sure")
    kalah = created(database, variant="kalah")
    over = Playing(database, created(database, HERE, Seat("bot", "Zoë", bot="greedy")))
    over.start()
    over.does(Resign(0))

    def found(**wish: Any) -> set[str]:
        with database.read() as connection:
            return set(ids(lists.find(connection, "ann", **wish)))

    assert found(q="éLAN") == {plain.id}
    assert found(q="%_") == {plain.id}
    assert found(q="100%_sure") == {plain.id}
    assert found(q="/") == set()
    assert found(q="%") == {plain.id}
    assert found(q="zoË") == {over.id}
    assert found(q="nobody") == found(q="a\0b") == set()
    assert found(variant="kalah") == {kalah.id} == found(q="KALAH")
    assert found(state="over") == {over.id}
    assert found(state="open") == {plain.id, kalah.id}
    with database.read() as connection:
        page = lists.find(connection, "ann", state="over")
    (summary,) = page.games
    # Boards are gone through when they are asked for, here after the connection was given back.
    assert summary.outcome == over.state.outcome
    assert (summary.plies, summary.seq) == (0, 2)
    assert summary.position == over.state.game.position


def test_lists_come_in_pages(database: Database) -> None:
    made = [created(database).id for _ in range(7)]
    pages, before = [], None
    while True:
        with database.read() as connection:
            page = lists.find(connection, "ann", before=before, limit=3)
        pages.append(ids(page))
        if not (before := page.next):
            break
    assert [len(page) for page in pages] == [3, 3, 1]
    assert [each for page in pages for each in page] == made[::-1]
    for wrong in ("x", "1", "-1.x", "1" * 30 + ".x", "²." + made[0]):
        with database.read() as connection, pytest.raises(ValueError, match="next"):
            lists.find(connection, "ann", before=wrong)


def test_what_a_server_must_go_on_with_by_itself(database: Database) -> None:
    bot_to_move = Playing(database, created(database, BOT, HERE))
    bot_to_move.start()
    person_to_move = Playing(database, created(database, HERE, BOT))
    person_to_move.start()
    waiting = created(database, BOT, LINK)
    timed = Playing(database, created(database, HERE, HERE, control=TimeControl(60)))
    timed.start()
    over = Playing(database, created(database, BOT, HERE))
    over.start()
    over.does(Resign(1))
    created(database, BOT, HERE, origin="terminal")
    with database.read() as connection:
        assert set(lists.awaiting_server(connection)) == {bot_to_move.id, timed.id}
        assert lists.count_open(connection, "ann") == 5
    database.write(lambda c: games.take_seat(c, waiting.id, 1, "bob", "Bob", at=0.0)).result()
    with database.read() as connection:
        assert waiting.id in lists.awaiting_server(connection)
    database.write(lambda c: games.delete(c, timed.id, "ann")).result()
    database.write(lambda c: games.delete(c, waiting.id, "ann")).result()
    with database.read() as connection:  # Bob keeps the one; the other is nobody's any more
        assert set(lists.awaiting_server(connection)) == {bot_to_move.id, waiting.id}


# Deleting


def test_a_deleted_game_is_restored_or_purged(database: Database) -> None:
    game, other = created(database), created(database)
    database.write(lambda c: games.delete(c, game.id, "ann")).result()
    database.write(lambda c: games.delete(c, game.id, "ann")).result()
    with database.read() as connection:
        assert ids(lists.find(connection, "ann")) == [other.id]
        assert ids(lists.find(connection, "ann", deleted=True)) == [game.id]
    assert loaded(database, game.id).is_deleted
    assert database.write(games.purge).result() == 0  # not for 30 days
    database.write(lambda c: games.restore(c, game.id, "ann")).result()
    assert not loaded(database, game.id).is_deleted
    database.write(lambda c: games.delete(c, game.id, "ann")).result()
    assert database.write(lambda c: games.purge(c, older_than=0)).result() == 1
    for verb in (games.delete, games.restore):
        with pytest.raises(NoSuchGame):
            database.write(_with(verb, game.id)).result()
    assert loaded(database, other.id).id == other.id


def _with(verb: Callable[..., None], game: str) -> Callable[[Any], None]:
    return lambda connection: verb(connection, game, "ann")


def test_the_other_player_keeps_a_game_that_one_deletes(database: Database) -> None:
    game = created(database)
    database.write(lambda c: games.take_seat(c, game.id, 1, "bob", "Bob", at=0.0)).result()
    database.write(lambda c: games.delete(c, game.id, "ann")).result()
    assert database.write(lambda c: games.purge(c, older_than=0)).result() == 0
    assert not loaded(database, game.id).is_deleted
    with database.read() as connection:
        assert ids(lists.find(connection, "ann")) == []
        assert ids(lists.find(connection, "bob")) == [game.id]
    database.write(lambda c: games.delete(c, game.id, "bob")).result()
    assert database.write(lambda c: games.purge(c, older_than=0)).result() == 1


def test_renaming(database: Database) -> None:
    game = created(database)
    database.write(lambda c: games.rename(c, game.id, "Final")).result()
    assert loaded(database, game.id).title == "Final"
    with pytest.raises(NoSuchGame):
        database.write(lambda c: games.rename(c, "nothing", "x")).result()


def test_ids_are_long_random_and_easy_to_read() -> None:
    made = {games.new_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(each) == 20 and set(each) <= set(games.LETTERS) for each in made)
    assert len(games.LETTERS) ** 20 >= 2**96


def test_a_game_has_as_many_seats_as_its_rules(database: Database) -> None:
    with pytest.raises(ValueError, match="2 seats, not 1"):
        created(database, HERE)


def test_moved_keeps_its_own_time(database: Database) -> None:
    game = created(database, HERE, BOT)
    state = State(game.state.game)
    moved = Moved(0, "f5", 0.1 + 0.2)
    after = referee.apply(state, moved)
    database.write(lambda c: games.append(c, game.id, 0, [moved], after, at=99.0)).result()
    assert loaded(database, game.id).events[0].event == moved


RACER = """
import sys, time
from turnstone.players import referee
from turnstone.store import games
from turnstone.store.database import Database
from turnstone.store.errors import Conflict, Taken

url, own, table, rounds = sys.argv[1:]
wins = [0, 0]
with Database.open(url) as database:
    with database.read() as connection:
        game = games.load(connection, table)
    print("ready", flush=True)
    begun = float(sys.stdin.readline())
    for number in range(int(rounds)):
        time.sleep(max(0.0, begun + number * 0.02 - time.time()))
        events = [referee.Offered(0, "draw") if number % 2 else referee.Declined(1, "draw")]
        try:
            database.write(
                lambda c: games.append(c, table, 1 + number, events, game.state, at=0.0)
            ).result()
            wins[0] += 1
        except Conflict:
            pass
    try:
        database.write(lambda c: games.take_seat(c, table, 1, own, own, at=0.0)).result()
        wins[1] += 1
    except Taken:
        pass
print(*wins)
"""


def test_processes_that_race_win_once_each_time(database_url: str) -> None:
    rounds = 30
    with Database.open(database_url) as database:
        game = created(database, HERE, LINK)
        Playing(database, game).start()
        racers = [
            subprocess.Popen(
                [sys.executable, "-c", RACER, database_url, f"h{number}", game.id, str(rounds)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(3)
        ]
        for racer in racers:
            assert racer.stdout
            assert racer.stdout.readline() == "ready\n"
        begun = time.time() + 0.1
        for racer in racers:
            assert racer.stdin
            racer.stdin.write(f"{begun}\n")
            racer.stdin.flush()
        answers = [racer.communicate(timeout=120)[0].split() for racer in racers]
        found = loaded(database, game.id)
    assert sum(int(moves) for moves, _ in answers) == rounds
    assert sum(int(seats) for _, seats in answers) == 1
    assert found.seq == rounds + 2
    assert found.seats[1].holder == f"h{[seats for _, seats in answers].index('1')}"
