"""What must not come in does not: hosts, origins, sizes, nonsense; and every answer is dressed."""

import asyncio
import io
import json
import logging
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.responses import PlainTextResponse
from websockets.exceptions import InvalidStatus

from turnstone.server import limits
from turnstone.server.identity import Identities
from turnstone.server.run import configuration
from turnstone.server.safety import SLOW, Guard, NoSecrets

from .house import HERE, LINK, Client, Message, Server, fresh_key

GAME: Message = {"variant": "othello", "seats": [HERE, HERE]}


@pytest.fixture
def ann(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "localhost.", "[::2]"],
)
def test_other_hosts_are_refused(ann: Client, host: str) -> None:
    answer = ann.http.get("/api/variants", headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert "set-cookie" not in answer.headers
    with (
        pytest.raises(InvalidStatus) as refused,
        ann.connected("/api/analysis", headers={"Host": host}),
    ):
        pass
    assert 400 <= refused.value.response.status_code < 500


def test_names_of_loopback_are_answered(ann: Client) -> None:
    port = ann.address[1]
    for host in ("localhost", f"LocalHost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
        assert ann.http.get("/api/variants", headers={"Host": host}).status_code == 200


OTHERS = ("https://evil.example", "null", "http://127.0.0.1:1", "", "x")
UNREADABLE = ("http://[", "http://[::1", "http://a]b", "//[x")


@pytest.mark.parametrize("origin", [*OTHERS, *UNREADABLE])
def test_pages_of_other_sites_change_nothing(ann: Client, origin: str) -> None:
    state = ann.create()
    headers = {"Origin": origin}
    path = f"/api/games/{state['game']}"
    answers = [
        ann.http.post("/api/games", json={"key": fresh_key(), **GAME}, headers=headers),
        ann.http.patch(path, json={"title": "x"}, headers=headers),
        ann.http.delete(path, headers=headers),
        ann.http.post(f"{path}/restore", headers=headers),
    ]
    assert [answer.status_code for answer in answers] == [403] * 4
    assert {answer.json()["code"] for answer in answers} == {"forbidden"}
    for socket_path in (f"{path}/socket", "/api/analysis"):
        with pytest.raises(InvalidStatus) as refused, ann.connected(socket_path, headers=headers):
            pass
        assert refused.value.response.status_code == 403
    assert ann.http.get("/api/games").json()["games"][0]["title"] == ""


def test_what_is_no_page_is_another_site(ann: Client) -> None:
    host, port = ann.address
    for scheme in ("ftp", "file", "ws", "chrome-extension"):
        headers = {"Origin": f"{scheme}://{host}:{port}"}
        answer = ann.http.post("/api/games", json={"key": fresh_key(), **GAME}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_own_pages_may(ann: Client) -> None:
    wanted = {"key": fresh_key(), **GAME}
    answer = ann.http.post("/api/games", json=wanted, headers={"Origin": ann.url})
    assert answer.status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_bodies_are_json(ann: Client, kind: str) -> None:
    body = json.dumps({"key": fresh_key(), **GAME})
    answer = ann.http.post("/api/games", content=body, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "invalid")


def test_large_bodies_are_refused(ann: Client) -> None:
    body = b'"' + b"x" * limits.BODY + b'"'
    headers = {"Content-Type": "application/json"}
    answer = ann.http.post("/api/positions", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")

    def stream() -> Iterator[bytes]:
        for _ in range(limits.BODY // 1000 + 1):
            yield b"x" * 1000

    answer = ann.http.post("/api/positions", content=stream(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_every_answer_is_dressed(ann: Client) -> None:
    for path in ("/", "/api/variants", "/api/nothing", "/healthz", "/api/docs", "/join/x"):
        headers = ann.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'self'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert ann.http.get("/api/variants").headers["cache-control"] == "no-store"


def test_the_reference_needs_no_other_host(ann: Client) -> None:
    page = ann.http.get("/api/docs").text
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="(.*?)"', page) == ["/api/docs.css", "/api/openapi.json"]
    document = ann.http.get("/api/openapi.json").json()
    for path, verbs in document["paths"].items():
        assert path in page
        for what in verbs.values():
            assert what["description"]
    assert ann.http.get("/api/docs.css").headers["content-type"].startswith("text/css")


def test_files_outside_the_page_are_out_of_reach(ann: Client) -> None:
    for path in ("/..%2f..%2fapp.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py", "/a%00.js"):
        answer = ann.http.get(path)
        assert "create_app" not in answer.text
        assert answer.status_code == 404


def test_a_page_route_or_how_to_build_it(ann: Client) -> None:
    for path in ("/", "/game/abc", "/rules/othello"):
        answer = ann.http.get(path)
        assert answer.status_code == 200
        assert "<html" in answer.text or "make web" in answer.text
    for path in ("/missing.js", "/game/.x"):
        assert ann.http.get(path).status_code == 404
    assert ann.http.get("/api").json()["code"] == "not-found"


def test_a_browser_gets_the_page_at_an_address_with_a_dot_but_no_missing_file(ann: Client) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/game/.x", "/game/a.b", "/nowhere.html"):
        answer = ann.http.get(path, headers=browser)
        assert (answer.status_code, answer.text) == (200, ann.http.get("/").text)
    for path in ("/assets/missing.js", "/assets/missing", "/api/a.b"):
        answer = ann.http.get(path, headers=browser)
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("long", ["a" * 300, "a/" * 3000, "%ff" * 300, "a" * 5000])
def test_a_path_that_no_file_can_have_is_an_unknown_page(ann: Client, long: str) -> None:
    unknown = ann.http.get("/nowhere")
    answer = ann.http.get(f"/{long}")
    assert (answer.status_code, answer.text) == (unknown.status_code, unknown.text)
    assert ann.http.head(f"/{long}").status_code == unknown.status_code
    assert ann.http.get(f"/{long}.js").status_code == 404


def test_tokens_stay_out_of_the_log_whatever_fails() -> None:
    token = Identities(b"secret").token("abcdefgh", 1)
    proof = token.rpartition("-1-")[2]
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.addFilter(NoSecrets())
    log = logging.Logger("turnstone.server")
    log.addHandler(handler)

    def look(path: str) -> None:
        raise OSError(f"file name too long: {path}")

    try:
        try:
            look(f"/join/{token}/a/a")
        except OSError as error:
            raise RuntimeError(f"no page at {token}") from error
    except RuntimeError:
        log.exception("a request for /join/%s failed", token, stack_info=True)
    assert proof not in written.getvalue()
    for kept in ("a request for /join/", "OSError: file name too long", "RuntimeError: no page"):
        assert kept in written.getvalue()


def test_a_long_address_with_a_token_leaves_no_trace(sqlite_server: Server, ann: Client) -> None:
    link = ann.create("othello", [HERE, LINK])["seats"][1]["link"]
    for more in ("a" * 5000, "/a" * 3000):
        assert ann.http.get(link + more).status_code == 200
    assert link.rpartition("-1-")[2] not in sqlite_server.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"])
def test_verbs_that_are_not_there(ann: Client, method: str) -> None:
    answer = ann.http.request(method, "/api/variants")
    assert (answer.status_code, answer.json()["code"]) == (405, "invalid")


@pytest.mark.parametrize("path", ["/", "/api/variants", "/api/games", "/healthz", "/api/docs"])
def test_head_is_answered_where_get_is(ann: Client, path: str) -> None:
    head, whole = ann.http.head(path), ann.http.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert ann.http.head("/api/nothing").status_code == 404


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", "/api/nothing"])
def test_a_socket_where_there_is_none(ann: Client, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, ann.connected(path):
        pass
    assert refused.value.response.status_code == 404
    assert json.loads(refused.value.response.body)["code"] == "not-found"


def test_letters_that_are_none_are_no_fault_of_the_server(
    ann: Client, sqlite_server: Server
) -> None:
    game = ann.create()["game"]
    with socket.create_connection(ann.address) as raw:
        request = [
            f"GET /api/games/{game}/socket HTTP/1.1",
            f"Host: {ann.address[0]}:{ann.address[1]}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: YWFhYWFhYWFhYWFhYWFhYQ==",
            "Sec-WebSocket-Version: 13",
        ]
        raw.sendall("\r\n".join([*request, "", ""]).encode())
        assert b" 101 " in raw.recv(100)
        raw.sendall(b"\x81\x82\0\0\0\0\xff\xfe")
        raw.settimeout(10)
        while raw.recv(100_000):
            pass
    assert "UTF-8" not in sqlite_server.text


def test_no_state_change_by_get(ann: Client) -> None:
    state = ann.create("othello", [HERE, LINK])
    for path in ("/api/games/import", f"/api/games/{state['game']}/commands"):
        assert ann.http.get(path).status_code in (404, 405)
    assert ann.state(state["game"])["seq"] == state["seq"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"1" * 10_000,
        b"\xff\xfe",
        b'{"key": "\\ud800", "variant": "othello", "seats": []}',
        b'{"key": "k", "variant": "\\u0000", "seats": [{"kind":"here"},{"kind":"here"}]}',
        b'{"key": "k", "variant": "othello", "seats": [{"kind":"here"},{"kind":"here"}], "x": 1}',
        b'{"key": "k", "variant": "othello", "seats": [{"kind":"here"}]}',
        b'{"key": "k", "variant": "othello:size=1e9", "seats": [{"kind":"here"},{"kind":"here"}]}',
        b'{"key": NaN, "variant": Infinity, "seats": null}',
        b"null",
    ],
)
def test_bodies_that_cannot_be_read(ann: Client, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    for path in ("/api/games", "/api/games/import", "/api/positions", "/api/join/x"):
        answer = ann.http.post(path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, (path, answer.text)
        assert set(answer.json()) == {"code", "message"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"variant": "chess"}, "not-found"),
        ({"variant": "othello:size=5"}, "invalid"),
        ({"variant": "x" * 401}, "invalid"),
        ({"clock": "soon"}, "invalid"),
        ({"clock": "0"}, "invalid"),
        ({"clock": "1e9"}, "invalid"),
        ({"start": {"position": "nonsense"}}, "invalid"),
        ({"start": {"position": "-" * 64 + " X"}}, "invalid"),
        ({"start": {"position": "X" * 64 + " X"}}, "invalid"),
        ({"start": {"position": "X", "moves": []}}, "invalid"),
        ({"start": {"moves": ["f5", "f5"]}}, "illegal-move"),
        ({"start": {"moves": ["zz"]}}, "invalid-move"),
        ({"start": {"opening": {"plies": 1000}}}, "invalid"),
        ({"seats": [HERE, {"kind": "bot"}]}, "invalid"),
        ({"seats": [HERE, {"kind": "here", "bot": "random"}]}, "invalid"),
        ({"seats": [HERE, {"kind": "bot", "bot": "deep-thought"}]}, "not-found"),
        ({"seats": [HERE, {"kind": "bot", "bot": "human"}]}, "not-found"),
        ({"seats": [HERE, {"kind": "bot", "bot": "nboard:cmd=/bin/sh"}]}, "not-found"),
        ({"seats": [HERE, {"kind": "bot", "bot": "./bot.py"}]}, "not-found"),
        ({"seats": [HERE, {"kind": "bot", "bot": "random:file=/etc/passwd"}]}, "invalid"),
        ({"seats": [HERE, {"kind": "bot", "bot": "minimax:depth=9"}]}, "too-large"),
        ({"seats": [HERE, {"kind": "bot", "bot": "engine:time=11"}]}, "too-large"),
        ({"seats": [HERE, {"kind": "bot", "bot": "engine:depth=25"}]}, "too-large"),
        ({"seats": [HERE, {"kind": "bot", "bot": "positional:depth=5"}]}, "too-large"),
        ({"variant": "kalah", "seats": [HERE, {"kind": "bot", "bot": "first"}]}, "invalid"),
    ],
)
def test_games_that_cannot_be(ann: Client, change: Message, code: str) -> None:
    answer = ann.http.post("/api/games", json={"key": fresh_key(), **GAME, **change})
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code, answer.text
    assert ann.http.get("/api/games").json()["games"] == []


def test_what_is_not_json_is_called_so(ann: Client) -> None:
    for body in (b"{", b"\xff\xfe"):
        answer = ann.http.post(
            "/api/games", content=body, headers={"content-type": "application/json"}
        )
        assert answer.json() == {"code": "invalid", "message": "That is not JSON."}


TEXT = st.text(st.characters(codec=None, categories=None), max_size=30)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    [
        "key",
        "variant",
        "seats",
        "clock",
        "start",
        "position",
        "moves",
        "text",
        "format",
        "name",
        "kind",
        "bot",
        "type",
        "seq",
        "seat",
        "move",
        "subject",
        "opening",
        "plies",
        "seed",
        "title",
    ]
)
BODIES = st.dictionaries(FIELDS, VALUES, max_size=6)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(body=BODIES)
def test_no_body_breaks_it(ann: Client, body: Message) -> None:
    state = getattr(ann, "fuzzed", None) or ann.create()
    ann.fuzzed = state  # type: ignore[attr-defined]
    good: list[tuple[str, Message]] = [
        ("/api/games", {"key": fresh_key(), **GAME}),
        ("/api/positions", {"variant": "othello", "moves": ["f5"]}),
        ("/api/games/import", {"format": "transcript", "variant": "othello", "text": "f5"}),
        (
            f"/api/games/{state['game']}/commands",
            {"type": "offer", "key": fresh_key(), "seq": 0, "seat": 0, "subject": "draw"},
        ),
    ]
    for path, wanted in good:
        data = json.dumps({**wanted, **body}).encode()
        answer = ann.http.post(path, content=data, headers={"Content-Type": "application/json"})
        assert answer.status_code < 500, (path, body, answer.text)
        if answer.status_code >= 400:
            assert {"code", "message"} <= set(answer.json())


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(path=TEXT, query=TEXT)
def test_no_address_breaks_it(ann: Client, path: str, query: str) -> None:
    safe = path.encode("utf-8", "surrogatepass")
    escaped = "".join(f"%{byte:02x}" for byte in safe)
    asked = "".join(f"%{byte:02x}" for byte in query.encode("utf-8", "surrogatepass"))
    for address in (
        f"/api/variants/{escaped}",
        f"/api/games/{escaped}",
        f"/api/games/{escaped}/export",
        f"/api/games?q={asked}&before={asked}",
        f"/api/scores?variant={asked}",
        f"/api/bots?variant={asked}",
        f"/{escaped}",
    ):
        assert ann.http.get(address).status_code < 500, address


def test_raw_nonsense_is_no_trouble(ann: Client) -> None:
    for data in (b"\x00" * 100, b"GET / HTTP/9.9\r\n\r\n", b"GET " + b"/" * 100_000 + b"\r\n\r\n"):
        with socket.create_connection(ann.address, timeout=10) as raw:
            raw.sendall(data)
            raw.shutdown(socket.SHUT_WR)
            try:
                answer = raw.recv(1000)
            except ConnectionError:
                answer = b""
            assert not answer or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4"))
    assert ann.http.get("/healthz").status_code == 200


def test_headers_that_do_not_end_are_not_waited_for(ann: Client) -> None:
    whole = f"GET /healthz HTTP/1.1\r\nHost: {ann.address[0]}\r\n\r\n".encode()
    began = time.monotonic()
    with ExitStack() as opened:
        halves = []
        for sent in (b"", b"G", whole[:-2], whole + whole[:-2]):
            raw = opened.enter_context(socket.create_connection(ann.address, timeout=SLOW + 20))
            raw.sendall(sent)
            halves.append(raw)
        answers = [raw.makefile("rb").read() for raw in halves]
    assert SLOW - 1 < time.monotonic() - began < SLOW + 10
    assert [answer[:12] for answer in answers] == [b"", b"", b"", b"HTTP/1.1 200"]


def test_open_games_are_limited(ann: Client) -> None:
    """As many as one may have, and one more."""
    ann.cookie  # noqa: B018
    for _ in range(limits.OPEN_GAMES):
        ann.create("small")
    wanted = {"key": fresh_key(), "variant": "small", "seats": [HERE, HERE]}
    answer = ann.http.post("/api/games", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    game = ann.http.get("/api/games").json()["games"][0]["game"]
    ann.http.delete(f"/api/games/{game}")
    assert ann.http.post("/api/games", json=wanted).status_code == 201
    restored = ann.http.post(f"/api/games/{game}/restore")
    assert (restored.status_code, restored.json()["code"]) == (429, "too-many")
    assert ann.http.get(f"/api/games/{game}").status_code == 410
    # Nor do a rematch and a result that is taken back open one more.
    resigned, played = (
        ann.state(each["game"]) for each in ann.http.get("/api/games").json()["games"][:2]
    )
    assert ann.order(resigned, "resign", 0).status_code == 200
    while not played["view"]["outcome"]:
        played = ann.play(played, played["view"]["legal"][0]["move"])
    ann.create("small")
    ann.create("small")
    resigned = ann.state(resigned["game"])
    for state, order in ((resigned, "rematch"), (played, "take-back")):
        answer = ann.order(state, order, 0)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
        assert ann.state(state["game"])["seq"] == state["seq"]


def test_the_limits_are_documented() -> None:
    text = Path("docs/protocol.md").read_text()
    table = text[text.index("## Limits") :]
    figures = {int(figure.replace(",", "")) for figure in re.findall(r"\b[0-9][0-9,]*\b", table)}
    numbers = [value for name, value in vars(limits).items() if name.isupper()]
    numbers = [value for value in numbers if not isinstance(value, dict)]
    depths = [limits.BOT_DEPTHS, *limits.BOARD_DEPTHS.values()]
    inner = {limits.NAME, limits.TITLE, limits.SPEC, limits.POSITION, limits.MOVES}
    for number in [*numbers, *(depth for each in depths for depth in each.values())]:
        assert int(number) in figures or number in inner, number


def test_many_sockets(ann: Client) -> None:
    state = ann.create()
    path = f"/api/games/{state['game']}/socket"
    with ExitStack() as opened:
        for _ in range(limits.SOCKETS):
            opened.enter_context(ann.connected(path))
        with pytest.raises(InvalidStatus) as refused, ann.connected(path):
            pass
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body)["code"] == "too-many"


def test_clients_in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests of one identity, and identities of one address."""
    monkeypatch.setattr(limits, "REQUESTS", 0.001)
    monkeypatch.setattr(limits, "REQUEST_BURST", 3)
    monkeypatch.setattr(limits, "NEWCOMERS", 0.001)
    monkeypatch.setattr(limits, "NEWCOMER_BURST", 2)
    guarded = Guard(PlainTextResponse("in"), Identities(b"secret"), (), addresses=False)

    async def ask() -> list[int]:
        transport = httpx.ASGITransport(guarded)
        codes = []
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            codes = [(await client.get("/api/x")).status_code for _ in range(5)]
            client.cookies.clear()
            codes.append((await client.get("/api/x")).status_code)
            client.cookies.clear()
            late = await client.get("/api/x")
            assert late.json()["code"] == "too-many"
            assert late.headers["retry-after"] == "1"
        return [*codes, late.status_code]

    assert asyncio.run(ask()) == [200, 200, 200, 200, 429, 200, 429]


@pytest.mark.parametrize(("proxies", "code"), [(["127.0.0.0/8"], 200), ([], 429)])
def test_only_a_named_proxy_says_where_requests_come_from(
    monkeypatch: pytest.MonkeyPatch, proxies: list[str], code: int
) -> None:
    """Else all who are behind it share the room that one address has for newcomers."""
    monkeypatch.setattr(limits, "NEWCOMERS", 0.001)
    monkeypatch.setattr(limits, "NEWCOMER_BURST", 2)
    guarded = Guard(PlainTextResponse("in"), Identities(b"secret"), (), addresses=False)
    config = configuration(guarded, proxies)
    config.load()

    async def ask(*addresses: str) -> list[int]:
        transport = httpx.ASGITransport(config.loaded_app, client=("127.0.0.1", 50_000))
        codes = []
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            for address in addresses:
                client.cookies.clear()
                headers = {"X-Forwarded-For": address}
                codes.append((await client.get("/api/x", headers=headers)).status_code)
        return codes

    crowd = ["203.0.113.1"] * 3
    assert asyncio.run(ask(*crowd, "203.0.113.2")) == [200, 200, 429, code]


def test_a_proxy_is_an_address() -> None:
    asked = [sys.executable, "-m", "turnstone.cli.main", "serve", "--proxy", "example.org"]
    told = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    assert told.returncode == 2
    assert "'example.org' is no address or network, such as 127.0.0.1" in told.stderr
