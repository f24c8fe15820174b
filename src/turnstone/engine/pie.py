"""The swap rule of Mancala, weighed on top of analyses that know nothing of it.

After a swap the same arrangement lies there turned round, with the other side to move: what was
worth v to the one is worth -v to the other who swapped. So while the swap is open to the side to
move its position is worth max(v, -v).

The swap makes the first turn unlike all others: its worth is not the negated worth of what follows
but minus its distance from even. The kernel's search knows no such turn, so the ways to play it are
followed here, and where they lead is analysed by itself. With extra moves there may be very many
of them. Without a limit all are solved. With one, some are picked from every first move, those
first that leave the stores most alike; all of these get a short look, the better half a longer one,
and so on; what is left of the time is for those that are not proved.
"""

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from turnstone.rules.mancala import MancalaPosition

from .analysis import Analysis, Value, best_first
from .limit import Limit

Think = Callable[[MancalaPosition, Limit], Iterator[Analysis]]
Stopped = Callable[[], bool]

MOST_PLACES = 1_000  # that are looked at under a limit
MOST_FOLLOWED = 4_000  # of which these are picked
LEAST_NODES, LEAST_SECONDS = 500, 0.002  # a look costs about that much
PAUSE = 0.05  # seconds between two results


def weigh(
    position: MancalaPosition, limit: Limit, think: Think, top: int, stopped: Stopped
) -> Iterator[Analysis]:
    """Analyses of a position whose swap is open; `think` analyses those where it is not. They tell
    the `top` best moves, or all for 0."""
    found: Iterator[Analysis]
    if position.turn == 1:
        found = (_with_swap(position, each) for each in think(_closed(position), limit))
    else:
        found = _Opening(position, limit, think, top, stopped).look()
    for each in found:
        yield replace(each, moves=best_first(each.moves, top))


def _closed(position: MancalaPosition) -> MancalaPosition:
    rules = position.variant
    return rules.make(rules, position.pits, position.turn, False)


def _with_swap(position: MancalaPosition, found: Analysis) -> Analysis:
    swap = Value(0.0 - found.score, found.exact, ("swap", *_turned(position, found.line)))
    bounds = sorted((abs(found.lower), abs(found.upper)))
    if found.lower <= 0 <= found.upper:
        bounds[0] = 0.0  # it may be anything between, and who may swap never stands worse than even
    return replace(
        found,
        score=abs(found.score),
        lower=bounds[0],
        upper=bounds[1],
        moves={**found.moves, "swap": swap},
    )


def _turned(position: MancalaPosition, line: tuple[str, ...]) -> tuple[str, ...]:
    """A line as it is written after the swap: where each owns a row, the same."""
    rules = position.variant
    if not rules.ends:
        return line
    return tuple(str((int(move) + rules.houses + 1) % len(position.pits)) for move in line)


@dataclass(eq=False)
class _Place:
    """Where a first turn can end, and what is known of it: its worth to the second player."""

    at: MancalaPosition
    found: Analysis | None = None

    @property
    def is_exact(self) -> bool:
        return self.found is not None and self.found.exact

    @property
    def rank(self) -> tuple[float, bool]:
        """The lower the better for the first player; of equals that which is proved."""
        if self.found is None:
            return float("inf"), True
        return self.found.score, not self.is_exact

    @property
    def lead(self) -> int:
        own, other = self.at.scores
        return abs(own - other)


Ways = dict[_Place, tuple[str, ...]]  # the places a first move can lead to, and by which moves


