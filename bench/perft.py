"""Perft speed: the compiled kernel beside the Python rules, in one run.

python bench/perft.py
"""

import time
from collections.abc import Callable

import turnstone
from turnstone import kernel
from turnstone.rules.perft import perft, plain_perft

CASES = [("othello", 11, 5), ("large", 11, 5), ("relay", 9, 5), ("kalah", 9, 5), ("oware", 9, 5)]


def speed(count: Callable[[turnstone.Position, int], int], name: str, depth: int) -> float:
    start = turnstone.variant(name).start()
    began = time.perf_counter()
    leaves = count(start, depth)
    seconds = time.perf_counter() - began
    print(
        f"  depth {depth:2}  {leaves:>13,} leaves  {seconds:7.3f} s  {leaves / seconds:>15,.0f}/s"
    )
    return leaves / seconds


def main() -> None:
    print(f"kernel: {kernel.name}")
    for name, deep, shallow in CASES:
        print(name)
        native, plain = speed(perft, name, deep), speed(plain_perft, name, shallow)
        print(f"  kernel / Python rules: {native / plain:,.0f}")


if __name__ == "__main__":
    main()
