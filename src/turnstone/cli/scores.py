"""`turnstone scores`: the score table."""

import sys
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from turnstone.places import data_directory
from turnstone.rules.variants import name_of
from turnstone.rules.variants import variant as find_variant
from turnstone.rules.words import count
from turnstone.store.scores import ScoreTable, clean_name

from .options import Json, print_json


def table() -> ScoreTable:
    """The score table in the data directory."""
    return ScoreTable(data_directory() / "scores.jsonl")


def scores(
    variant: Annotated[str | None, typer.Argument(help="Only this game's scores.")] = None,
    export: Annotated[Path | None, typer.Option(help="Write all scores to a file.")] = None,
    import_: Annotated[Path | None, typer.Option("--import", help="Add a file's scores.")] = None,
    json: Json = False,
) -> None:
    """Show the scores, best first for each game."""
    kept = table()
    wanted = find_variant(variant).spec if variant else None
    report: dict[str, int] = {}
    if import_:
        report["imported"] = kept.take_in(import_)
    if export:
        report["exported"] = kept.export(export)
    found, complaints = kept.read()
    for complaint in complaints:
        print(f"turnstone: {complaint}", file=sys.stderr)
    found = [score for score in found if wanted in (None, score.variant)]
    if json:
        print_json({"scores": [asdict(score) for score in found], **report})
        return
    if report:
        done = ", ".join(f"{count(number, 'score')} {verb}" for verb, number in report.items())
        print(f"{done}.")
        return
    if not found:
        print("No scores yet: finish a game with `turnstone play` and leave your name.")
    for spec, group in groupby(found, key=lambda score: score.variant):
        rules = find_variant(spec)
        print(f"{rules.title} ({name_of(rules)})")
        for place, score in enumerate(group, 1):
            name, opponent = clean_name(score.name), clean_name(score.opponent)
            print(
                f"{place:4}. {score.margin:+4} {score.own:4}  {score.date[:10]}"
                f"  {name} against {opponent}"
            )