class _Opening:
    """Looks at the places where a first turn can end, within one limit for all of them."""

    def __init__(
        self, position: MancalaPosition, limit: Limit, think: Think, top: int, stopped: Stopped
    ) -> None:
        self._began = time.monotonic()
        self._tell = self._began  # when the next result is due
        self._position, self._limit = position, limit
        self._think, self._top, self._stopped = think, top, stopped
        self._material = float(position.variant.material)
        self._nodes = 0
        self._ways: dict[str, Ways] = {}
        self._all = False  # places are known, and none is left out

    def look(self) -> Iterator[Analysis]:
        """Better and better analyses of the turn."""
        newest = None
        for newest in self._solve() if self._limit == Limit() else self._compare():
            if time.monotonic() > self._tell:
                yield self._analysis(newest)
        if newest is not None and not self._stopped():
            yield self._analysis(newest)

    def _solve(self) -> Iterator[Analysis]:
        """Every place as it is come to."""
        for line, place in _first_turns(self._position):
            if self._stopped():
                return
            self._ways.setdefault(line[0], {})[place] = line
            if not place.is_exact:
                yield from self._look_at(place, self._limit)
        self._all = True

    def _compare(self) -> Iterator[Analysis]:
        """Some places, the better half of them longer, and so on."""
        places = self._follow()
        timed = self._limit.seconds is not None or self._limit.nodes is not None
        rounds = len(places).bit_length() if timed else 1
        looked = False
        for left in range(rounds, 0, -1):
            if left < rounds:
                places.sort(key=lambda place: place.rank)
                del places[1 << left :]
            for at, place in enumerate(places):
                share = self._share(left * (len(places) - at))
                if self._stopped() or (share is None and looked):
                    return
                if not place.is_exact:
                    yield from self._look_at(place, share or Limit(nodes=1, seconds=LEAST_SECONDS))
                    looked = True
        if timed and self._limit.depth is None:
            yield from self._go_on()

    def _go_on(self) -> Iterator[Analysis]:
        """What is left of the time, for what is asked for and not proved, the better first."""
        while unproved := self._unproved():
            for at, place in enumerate(unproved):
                share = self._share(len(unproved) - at)
                if self._stopped() or share is None:
                    return
                yield from self._look_at(place, share)

    def _unproved(self) -> "list[_Place]":
        places = self._places()
        if self._top == 1 and self._is_settled(places):
            return []
        return sorted((each for each in places if not each.is_exact), key=lambda each: each.rank)

    def _places(self) -> "set[_Place]":
        return {place for ways in self._ways.values() for place in ways}

    def _most(self, places: "Collection[_Place]") -> float:
        """What no first turn is worth more than. Who may swap never stands worse than even; but a
        first turn may end the game before that."""
        ended = [float(place.at.outcome.margins[0]) for place in places if place.at.outcome]
        return max([0.0, *ended]) if self._all else self._material

    def _is_settled(self, places: "Collection[_Place]") -> bool:
        """Whether the best of some places is proved, and that no other of them is better."""
        best = min(places, key=lambda place: place.rank)
        if best.found is None or not best.is_exact:
            return False
        if self._all and all(place.is_exact for place in places):
            return True
        return -best.found.score >= self._most(self._places())

    def _follow(self) -> "list[_Place]":
        """No more places than can be looked at, but one for every first move."""
        places: dict[_Place, None] = {}
        self._all = True
        for line, place in _first_turns(self._position):
            if self._stopped() or len(places) >= MOST_FOLLOWED:
                self._all = False
                break
            self._ways.setdefault(line[0], {})[place] = line
            places[place] = None
        most = MOST_PLACES
        if self._limit.nodes:
            most = min(most, self._limit.nodes // LEAST_NODES)
        if self._limit.seconds:
            most = min(most, int(self._limit.seconds / LEAST_SECONDS))
        if len(places) <= most:
            return list(places)
        self._all = False
        by_lead = sorted(places, key=lambda place: place.lead)
        kept = {min(ways, key=lambda place: place.lead): None for ways in self._ways.values()}
        kept |= dict.fromkeys(islice(by_lead, max(0, most - len(kept))))
        for ways in self._ways.values():
            for place in ways.keys() - kept.keys():
                del ways[place]
        return list(kept)

    def _share(self, looks: int) -> Limit | None:
        """What one look may cost, of so many that are left. None when all is spent."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if seconds is not None:
            seconds = (seconds - (time.monotonic() - self._began)) / looks
            if seconds <= 0:
                return None
        if nodes is not None:
            nodes = (nodes - self._nodes) // looks
            if nodes <= 0:
                return None
        return replace(self._limit, seconds=seconds, nodes=nodes)

    def _look_at(self, place: _Place, limit: Limit) -> Iterator[Analysis]:
        before = self._nodes
        for found in _ended(place.at, limit, self._think, self._stopped):
            place.found = found
            self._nodes = before + found.nodes
            yield found

    def _analysis(self, newest: Analysis) -> Analysis:
        now = time.monotonic()
        places = self._places()
        best = min(places, key=lambda place: place.rank)
        assert best.found is not None
        score = 0.0 - best.found.score
        exact = self._is_settled(places)
        moves = {first: self._value(ways, score) for first, ways in self._ways.items()}
        proved = [0.0 - place.found.score for place in places if place.found and place.is_exact]
        # Many places take a while to look through: not more than a tenth of the time.
        self._tell = time.monotonic() + max(PAUSE, 10 * (time.monotonic() - now))
        return Analysis(
            score=score,
            exact=exact,
            lower=max(proved, default=-self._material),
            upper=score if exact else self._most(places),
            moves=moves,
            depth=best.found.depth,
            nodes=self._nodes,
            seconds=now - self._began,
            table_use=newest.table_use,
        )

    def _value(self, ways: Ways, most: float) -> Value:
        """What a first move is worth: the best of its ways. One that nobody has looked at yet is
        worth what lies in the stores, and no more than the best of the others."""
        place = min(ways, key=lambda place: (place.rank, place.lead))
        if place.found is None:
            return Value(min(most, 0.0 - place.lead), False, ways[place])
        worth = 0.0 - place.found.score
        return Value(worth, self._is_settled(ways), (*ways[place], *place.found.line))


def _first_turns(position: MancalaPosition) -> Iterator[tuple[tuple[str, ...], _Place]]:
    """Every place that a first turn can end in, by a way from each first move, these in turn."""
    places: dict[MancalaPosition, _Place] = {}
    walks = [_walk((str(move),), position.play(move)) for move in position.legal_moves]
    while walks:
        for walk in list(walks):
            line, at = next(walk, ((), position))
            if line:
                yield line, places.setdefault(at, _Place(at))
            else:
                walks.remove(walk)


def _walk(
    line: tuple[str, ...], at: MancalaPosition
) -> Iterator[tuple[tuple[str, ...], MancalaPosition]]:
    ahead, seen = [(line, at)], {at}
    while ahead:
        line, at = ahead.pop()
        if at.turn == 1 or at.outcome:
            yield line, at
            continue
        for move in at.legal_moves:
            after = at.play(move)
            if after not in seen:
                seen.add(after)
                ahead.append(((*line, str(move)), after))


def _ended(
    after: MancalaPosition, limit: Limit, think: Think, stopped: Stopped
) -> Iterator[Analysis]:
    """Analyses of where a first turn led, for the second player."""
    if after.outcome:
        margin = float(after.outcome.margins[1])
        yield Analysis(margin, True, margin, margin, {}, 0, 0, 0.0)
    else:
        yield from weigh(after, limit, think, 1, stopped)
