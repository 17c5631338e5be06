"""Kills the server while it writes, again and again, and looks for every write that it has acknowledged.

usage: Tests/attacks/kill.py [--kills 1000] [--writers 4] [--longest 0.2] [--seed 1]

Needs both programs (`swift build -c release`) and the page (`Web/build .build-web`). In each round a server is started on
the file that the one before has left, and killed (SIGKILL) at a random moment: now and then while it starts, otherwise
while several writers add, rename and delete chordsets over HTTP. Then the file is read by another program. It must print,
with any number of acknowledged writes, and exit with 0:

    1000 kills, 8333 writes acknowledged, 0 of them lost, 0 chordsets damaged
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

from serving import PROGRAM, ROOT, SITE, Server  # noqa: E402

COMMAND = ROOT / ".build/release/chords"
SETS = "/api/v1/chordsets"


class Writer:
    """Changes chordsets of its own until the server is gone."""

    def __init__(self, name, seed):
        self.name = name
        self.chance = random.Random(seed)
        self.kept = {}
        self.acknowledged = 0
        # What was asked for and not answered: it may have been done or not.
        self.doubtful = None

    def write(self, server, on_first):
        connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
        try:
            while True:
                what = self.chance.choice(["add", "rename", "delete"]) if len(self.kept) > 20 else "add"
                title = str(self.acknowledged)
                one = f"{self.name}-{title}" if what == "add" else self.chance.choice(list(self.kept))
                self.doubtful = (what, one, title)
                path, method, body = {
                    "add": (SETS, "POST", {"id": one, "title": title}),
                    "rename": (f"{SETS}/{one}", "PATCH", {"title": title}),
                    "delete": (f"{SETS}/{one}", "DELETE", None),
                }[what]
                connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"})
                response = connection.getresponse()
                answer = response.read()
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
        """What of its writes is not to be found; from then on what was found counts."""
        mine = {id: title for id, title in found.items() if id.startswith(self.name + "-")}
        if mine != self.kept and self.doubtful:
            self.settle(self.doubtful)
        self.doubtful = None
        lost = [id for id in self.kept.keys() | mine.keys() if self.kept.get(id) != mine.get(id)]
        self.kept = mine
        return lost


def attack(folder, site, kills, writers=4, longest=0.06, seed=1):
    """`longest`: seconds between the first write and the kill. Gives how many writes were acknowledged, which of them are lost, and which chordsets damaged."""
    chance = random.Random(seed)
    people = [Writer(f"w{number}", seed * 100 + number) for number in range(writers)]
    lost, damaged = [], []
    database = folder / "log.sqlite"
    for _ in range(kills):
        if chance.random() < 0.1:
            killed_while_starting(site, database, chance.uniform(0, 0.1))
        else:
            killed_while_writing(site, folder / "log", people, chance.uniform(0, longest))
        output = subprocess.run(
            [COMMAND, "sets", "list", "--json", "--database", database], check=True, capture_output=True).stdout
        entries = json.loads(output)
        damaged += [entry["id"] for entry in entries if len(entry["chords"]) != 8]
        found = {entry["id"]: entry["title"] for entry in entries}
        for writer in people:
            lost += writer.lost(found)
    return sum(writer.acknowledged for writer in people), lost, damaged


def killed_while_starting(site, database, after):
    process = subprocess.Popen(
        [PROGRAM, "--site", site, "--port", "0", "--database", database], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        pass
    process.kill()
    process.wait(10)


def killed_while_writing(site, log, people, after):
    """`after`: seconds since the first write that was acknowledged."""
    server = Server(site, log)
    killer = threading.Timer(after, lambda: os.kill(server.process.pid, signal.SIGKILL))
    start = threading.Lock()

    def on_first():
        if start.acquire(blocking=False):
            killer.start()

    threads = [threading.Thread(target=writer.write, args=(server, on_first)) for writer in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    killer.join()
    server.process.wait(10)
    server.process.stdout.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--longest", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        acknowledged, lost, damaged = attack(
            Path(folder), SITE, options.kills, options.writers, options.longest, options.seed)
    print(
        f"{options.kills} kills, {acknowledged} writes acknowledged, {len(lost)} of them lost, "
        f"{len(damaged)} chordsets damaged")
    for id in lost + damaged:
        print(id, file=sys.stderr)
    sys.exit(1 if lost or damaged else 0)


if __name__ == "__main__":
    main()
