"""The web app's files, as they were built; every page of it is the same document."""

from pathlib import Path

from fastapi import APIRouter, Request, WebSocket
from starlette.responses import FileResponse, PlainTextResponse, Response

from .doors import turn_away
from .refusals import Refuse

STATIC = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"  # names in assets/ change with their content
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
        kept = path.startswith("assets/")
        return FileResponse(found, headers={"Cache-Control": FOREVER if kept else "no-cache"})
    if path.startswith("assets/") or not _is_page(request, path):
        raise Refuse("not-found", f"there is nothing at {request.url.path}")
    if index := _file("index.html"):
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    return PlainTextResponse(MISSING)


@router.websocket("/{path:path}")
async def nowhere(socket: WebSocket) -> None:
    """There are sockets at two addresses only."""
    await turn_away(socket, Refuse("not-found", "there is no socket at that address"))


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
