"""Shelves over HTTP: each shelf is read and changed only with its key."""

import base64
import hashlib
import http.client
import json
import os
import random
import secrets
import select
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import ANY

import jsonschema
import pytest

from serving import Server, dump

SHELF = "/api/v1/shelf"
DEVICES = SHELF + "/devices"
SETS = "/api/v1/chordsets"
TUNES = "/api/v1/tunes"


def new_key():
    return base64.urlsafe_b64encode(secrets.token_bytes(16)).rstrip(b"=").decode()


@pytest.fixture(scope="module")
def shelf_server(folder, tmp_path_factory):
    """A server with shelves, whose log has a line for each request."""
    server = Server(folder, tmp_path_factory.mktemp("shelves") / "log", "--shelves", "--log-level", "trace",
        "--requests-per-minute", "0")
    yield server
    assert server.stop() == 0, server.log


@pytest.fixture
def send(ask, shelf_server):
    """send(method, path, body, key) → the response, as from `ask`."""

    def send(method, path, body=None, key=None, server=shelf_server, headers={}):
        headers = dict(headers)
        content = b""
        if body is not None:
            content = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Authorization"] = "Bearer " + key
        return ask(path, method, headers, server, content)

    return send


@pytest.fixture
def new_shelf(send):
    """make(name) → the key of a new shelf."""

    def new_shelf(name=""):
        key = new_key()
        assert send("POST", SHELF, {"name": name}, key).status == 201
        return key

    return new_shelf


def events(server, path, key):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=10)
    connection.request("GET", path, headers={"Authorization": "Bearer " + key})
    return connection, connection.getresponse()


def next_event(response):
    """The data of the next event; None at the end of the stream."""
    while line := response.readline():
        if line.startswith(b"data: "):
            return json.loads(line[6:])


def test_creating_a_shelf_twice_makes_one_shelf(send):
    key = new_key()
    made = send("POST", SHELF, {"name": "Mine"}, key)
    assert made.status == 201
    assert made.json == {
        "access": "owner", "name": "Mine", "chordsets": 0, "tunes": 0, "hasReaders": False, "revision": ANY}
    assert made.json["revision"] > 0
    again = send("POST", SHELF, {"name": "Other"}, key)
    assert (again.status, again.json) == (200, made.json)
    # More than one space before it is valid.
    for sent in [key, "  " + key]:
        assert send("GET", SHELF, key=sent).json == made.json
    assert send("POST", SHELF, key=new_key()).json["name"] == ""


@pytest.mark.parametrize("wrong", [
    None, "", "abc", "A" * 21, "A" * 23, "A" * 21 + "B", "A" * 20 + "+A", "A" * 20 + "/A", "A" * 21 + "=", "é" * 11,
    "A" * 21 + " ",
    # A key without a shelf. It is fixed because all pytest workers need the same test ids.
    "q3bR0cW8t1Yx5ZkLmN7uPA",
])  # fmt: skip
def test_without_a_valid_key_nothing_is_read_or_changed(send, wrong):
    headers = {"Authorization": ("Bearer " + wrong).encode()} if wrong is not None else {}
    asked = [
        ("GET", SETS), ("GET", SETS + "/profile"), ("GET", SETS + "/events"), ("GET", SETS + "/a"), ("POST", SETS),
        ("DELETE", SETS + "/a"),
        ("POST", SETS + "/a/undelete"), ("GET", TUNES), ("POST", TUNES), ("GET", TUNES + "/events"),
        ("GET", TUNES + "/a.mid"),
        ("GET", SHELF), ("GET", SHELF + "/export"), ("DELETE", SHELF), ("PUT", SHELF + "/key"),
        ("PUT", SHELF + "/reader"), ("GET", DEVICES), ("GET", DEVICES + "/a"), ("DELETE", DEVICES + "/a"),
    ]  # fmt: skip
    for method, path in asked:
        body = {"key": new_key()} if method == "PUT" else {
            "text": "| C |"} if path == TUNES and method == "POST" else {}
        answer = send(method, path, body if method in ("POST", "PUT") else None, headers=headers)
        assert (answer.status, answer.headers["www-authenticate"], list(answer.json)) == (401, "Bearer", ["error"]), (
            method, path)
        assert not wrong or wrong not in answer.json["error"]


