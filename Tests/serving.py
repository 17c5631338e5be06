"""Starts the built server on a free port, and PostgreSQL."""

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
# The programs of a release or debug build, and the folder of the page. ./test sets both.
BUILT = ROOT / ".build" / os.environ.get("CHORDS_TEST_BUILD", "release")
SITE = ROOT / os.environ.get("CHORDS_TEST_SITE", ".build-page")
# Tests cannot import single scripts of the release page, which are bundled.
IS_RELEASE = SITE.name == ".build-web"
CHORDS = BUILT / "chords"
PROGRAM = BUILT / "chords-server"
# The address of a PostgreSQL database for servers without a --database option; None for SQLite.
POSTGRES = os.environ.get("CHORDS_TEST_POSTGRES")


class Postgres:
    """A temporary PostgreSQL server; `address` is the address of its database.

    Its files are in a new folder, because its user cannot access the folders of tests.
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
        """Kills all processes of the server, as in a power failure that spares the buffers of the system."""
        postmaster = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        # While it is stopped it starts no more children.
        os.kill(postmaster, signal.SIGSTOP)
        children = subprocess.run(["pgrep", "-P", str(postmaster)], capture_output=True, text=True).stdout.split()
        for process in [postmaster, *map(int, children)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.communicate()
        # A new server does not start while one of them is left.
        while any(is_running(process) for process in children):
            time.sleep(0.01)

    def stop(self):
        self.process.communicate()
        shutil.rmtree(self.folder)


def is_running(process):
    """Whether a process exists and is no zombie."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def new_schema(address=POSTGRES):
    """The address of a new empty schema in a PostgreSQL database, used like a database."""
    name = "test_" + uuid.uuid4().hex
    subprocess.run(["psql", "-q", address, "-c", f"CREATE SCHEMA {name}"], check=True)
    return f"{address}{'&' if '?' in address else '?'}options=-csearch_path%3D{name}"


def dump(database):
    """The content of a database as text."""
    if not str(database).startswith("postgres:"):
        with sqlite3.connect(database) as connection:
            return "\n".join(connection.iterdump())
    address, schema = re.fullmatch(r"(.*)[?&]options=-csearch_path%3D(\w+)", database).groups()
    return subprocess.run(["pg_dump", "--schema", schema, address], check=True, capture_output=True, text=True).stdout


class Server:
    """A running `chords-server`. `url` has no slash at the end; `log` is its standard error."""

    def __init__(self, site, log, *arguments, preexec=None):
        if not PROGRAM.exists():
            raise FileNotFoundError(f"{PROGRAM} is missing: tools/build -c {BUILT.name} --product chords-server")
        self.log_path, self.site = Path(log), site
        named = [arguments[place + 1] for place, argument in enumerate(arguments) if argument == "--database"]
        self.database = named[-1] if named else new_schema() if POSTGRES else f"{log}.sqlite"
        with open(log, "wb") as errors:
            self.process = subprocess.Popen(
                [PROGRAM, "--site", site, "--port", "0", "--database", self.database, *arguments],
                stdout=subprocess.PIPE, stderr=errors,
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
        """Stops the server and returns its exit code. Fails after 5 seconds."""
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        try:
            return self.process.wait(5)
        finally:
            self.process.kill()
            self.process.stdout.close()


def read_to_end(connection):
    """Reads until the server closes the connection."""
    received = b""
    try:
        while chunk := connection.recv(65536):
            received += chunk
    except ConnectionError:
        pass
    return received
