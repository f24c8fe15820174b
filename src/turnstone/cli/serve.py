"""`turnstone serve`: the web app and its API, on this machine unless told otherwise."""

import gc
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

import typer

from .kept import DatabaseUrl


def _addresses(texts: list[str] | None) -> list[str]:
    """Addresses and networks, or a usage error: a name would be believed by nobody."""
    for text in texts or []:
        try:
            ip_network(text)
        except ValueError:
            raise typer.BadParameter(
                f"{text!r} is no address or network, such as 127.0.0.1", param_hint="--proxy"
            ) from None
    return texts or []


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = 8000,
    database: DatabaseUrl = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="The directory of the database, instead of the usual one.")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Another name the server goes by; may be repeated.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address of a proxy in front, which is believed when it says where requests"
            " come from (X-Forwarded-For); may be repeated."
        ),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve the web app and its API, until Ctrl-C."""
    gc.disable()  # nothing that is loaded now becomes garbage; `run` turns it on again
    from turnstone.server.port import listen

    with listen(host, port) as listening:
        # The web framework loads slowly: only here.
        from turnstone.server.run import run

        run(listening, host, database, data_dir, allow_host or [], _addresses(proxy), open_)