def test_requests_without_shelf_data_need_no_key(send):
    assert send("POST", TUNES + "/read", headers={"Content-Type": "text/plain"}).status == 400
    assert send("GET", "/readyz").json == {"status": "ok"}
    assert send("GET", "/chordsets").status == 200
    assert send("GET", "/api/v1/combine?lower=C&upper=D").status == 200


def test_shelves_with_equal_ids_are_independent(send, new_shelf):
    one, other = new_shelf(), new_shelf()
    for key, title in [(one, "One"), (other, "Other")]:
        assert send("POST", SETS, {"id": "same", "title": title}, key).status == 201
        assert send("POST", TUNES, {"id": "same", "text": f"Title: {title}\n| C |"}, key).status == 201
    assert send("GET", SETS + "/same", key=one).json["title"] == "One"
    assert send("GET", TUNES + "/same", key=other).json["title"] == "Other"
    assert send("DELETE", SETS + "/same", key=one).status == 204
    assert send("GET", SETS, key=one).json == [] and len(send("GET", SETS, key=other).json) == 1
    assert send("POST", SETS + "/same/undelete", key=one).json["title"] == "One"
    since = send("GET", SETS + "?since=0", key=one).json
    assert send("GET", SETS + f"?since={since['revision']}", key=other).json["since"] == 0
    assert since["database"] != send("GET", SETS + "?since=0", key=other).json["database"]


def test_reader_key_can_read_everything_and_change_nothing(send, new_shelf):
    owner, reader = new_shelf("Lessons"), new_key()
    send("POST", SETS, {"id": "a", "title": "A"}, owner)
    assert send("PUT", SHELF + "/reader", {"key": reader}, owner).status == 204
    assert send("GET", SHELF, key=owner).json["hasReaders"] is True
    assert send("GET", SHELF, key=reader).json == {
        "access": "reader", "name": "Lessons", "chordsets": 1, "tunes": 0, "revision": ANY}
    assert send("GET", SETS + "/a", key=reader).json["title"] == "A"
    assert send("GET", SHELF + "/export", key=reader).json == send("GET", SHELF + "/export", key=owner).json
    before = send("GET", SHELF + "/export", key=owner).body
    for method, path, body in [
        ("POST", SETS, {}), ("PUT", SETS + "/a", {"title": "B"}), ("PATCH", SETS + "/a", {"title": "B"}),
        ("DELETE", SETS + "/a", None),
        ("POST", SETS + "/a/undelete", None), ("PUT", SETS + "/a/chords/0", {}),
        ("POST", SETS + "/a/chords/0/lumis", {}),
        ("POST", TUNES, {"text": "| C |"}), ("PATCH", SHELF, {"name": "Mine"}),
        ("PUT", SHELF + "/key", {"key": new_key()}),
        ("PUT", SHELF + "/reader", {"key": new_key()}), ("DELETE", SHELF + "/reader", None), ("DELETE", SHELF, None),
    ]:  # fmt: skip
        answer = send(method, path, body, reader)
        assert (answer.status, list(answer.json)) == (403, ["error"]), (method, path)
    assert send("GET", SHELF + "/export", key=owner).body == before
    assert send("DELETE", SHELF + "/reader", key=owner).status == 204
    assert send("GET", SETS, key=reader).status == 401


