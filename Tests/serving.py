"""The built server as a process of its own, started on a free port; and PostgreSQL."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What is tested: the programs of a release or a debug build, and the page in a folder. ./test sets both.
BUILT = ROOT / ".build" / os.environ.get("CHORDS_TEST_BUILD", "release")
SITE = ROOT / os.environ.get("CHORDS_TEST_SITE", ".build-page")
# Scripts of the release page are bundled, so tests cannot import one of them.
IS_RELEASE = SITE.name == ".build-web"
CHORDS = BUILT / "chords"
PROGRAM = BUILT / "chords-server"
# Where servers keep things that name no database of their own: in PostgreSQL, where this is the address of one.
POSTGRES = os.environ.get("CHORDS_TEST_POSTGRES")


class Postgres:
    """A PostgreSQL server of the test's own; `address` is that of its database.

    It keeps all in a new folder where its own user may go, which the folders of tests are not.
    """

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="postgres-"))
        self.folder.chmod(0o755)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [ROOT / "tools/postgres", self.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError("PostgreSQL did not start.")

    def kill(self):
        """As if the machine had lost its power, but for what the system keeps in memory."""
        postmaster = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        # While it is stopped it has no more children.
        os.kill(postmaster, signal.SIGSTOP)
        children = subprocess.run(["pgrep", "-P", str(postmaster)], capture_output=True, text=True).stdout.split()
        for process in [postmaster, *map(int, children)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.communicate()
        # As long as one of them is left, another server does not begin.
        while any(is_running(process) for process in children):
            time.sleep(0.01)

    def stop(self):
        self.process.communicate()
        shutil.rmtree(self.folder)


def is_running(process):
    """Whether the process of this number is neither gone nor dead."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def own_schema(address=POSTGRES):
    """The address of an empty schema in a PostgreSQL database, which is as good as a database of its own."""
    name = "test_" + uuid.uuid4().hex
    subprocess.run(["psql", "-q", address, "-c", f"CREATE SCHEMA {name}"], check=True)
    return f"{address}{'&' if '?' in address else '?'}options=-csearch_path%3D{name}"


def dump(database):
    """All that a database keeps, as text."""
    if not str(database).startswith("postgres:"):
        with sqlite3.connect(database) as connection:
            return "\n".join(connection.iterdump())
    address, schema = re.fullmatch(r"(.*)[?&]options=-csearch_path%3D(\w+)", database).groups()
    return subprocess.run(["pg_dump", "--schema", schema, address], check=True, capture_output=True, text=True).stdout


class Server:
    """A running `chords-server`. `url` ends without a slash; `log` is what it wrote to standard error."""

    def __init__(self, site, log, *arguments, preexec=None):
        if not PROGRAM.exists():
            raise FileNotFoundError(f"{PROGRAM} is missing: swift build -c {BUILT.name} --product chords-server")
        self.log_path, self.site = Path(log), site
        named = [arguments[place + 1] for place, argument in enumerate(arguments) if argument == "--database"]
        self.database = named[-1] if named else own_schema() if POSTGRES else f"{log}.sqlite"
        with open(log, "wb") as errors:
            self.process = subprocess.Popen(
                [PROGRAM, "--site", site, "--port", "0", "--database", self.database, *arguments], stdout=subprocess.PIPE, stderr=errors,
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
