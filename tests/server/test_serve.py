"""`turnstone serve`: ready quickly, stopped quickly, and clear about what it cannot do."""

import re
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from .house import TURNSTONE, Client, Server, serving


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TURNSTONE, "serve", *arguments], capture_output=True, text=True, timeout=60
    )


def test_a_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("--port", port, "--data-dir", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == (
        f"turnstone: port {port} is in use; choose another with --port, or 0 for any\n"
    )


@pytest.mark.parametrize(
    "options",
    [
        ("--host", "999.1.1.1"),
        ("--port", "70000"),
        ("--database", "mysql://x"),
        ("--database", "sqlite:////nonexistent/place/file.db"),
        ("--data-dir", "/proc/nothing"),
    ],
)
def test_what_cannot_be_is_one_clear_line(tmp_path: Path, options: tuple[str, str]) -> None:
    arguments = ["--port", "0"] if options[0] != "--port" else []
    if options[0] != "--data-dir":
        arguments += ["--data-dir", str(tmp_path)]
    done = run(*arguments, *options)
    assert done.returncode == 2
    assert done.stderr.startswith("turnstone: ")
    assert done.stderr.count("\n") == 1


def test_a_database_file_has_one_server_at_a_time(own_server: Server) -> None:
    """Also right after the other one was killed; programs that are no servers may use it."""
    data = str(own_server.data)
    with Client(own_server.url) as ann:
        state = ann.create(seats=({"kind": "here"}, {"kind": "bot", "bot": "positional"}))
        ann.order(state, "play", 0, move="f5")  # its bot has a process of its own
        done = run("--port", "0", "--data-dir", data)
        assert done.returncode == 2
        file = own_server.data / "turnstone.db"
        assert done.stderr == (
            f"turnstone: another server uses {file}; an SQLite file has one server at a time\n"
        )
        copy = str(own_server.data / "copy.db")
        for command in (["games"], ["verify"], ["backup", copy]):
            beside = [*TURNSTONE, *command, "--database", f"sqlite:///{file}"]
            assert subprocess.run(beside, capture_output=True, timeout=60).returncode == 0
        assert ann.until(state["game"], lambda each: len(each["moves"]) >= 2)
    own_server.kill()
    own_server.start()


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_it_says_goodbye_and_stops(own_server: Server, stop: signal.Signals) -> None:
    with Client(own_server.url) as ann:
        state = ann.create("othello", [{"kind": "here"}, {"kind": "bot", "bot": "engine:time=10"}])
        with ann.socket(state["game"]) as table, ann.connected("/api/analysis") as desk:
            desk.send('{"type": "analyse", "id": "a", "variant": "othello", "seconds": 60}')
            ann.order(state, "play", 0, move="f5")
            began = time.monotonic()
            own_server.process.send_signal(stop)
            assert table.next("closing") == {"type": "closing"}
            with pytest.raises(ConnectionClosed):
                table.next("never")
            assert own_server.process.wait(timeout=20) == 0
            took = time.monotonic() - began
        assert took < 10  # two seconds on a machine that does nothing else
        own_server.start()
        assert ann.state(state["game"])["moves"][0]["move"] == "f5"


def test_what_was_done_is_there_after_a_crash(own_server: Server) -> None:
    """Every `done` is on the disk, with its key, however the server ended."""
    with Client(own_server.url) as ann:
        state = ann.create()
        with ann.socket(state["game"]) as table:
            done = [
                table.order("play", state["seq"] + place, place % 2, move=move, key=f"k{place}")
                for place, move in enumerate(["f5", "d6", "c3"])
            ]
        own_server.kill()
        own_server.start()
        after = ann.state(state["game"])
        assert after["seq"] == done[-1]["seq"]
        assert [move["move"] for move in after["moves"]] == ["f5", "d6", "c3"]
        with ann.socket(state["game"]) as table:
            again = table.order("play", state["seq"] + 2, 0, move="c3", key="k2")
            assert again == done[-1]
        assert len(ann.state(state["game"])["moves"]) == 3


def test_a_link_is_good_after_a_crash(own_server: Server) -> None:
    with Client(own_server.url) as ann, Client(own_server.url) as bob:
        state = ann.create("othello", [{"kind": "here"}, {"kind": "link"}])
        own_server.kill()
        own_server.start()
        assert bob.join(state["seats"][1]["link"])["seats"][1]["yours"] is True


def test_a_public_bind_says_what_it_means(tmp_path: Path) -> None:
    with serving(tmp_path / "public", "--host", "0.0.0.0") as server:
        assert "everybody who can reach this machine" in server.text
        port = server.url.rpartition(":")[2]
        with Client(f"http://127.0.0.1:{port}") as ann:
            assert ann.http.get("/api/variants", headers={"Host": "192.0.2.7"}).status_code == 200
            assert ann.http.get("/api/variants", headers={"Host": "evil.io"}).status_code == 403


def test_health_is_about_storing(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        assert ann.http.get("/healthz").json() == {"status": "ready"}
        assert "set-cookie" not in ann.http.get("/healthz").headers


def test_asking_for_the_health_again_and_again_writes_little(own_server: Server) -> None:
    """To try the store out takes 100 kB, which is not for everybody to have written."""

    def written() -> int:
        """Bytes this server has written, answers too."""
        text = Path(f"/proc/{own_server.process.pid}/io").read_text()
        return int(re.findall(r"^wchar: (\d+)$", text, re.MULTILINE)[0])

    with Client(own_server.url) as ann:
        ann.http.get("/healthz")
        before = written()
        for _ in range(30):
            assert ann.http.get("/healthz").status_code == 200
            time.sleep(0.05)
        assert written() - before < 350_000


def test_verify_finds_no_fault_with_games_that_went_out_and_came_back(own_server: Server) -> None:
    """Exported with a clock, and over by time, by agreement or on the board; then imported."""
    with Client(own_server.url) as ann:
        flagged = ann.create(clock="1")
        agreed = ann.create(clock="300+2")
        ann.order(agreed, "offer", 0, subject="draw")
        ann.order(ann.state(agreed["game"]), "offer", 1, subject="draw")
        given_up = ann.play(ann.create(clock="300+2"), "f5")
        ann.order(given_up, "resign", 1)
        ann.until(flagged["game"], lambda state: state["view"]["outcome"])
        for reason, state in (
            ("time", flagged),
            ("agreement", agreed),
            ("resignation", given_up),
        ):
            record = ann.http.get(f"/api/games/{state['game']}/export?format=json").text
            wanted = {"format": "json", "text": record}
            back = ann.http.post("/api/games/import", json=wanted).json()
            assert back["view"]["outcome"]["reason"] == reason
    own_server.kill()
    database = f"sqlite:///{own_server.data / 'turnstone.db'}"
    done = subprocess.run(
        [*TURNSTONE, "verify", "--database", database], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, "0 faults" in done.stdout) == (0, True), done.stdout
    own_server.start()