def test_devices_write_for_the_owner_only(send, new_shelf, shelf_server):
    owner, other, reader = new_shelf(), new_shelf(), new_key()
    assert send("GET", DEVICES, key=owner).json == {"devices": []}
    # The first thing on a shelf may be a device.
    assert send("PUT", DEVICES + "/phone", {"text": "Secret ♭9\nplays"}, owner).json == {"id": "phone", "version": 1}
    assert send("PUT", DEVICES + "/desk-2", {"text": ""}, owner).status == 200
    assert send("PUT", DEVICES + "/phone", {"text": "Secret 2"}, owner).json == {"id": "phone", "version": 2}
    listed = [{"id": "desk-2", "version": 1}, {"id": "phone", "version": 2}]
    assert send("GET", DEVICES, key=owner).json == {"devices": listed}
    assert send("GET", DEVICES + "/phone", key=owner).json == {"id": "phone", "version": 2, "text": "Secret 2"}
    assert send("GET", DEVICES, key=other).json == {"devices": []}
    assert send("GET", DEVICES + "/phone", key=other).status == 404
    # Readers see nothing of it, neither here nor in the export.
    send("PUT", SHELF + "/reader", {"key": reader}, owner)
    for method, path, body in [
        ("GET", DEVICES, None), ("GET", DEVICES + "/phone", None), ("PUT", DEVICES + "/phone", {"text": "x"}),
        ("DELETE", DEVICES + "/phone", None),
    ]:  # fmt: skip
        assert send(method, path, body, reader).status == 403, method
    assert "Secret" not in send("GET", SHELF + "/export", key=reader).body.decode()
    assert send("DELETE", DEVICES + "/desk-2", key=owner).status == 204
    assert send("DELETE", DEVICES + "/desk-2", key=owner).status == 204
    assert send("GET", DEVICES, key=owner).json == {"devices": listed[1:]}
    # Deleting the shelf for good includes them.
    assert send("DELETE", SHELF, key=owner).status == 204
    assert "Secret" not in dump(shelf_server.database)


def test_devices_are_checked_and_counted(send, new_shelf):
    key = new_shelf()
    for path, body, status in [
        ("/a.b", {"text": "x"}, 400), ("/" + "a" * 65, {"text": "x"}, 400), ("/a", {"text": 5}, 400),
        ("/a", {"text": "x", "id": "a"}, 400), ("/a", [], 400), ("/a", {"text": "x" * (1 << 20)}, 413),
    ]:  # fmt: skip
        assert send("PUT", DEVICES + path, body, key).status == status, path
    for number in range(32):
        assert send("PUT", f"{DEVICES}/d{number}", {"text": "x"}, key).status == 200
    assert send("PUT", DEVICES + "/another", {"text": "x"}, key).status == 507
    assert send("PUT", DEVICES + "/d31", {"text": "y"}, key).json["version"] == 2
    assert send("DELETE", DEVICES + "/d0", key=key).status == 204
    assert send("PUT", DEVICES + "/another", {"text": "x"}, key).status == 200


def test_replaced_key_is_no_longer_valid(send, new_shelf):
    old, new = new_shelf("Mine"), new_key()
    send("POST", SETS, {"id": "a"}, old)
    assert send("PUT", SHELF + "/key", {"key": new}, old).status == 204
    assert send("GET", SETS, key=old).status == 401 and send("GET", SETS + "/a", key=new).status == 200
    taken = new_shelf()
    assert send("PUT", SHELF + "/key", {"key": taken}, new).status == 409
    assert send("PUT", SHELF + "/reader", {"key": new}, new).status == 409
    assert send("GET", SETS + "/a", key=new).status == 200


