"""Two servers on one PostgreSQL database: consistency, notification and failover, with and without nginx."""

import base64
import hashlib
import http.client
import json
import signal
import socket
import subprocess
import threading
import time
from types import SimpleNamespace

import pytest

from attacks import kill
from serving import PROGRAM, Postgres, Server, dump, new_schema
from test_shelves import SETS, SHELF, events, new_key, next_event

pytestmark = pytest.mark.all

NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-errors warn;
worker_processes 1;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/1;
    uwsgi_temp_path {folder}/2;
    scgi_temp_path {folder}/3;
    upstream chords {{
        server 127.0.0.1:{ports[0]} max_fails=1 fail_timeout=1s;
        server 127.0.0.1:{ports[1]} max_fails=1 fail_timeout=1s;
    }}
    server {{
        listen unix:{folder}/socket;
        location / {{
            proxy_pass http://chords;
            proxy_http_version 1.1;
            proxy_set_header Host 127.0.0.1;
            proxy_set_header Connection "";
            proxy_buffering off;
        }}
    }}
}}
"""


def wait_until(condition):
    """Waits for a condition, with enough time for a busy machine."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture(scope="module")
def postgres():
    postgres = Postgres()
    yield postgres
    postgres.stop()


@pytest.fixture
def pair(postgres, folder, tmp_path):
    """Two servers with shelves on an empty database: `servers`, and `serve()` for another."""
    database = new_schema(postgres.address)
    servers = []

    def serve():
        servers.append(Server(
            folder, tmp_path / f"log{len(servers)}", "--shelves", "--database", database, "--requests-per-minute", "0"))
        return servers[-1]

    yield SimpleNamespace(servers=[serve(), serve()], serve=serve, database=database)
    for server in servers:
        server.stop(signal.SIGKILL)


def request(connection, method, path, body=None, key=None):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    # Without a server, nginx answers in HTML.
    is_json = answer.getheader("Content-Type", "").startswith("application/json")
    return answer.status, json.loads(text) if is_json else None


def connection_to(server):
    return http.client.HTTPConnection(server.host, server.port, timeout=30)


def test_write_on_one_server_is_visible_and_notified_on_the_other(pair):
    one, other = pair.servers
    key = new_key()
    assert request(connection_to(one), "POST", SHELF, {}, key)[0] == 201
    connection, heard = events(other, SETS + "/events", key)
    next_event(heard)
    for number in range(20):
        assert request(connection_to(one), "POST", SETS, {"id": f"set-{number}"}, key)[0] == 201
        assert request(connection_to(other), "GET", f"{SETS}/set-{number}", key=key)[0] == 200
        assert next_event(heard)["changed"] == [f"set-{number}"]
    # A key revoked at one server is invalid at the other.
    assert request(connection_to(one), "PUT", SHELF + "/key", {"key": new_key()}, key)[0] == 204
    assert next_event(heard) is None
    assert request(connection_to(other), "GET", SHELF, key=key)[0] == 401
    connection.close()


def rows(database, query):
    """The rows of a query as texts."""
    answer = subprocess.run(["psql", "-qAt", database, "-c", query], check=True, capture_output=True, text=True)
    return answer.stdout.split()


