"""The server under test: a process that is started, killed, and asked whether it is back."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from .wire import Address, Gone, request

TURNSTONE = (sys.executable, "-m", "turnstone.cli.main")
FILE = "turnstone.db"
PATIENCE = 300.0  # seconds for a start; that it should be quicker is for others to say


class House:
    """`turnstone serve` in a directory of its own; what it says is kept in `log`."""

    def __init__(self, home: Path, database: str | None = None) -> None:
        self.home, self._database = home, database
        home.mkdir(parents=True, exist_ok=True)
        self.log = home / "server.log"
        self.address = Address("127.0.0.1", _free_port())
        self._process: subprocess.Popen[bytes] | None = None
        self.spawned = 0.0

    @property
    def database(self) -> str:
        """Where its games are, as a URL."""
        return self._database or f"sqlite:///{self.file}"

    @property
    def file(self) -> Path | None:
        """The SQLite file, if it is one."""
        if self._database is None:
            return self.home / FILE
        kind, _, path = self._database.partition(":///")
        return Path(path) if kind == "sqlite" else None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def spawn(self) -> None:
        """Start it, and do not wait."""
        command = [*TURNSTONE, "serve", "--port", str(self.address.port)]
        command += ["--data-dir", str(self.home), "--database", self.database]
        with open(self.log, "ab") as log:
            self.spawned = time.monotonic()
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    async def ready(self) -> float:
        """Wait until it says that it can store; the seconds since it was started."""
        while True:
            try:
                answer = await request(self.address, "GET", "/healthz")
                if answer.status == 200:
                    return time.monotonic() - self.spawned
            except Gone:
                pass
            if self._process is None or self._process.poll() is not None:
                raise RuntimeError(f"the server did not start:\n{self.said()}")
            if time.monotonic() - self.spawned > PATIENCE:
                raise RuntimeError(f"the server is not ready after {PATIENCE:g} s:\n{self.said()}")
            await asyncio.sleep(0.005)

    def kill(self) -> None:
        """kill -9: no last words, nothing closed."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def stop(self) -> int:
        """Ask it to end, as Ctrl-C would."""
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)

    def said(self) -> str:
        """The end of its log."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return text[-4000:]

    def cpu_seconds(self) -> float:
        """Processor time it has used, where the system tells (Linux)."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def verify(self) -> list[str]:
        """What `turnstone verify` complains of; the server may run."""
        done = subprocess.run(
            [*TURNSTONE, "verify", "--json", "--database", self.database],
            capture_output=True,
            text=True,
        )
        if done.returncode == 0:
            return []
        try:
            return [str(fault) for fault in json.loads(done.stdout)["faults"]] or ["exit code 1"]
        except (ValueError, KeyError):
            return [done.stderr.strip() or f"exit code {done.returncode}"]


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