def test_request_whose_key_is_replaced_meanwhile_changes_nothing(send, new_shelf, shelf_server):
    leaked, new = new_shelf("Mine"), new_key()
    send("POST", SETS, {"id": "a", "title": "Before"}, leaked)
    requests = [
        ("PUT", SHELF + "/key", {"key": new_key()}), ("PUT", SHELF + "/reader", {"key": new_key()}),
        ("POST", SETS, {"title": "Stolen"}),
        ("PATCH", SHELF, {"name": "Stolen"}), ("PATCH", SETS + "/a", {"title": "Stolen"}),
        ("PUT", TUNES + "/a", {"text": "| C |"}),
    ]  # fmt: skip
    begun = []
    for method, path, body in requests:
        connection = http.client.HTTPConnection(shelf_server.host, shelf_server.port, timeout=10)
        text = json.dumps(body).encode()
        connection.putrequest(method, path)
        for name, value in [("Authorization", "Bearer " + leaked), ("Content-Type", "application/json"),
                ("Content-Length", str(len(text)))]:
            connection.putheader(name, value)
        connection.endheaders(text[:3])
        begun.append((connection, text[3:]))
    time.sleep(0.5)
    assert send("PUT", SHELF + "/key", {"key": new}, leaked).status == 204
    for connection, rest in begun:
        connection.send(rest)
        assert connection.getresponse().status == 401
        connection.close()
    export = send("GET", SHELF + "/export", key=new).json
    assert export["name"] == "Mine" and [one["title"] for one in export["chordsets"]] == ["Before"]
    assert export["tunes"] == []
    assert send("GET", SHELF, key=new).json["hasReaders"] is False


def test_replacing_the_owner_key_revokes_the_reader_key(send, new_shelf):
    stolen, readers, renewed = new_shelf("Mine"), new_key(), new_key()
    send("PUT", SHELF + "/reader", {"key": readers}, stolen)
    assert send("PUT", SHELF + "/key", {"key": renewed}, stolen).status == 204
    assert send("GET", SETS, key=readers).status == 401
    assert send("GET", SHELF, key=renewed).json["hasReaders"] is False


def test_revision_changes_with_every_change(send, new_shelf):
    key = new_shelf("Mine")
    revisions = [send("GET", SHELF, key=key).json["revision"]]
    for method, path, body in [
        ("POST", SETS, {"id": "a"}), ("PATCH", SETS + "/a", {"title": "New"}),
        ("POST", TUNES, {"text": "Title: B\n| C |"}), ("DELETE", SETS + "/a", None),
    ]:  # fmt: skip
        assert send(method, path, body, key).status < 300
        revisions.append(send("GET", SHELF, key=key).json["revision"])
    assert revisions == sorted(set(revisions))
    assert send("GET", SHELF, key=key).json["revision"] == revisions[-1]


def test_responses_that_depend_on_a_key_are_not_cacheable(send, new_shelf):
    key = new_shelf("Mine")
    for path, caching in [(SHELF, "private, no-cache"), (SETS, "private, no-cache"), (SHELF + "/export", "no-store")]:
        assert send("GET", path, key=key).headers["cache-control"] == caching


@pytest.mark.parametrize("name",
    ["Left\u202eright", "\u200b", "\ufeffMine", "\u2066Mine\u2069", "a\nb", "a" * 81, " Mine", "Mine ", " ", "\u200d"])
def test_name_has_no_invisible_characters(send, new_shelf, name):
    key = new_shelf("Mine")
    assert send("PATCH", SHELF, {"name": name}, key).status == 400
    # Zero-width joiners in words and emoji are kept.
    for good in ["👩‍🎹 صفحه\u200cها", "a" * 80]:
        assert send("PATCH", SHELF, {"name": good}, key).json["name"] == good


def test_large_export_is_complete(send, new_shelf):
    key = new_shelf("Much")
    lumis = [{"hue": 3}] * 64
    for number in range(130):
        send("POST", SETS, {"id": f"set-{number}", "chords": [{"lumis": lumis}] * 8 if number % 10 == 0 else [{}] * 8},
            key)
    for number in range(3):
        send("POST", TUNES, {"id": f"tune-{number}", "text": "| C |"}, key)
    export = send("GET", SHELF + "/export", key=key).json
    assert [one["id"] for one in export["chordsets"]] == [f"set-{number}" for number in range(130)]
    assert [len(one["chords"][7]["lumis"]) for one in export["chordsets"][:11]] == [64] + [0] * 9 + [64]
    assert len(export["tunes"]) == 3 and export["chordsets"][5] == send("GET", SETS + "/set-5", key=key).json
    assert send("HEAD", SHELF + "/export", key=key).body == b""