def test_shelf_without_items_is_known_to_both_and_not_stored(pair):
    one, other = pair.servers
    key = new_key()
    status, made = request(connection_to(one), "POST", SHELF, {"name": "Mine"}, key)
    assert status == 201
    # The only stored shelf is the one without a key. The table of the others is neither logged nor replicated.
    assert rows(pair.database, "SELECT count(*) FROM ONLY shelf") == ["1"]
    assert rows(pair.database, "SELECT relpersistence FROM pg_class WHERE oid = 'waitingShelf'::regclass") == ["u"]
    assert request(connection_to(other), "GET", SHELF, key=key) == (200, made)
    assert request(connection_to(other), "POST", SHELF, {}, key) == (200, made)
    assert request(connection_to(other), "PATCH", SHELF, {"name": "Ours"}, key)[0] == 200
    assert request(connection_to(one), "GET", SHELF, key=key)[1]["name"] == "Ours"
    reader = new_key()
    assert request(connection_to(one), "PUT", SHELF + "/reader", {"key": reader}, key)[0] == 204
    listening = [events(server, SETS + "/events", reader) for server in pair.servers]
    first = [next_event(heard) for _, heard in listening]
    assert first[0]["revision"] == first[1]["revision"] == made["revision"]
    # The first item stores the shelf with name, readers and history.
    assert request(connection_to(other), "POST", SETS, {"id": "one"}, key)[0] == 201
    assert rows(pair.database, "SELECT name FROM ONLY shelf WHERE owner IS NOT NULL") == ["Ours"]
    assert rows(pair.database, "SELECT count(*) FROM waitingShelf") == ["0"]
    for connection, heard in listening:
        event = next_event(heard)
        assert (event["since"], event["changed"]) == (made["revision"], ["one"])
        connection.close()
    for server in pair.servers:
        assert request(connection_to(server), "GET", SHELF, key=key)[1]["chordsets"] == 1
        changes = request(connection_to(server), "GET", f"{SETS}?since={made['revision']}", key=reader)[1]
        assert changes["since"] == made["revision"] and changes["database"] == first[0]["database"]


