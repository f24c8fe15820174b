"""`turnstone scores`: the score table."""

from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from turnstone.records import files
from turnstone.rules.variants import name_of
from turnstone.rules.variants import variant as find_variant
from turnstone.rules.words import count
from turnstone.store.score import Score, clean_name, lines, read_file

from .kept import DatabaseUrl, opened
from .options import Json, print_json


def scores(
    variant: Annotated[str | None, typer.Argument(help="Only this game's scores.")] = None,
    export: Annotated[Path | None, typer.Option(help="Write all scores to a file.")] = None,
    import_: Annotated[Path | None, typer.Option("--import", help="Add a file's scores.")] = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Show the scores, best first for each game."""
    wanted = find_variant(variant).spec if variant else None
    foreign = read_file(import_) if import_ else []
    report: dict[str, int] = {}
    with opened(database) as store:
        from turnstone.store.scores import best, take_in

        if import_:
            report["imported"] = store.write(lambda c: take_in(c, foreign)).result()
        with store.read() as connection:
            kept = best(connection)
    if export:
        files.write(export, lines(kept))
        report["exported"] = len(kept)
    found = [score for score in kept if wanted in (None, score.variant)]
    if json:
        print_json({"scores": [asdict(score) for score in found], **report})
    elif report:
        done = ", ".join(f"{count(number, 'score')} {verb}" for verb, number in report.items())
        print(f"{done}.")
    else:
        show(found)


def show(found: list[Score]) -> None:
    """The table as a person reads it."""
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
