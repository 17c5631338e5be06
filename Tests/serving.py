"""The built server as a process of its own, started on a free port."""

import os
import re
import signal
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build/release/chords-server"
SITE = ROOT / ".build-web"


class Server:
    """A running `chords-server`. `url` ends without a slash; `log` is what it wrote to standard error."""

    def __init__(self, site, log, *arguments, preexec=None):
        if not PROGRAM.exists():
            raise FileNotFoundError(f"{PROGRAM} is missing: swift build -c release --product chords-server")
        self.log_path = Path(log)
        with open(log, "wb") as errors:
            self.process = subprocess.Popen(
                [PROGRAM, "--site", site, "--port", "0", "--database", f"{log}.sqlite", *arguments], stdout=subprocess.PIPE, stderr=errors,
                preexec_fn=preexec,
            )
        line = self.process.stdout.readline().decode()
        found = re.fullmatch(r"Chord Combiner is at (http://(.+):(\d+))/\n", line)
        if not found:
            self.stop()
            raise RuntimeError(f"the server did not start: {line}{self.log}")
        self.url, self.host, self.port = found[1], found[2], int(found[3])

    @property
    def log(self):
        return self.log_path.read_text()

    def stop(self, how=signal.SIGTERM):
        """Stops the server and gives its exit code; one that does not stop within 5 seconds fails the test."""
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        try:
            return self.process.wait(5)
        finally:
            self.process.kill()
            self.process.stdout.close()


def ends(connection):
    """What comes until the server ends the connection, which it does."""
    received = b""
    try:
        while chunk := connection.recv(65536):
            received += chunk
    except ConnectionError:
        pass
    return received
