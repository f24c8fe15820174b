"""The soak: what the server promises, tried out. `make soak` runs all of it; shorter:

    python -m soak --kills 20 --races 100 --seconds 20 --seed 7
    python -m soak --only load --games 100 --rates 100
    python -m soak --database postgresql+psycopg://…   (an empty database)

Prints its figures, and ends with 1 if a promise was broken; docs/reliability.md explains them.
"""

import argparse
import asyncio
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .crash import Campaign, Conductor, schedule
from .house import House
from .journal import Journal
from .load import Load, load
from .race import Race, race
from .replay import Replayer

PARTS = ("crash", "race", "load")
BACK = 2.0  # seconds within which the server is in service again
RATE, P99 = 250.0, 50.0  # durable moves a second, and milliseconds


class Soak:
    """One run and its figures."""

    def __init__(self, options: argparse.Namespace, home: Path) -> None:
        self._options, self._home = options, home
        self.figures: dict[str, Any] = {"seed": options.seed}
        self.broken: list[str] = []

    def say(self, text: str) -> None:
        if not self._options.json:
            print(text, flush=True)

    def promise(self, kept: bool, text: str) -> None:
        """One line, and whether it is as it should be."""
        self.say(f"  {'ok   ' if kept else 'BROKEN'} {text}")
        if not kept:
            self.broken.append(text)

    def faults(self, found: list[str]) -> None:
        for each in found[:10]:
            self.say(f"         {each}")
        if found[10:]:
            self.say(f"         and {len(found) - 10} more")

    async def run(self) -> None:
        """All parts that are wanted."""
        load_of_machine = os.getloadavg()[0]
        cores = os.cpu_count()
        self.figures["machine"] = {"cores": cores, "load_before": round(load_of_machine, 2)}
        self.say(
            f"Seed {self._options.seed}; {cores} cores, load {load_of_machine:.1f} before it began."
        )
        if "crash" in self._options.only:
            await self._crash()
        if {"race", "load"} & set(self._options.only):
            await self._race_and_load()

    def _place(self, part: str) -> Path:
        """Journals lie beside their database: each part has one, or all have the one named."""
        return self._home / ("all" if self._options.database else part)

    async def _crash(self) -> None:
        options = self._options
        house = House(self._place("crash"), options.database)
        kills = schedule(options.seed, options.kills)
        self.say(f"\nKilling the server {len(kills)} times while clients play:")
        conductor = Conductor(house, options.seed, self.say, options.tables)
        try:
            campaign = await conductor.run(kills)
        finally:
            house.kill()
        self._tell_crash(campaign)

    def _tell_crash(self, campaign: Campaign) -> None:
        found = campaign.findings
        ready, first = _percentile(campaign.ready, 1), _percentile(campaign.first_move, 0.99)
        kinds = ", ".join(f"{count} {kind}" for kind, count in campaign.kills.items())
        self.say(
            f"\n{sum(campaign.kills.values())} kills ({kinds}); {campaign.torn} left a torn commit;"
            f" {campaign.in_flight} commands were without an answer, {campaign.in_flight_stored} of"
            f" them stored; {found.games} games, {found.events} events, {found.shown} events shown."
        )
        lost, twice = len(found.lost), len(found.duplicated)
        self.promise(found.acknowledged > 0, f"{found.acknowledged} commands acknowledged")
        self.promise(lost == 0, f"{lost} acknowledged or shown and lost")
        self.promise(twice == 0, f"{twice} duplicated")
        thinking, went_on = campaign.kills["thinking"], campaign.bots_went_on
        self.promise(
            went_on == thinking, f"{went_on} of {thinking} bots that were thinking went on"
        )
        self.promise(
            ready < self._options.within,
            f"ready to store moves again after {_percentile(campaign.ready, 0.5):.2f} s,"
            f" {ready:.2f} s at most",
        )
        self.promise(
            first < self._options.within,
            f"a first move stored after {_percentile(campaign.first_move, 0.5):.2f} s, 99 of 100"
            f" within {first:.2f} s, the slowest {max(campaign.first_move):.2f} s",
        )
        self.promise(
            not campaign.faults, f"{len(campaign.faults)} faults, turnstone verify included"
        )
        self.faults(campaign.faults)
        self.figures["crash"] = asdict(campaign)

    async def _race_and_load(self) -> None:
        options = self._options
        house = House(self._place("load"), options.database)
        journals = house.home / "journals"
        journals.mkdir(exist_ok=True)
        house.spawn()
        try:
            await house.ready()
            if "race" in options.only:
                self.say(f"\n{options.races} races of 16 for one move …")
                journal = Journal(journals / "race.journal")
                self._tell_race(
                    await race(house.address, journal, seed=options.seed, races=options.races)
                )
            if "load" in options.only:
                await self._load(house, journals)
            house.stop()
        finally:
            house.kill()
        findings = Replayer(journals).compare(house.database)
        faults = findings.faults + [f"verify: {fault}" for fault in house.verify()]
        self.say("\nThe database after that, compared with what the clients were told:")
        self.promise(
            not faults,
            f"{findings.acknowledged} acknowledged, {len(faults)} lost, doubled or wrong",
        )
        self.faults(faults)
        self.figures["afterwards"] = asdict(findings)

    def _tell_race(self, found: Race) -> None:
        self.promise(
            found.one_winner == found.races == self._options.races,
            f"{found.one_winner} of {found.races} races of {found.clients} had exactly one winner",
        )
        self.promise(not found.faults, f"{len(found.faults)} other answers than done or too late")
        self.faults(found.faults)
        self.figures["race"] = asdict(found)

    async def _load(self, house: House, journals: Path) -> None:
        options = self._options
        self.figures["load"] = []
        for rate in options.rates:
            self.say(
                f"\n{options.games} games, {2 * options.games} sockets,"
                f" {rate:g} moves a second for {options.seconds:g} s …"
            )
            name = f"load{rate:g}"
            journal = Journal(journals / f"{name}.journal", synced=False)
            settings = {"seed": options.seed, "games": options.games, "rate": rate}
            self._tell_load(
                await load(house, journal, run=name, seconds=options.seconds, **settings)
            )

    def _tell_load(self, found: Load) -> None:
        wanted = min(RATE, 0.95 * found.rate)
        p99 = found.percentile(0.99)
        errors = sum(found.errors.values())
        self.promise(
            found.per_second >= wanted,
            f"{found.per_second:.0f} moves a second acknowledged of {found.rate:g} asked for"
            f" (at least {wanted:.0f})",
        )
        self.promise(
            p99 < P99,
            f"p50 {found.percentile(0.5):.1f} ms, p99 {p99:.1f} ms,"
            f" the slowest {found.percentile(1):.0f} ms",
        )
        self.promise(errors == 0, f"{errors} errors {dict(found.errors) or ''}".strip())
        share = 1000 * found.cpu / max(1, found.moves)
        self.say(f"         the server used {share:.2f} ms of processor time a move")
        self.figures["load"].append(
            {
                "games": found.games,
                "sockets": found.sockets,
                "rate": found.rate,
                "seconds": found.seconds,
                "moves_per_second": round(found.per_second, 1),
                "p50_ms": round(found.percentile(0.5), 2),
                "p99_ms": round(p99, 2),
                "max_ms": round(found.percentile(1), 2),
                "errors": dict(found.errors),
                "server_cpu_ms_per_move": round(share, 3),
            }
        )


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m soak", description="Try out what the server promises."
    )
    parser.add_argument("--seed", type=int, default=1, help="of the schedule and all play")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=8, help="of each of three client processes")
    parser.add_argument("--races", type=int, default=1000)
    parser.add_argument("--games", type=int, default=500, help="in the load; two sockets each")
    parser.add_argument("--seconds", type=float, default=60.0, help="of load")
    parser.add_argument(
        "--rates", type=_numbers, default=[250.0, 500.0], help="moves a second, e.g. 250,500"
    )
    parser.add_argument("--within", type=float, default=BACK, help="seconds to be back in service")
    parser.add_argument("--only", type=_parts, default=list(PARTS), help=",".join(PARTS))
    parser.add_argument("--database", help="an empty one; by default a new SQLite file")
    parser.add_argument("--keep", action="store_true", help="leave files and journals there")
    parser.add_argument("--json", action="store_true", help="figures for programs, nothing else")
    options = parser.parse_args()
    for name in ("kills", "races", "games", "seconds", "tables", "within"):
        if getattr(options, name) <= 0:
            parser.error(f"--{name} must be more than 0")
    return options


