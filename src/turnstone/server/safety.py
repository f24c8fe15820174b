"""What every request passes first: host, origin, size and rate, and who is asking.

One plain ASGI layer around everything, sockets included; refusals have the usual body.
"""

import asyncio
import json
import logging
import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import limits
from .buckets import Buckets
from .identity import Identities, Identity
from .refusals import Refuse

LOOPBACK = ("localhost", "127.0.0.1", "::1")
READS = ("GET", "HEAD", "OPTIONS")
SLOW = 10.0  # seconds a body may take to arrive
RETRY = "1"  # seconds after which it may be tried again, for who was too hasty

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # an address may hold a link's secret
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_TOKEN = re.compile(r"(join/|-[0-3]-)[A-Za-z0-9_-]{20,}")
_TRACES = logging.Formatter()
_PORT = re.compile(r":[0-9]{1,5}$")


class Guard:
    """Refuses what must not come in, and knows who the others are.

    `hosts` are the names the server goes by; with `addresses` it answers to every bare address too.
    """

    def __init__(
        self, app: ASGIApp, identities: Identities, hosts: Collection[str], addresses: bool
    ) -> None:
        self._app = app
        self._identities = identities
        self._hosts = {host.lower() for host in hosts} | set(LOOPBACK)
        self._addresses = addresses
        self._requests = Buckets(limits.REQUESTS, limits.REQUEST_BURST)
        self._newcomers = Buckets(limits.NEWCOMERS, limits.NEWCOMER_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        identity: Identity | None = None
        try:
            self._check_origin(scope, headers)
            if _has_identity(scope["path"]):
                identity = self._who(scope, headers)
                scope.setdefault("state", {})["identity"] = identity
            if scope["type"] == "http":
                receive = await _bounded(scope, headers, receive)
        except Refuse as refusal:
            await refuse(scope, send, refusal)
            return
        if scope.get("method") == "HEAD":  # as GET; the server leaves the body out
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, _dressed(scope, self._cookie(scope, identity), send))

    def _cookie(self, scope: Scope, identity: Identity | None) -> str | None:
        """For newcomers, and once more with every page: whoever keeps coming back is kept known."""
        if identity is None or (not identity.is_new and scope["path"].startswith("/api")):
            return None
        return self._identities.header(identity, scope.get("scheme") in ("https", "wss"))

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        hosts = headers.getlist("host")
        host = hosts[0] if len(hosts) == 1 else ""
        name = _PORT.sub("", host).strip("[]").lower()
        # A page of another site can point a name of its own at us, but never a bare address.
        if name not in self._hosts and not (self._addresses and _is_address(name)):
            raise Refuse("forbidden", "this server does not go by that name (see --allow-host)")
        if scope["type"] == "http" and scope["method"] in READS:
            return
        origin = headers.get("origin")
        if origin is None:
            return  # not a browser, which always names where a page came from
        if _netloc(origin) != host.lower():
            raise Refuse("forbidden", "requests from other sites' pages are refused")

    def _who(self, scope: Scope, headers: Headers) -> Identity:
        identity = self._identities.known(headers.getlist("cookie"))
        if identity is None:
            client = scope.get("client")
            if not self._newcomers.take(client[0] if client else ""):
                raise Refuse("too-many", f"newcomers: {limits.NEWCOMERS:g} a second, no more")
            return self._identities.new()
        if not self._requests.take(identity.id):
            raise Refuse("too-many", f"requests: {limits.REQUESTS:g} a second, no more")
        return identity


def _netloc(origin: str) -> str:
    """Host and port of a page's origin; nothing, which is nobody's host, when it is no page's."""
    try:
        read = urlsplit(origin)
    except ValueError:
        return ""
    return read.netloc.lower() if read.scheme in ("http", "https") else ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _has_identity(path: str) -> bool:
    """Pages and the API; not the page's files, which may be kept by caches, nor the health."""
    return not path.startswith("/assets/") and path != "/healthz"


async def _bounded(scope: Scope, headers: Headers, receive: Receive) -> Receive:
    """The body, whole and not too large, and a `receive` that hands it on."""
    if scope["method"] in READS:
        return receive
    told = headers.get("content-length", "0")
    if not told.isascii() or not told.isdigit() or len(told) > 12 or int(told) > limits.BODY:
        raise Refuse("too-large", f"that is too much at once: {limits.BODY // 1000} kB at most")
    body = bytearray()
    try:
        async with asyncio.timeout(SLOW):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    break
                body += message.get("body", b"")
                if len(body) > limits.BODY:
                    raise Refuse(
                        "too-large", f"that is too much at once: {limits.BODY // 1000} kB at most"
                    )
                if not message.get("more_body"):
                    break
    except TimeoutError:
        raise Refuse("invalid", f"the request did not arrive within {SLOW:g} s", 408) from None
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != "application/json":
        raise Refuse("invalid", "a request's body must be application/json", 415)
    handed = False

    async def replay() -> Message:
        nonlocal handed
        if handed:
            return await receive()
        handed = True
        return {"type": "http.request", "body": bytes(body), "more_body": False}

    return replay


def _has_body(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _dressed(scope: Scope, cookie: str | None, send: Send) -> Send:
    """Headers for every answer, and the cookie for those who get one."""

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if message["status"] == 429:
                headers.setdefault("Retry-After", RETRY)
            if scope["path"].startswith("/api"):
                headers.setdefault("Cache-Control", "no-store")
            if cookie:
                headers.append("Set-Cookie", cookie)
        elif message["type"] == "websocket.accept" and cookie:
            MutableHeaders(scope=message).append("Set-Cookie", cookie)
        await send(message)

    return dressed


async def refuse(scope: Scope, send: Send, refusal: Refuse) -> None:
    """A refusal before there is anybody else to answer."""
    body = json.dumps(refusal.body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    if refusal.status == 429:
        headers.append((b"retry-after", RETRY.encode()))
    if scope["type"] == "http" and not _has_body(scope):
        headers.append((b"connection", b"close"))  # what else was sent along is not looked at
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        kind = "websocket.http.response"
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


class NoSecrets(logging.Filter):
    """Keeps links' tokens out of the log, and what is no fault of the server."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record; whether it is one for the log."""
        if record.name.startswith("uvicorn") and str(record.msg).startswith("Invalid UTF-8"):
            return False  # a client's, whose socket is closed with 1007
        record.msg, record.args = _without_tokens(record.getMessage()), ()
        if record.exc_info:  # an error's text may quote an address
            record.exc_text = _TRACES.formatException(record.exc_info)
            record.exc_info = None
        if record.exc_text:
            record.exc_text = _without_tokens(record.exc_text)
        if record.stack_info:
            record.stack_info = _without_tokens(record.stack_info)
        return True


def _without_tokens(text: str) -> str:
    return _TOKEN.sub(r"\1…", text)