def test_deleted_shelf_is_gone(send, new_shelf, shelf_server):
    key = new_shelf()
    send("POST", SETS, {"id": "a", "title": "Secret title"}, key)
    send("POST", SETS, {"id": "b", "title": "Secret other"}, key)
    send("DELETE", SETS + "/b", key=key)
    assert send("DELETE", SHELF, key=key).status == 204
    assert send("GET", SHELF, key=key).status == 401 and send("DELETE", SHELF, key=key).status == 401
    assert "Secret" not in dump(shelf_server.database)


@pytest.mark.parametrize("body", [
    None, [], {"name": 5}, {"name": "a\nb"}, {"name": "a\0b"}, {"name": "a" * 81}, {"title": "x"},
    {"name": "x", "key": "y"},
])  # fmt: skip
def test_name_is_a_single_line(send, new_shelf, body):
    key = new_shelf("Before")
    answer = send("PATCH", SHELF, body, key)
    assert answer.status in (400, 415) and list(answer.json) == ["error"]
    assert send("GET", SHELF, key=key).json["name"] == "Before"
    assert send("PATCH", SHELF, {}, key).json["name"] == "Before"
    assert send("PATCH", SHELF, {"name": "🎹" * 80}, key).json["name"] == "🎹" * 80


@pytest.mark.parametrize(
    "body", [None, {}, {"key": 5}, {"key": "short"}, {"key": "A" * 21 + "B"}, {"key": "A" * 22, "more": 1}, ["A" * 22]])
def test_replacement_must_be_a_valid_key(send, new_shelf, body):
    key = new_shelf()
    for path in ["/key", "/reader"]:
        answer = send("PUT", SHELF + path, body, key)
        assert answer.status in (400, 415) and "A" * 21 not in answer.json["error"]
    assert send("GET", SHELF, key=key).status == 200


def test_pages_of_other_sites_may_not_create_or_change_shelves(send, new_shelf):
    key = new_shelf()
    elsewhere = {"Origin": "https://elsewhere.example"}
    assert send("POST", SHELF, key=new_key(), headers=elsewhere).status == 403
    assert send("DELETE", SHELF, key=key, headers=elsewhere).status == 403
    assert send("GET", SHELF, key=key).status == 200


def test_events_are_limited_to_the_shelf_and_end_with_its_key(send, new_shelf, shelf_server):
    one, other = new_shelf(), new_shelf()
    connection, heard = events(shelf_server, SETS + "/events", one)
    tunes_connection, tunes = events(shelf_server, TUNES + "/events", one)
    first = next_event(heard)
    next_event(tunes)
    send("POST", SETS, {"id": "foreign"}, other)
    send("POST", SETS, {"id": "own"}, one)
    event = next_event(heard)
    assert event["changed"] == ["own"] and event["since"] == first["revision"]
    # All kinds share one history: a listener for tunes gets the new revision but no chordset.
    assert next_event(tunes)["changed"] == []
    send("PUT", SHELF + "/reader", {"key": new_key()}, other)
    send("POST", SETS, {"id": "another"}, one)
    assert next_event(heard)["changed"] == ["another"]
    renewed = new_key()
    send("PUT", SHELF + "/key", {"key": renewed}, one)
    assert next_event(heard) is None
    connection.close()
    tunes_connection.close()
    assert send("GET", SETS + "/events", key=one).status == 401


@pytest.mark.all
def test_quiet_streams_are_kept_open_while_others_are_busy(send, new_shelf, shelf_server):
    """A comment comes every 15 seconds, before a proxy closes the stream."""
    quiet, busy = new_shelf(), new_shelf()
    connection, stream = events(shelf_server, SETS + "/events", quiet)
    busy_connection, _ = events(shelf_server, SETS + "/events", busy)
    heard = b""
    for number in range(60):
        send("POST", SETS, {"id": f"busy{number}"}, busy)
        if select.select([connection.sock], [], [], 1)[0]:
            heard += stream.read1()
        if b"\n:\n" in heard:
            break
    assert b"\n:\n" in heard and b"busy" not in heard
    connection.close()
    busy_connection.close()