def _numbers(text: str) -> list[float]:
    found = [float(each) for each in text.split(",")]
    if min(found) <= 0:
        raise argparse.ArgumentTypeError("a rate is more than 0")
    return found


def _parts(text: str) -> list[str]:
    if unknown := set(text.split(",")) - set(PARTS):
        raise argparse.ArgumentTypeError(f"there is no part {', '.join(sorted(unknown))}")
    return text.split(",")


def main() -> int:
    """Run; the exit code."""
    options = _options()
    # A closed terminal ends it as Ctrl-C does, and nothing is left running.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    home = Path(tempfile.mkdtemp(prefix="turnstone-soak-"))
    soak, begun = Soak(options, home), time.monotonic()
    try:
        asyncio.run(soak.run())
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except RuntimeError as error:
        print(f"soak: {error}", file=sys.stderr)
        return 1
    finally:
        if options.keep:
            print(f"Files are in {home}", file=sys.stderr)
        else:
            shutil.rmtree(home, ignore_errors=True)
    took = time.monotonic() - begun
    if options.json:
        figures = {**soak.figures, "seconds": round(took, 1), "broken": soak.broken}
        print(json.dumps(figures, indent=1))
    else:
        verdict = f"{len(soak.broken)} promises broken" if soak.broken else "All promises kept"
        print(f"\n{verdict}, in {took:.0f} s.")
    return 1 if soak.broken else 0


if __name__ == "__main__":
    sys.exit(main())
