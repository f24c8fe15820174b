"""Just enough HTTP and WebSocket to talk to a server, written here to be cheap: a thousand sockets
must leave the machine to the server that is measured. It shares no code with the server.
"""

import asyncio
import base64
import json
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Message = dict[str, Any]
LINE_LIMIT = 1 << 16


class Gone(ConnectionError):
    """The server is not there, or went away before it answered."""


@dataclass(frozen=True)
class Answer:
    """What a request was answered."""

    status: int
    body: Any
    cookie: str | None = None


@dataclass(frozen=True)
class Address:
    """Where the server is."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Address":
        host, _, port = text.rpartition(":")
        return cls(host, int(port))

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


async def request(
    address: Address,
    method: str,
    path: str,
    body: object = None,
    cookie: str | None = None,
    seconds: float = 30.0,
) -> Answer:
    """One request on a connection of its own; Gone if it stays without an answer."""
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(
                address.host, address.port, limit=LINE_LIMIT
            )
            try:
                writer.write(_request(address, method, path, body, cookie))
                return await _answer(reader)
            finally:
                writer.close()
    except (OSError, EOFError, asyncio.LimitOverrunError, TimeoutError, ValueError) as error:
        raise Gone(f"{method} {path}: {type(error).__name__} {error}") from error


def _request(address: Address, method: str, path: str, body: object, cookie: str | None) -> bytes:
    head = [f"{method} {path} HTTP/1.1", f"Host: {address}", "Connection: close"]
    data = b"" if body is None else json.dumps(body).encode()
    if body is not None:
        head += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    if cookie:
        head.append(f"Cookie: {cookie}")
    return "\r\n".join([*head, "", ""]).encode() + data


async def _answer(reader: asyncio.StreamReader) -> Answer:
    status, headers = await _head(reader)
    length = headers.get("content-length")
    data = await (reader.read() if length is None else reader.readexactly(int(length)))
    cookie = headers.get("set-cookie", "").partition(";")[0] or None
    return Answer(status, json.loads(data) if data else None, cookie)


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines[1:] if line)
    return int(lines[0].split(" ")[1]), {name.lower(): value.strip() for name, _, value in pairs}


class Socket(asyncio.Protocol):
    """One WebSocket: `heard` is called with each message, `lost` once when the connection ends."""

    def __init__(
        self, heard: Callable[[bytes], None], lost: Callable[[], None] = lambda: None
    ) -> None:
        self._heard, self._lost = heard, lost
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = False
        self.close_code: int | None = None

    @classmethod
    async def open(
        cls,
        address: Address,
        path: str,
        cookie: str,
        heard: Callable[[bytes], None],
        lost: Callable[[], None] = lambda: None,
        seconds: float = 30.0,
    ) -> "Socket":
        """Connect; Gone if nobody answers or the handshake is refused."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds):
                _, socket = await loop.create_connection(
                    lambda: cls(heard, lost), address.host, address.port
                )
                socket._greet(address, path, cookie)
                await socket._opened
        except (OSError, TimeoutError) as error:
            raise Gone(f"socket {path}: {type(error).__name__} {error}") from error
        return socket

    def _greet(self, address: Address, path: str, cookie: str) -> None:
        assert self._transport
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            f"Sec-WebSocket-Protocol: turnstone.1\r\nCookie: {cookie}\r\n\r\n".encode()
        )

    def send(self, message: object) -> None:
        """Send a message."""
        self._frame(1, json.dumps(message).encode())

    def _frame(self, opcode: int, data: bytes) -> None:
        if self._transport is None:
            raise Gone("the socket is closed")
        size = len(data)
        head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else b""
        if not head:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        self._transport.write(head + b"\0\0\0\0" + data)  # a mask of zeros costs nothing

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    # ---- What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        was_open, self.is_open = self.is_open, False
        if not self._opened.done():
            self._opened.set_exception(Gone(f"no handshake: {exc}"))
        elif was_open:
            self._lost()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.is_open and not self._shake():
            return
        buffer = self._buffer
        while len(buffer) >= 2:
            size, head = buffer[1] & 127, 2
            if size == 126:
                head = 4
                size = int.from_bytes(buffer[2:4], "big") if len(buffer) >= head else 1 << 62
            elif size == 127:
                head = 10
                size = int.from_bytes(buffer[2:10], "big") if len(buffer) >= head else 1 << 62
            if len(buffer) < head + size:
                return
            opcode, payload = buffer[0] & 15, bytes(buffer[head : head + size])
            del buffer[: head + size]
            self._take(opcode, payload)

    def _shake(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0 or self._opened.done():
            return False
        if not self._buffer.startswith(b"HTTP/1.1 101"):
            said = bytes(self._buffer[:12]).decode("latin-1")
            self._opened.set_exception(Gone(f"the handshake was refused: {said}"))
            self.close()
            return False
        del self._buffer[: end + 4]
        self.is_open = True
        self._opened.set_result(None)
        return True

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == 1:
            self._heard(payload)
        elif opcode == 9:
            self._frame(10, payload)
        elif opcode == 8:
            self.close_code = int.from_bytes(payload[:2], "big")
            self.close()
