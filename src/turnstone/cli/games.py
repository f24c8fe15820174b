"""`turnstone games`: the games of the terminal that are kept."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turnstone.rules import words
from turnstone.rules.errors import InvalidRecord

from .kept import DatabaseUrl, opened
from .options import Json, print_json

if TYPE_CHECKING:
    from turnstone.store.lists import Summary


def games(
    game: Annotated[str | None, typer.Argument(metavar="ID", help="One game.")] = None,
    export: Annotated[Path | None, typer.Option(help="Write that game to a file.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many to list.")] = 20,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """List the games you played in the terminal, the newest first, or write one to a file.

    `turnstone play --game ID` goes on with one, `turnstone play --load FILE` with a file.
    """
    if export and not game:
        raise InvalidRecord("name the game to export: turnstone games ID --export FILE")
    with opened(database, quiet=json) as store, store.read() as connection:
        from turnstone.store import games as stored
        from turnstone.store import lists, records

        if export:
            assert game is not None
            kept = stored.load(connection, game)
            records.saved_game(kept.state, kept.seats).write(export)
        page = lists.by_origin(connection, "terminal", game=game, limit=limit)
    if json:
        damaged = [{"game": each.id, "fault": each.fault} for each in page.damaged]
        print_json({"games": [_data(each) for each in page.games], "damaged": damaged})
    elif export:
        print(f"Saved to {export}")
    else:
        for each in page.games:
            print(_line(each))
        for broken in page.damaged:
            print(f"{broken.id}  cannot be read: {broken.fault}")
        if not page.games and not page.damaged:
            print("No such game." if game else "No games yet: `turnstone play` begins one.")


def _players(each: "Summary") -> list[str]:
    return [seat.bot or "human" for seat in each.seats]


def _data(each: "Summary") -> dict[str, object]:
    return {
        "game": each.id,
        "variant": each.variant,
        "players": _players(each),
        "plies": each.plies,
        "position": each.position.text(),
        "outcome": each.outcome and {"reason": each.outcome.reason, "scores": each.outcome.scores},
        "updated": each.updated.isoformat(timespec="seconds"),
    }


def _line(each: "Summary") -> str:
    rules = each.rules
    if each.outcome:
        stand = words.result(rules, each.outcome)
    else:
        stand = f"{words.count(each.plies, 'move')}, {rules.seats[each.turn]} to move."
    when = each.updated.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{each.id}  {when}  {rules.title}, {' against '.join(_players(each))}: {stand}"
