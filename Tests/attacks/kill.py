#!/usr/bin/env python3
"""Kills the server repeatedly while it writes, and checks that every acknowledged write is still there.

usage: Tests/attacks/kill.py [--postgres] [--kills 1000] [--writers 4] [--longest 0.2] [--seed 1]

Needs both programs (`tools/build -c release`) and the page (`./site --output .build-web`). In each round a server is
started on the file left by the round before, and killed (SIGKILL) at a random moment: sometimes while it starts,
otherwise while several writers add, rename and delete chordsets over HTTP. Then another program reads the file.
Expected output, with any number of acknowledged writes, and exit code 0:

    1000 kills, 8333 writes acknowledged, 0 of them lost, 0 chordsets damaged

With --postgres, the writers alternate between two servers on one PostgreSQL database. In each round one of the two or
PostgreSQL itself is killed and restarted, while the other server continues. Everything is read through both servers.
"""

import argparse
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from serving import CHORDS, PROGRAM, SITE, Postgres, Server  # noqa: E402

SETS = "/api/v1/chordsets"


class Refused(Exception):
    """The server refused the request."""


class Writer:
    """Changes its own chordsets until the server is gone or an event is set."""

    def __init__(self, name, seed):
        self.name = name
        self.generator = random.Random(seed)
        self.kept = {}
        self.acknowledged = 0
        # The request without a response, which may have been executed or not.
        self.doubtful = None

    def write(self, server, is_over=None, on_first=lambda: None):
        connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
        try:
            while not (is_over and is_over.is_set()):
                what = self.generator.choice(["add", "rename", "delete"]) if len(self.kept) > 20 else "add"
                title = str(self.acknowledged)
                one = f"{self.name}-{title}" if what == "add" else self.generator.choice(list(self.kept))
                self.doubtful = (what, one, title)
                path, method, body = {
                    "add": (SETS, "POST", {"id": one, "title": title}),
                    "rename": (f"{SETS}/{one}", "PATCH", {"title": title}),
                    "delete": (f"{SETS}/{one}", "DELETE", None),
                }[what]
                connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"})
                response = connection.getresponse()
                answer = response.read()
                if response.status == 503:
                    raise Refused(answer)
                assert response.status in (200, 201, 204), answer
                self.settle(self.doubtful)
                self.doubtful = None
                self.acknowledged += 1
                on_first()
        except (http.client.HTTPException, OSError):
            pass
        finally:
            connection.close()

    def settle(self, change):
        what, one, title = change
        if what == "delete":
            self.kept.pop(one, None)
        else:
            self.kept[one] = title

    def lost(self, found):
        """The lost writes. From then on the found state counts."""
        mine = {id: title for id, title in found.items() if id.startswith(self.name + "-")}
        if mine != self.kept and self.doubtful:
            self.settle(self.doubtful)
        self.doubtful = None
        lost = [id for id in self.kept.keys() | mine.keys() if self.kept.get(id) != mine.get(id)]
        self.kept = mine
        return lost


def attack(folder, site, kills, writers=4, longest=0.06, seed=1):
    """Kills the server several times, at most `longest` seconds after the first write of a round.

    → the number of acknowledged writes, the lost ones, and the damaged chordsets.
    """
    generator = random.Random(seed)
    people = [Writer(f"w{number}", seed * 100 + number) for number in range(writers)]
    lost, damaged = [], []
    database = folder / "log.sqlite"
    for _ in range(kills):
        if generator.random() < 0.1:
            killed_while_starting(site, database, generator.uniform(0, 0.1))
        else:
            killed_while_writing(site, folder / "log", people, generator.uniform(0, longest))
        output = subprocess.run(
            [CHORDS, "sets", "list", "--json", "--database", database], check=True, capture_output=True).stdout
        entries = json.loads(output)
        damaged += [entry["id"] for entry in entries if len(entry["chords"]) != 8]
        found = {entry["id"]: entry["title"] for entry in entries}
        for writer in people:
            lost += writer.lost(found)
    return sum(writer.acknowledged for writer in people), lost, damaged