def test_loopback_server_has_one_shelf_without_a_key(send, site_server):
    profile = send("GET", SHELF, server=site_server).json
    assert profile["access"] == "alone" and "hasReaders" not in profile
    assert send("GET", SHELF, key="whatever", server=site_server).json["access"] == "alone"
    for method, path in [("POST", ""), ("DELETE", ""), ("PUT", "/key"), ("DELETE", "/reader")]:
        answer = send(method, SHELF + path, {} if method == "POST" else None, key=new_key(), server=site_server)
        assert (answer.status, list(answer.json)) == (404, ["error"])
    assert send("GET", SHELF + "/export", server=site_server).json["name"] == ""
    assert send("GET", SHELF + "/nothing", server=site_server).status == 404
    assert send("POST", SHELF + "/export", {}, server=site_server).headers["allow"] == "GET, HEAD"


def test_server_on_other_addresses_has_shelves_by_default(folder, tmp_path, send):
    for arguments, status in [
            (["--host", "0.0.0.0"], 401), (["--host", "0.0.0.0", "--no-shelves"], 200), (["--host", "localhost"], 200)]:
        server = Server(folder, tmp_path / "-".join(arguments), *arguments)
        server.host = "127.0.0.1"
        assert send("GET", SETS, server=server).status == status, arguments
        os.kill(server.process.pid, signal.SIGTERM)
        said = server.process.stdout.read().decode()
        assert ("TLS" in said) == ("shelves: 0, chordsets: 0, tunes: 0\n" in said) == (status == 401), said
        assert server.stop() == 0


def test_data_of_the_single_shelf_stays_when_shelves_are_enabled(folder, tmp_path, send):
    alone = Server(folder, tmp_path / "alone")
    send("POST", SETS, {"id": "a", "title": "Before"}, server=alone)
    alone.stop()
    database = ["--database", alone.database]
    shelf_server = Server(folder, tmp_path / "shared", "--shelves", *database)
    key = new_key()
    send("POST", SHELF, {}, key, server=shelf_server)
    assert send("GET", SETS, key=key, server=shelf_server).json == []
    shelf_server.stop()
    again = Server(folder, tmp_path / "again", *database)
    assert [one["title"] for one in send("GET", SETS, server=again).json] == ["Before"]
    again.stop()