def test_first_items_at_the_same_time_store_one_shelf(pair):
    for _ in range(10):
        key = new_key()
        assert request(connection_to(pair.servers[0]), "POST", SHELF, {}, key)[0] == 201
        results = []

        def add(server, name):
            results.append(request(connection_to(server), "POST", SETS, {"id": name}, key)[0])

        threads = [
            threading.Thread(target=add, args=(server, f"{place}-{number}"))
            for place, server in enumerate(pair.servers) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert results == [201] * 6
        for server in pair.servers:
            assert request(connection_to(server), "GET", SHELF, key=key)[1]["chordsets"] == 6
    assert rows(pair.database, "SELECT count(owner), (SELECT count(*) FROM waitingShelf) FROM ONLY shelf") == ["10|0"]


def test_database_of_the_first_version(pair):
    """It stored shelves without items, which are deleted; a browser makes its new shelf again."""
    for server in pair.servers:
        server.stop()
    key = new_key()
    hashed = hashlib.sha256(base64.urlsafe_b64decode(key + "==")).hexdigest()
    subprocess.run(["psql", "-q", pair.database, "-c", f"""
        DROP TABLE waitingShelf, deviceLog;
        DELETE FROM schemaVersion WHERE number > 1;
        INSERT INTO shelf (owner, name, origin, epoch, revision, past, made) VALUES
            ('{hashed}', '', 'a', 'b', 2, 1, 1), ('named', 'Mine', 'a', 'b', 2, 1, 1), ('used', '', 'a', 'b', 4, 2, 1);
        """], check=True)
    server = pair.serve()
    assert rows(pair.database, "SELECT owner FROM ONLY shelf ORDER BY number") == ["named", "used"]
    assert request(connection_to(server), "GET", SHELF, key=key)[0] == 401
    assert request(connection_to(server), "POST", SHELF, {}, key)[0] == 201


def test_concurrent_changes_on_two_servers_are_serialized(pair):
    key = new_key()
    request(connection_to(pair.servers[0]), "POST", SHELF, {}, key)
    _, made = request(connection_to(pair.servers[0]), "POST", SETS, {"id": "one"}, key)
    results = []

    def rename(server, name):
        connection = connection_to(server)
        for turn in range(40):
            _, now = request(connection, "GET", SETS + "/one", key=key)
            connection.request(
                "PATCH", SETS + "/one", json.dumps({"title": f"{now['title']}{name}"}),
                {"Authorization": f"Bearer {key}", "Content-Type": "application/json",
                    "If-Match": f'"{now["version"]}"'})
            answer = connection.getresponse()
            answer.read()
            results.append((name, answer.status))

    threads = [threading.Thread(target=rename, args=(server, name)) for server, name in zip(pair.servers, "ab")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {status for _, status in results} <= {200, 412}
    assert {name for name, status in results if status == 200} == {"a", "b"}
    title = request(connection_to(pair.servers[1]), "GET", SETS + "/one", key=key)[1]["title"]
    # It contains every acknowledged change and no refused one.
    assert sorted(title) == sorted(name for name, status in results if status == 200)


class Front:
    """nginx in front of both, on a Unix socket."""

    def __init__(self, folder, servers):
        self.folder = folder
        config = folder / "nginx.conf"
        config.write_text(NGINX.format(folder=folder, ports=[server.port for server in servers]))
        self.process = subprocess.Popen(["nginx", "-e", folder / "nginx-errors", "-c", config])

    def connection(self):
        connection = http.client.HTTPConnection("127.0.0.1", timeout=10)

        def connect():
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.settimeout(10)
            connection.sock.connect(str(self.folder / "socket"))

        connection.connect = connect
        return connection

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def test_killed_server_loses_no_acknowledged_write_under_load(pair, tmp_path_factory):
    # The path of a socket is limited to about a hundred bytes.
    folder = tmp_path_factory.mktemp("n")
    front = Front(folder, pair.servers)
    key = new_key()
    request(connection_to(pair.servers[0]), "POST", SHELF, {}, key)
    kept, refused, over = {}, [], threading.Event()

    def write(name):
        number = 0
        connection = front.connection()
        while not over.is_set():
            number += 1
            one = f"{name}-{number}"
            try:
                status, _ = request(connection, "POST", SETS, {"id": one, "title": one}, key)
            except (http.client.HTTPException, OSError):
                connection.close()
                connection = front.connection()
                continue
            if status == 201:
                kept[one] = time.monotonic()
            else:
                refused.append(status)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(kept) > 20)
    killed = time.monotonic()
    pair.servers[0].stop(signal.SIGKILL)
    # The other server continues.
    wait_until(lambda: sum(moment > killed + 1 for moment in list(kept.values())) > 20)
    over.set()
    for thread in threads:
        thread.join()
    front.stop()
    assert set(refused) <= {502, 503, 504}
    for server in [pair.servers[1], pair.serve()]:
        export = request(connection_to(server), "GET", SHELF + "/export", key=key)[1]["chordsets"]
        assert {one["id"] for one in export} >= kept.keys()
        assert all(len(one["chords"]) == 8 and one["title"] == one["id"] for one in export)


def test_servers_recover_after_the_database_restarts(pair, postgres):
    one, other = pair.servers
    key = new_key()
    assert request(connection_to(one), "POST", SHELF, {}, key)[0] == 201
    assert request(connection_to(one), "POST", SETS, {"id": "before"}, key)[0] == 201
    postgres.kill()
    status, answer = request(connection_to(one), "GET", SETS, key=key)
    assert status == 503 and list(answer) == ["error"] and "postgres://" not in answer["error"]
    assert request(connection_to(other), "GET", "/readyz")[0] == 503
    postgres.start()
    for server in pair.servers:
        assert request(connection_to(server), "GET", SETS + "/before", key=key)[0] == 200
        assert request(connection_to(server), "POST", SETS, {"title": "after"}, key)[0] == 201
    connection, heard = events(other, SETS + "/events", key)
    next_event(heard)
    # The connection that listens for changes is retried twice a second.
    time.sleep(1.5)
    request(connection_to(one), "POST", SETS, {"id": "heard"}, key)
    assert next_event(heard)["changed"] == ["heard"]
    connection.close()


def test_locked_shelf_does_not_block_other_shelves(pair):
    """The lock of a server that was stopped during a change, or that has lost its network."""
    held, free = new_key(), new_key()
    for key in [held, free]:
        request(connection_to(pair.servers[0]), "POST", SHELF, {}, key)
    holder = subprocess.Popen(
        ["psql", "-q", pair.database, "-c",
            "BEGIN; SELECT * FROM shelf WHERE number = 2 FOR UPDATE; SELECT pg_sleep(60)"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(1)
    statuses, seconds = [], []

    def write():
        begun = time.monotonic()
        statuses.append(request(connection_to(pair.servers[0]), "POST", SETS, {}, held)[0])
        seconds.append(time.monotonic() - begun)

    threads = [threading.Thread(target=write) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    start = time.monotonic()
    assert request(connection_to(pair.servers[0]), "POST", SETS, {"id": "a"}, free)[0] == 201
    assert request(connection_to(pair.servers[0]), "GET", SETS, key=held)[0] == 200
    assert time.monotonic() - start < 4
    holder.kill()
    holder.wait()
    for thread in threads:
        thread.join()
    # One request waits for the lock. The ones queued after it do not each wait for the full timeout.
    assert len(statuses) == 3 and set(statuses) <= {201, 503}
    assert max(seconds) < 9


def test_random_kills_lose_no_acknowledged_write(folder, tmp_path_factory):
    # “Tests/attacks/kill.py --postgres” does this a thousand times.
    acknowledged, lost, damaged = kill.attack_pair(tmp_path_factory.mktemp("pair"), folder, kills=12)
    assert (lost, damaged) == ([], []) and acknowledged >= 20


def test_data_migrates_from_sqlite_to_postgresql_and_back(postgres, folder, tmp_path):
    first = Server(folder, tmp_path / "first", "--shelves", "--database", tmp_path / "first.sqlite")
    keys = [new_key() for _ in range(3)]
    before = []
    for key in keys:
        request(connection_to(first), "POST", SHELF, {"name": key[:4]}, key)
        for number in range(3):
            request(connection_to(first), "POST", SETS, {"title": f"{key[:4]} {number} 🎹"}, key)
        request(connection_to(first), "POST", "/api/v1/tunes", {"text": "Title: Ä\n| Dm7 | G7 |"}, key)
        before.append(
            (request(connection_to(first), "GET", SHELF + "/export", key=key)[1],
                request(connection_to(first), "GET", SETS + "?since=0", key=key)[1]["revision"]))
    first.stop()
    middle = new_schema(postgres.address)

    def copy(source, target, code=0):
        done = subprocess.run([PROGRAM, "--database", source, "--copy-to", target], capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        return done

    assert "shelves: 3" in copy(tmp_path / "first.sqlite", middle).stdout
    assert "empty" in copy(tmp_path / "first.sqlite", middle, 69).stderr
    assert "There is no database" in copy(tmp_path / "mistyped.sqlite", middle, 69).stderr
    copy(middle, tmp_path / "last.sqlite")
    for database in [middle, tmp_path / "last.sqlite"]:
        server = Server(folder, tmp_path / "log", "--shelves", "--database", database)
        for key, (content, revision) in zip(keys, before):
            assert request(connection_to(server), "GET", SHELF + "/export", key=key)[1] == content
            changes = request(connection_to(server), "GET", SETS + f"?since={revision}", key=key)[1]
            assert changes["since"] == revision and changes["chordsets"] == []
        server.stop()
    assert dump(tmp_path / "last.sqlite").count("🎹") == 9


@pytest.mark.parametrize("address", [
    "postgres://nobody@/postgres?host=/nowhere", "postgres://x:secret@127.0.0.1:1/none",
    "postgres://x:sec%ZZret@127.0.0.1:1/none", "postgres://x:se/cret@:1/none", "postgres://x:secret@[::1/none",
])  # fmt: skip
def test_unreachable_database_is_reported_without_its_password(folder, address):
    done = subprocess.run([PROGRAM, "--site", folder, "--database", address], capture_output=True, text=True)
    assert done.returncode == 69 and "PostgreSQL" in done.stderr
    assert not any(word in done.stderr for word in ["secret", "sec%", "cret"]) and len(done.stderr.splitlines()) == 1