def killed_while_starting(site, database, after):
    process = subprocess.Popen(
        [PROGRAM, "--site", site, "--port", "0", "--database", database], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        pass
    process.kill()
    process.wait(10)


def killed_while_writing(site, log, people, after):
    """`after`: seconds since the first acknowledged write."""
    server = Server(site, log, "--database", f"{log}.sqlite")
    killer = threading.Timer(after, lambda: os.kill(server.process.pid, signal.SIGKILL))
    start = threading.Lock()

    def on_first():
        if start.acquire(blocking=False):
            killer.start()

    threads = [threading.Thread(target=writer.write, args=(server, None, on_first)) for writer in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    killer.join()
    server.process.wait(10)
    server.process.stdout.close()


class Pair:
    """Two servers on one database, which are killed and restarted."""

    def __init__(self, folder, site):
        self.folder, self.site = folder, site
        self.postgres = Postgres()
        self.servers = [self.serve(number) for number in range(2)]

    def serve(self, number):
        return Server(self.site, self.folder / f"log{number}", "--database", self.postgres.address)

    def kill(self, what):
        if what == "postgres":
            self.postgres.kill()
            self.postgres.start()
        else:
            self.servers[what].stop(signal.SIGKILL)
            self.servers[what] = self.serve(what)

    def content(self, number):
        """The titles by id, and the ids of incomplete chordsets."""
        server = self.servers[number]
        found, damaged, path = {}, [], f"{SETS}?limit=1000"
        while path:
            connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
            connection.request("GET", path)
            response = connection.getresponse()
            entries = json.loads(response.read())
            connection.close()
            found |= {entry["id"]: entry["title"] for entry in entries}
            damaged += [entry["id"] for entry in entries if len(entry["chords"]) != 8]
            link = response.headers["Link"]
            path = link and link[1:].split(">")[0]
        return found, damaged

    def stop(self):
        for server in self.servers:
            server.stop()
        self.postgres.stop()


def attack_pair(folder, site, kills, writers=4, longest=0.2, seed=1):
    """Like `attack`, with two servers on PostgreSQL, and one of the three processes killed in each round."""
    generator = random.Random(seed)
    people = [Writer(f"w{number}", seed * 100 + number) for number in range(writers)]
    lost, damaged = [], []
    pair = Pair(folder, site)
    try:
        for _ in range(kills):
            is_over = threading.Event()

            def write(writer, place):
                # A refused writer continues with the other server, without knowing the result of its last request.
                while not is_over.is_set():
                    try:
                        writer.write(pair.servers[place % 2], is_over)
                    except Refused:
                        pass
                    place += 1
                    if writer.doubtful:
                        return

            threads = [threading.Thread(target=write, args=(writer, place)) for place, writer in enumerate(people)]
            for thread in threads:
                thread.start()
            is_over.wait(generator.uniform(0, longest))
            pair.kill(generator.choice(["postgres", 0, 1]))
            is_over.set()
            for thread in threads:
                thread.join()
            contents = [pair.content(number) for number in range(2)]
            assert contents[0] == contents[1]
            damaged += contents[0][1]
            for writer in people:
                lost += writer.lost(contents[0][0])
    finally:
        pair.stop()
    return sum(writer.acknowledged for writer in people), lost, damaged


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--longest", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        acknowledged, lost, damaged = (attack_pair if options.postgres else attack)(
            Path(folder), SITE, options.kills, options.writers, options.longest, options.seed)
    print(
        f"{options.kills} kills, {acknowledged} writes acknowledged, {len(lost)} of them lost, "
        f"{len(damaged)} chordsets damaged")
    for id in lost + damaged:
        print(id, file=sys.stderr)
    sys.exit(1 if lost or damaged else 0)


if __name__ == "__main__":
    main()