def test_random_requests_with_invalid_keys_change_nothing(shelf_server, send, new_shelf):
    """Each shelf has random content. Invalid keys and keys for reading reveal and change nothing."""
    generator = random.Random(20)
    shelves = []
    for number in range(20):
        owner, reader, former = new_shelf(f"name-{number}"), new_key(), None
        mark = f"mark-{number}-{generator.getrandbits(40):x}"
        for place in range(3):
            send("POST", SETS, {"id": f"set-{place}", "title": mark}, owner)
            send("POST", TUNES, {"id": f"tune-{place}", "text": f"Title: {mark}\n| C |"}, owner)
        if number % 2:
            former, owner_now = owner, new_key()
            send("PUT", SHELF + "/key", {"key": owner_now}, former)
            owner = owner_now
        send("PUT", SHELF + "/reader", {"key": reader}, owner)
        shelves.append({"owner": owner, "reader": reader, "former": former, "mark": mark})
    marks = [shelf["mark"] for shelf in shelves]
    before = {shelf["mark"]: send("GET", SHELF + "/export", key=shelf["owner"]).json for shelf in shelves}
    reads = [SETS, SETS + "?since=0", SETS + "/set-0", SETS + "/set-1/chords/3", TUNES, TUNES + "?since=0", TUNES
        + "/tune-2", TUNES + "/tune-1.txt", SHELF, SHELF + "/export", SETS + "/profile"]
    changes = [
        ("PATCH", SETS + "/set-0", {"title": "stolen"}), ("DELETE", SETS + "/set-1", None),
        ("POST", SETS, {"title": "stolen"}),
        ("PUT", TUNES + "/tune-0", {"text": "Title: stolen\n| F |"}), ("DELETE", TUNES + "/tune-1", None),
        ("DELETE", SHELF, None),
        ("PATCH", SHELF, {"name": "stolen"}), ("PUT", SHELF + "/key", {"key": "A" * 22}),
        ("DELETE", SHELF + "/reader", None),
    ]  # fmt: skip

    def attack(seed):
        generator = random.Random(seed)
        connection = http.client.HTTPConnection(shelf_server.host, shelf_server.port, timeout=20)
        statuses = set()
        for _ in range(1000):
            shelf = generator.choice(shelves)
            kind = generator.choice(["wrong", "former", "foreign", "reader", "none"])
            key = {"wrong": new_key(), "former": shelf["former"] or new_key(), "foreign": shelf["owner"],
                "reader": shelf["reader"], "none": None}[kind]
            method, path, body = generator.choice(changes) if kind != "foreign" and generator.random() < 0.5 else (
                "GET", generator.choice(reads), None)
            headers = {"Content-Type": "application/json"} if body is not None else {}
            if key:
                headers["Authorization"] = "Bearer " + key
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            seen = [mark for mark in marks if mark in text]
            allowed = kind in ("reader", "foreign") and method == "GET"
            expected = 200 if allowed else 403 if kind == "reader" else 401
            assert answer.status == expected, (kind, method, path, answer.status, text)
            assert seen in ([], [shelf["mark"]]) if allowed else seen == [], (kind, method, path)
            assert not key or key not in text
            statuses.add(answer.status)
        return statuses

    with ThreadPoolExecutor(4) as pool:
        assert set().union(*pool.map(attack, range(10))) == {200, 401, 403}
    for shelf in shelves:
        assert send("GET", SHELF + "/export", key=shelf["owner"]).json == before[shelf["mark"]]
    # The log contains these requests but no keys, neither plain nor hashed.
    log = shelf_server.log
    assert log.count("/api/v1/chordsets") > 1000
    kept = dump(shelf_server.database)
    for shelf in shelves:
        for key in filter(None, [shelf["owner"], shelf["reader"], shelf["former"]]):
            assert key not in log and key not in kept
            digest = hashlib.sha256(base64.urlsafe_b64decode(key + "==")).hexdigest()
            assert digest not in log and (digest in kept) == (key != shelf["former"])


def test_every_method_and_response_match_the_description(send, ask, new_shelf):
    description = ask("/api/v1/openapi.json").json
    paths = {path: item for path, item in description["paths"].items() if path.startswith(SHELF)}
    assert len(paths) == 6
    key = new_shelf("Described")
    send("PUT", DEVICES + "/phone", {"text": "x"}, key)
    send("POST", SETS, {"id": "a"}, key)
    send("POST", TUNES, {"id": "t", "text": "| C |"}, key)
    for path, item in paths.items():
        path = path.replace("{id}", "phone")
        allowed = send("TRACE", path, key=key).headers["allow"].split(", ")
        assert sorted(method.lower() for method in allowed if method != "HEAD") == sorted(item)
        for method in item.values():
            assert {"401", "503"} <= method["responses"].keys() and {"shelfKey": []} in method["security"]
        if "get" in item:
            schema = item["get"]["responses"]["200"]["content"]["application/json"]["schema"]
            jsonschema.Draft202012Validator({**description, **schema}).validate(send("GET", path, key=key).json)
    for path, item in description["paths"].items():
        if path.startswith((SETS, TUNES)) and path != TUNES + "/read":
            for name, method in item.items():
                if name != "parameters":
                    assert "401" in method["responses"] and (name == "get" or "403" in method["responses"]), path
