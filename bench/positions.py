"""Random games stepped from Python: our positions beside rust-reversi and open_spiel, in one run.

    python bench/positions.py [--seconds 1] [--rounds 7]

Every contestant plays random games from the start and asks the same `Random.random()` for a number
at each choice. They take turns, round by round, and the medians are compared: other work on the
machine then troubles all of them alike. Last, the kernel's own playouts beside stepping, with one
thread and with all cores.
"""

import argparse
import time
from collections.abc import Callable
from random import Random
from statistics import median

import pyspiel
import rust_reversi

from turnstone import kernel, variant
from turnstone.engine import playouts
from turnstone.rules.position import Position

Game = Callable[[Callable[[], float]], object]
BATCH = 4096


def ours(start: Position) -> Game:
    def game(random: Callable[[], float]) -> object:
        position = start
        moves = position.legal_moves
        while moves:
            position = position.play(moves[int(random() * len(moves))])
            moves = position.legal_moves
        return position.outcome

    return game


def rust(random: Callable[[], float]) -> object:
    board = rust_reversi.Board()
    while True:
        moves = board.get_legal_moves_vec()
        if moves:
            board.do_move(moves[int(random() * len(moves))])
        elif board.is_game_over():
            return board.get_winner()
        else:
            board.do_pass()


def spiel(name: str) -> Game:
    loaded = pyspiel.load_game(name)

    def game(random: Callable[[], float]) -> object:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[int(random() * len(moves))])
        return state.returns()

    return game


def batches(start: Position, threads: int | None) -> Game:
    return lambda random: playouts(start, BATCH, int(random() * 2**32), threads)


def speed(game: Game, seconds: float, seed: int) -> float:
    """Games a second."""
    random, played = Random(seed).random, 0
    began = time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        game(random)
        played += 1
    return played / took


def compare(title: str, contestants: dict[str, Game], rounds: int, seconds: float) -> None:
    found: dict[str, list[float]] = {name: [] for name in contestants}
    for seed in range(rounds):
        for name, game in contestants.items():
            batch = BATCH if name.startswith("batch") else 1
            found[name].append(speed(game, seconds, seed) * batch)
    medians = {name: median(each) for name, each in found.items()}
    print(title)
    for name, each in medians.items():
        ratio = f"ours / {name} = {medians['ours'] / each:.2f}"
        if name == "ours":
            ratio = ""
        elif name.startswith("batch"):
            ratio = f"{name} / ours = {each / medians['ours']:.1f}"
        print(f"  {name:13}{each:12,.0f} games/s   {ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each turn")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    print(f"kernel: {kernel.name}, {options.rounds} rounds of {options.seconds} s each")
    games: list[tuple[str, str, dict[str, Game]]] = [
        ("Othello", "othello", {"rust-reversi": rust, "open_spiel": spiel("othello")}),
        ("Kalah", "kalah", {"open_spiel": spiel("mancala")}),
        ("Avalanche", "avalanche", {}),
        ("Relay", "relay", {}),
    ]
    for title, name, others in games:
        start = variant(name).start()
        contestants: dict[str, Game] = {
            "ours": ours(start),
            **others,
            "batch, alone": batches(start, 1),
            "batch": batches(start, None),
        }
        compare(title, contestants, options.rounds, options.seconds)


if __name__ == "__main__":
    main()
