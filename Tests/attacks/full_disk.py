#!/usr/bin/env python3
"""Fills the disk of a server, stops the server, and checks that every acknowledged write is still there.

usage: Tests/attacks/full_disk.py [--kilobytes 1500]

Needs root for a small disk in memory (`unshare` and `mount`), both programs (`tools/build -c release`) and the
page (`./site --output .build-web`). Expected output, with any number, and exit code 0:

    33 chordsets acknowledged on a disk of 1500 KiB, then 503; 33 there after a stop, 33 in the file
"""

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from serving import CHORDS, SITE, Server  # noqa: E402



def attack(folder, disk):
    """→ acknowledged writes, status of the refused one, chordsets reported at the stop, and chordsets in the file."""
    server = Server(SITE, folder / "log", "--database", disk / "sets.sqlite")
    connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
    count = 0
    while True:
        connection.request(
            "POST", "/api/v1/chordsets", json.dumps({"id": f"s{count}"}), {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        if response.status != 201:
            break
        count += 1
    connection.close()
    server.process.terminate()
    server.process.wait(10)
    said = server.process.stdout.read().decode()
    run = subprocess.run(
        [CHORDS, "sets", "list", "--json", "--database", disk / "sets.sqlite"], capture_output=True, text=True)
    found = len(json.loads(run.stdout)) if run.returncode == 0 else 0
    return count, response.status, int(said.split()[1].rstrip(",")) if said else 0, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kilobytes", type=int, default=1500)
    options = parser.parse_args()
    if os.environ.get("UNSHARED") != "1":
        command = ["unshare", "--mount", sys.executable, *sys.argv]
        sys.exit(subprocess.run(command, env={**os.environ, "UNSHARED": "1"}).returncode)
    with tempfile.TemporaryDirectory() as name:
        disk = Path(name) / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={options.kilobytes}k", "tmpfs", disk], check=True)
        try:
            count, status, said, found = attack(Path(name), disk)
        finally:
            subprocess.run(["umount", disk], check=True)
    print(
        f"{count} chordsets acknowledged on a disk of {options.kilobytes} KiB, then {status}; "
        f"{said} there after a stop, {found} in the file")
    sys.exit(0 if status == 503 and count == said == found else 1)


if __name__ == "__main__":
    main()
