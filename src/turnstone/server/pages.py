"""The web app's files, as they were built; every page of it is the same document."""

import gzip
import re
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, Request, WebSocket
from starlette.responses import PlainTextResponse, Response

from .doors import turn_away
from .refusals import Refuse

STATIC = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"  # names in assets/ change with their content
PACKED = {".css", ".html", ".js", ".svg"}  # what gets smaller by it
NEVER = re.compile(r"\s*q=0(\.0*)?\s*")
MISSING = (
    "The page is not built yet: run `make web` in the project, then reload."
    " The API is there already, see /api/docs.\n"
)

router = APIRouter(include_in_schema=False)


@router.get("/{path:path}")
def page(request: Request, path: str) -> Response:
    """A file of the web app, or the document that is all of its pages."""
    if path == "api" or path.startswith("api/"):
        raise Refuse("not-found", f"there is nothing at {request.url.path}")
    if found := _file(path):
        return _sent(request, found, FOREVER if path.startswith("assets/") else "no-cache")
    if path.startswith("assets/") or not _is_page(request, path):
        raise Refuse("not-found", f"there is nothing at {request.url.path}")
    if index := _file("index.html"):
        return _sent(request, index, "no-cache")
    return PlainTextResponse(MISSING)


@router.websocket("/{path:path}")
async def nowhere(socket: WebSocket) -> None:
    """There are sockets at two addresses only."""
    await turn_away(socket, Refuse("not-found", "there is no socket at that address"))


def _sent(request: Request, file: Path, kept: str) -> Response:
    """A whole file, packed for whoever can unpack it; they are small, so nobody gets parts."""
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    packed = file.suffix in PACKED and _unpacks(request.headers.get("accept-encoding", ""))
    if packed:
        headers["Content-Encoding"] = "gzip"
    content = _content(file, file.stat().st_mtime_ns, packed)
    return Response(content, headers=headers, media_type=guess_type(file)[0])


@lru_cache(maxsize=200)
def _content(file: Path, _changed: int, packed: bool) -> bytes:
    content = file.read_bytes()
    return gzip.compress(content, mtime=0) if packed else content


def _unpacks(accepted: str) -> bool:
    """Whether a client takes gzip, by its Accept-Encoding."""
    offers = (each.partition(";") for each in accepted.lower().split(","))
    return any(name.strip() == "gzip" and not NEVER.fullmatch(q) for name, _, q in offers)


def _is_page(request: Request, path: str) -> bool:
    """Whether an address is one of a page: browsers say so, whatever it looks like."""
    named = "." in path.rpartition("/")[2]
    return not named or "text/html" in request.headers.get("accept", "")


def _file(path: str) -> Path | None:
    try:
        file = (STATIC / path).resolve()
        return file if file.is_relative_to(STATIC) and file.is_file() else None
    except (OSError, ValueError):  # too long, or with letters that no file's name has
        return None
