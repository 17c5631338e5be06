"""A database file that is deleted, replaced, overwritten, full, copied or restored while a server uses it."""

import http.client
import json
import os
import resource
import shutil
import signal
import subprocess
import threading
import time

import pytest

from serving import CHORDS, PROGRAM, ROOT, Server

SETS = "/api/v1/chordsets"


@pytest.fixture
def serve(folder, tmp_path):
    """serve(…) → a new server on `database`, stopped after the test."""
    servers = []

    def serve(*arguments, database=tmp_path / "sets.sqlite"):
        servers.append(Server(folder, tmp_path / f"log{len(servers)}", "--database", database, *arguments))
        return servers[-1]

    yield serve
    for server in servers:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture
def database(tmp_path):
    return tmp_path / "sets.sqlite"


def send(server, method, path="", body=None):
    """The status, the headers by lower-case name and the JSON of an answer."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
    try:
        connection.request(
            method, (SETS + path) if not path.endswith("z") else path, body and json.dumps(body),
            {"Content-Type": "application/json"} if body else {})
        response = connection.getresponse()
        content = response.read()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return response.status, headers, json.loads(content) if content else None
    finally:
        connection.close()


def add(server, *titles):
    for title in titles:
        status, _, answer = send(server, "POST", "", {"id": title, "title": title})
        assert status == 201, answer


def titles_in(path):
    """The titles in a database file, read by another process."""
    run = subprocess.run([CHORDS, "sets", "list", "--json", "--database", path], check=True, capture_output=True)
    return [entry["title"] for entry in json.loads(run.stdout)]


def sets(*arguments, database, code=0):
    run = subprocess.run([CHORDS, "sets", *map(str, arguments), "--database", database], capture_output=True, text=True)
    assert run.returncode == code, run.stderr
    return run.stdout if code == 0 else run.stderr


def overwrite(path, content):
    """Overwrites a file in place, as cp does."""
    with open(path, "r+b") as file:
        file.truncate(0)
        file.write(content)


ACCIDENTS = {
    "deleted": lambda path, other: path.unlink(),
    "moved away": lambda path, other: path.rename(path.with_name("away")),
    "folder deleted": lambda path, other: shutil.rmtree(path.parent),
    "another moved there": lambda path, other: other.rename(path),
    "another copied over it": lambda path, other: overwrite(path, other.read_bytes()),
    "emptied": lambda path, other: os.truncate(path, 0),
    "cut off": lambda path, other: os.truncate(path, path.stat().st_size // 2),
    "journal deleted": lambda path, other: path.with_name("sets.sqlite-wal").unlink(),
}


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_damaged_database_file_is_noticed_before_any_write_is_acknowledged(serve, tmp_path, accident):
    database = tmp_path / "folder/sets.sqlite"
    other = tmp_path / "other.sqlite"
    sets("add", "--title", "another", database=other)
    # These writes are in the file, not only in the journal.
    for title in ["one", "two"]:
        sets("add", "--title", title, database=database)
    server = serve(database=database)
    assert send(server, "GET", "/readyz")[0] == 200
    ACCIDENTS[accident](database, other)
    for method, path, body in [
            ("POST", "", {"title": "lost?"}), ("GET", "", None), ("GET", "?since=0", None), ("GET", "/events", None)]:
        status, headers, answer = send(server, method, path, body)
        assert status == 503 and int(headers["retry-after"]) > 0, (method, path, answer)
        assert "restart" in answer["error"] and "database" in answer["error"]
    status, headers, answer = send(server, "GET", "/readyz")
    assert (status, answer["status"]) == (503, "unavailable") and headers["retry-after"] and answer["error"]
    # The process still runs, and so does everything that needs no database.
    assert send(server, "GET", "/healthz")[::2] == (200, {"status": "ok"})
    assert server.stop() == 0, server.log
    if accident in ["deleted", "moved away", "another moved there"]:
        (rescued,) = database.parent.glob("sets-rescued-*.sqlite")
        assert titles_in(rescued) == ["one", "two"] and str(rescued) in server.log
    if accident == "another copied over it":
        # The overwritten content cannot be rescued, and no journal is left.
        assert not list(database.parent.glob("sets.sqlite-*"))
    if accident.startswith("another"):
        assert titles_in(database) == ["another"]
    if accident == "journal deleted":
        assert titles_in(database) == ["one", "two"]


def test_event_stream_ends_when_the_file_is_deleted(serve, database):
    server = serve()
    connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
    connection.request("GET", SETS + "/events")
    response = connection.getresponse()
    assert response.status == 200 and response.readline() == b"event: change\n"
    database.unlink()
    # The stream ends instead of continuing without events.
    assert b"event" not in response.read()
    connection.close()


def test_restored_file_is_used_again(serve, database):
    server = serve()
    add(server, "one")
    away = database.with_name("away")
    database.rename(away)
    assert send(server, "POST", "", {"title": "x"})[0] == 503
    away.rename(database)
    add(server, "two")
    assert send(server, "GET", "/readyz")[2]["chordsets"] == 2
    assert server.stop() == 0
    assert titles_in(database) == ["one", "two"]


def test_full_disk_is_reported_and_loses_nothing(folder, tmp_path, database):
    def limit_file_size():
        # The system refuses larger files, as on a full disk. The signal that would end the program is ignored.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    server = Server(folder, tmp_path / "log", "--database", database, preexec=limit_file_size)
    try:
        count = 0
        while count < 500:
            status, headers, answer = send(server, "POST", "", {"id": f"s{count}", "title": str(count)})
            if status != 201:
                break
            count += 1
        assert status == 503 and headers["retry-after"] and "disk" in answer["error"], answer
        assert [entry["title"] for entry in send(server, "GET", "?limit=1000")[2]] == [
            str(number) for number in range(count)]
        assert server.stop() == 0
    finally:
        server.process.kill()
    assert titles_in(database) == [str(number) for number in range(count)] and count > 10


# Stopping


def test_database_is_one_complete_file_after_a_clean_stop(serve, database, tmp_path):
    server = serve()
    add(server, "one", "two", "three")
    listening = http.client.HTTPConnection(server.host, server.port, timeout=10)
    listening.request("GET", SETS + "/events")
    assert listening.getresponse().readline()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(5) == 0
    assert server.process.stdout.read() == b"chordsets: 3, chords: 24\n"
    listening.close()
    assert sorted(path.name for path in tmp_path.glob("sets.sqlite*")) == ["sets.sqlite"]
    elsewhere = tmp_path / "copy.sqlite"
    shutil.copyfile(database, elsewhere)
    assert titles_in(elsewhere) == ["one", "two", "three"]


def test_command_leaves_no_journal(database, tmp_path):
    sets("add", "--title", "one", database=database)
    assert [path.name for path in tmp_path.iterdir()] == ["sets.sqlite"]


def test_idle_server_checkpoints_the_journal(serve, database):
    server = serve()
    add(server, "one", "two")
    journal = database.with_name("sets.sqlite-wal")
    assert journal.stat().st_size > 0
    deadline = time.monotonic() + 30
    while journal.stat().st_size > 0 and time.monotonic() < deadline:
        time.sleep(0.1)
    server.process.kill()
    elsewhere = database.with_name("copy.sqlite")
    shutil.copyfile(database, elsewhere)
    assert titles_in(elsewhere) == ["one", "two"]


def test_memory_database_writes_no_file_and_reports_its_profile_at_the_end(serve, tmp_path):
    before = set(tmp_path.rglob("*"))
    server = serve(database=":memory:")
    add(server, "one", "two", "three")
    # Deleting a chordset deletes its chords and their lumis with it.
    add(server, "four")
    assert send(server, "DELETE", "/four")[0] == 204
    assert send(server, "GET", "/readyz")[2]["chordsets"] == 3
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(5) == 0
    assert server.process.stdout.read() == b"chordsets: 3, chords: 24\n"
    assert {path.name for path in set(tmp_path.rglob("*")) - before} == {"log0"}
    assert not (ROOT / ":memory:").exists()
    assert sets("add", "--title", "x", database=":memory:").strip()
    assert sets("list", database=":memory:") == ""


# Backups


def test_backup_under_load_and_restore(serve, database, tmp_path):
    """A backup contains all writes acknowledged before it. After a restore, clients learn the last common revision."""
    server = serve()
    add(server, *[f"before-{number}" for number in range(30)])
    acknowledged, stopping = [], threading.Event()

    def writing():
        number = 0
        while not stopping.is_set():
            if send(server, "POST", "", {"id": f"load-{number}", "title": "x"})[0] == 201:
                acknowledged.append(f"load-{number}")
            number += 1

    writers = [threading.Thread(target=writing)]
    for writer in writers:
        writer.start()
    try:
        for round in range(5):
            sure = list(acknowledged)
            backup = tmp_path / f"backup-{round}.sqlite"
            assert "chordsets: " in sets("backup", backup, database=database)
            assert [path.name for path in tmp_path.glob(f"backup-{round}*")] == [backup.name]
            listed = json.loads(sets("export", database=backup))["chordsets"]
            ids = {entry["id"] for entry in listed}
            assert set(sure) <= ids and all(len(entry["chords"]) == 8 for entry in listed)
    finally:
        stopping.set()
        for writer in writers:
            writer.join()
    in_backup = [entry["id"] for entry in listed]
    add(server, "after")
    assert send(server, "DELETE", "/before-0")[0] == 204
    before = send(server, "GET", "?since=0&limit=1000")[2]
    trail = [before["revision"]] + sorted({entry["version"] for entry in before["chordsets"]}, reverse=True)[:99]
    events = http.client.HTTPConnection(server.host, server.port, timeout=20)
    events.request("GET", SETS + "/events")
    stream = events.getresponse()
    while stream.readline() != b"\n":
        pass

    # Restore while the server runs and another client writes.
    busy = threading.Event()

    def meanwhile():
        for number in range(1000):
            if send(server, "POST", "", {"id": f"meanwhile-{number}", "title": "x"})[0] == 201:
                acknowledged.append(f"meanwhile-{number}")
            if number == 3:
                busy.set()
            if said:
                break

    said = []
    writer = threading.Thread(target=meanwhile)
    writer.start()
    busy.wait()
    said.append(sets("restore", backup, database=database))
    writer.join()
    said = said[0]
    assert said.startswith("Restored: chordsets: ")
    # Listeners get an event that makes them request the changes.
    while set(json.loads([stream.readline() for _ in range(4)][2].removeprefix(b"data: "))) != {"revision", "database"}:
        pass
    events.close()
    now = [entry["id"] for entry in send(server, "GET", "?limit=1000")[2]]
    assert now[:len(in_backup)] == in_backup and all(id.startswith("meanwhile") for id in now[len(in_backup):])
    after = send(server, "GET", "?since=" + ",".join(map(str, trail)))[2]
    versions = {entry["id"]: entry["version"] for entry in before["chordsets"]}
    assert after["database"] == before["database"] and after["epoch"] != before["epoch"]
    assert max(versions[id] for id in in_backup if id in versions) <= after["since"] < versions["after"]
    assert after["revision"] > before["revision"] and after["deleted"] == []
    assert {entry["id"] for entry in after["chordsets"]} == set(now) - set(in_backup)
    # The state before the restore is saved, with what only this database had.
    (saved,) = tmp_path.glob("sets-before-restore-*.sqlite")
    assert "after" in titles_in(saved) and str(saved) in said
    # Every acknowledged write is in one of the two, including those made during the restore.
    entries = json.loads(sets("list", "--json", database=saved))
    assert set(acknowledged) <= {entry["id"] for entry in entries} | set(now)
    add(server, "later")
    assert send(server, "GET", f"?since={after['revision']}")[2]["since"] == after["revision"]
    assert server.stop() == 0
    assert len(titles_in(database)) == len(now) + 1


def test_invalid_backup_and_restore_arguments_are_refused(database, tmp_path):
    sets("add", "--title", "one", database=database)
    other = tmp_path / "other"
    other.write_bytes(b"no database")
    assert "damaged" in sets("restore", other, database=database, code=65)
    assert "no file" in sets("restore", tmp_path / "none", database=database, code=65)
    backup = tmp_path / "backup.sqlite"
    sets("backup", backup, database=database)
    assert "--force" in sets("backup", backup, database=database, code=65)
    sets("backup", backup, "--force", database=database)
    # A missing database and the database itself cannot be used.
    assert "no database" in sets("backup", backup, "--force", database=tmp_path / "mistyped.sqlite", code=65)
    assert "no database" in sets("backup", backup, "--force", database=":memory:", code=65)
    assert titles_in(backup) == ["one"] and not (tmp_path / "mistyped.sqlite").exists()
    assert "itself" in sets("backup", database, "--force", database=database, code=65)
    assert "cannot be written" in sets("backup", tmp_path / "no/such/folder", database=database, code=65)
    assert titles_in(database) == ["one"]


# Quotas


def test_item_quotas_are_enforced(serve):
    server = serve("--most-chordsets", "3", "--most-bytes-per-chordset", "5000")
    add(server, "one", "two", "three")
    status, _, answer = send(server, "POST", "", {"title": "four"})
    assert status == 507 and "delete some" in answer["error"]
    lumis = [{"hue": number} for number in range(64)]
    status, _, answer = send(server, "PUT", "/one/chords/0", {"lumis": lumis})
    assert status == 413 and "5000" in answer["error"]
    assert send(server, "PUT", "/one/chords/0", {"lumis": lumis[:5]})[0] == 200
    assert send(server, "DELETE", "/two")[0] == 204
    add(server, "four")
    assert send(server, "POST", "/two/undelete")[0] == 507
    assert server.stop() == 0


def test_byte_quota_is_enforced(serve):
    server = serve("--most-bytes", "300000")
    count, status = 0, 201
    chords = [{"lumis": [{"hue": number, "x": 0.123} for number in range(30)]}] * 8
    while status == 201 and count < 100:
        status, _, answer = send(server, "POST", "", {"id": f"set-{count}", "chords": chords})
        count += status == 201
    assert status == 507 and "300000" in answer["error"] and 2 < count < 50
    assert send(server, "DELETE", "/set-0")[0] == 204
    assert server.stop() == 0


@pytest.mark.parametrize("option", ["--most-chordsets", "--most-bytes-per-chordset", "--most-bytes"])
def test_quota_must_be_a_positive_number(folder, option):
    from serving import PROGRAM

    for value in ["0", "-1", "x"]:
        run = subprocess.run(
            [PROGRAM, "--site", folder, f"{option}={value}"], capture_output=True, text=True, timeout=10)
        assert run.returncode == 64 and option in run.stderr
