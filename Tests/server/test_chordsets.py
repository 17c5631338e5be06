"""Chordsets over HTTP: storage, concurrent changes, and durability."""

import http.client
import json
import random
import re
import socket
import subprocess
import threading

import jsonschema
import pytest

from assertions import assert_error
from attacks import kill
from serving import CHORDS, POSTGRES, Server

SETS = "/api/v1/chordsets"


@pytest.fixture
def send(sender):
    return sender(SETS, "application/json")


@pytest.fixture
def create(send):
    """create(title) → the id of a new chordset."""

    def create(title=""):
        answer = send("POST", body={"title": title})
        assert answer.status == 201
        return answer.json["id"]

    return create


@pytest.fixture(autouse=True)
def empty_database(send):
    yield
    for entry in send("GET").json:
        assert send("DELETE", "/" + entry["id"]).status == 204


# Making, reading, changing


def test_chordset_is_created_read_and_listed(send):
    assert send("GET").json == []
    answer = send("POST", body={"title": "Dawn"})
    assert answer.status == 201 and answer.headers["location"] == f"{SETS}/{answer.json['id']}"
    assert [chord["position"] for chord in answer.json["chords"]] == list(range(8))
    again = send("GET", "/" + answer.json["id"])
    assert again.json == answer.json
    assert again.headers["etag"] == answer.headers["etag"] == f'"{answer.json["version"]}"'
    assert send("POST").status == 201
    entries = send("GET").json
    assert [(entry["title"], entry["position"]) for entry in entries] == [("Dawn", 0), ("", 1)]
    assert send("GET", "/profile").json == {"chordsets": 2, "chords": 16}
    assert entries[0] == answer.json


def test_matching_etag_answers_304(send, create):
    one = create()
    for path in ["", f"/{one}/chords/3"]:
        first = send("GET", path)
        again = send("GET", path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status, again.body) == (304, b"")
    send("PATCH", "/" + one, {"title": "other"})
    assert send("GET", headers={"If-None-Match": first.headers["etag"]}).status == 200
    # Its position changes when others move, which no ETag shows.
    seen = send("GET", "/" + one)
    create("another")
    assert send("GET", "/" + one, headers={"If-None-Match": seen.headers["etag"]}).status == 200


def test_complete_chordset_is_stored_and_returned_unchanged(send):
    music = {"lower": "Cma7", "upper": "Dma", "colorsLight": True}
    lumi = {"hue": 120.5, "purity": 0.25, "opacity": 0.5, "sides": 3, "size": 0.3, "thickness": 0.1, "x": 0.1, "y": 0.9,
            "heading": 45, "speed": 0.125, "spin": -0.5, "phase": 0.75}
    chord = {
        "background": {"hue": 1, "purity": 0.5, "brightness": 0.25}, "bpm": 72.125, "lumis": [lumi], "music": music}
    whole = {"id": "made-here-1", "title": "Whole", "chords": [chord] + [{}] * 7}
    answer = send("POST", body=whole)
    assert answer.status == 201
    assert answer.json["chords"][0] == {"position": 0, **chord}
    assert answer.json["chords"][1] == {
        "position": 1, "background": {"hue": 0, "purity": 0, "brightness": 0}, "bpm": 60, "lumis": []}
    # The same request again, as after a lost response; then another chordset with the same id.
    assert send("POST", body=whole).status == 201
    assert_error(send("POST", body={**whole, "title": "Other"}), 409, "made-here-1")
    assert len(send("GET").json) == 1
    # The same if the server chooses the colours.
    answers = [send("POST", body={"id": "made-here-2", "title": "Dawn"}) for _ in range(2)]
    assert [(answer.status, answer.json) for answer in answers] == [(201, answers[0].json)] * 2
    answer = send("GET", "/made-here-1")
    # A response can be sent back as a request.
    assert send("PUT", "/made-here-1", answer.json).json == answer.json
    assert len(send("GET").json) == 2


def test_renaming_and_moving(send, create):
    one, two, three = create("one"), create("two"), create("three")
    answer = send("PATCH", "/" + one, {"title": "eins", "position": 2})
    assert (answer.json["title"], answer.json["position"]) == ("eins", 2)
    assert [entry["id"] for entry in send("GET").json] == [two, three, one]
    # Concurrent moves conflict too.
    seen = {"If-Match": answer.headers["etag"]}
    assert send("PATCH", "/" + one, {"position": 0}, headers=seen).status == 200
    assert send("PATCH", "/" + one, {"position": 1}, headers=seen).status == 412
    assert [entry["position"] for entry in send("GET").json] == [0, 1, 2]
    assert send("PATCH", "/" + one, {"position": 1000}).json["position"] == 2


def test_a_long_list_comes_in_pages(send, create):
    ids = [create(str(number)) for number in range(7)]
    seen, path, pages = [], "?limit=3", 0
    while path is not None:
        answer = send("GET", path)
        assert answer.status == 200 and answer.headers["x-total-count"] == "7"
        seen += answer.json
        link = re.fullmatch(rf'<{SETS}(\?limit=3&after=\S+)>; rel="next"', answer.headers.get("link", ""))
        path = link and link[1]
        pages += 1
    assert [entry["id"] for entry in seen] == ids and [entry["position"] for entry in seen] == list(range(7))
    assert pages == 3
    assert seen == send("GET").json
    # An unchanged page is not sent again, but the link to the next page is.
    answer = send("GET", "?limit=3")
    again = send("GET", "?limit=3", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status, again.headers["link"]) == (304, answer.headers["link"])
    for number in range(94):
        create(str(number))
    assert len(send("GET").json) == 100 and len(send("GET", "?limit=1000").json) == 101


@pytest.mark.parametrize("query, word", [
    ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=x", "limit"), ("limit=", "limit"), ("limit=+5", "limit"),
    ("limit=1&limit=2", "limit"), ("after=", "after"), ("after=x", "after"), ("after=1.a&since=1", "since"),
    ("since=", "since"),
    ("since=-1", "since"), ("since=1,", "since"), ("since=1.5", "since"), ("since=99999999999999999", "since"),
    ("since=" + ",".join(["1"] * 101), "100"), ("limit=%FF", "percent"),
])
def test_invalid_page_parameters_are_refused(send, query, word):
    assert_error(send("GET", "?" + query), 400, word)


def test_changes_list_changed_and_deleted_chordsets(send, ask, create):
    one, two, three = create("one"), create("two"), create("three")
    everything = send("GET", "?since=0&limit=1000").json
    assert (everything["since"], everything["more"]) == (0, False)
    assert everything["order"] == [one, two, three] and everything["chordsets"] == send("GET").json
    state = ask("/readyz").json
    assert (everything["database"], everything["revision"]) == (state["database"], state["revision"])
    assert (state["status"], state["chordsets"]) == ("ok", 3)
    nothing = send("GET", f"?since={everything['revision']}").json
    assert nothing == {key: value for key, value in everything.items() if key != "order"} | {
        "since": everything["revision"], "chordsets": [], "deleted": []}
    send("PATCH", "/" + three, {"title": "drei"})
    send("DELETE", "/" + one)
    # An unknown revision is ignored at any position.
    changed = send("GET", f"?since=7,{everything['revision']},{2 ** 53}").json
    assert changed["since"] == everything["revision"] and "order" not in changed
    assert changed["chordsets"] == [send("GET", "/" + three).json] and changed["chordsets"][0]["position"] == 1
    assert changed["deleted"] == [{"id": one, "version": changed["revision"]}]
    send("PATCH", "/" + three, {"position": 0})
    moved = send("GET", f"?since={changed['revision']}").json
    assert moved["order"] == [three, two] and [entry["id"] for entry in moved["chordsets"]] == [three]
    # In parts.
    parts = [send("GET", f"?since={everything['revision']}&limit=1").json]
    while parts[-1]["more"]:
        parts.append(send("GET", f"?since={parts[-1]['revision']}&limit=1").json)
    assert [(len(part["chordsets"]), len(part["deleted"]), part.get("order")) for part in parts] == [
        (0, 1, None), (1, 0, [three, two])]
    assert parts[-1]["revision"] == moved["revision"]
    assert send("GET", "?since=7").json["since"] == 0


def test_chords_and_lumis(send, create):
    one = create()
    answer = send("PUT", f"/{one}/chords/7", {"bpm": 120})
    assert answer.json == {
        "position": 7, "background": {"hue": 0, "purity": 0, "brightness": 0}, "bpm": 120, "lumis": []}
    assert answer.headers["etag"] == f'"{send("GET", "/" + one).json["version"]}"'
    first = send("POST", f"/{one}/chords/7/lumis", {"hue": 10})
    assert (first.status, first.headers["location"]) == (201, f"{SETS}/{one}/chords/7/lumis/0")
    send("POST", f"/{one}/chords/7/lumis", {"hue": 20})
    assert [lumi["hue"] for lumi in send("GET", f"/{one}/chords/7/lumis").json] == [10, 20]
    assert send("PUT", f"/{one}/chords/7/lumis/0", {"hue": 30}).json["hue"] == 30
    assert send("GET", f"/{one}/chords/7/lumis/0").json["hue"] == 30
    assert send("DELETE", f"/{one}/chords/7/lumis/0").status == 204
    assert [lumi["hue"] for lumi in send("GET", f"/{one}/chords/7/lumis").json] == [20]
    for _ in range(63):
        assert send("POST", f"/{one}/chords/7/lumis").status == 201
    assert_error(send("POST", f"/{one}/chords/7/lumis"), 400, "64")


def test_deleted_chordset_can_be_restored(send, create):
    ids = [create(title) for title in ["one", "two", "three"]]
    before = send("GET").json
    assert send("DELETE", "/" + ids[1]).status == 204
    assert_error(send("GET", "/" + ids[1]), 404, ids[1])
    assert send("GET", "/profile").json == {"chordsets": 2, "chords": 16}
    answer = send("POST", f"/{ids[1]}/undelete")
    assert answer.status == 200 and answer.json["position"] == 1
    after = send("GET").json
    assert [{**entry, "version": 0} for entry in after] == [{**entry, "version": 0} for entry in before]
    # Its version differs from the one before the deletion.
    assert after[1]["version"] > before[1]["version"]
    assert_error(send("POST", f"/{ids[1]}/undelete"), 404)


# Concurrent changes


def test_change_based_on_an_older_version_is_refused(send, create):
    one = create("first")
    seen = send("GET", "/" + one).headers["etag"]
    mine = send("PATCH", "/" + one, {"title": "mine"}, headers={"If-Match": seen})
    assert mine.status == 200
    for method, path, body in [
        ("PATCH", "", {"title": "yours"}), ("PATCH", "", {"position": 0}), ("PUT", "", mine.json), ("DELETE", "", None),
        ("PUT", "/chords/0", {}), ("POST", "/chords/0/lumis", {}),
    ]:
        answer = send(method, f"/{one}{path}", body, headers={"If-Match": seen})
        assert_error(answer, 412, "in the meantime")
        # The response contains the current version.
        assert answer.json["current"] == mine.json and answer.headers["etag"] == mine.headers["etag"]
    assert send("GET", "/" + one).json == mine.json
    for tag in ['"nonsense"', '""', "x", '"-1"', '"99999999999999999999999"']:
        assert send("PATCH", "/" + one, {"title": "yours"}, headers={"If-Match": tag}).status == 412
    now = send("PATCH", "/" + one, {"title": "yours"}, headers={"If-Match": "*"}).headers["etag"]
    now = send("PATCH", "/" + one, {"title": "again"}, headers={"If-Match": f'"7777", {now}'}).headers["etag"]
    now = send("PATCH", "/" + one, {"title": "weak"}, headers={"If-Match": f"W/{now}"}).headers["etag"]
    assert send("DELETE", "/" + one, headers={"If-Match": now}).status == 204
    assert_error(send("PATCH", "/" + one, {"title": "late"}, headers={"If-Match": now}), 404)


def test_one_of_many_concurrent_changes_succeeds(send, create):
    one = create()
    tag = send("GET", "/" + one).headers["etag"]
    answers = []
    threads = [
        threading.Thread(target=lambda number=number: answers.append(
            send("PATCH", "/" + one, {"title": str(number)}, headers={"If-Match": tag}).status))
        for number in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [412] * 19


def events(server):
    """The events of a stream as pairs of name and data."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
    try:
        connection.request("GET", SETS + "/events")
        response = connection.getresponse()
        assert response.getheader("content-type") == "text/event-stream"
        event, line = {}, b""
        while byte := response.read(1):
            line += byte
            if byte != b"\n":
                continue
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if line == b"\n" and "event" in event:
                yield event["event"], json.loads(event["data"])
                event = {}
            event[name] = value
            line = b""
    finally:
        connection.close()


def another_program_renames(one, title, site_server, ask, folder):
    """Another writer: the command line, or on PostgreSQL another server on the same database."""
    if not POSTGRES:
        command = [CHORDS, "sets", "rename", one, title, "--database", site_server.database]
        subprocess.run(command, check=True, capture_output=True)
        return
    other = Server(site_server.site, folder / "other", "--database", site_server.database)
    headers, body = {"Content-Type": "application/json"}, json.dumps({"title": title}).encode()
    assert ask(f"{SETS}/{one}", "PATCH", headers, other, body).status == 200
    other.stop()


def test_events_report_changes_from_any_source(site_server, send, create, ask, tmp_path):
    first, second = events(site_server), events(site_server)
    state = ask("/readyz").json
    for heard in [first, second]:
        assert next(heard) == ("change", {"revision": state["revision"], "database": state["database"]})
    one = create("here")
    event = next(first)
    assert event == next(second)
    revision = send("GET", "/" + one).json["version"]
    # The event names the changed items and shows whether events were missed.
    assert event == ("change", {
        "revision": revision, "database": state["database"], "since": state["revision"],
        "changed": [one], "deleted": [], "order": False})
    second.close()
    another_program_renames(one, "there", site_server, ask, tmp_path)
    name, data = next(first)
    assert (name, data["since"], data["changed"]) == ("change", revision, [one]) and data["revision"] > revision
    assert send("GET", "/" + one).json["title"] == "there"
    assert send("DELETE", "/" + one).status == 204
    name, data = next(first)
    assert (data["changed"], data["deleted"]) == ([], [one])
    first.close()


def test_aborted_request_is_not_logged_as_an_error(site_server):
    for body in [b"Content-Length: 100\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"]:
        with socket.create_connection((site_server.host, site_server.port), timeout=10) as connection:
            head = f"POST {SETS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            connection.sendall(head.encode() + body)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(100)
            assert answer == b"" or b" 400 " in answer


def test_server_stops_promptly_with_open_event_streams(folder, tmp_path):
    server = Server(folder, tmp_path / "log")
    connection = http.client.HTTPConnection(server.host, server.port, timeout=10)
    connection.request("GET", SETS + "/events")
    assert connection.getresponse().read(1)
    assert server.stop() == 0
    connection.close()


# Bad requests


@pytest.mark.parametrize("method, path, body, status, word", [
    ("POST", "", [], 400, "object"), ("POST", "", 5, 400, "object"), ("POST", "", "x", 400, "object"),
    ("POST", "", b"null", 400, "object"),
    ("POST", "/{one}/chords/0/lumis", b'{"x":0' + b',"x":0' * 100_000 + b"}", 400, "twice"),
    ("GET", "/{one}/chords/+1", None, 404, "does not exist"),
    ("POST", "", b"{", 400, "JSON"), ("POST", "", {"titel": "x"}, 400, "titel"),
    ("POST", "", {"title": 5}, 400, "string"),
    ("POST", "", {"id": 5}, 400, "string"), ("POST", "", {"id": "a b"}, 400, "a b"),
    ("POST", "", {"id": "events"}, 400, "events"),
    ("POST", "", {"id": "profile"}, 400, "profile"),
    ("POST", "", {"title": "x" * 10_000}, 400, "10000"), ("POST", "", {"title": "a\u0000b"}, 400, "one line"),
    ("POST", "", {"title": "T", "chords": [{}] * 7}, 400, "“T” has 7"), ("POST", "", {"chords": [{}] * 9}, 400, "9"),
    ("POST", "", {"chords": "x"}, 400, "chords"),
    ("POST", "", {"chords": [{"lumis": [{"hue": 400}]}] + [{}] * 7}, 400, "360"),
    ("POST", "", {"chords": [{"bpm": 0}] + [{}] * 7}, 400, "bpm is 0"),
    ("POST", "", {"chords": [{"music": {"lower": "Hx"}}] + [{}] * 7}, 400, "H"),
    ("PATCH", "/{one}", {}, 200, ""), ("PATCH", "/{one}", [], 400, "object"),
    ("PATCH", "/{one}", {"position": -1}, 400, "0"),
    ("PATCH", "/{one}", {"position": 1.5}, 400, "whole"), ("PATCH", "/{one}", {"position": "1"}, 400, "whole"),
    ("PATCH", "/{one}", {"title": None}, 400, "string"), ("PATCH", "/{one}", {"chords": []}, 400, "chords"),
    ("PUT", "/{one}", {"id": "other", "chords": [{}] * 8}, 400, "id"),
    ("PUT", "/{one}", {"chords": [{}] * 7}, 400, "7"),
    ("PUT", "/{one}/chords/0", {"bpm": "fast"}, 400, "number"), ("PUT", "/{one}/chords/0", {"bpm": 1e999}, 400, ""),
    ("PUT", "/{one}/chords/0", {"lumis": [{}] * 65}, 400, "64"), ("PUT", "/{one}/chords/8", {}, 404, "does not exist"),
    ("PUT", "/{one}/chords/-1", {}, 404, "does not exist"), ("PUT", "/{one}/chords/x", {}, 404, "does not exist"),
    ("GET", "/{one}/chords/8", None, 404, "does not exist"), ("GET", "/{one}/chords/0/lumis/0", None, 404, "lumi 0"),
    ("PUT", "/{one}/chords/0/lumis/0", {}, 404, "lumi 0"), ("DELETE", "/{one}/chords/0/lumis/7", None, 404, "lumi 7"),
    ("GET", "/{one}/nothing", None, 404, "does not exist"), ("GET", "/nobody", None, 404, "nobody"),
    ("GET", "/", None, 404, "does not exist"),
    ("DELETE", "/nobody", None, 404, "nobody"), ("PATCH", "/nobody", {"title": "x"}, 404, "nobody"),
    ("POST", "/nobody/undelete", None, 404, "nobody"), ("PUT", "/nobody/chords/0", {}, 404, "nobody"),
    ("GET", "/%27%3B%20DROP%20TABLE%20chordset", None, 404, "DROP"),
    ("DELETE", "", None, 405, "GET"), ("PUT", "/profile", {}, 405, "GET"), ("POST", "/{one}", {}, 405, "PATCH"),
    ("GET", "/{one}/undelete", None, 405, "POST"), ("POST", "", b"[" * 100_000, 400, "levels"),
])
def test_bad_requests_are_refused_and_change_nothing(send, create, method, path, body, status, word):
    one = create("kept")
    before = send("GET").json
    answer = send(method, path.replace("{one}", one), body)
    assert answer.status == status, answer.body
    if status >= 400:
        assert_error(answer, status, word)
    assert send("GET").json == before


def test_body_must_be_json_within_the_size_limit(send, create):
    one = create()
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]:
        assert_error(send("PUT", f"/{one}/chords/0", {}, headers={"Content-Type": type}), 415, "application/json")
    assert send(
        "PUT", f"/{one}/chords/0", {}, headers={"Content-Type": "Application/JSON; charset=utf-8"}).status == 200
    assert_error(send("PUT", f"/{one}/chords/0", b" " * (1 << 20) + b"{}"), 413, "1048576")
    assert send("PUT", f"/{one}/chords/0", b" " * ((1 << 20) - 2) + b"{}").status == 200


def test_pages_of_other_sites_may_not_change_anything(send, create, site_server):
    one = create("kept")
    own = f"http://{site_server.host}:{site_server.port}"
    for origin in ["http://elsewhere.example", "null", own + "0"]:
        for method, path in [("POST", ""), ("DELETE", "/" + one), ("POST", f"/{one}/undelete")]:
            assert_error(send(method, path, headers={"Origin": origin}), 403, "other sites")
    assert send("PATCH", "/" + one, {"title": "mine"}, headers={"Origin": own}).status == 200


@pytest.mark.parametrize(
    "title", ["<script>alert(1)</script>", "👩🏽‍🎤🎹", "\u202eשלום", "x" * 500, "'; DROP TABLE chordset; --", " "])
def test_any_single_line_is_a_valid_title(send, create, title):
    one = create(title)
    assert send("GET", "/" + one).json["title"] == title


def test_random_input_never_answers_500(send, create):
    one = create()
    generator = random.Random(6)
    pieces = [one, "chords", "lumis", "0", "7", "8", "-1", "undelete", "events%00", "profile", "%F0%9F%8E%B9", "..",
        "%2F", "a" * 300]
    bodies = [None, {}, [], 0, "x", {"title": "y"}, {"position": 3}, {"chords": [{}] * 8}, {"hue": 1}, b"\xff\xfe",
        b"{", b"null"]
    for _ in range(500):
        path = "".join("/" + piece for piece in generator.choices(pieces, k=generator.randrange(6)))
        method = generator.choice(["GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS"])
        headers = {"If-Match": generator.choice(['"1"', "*", "x", ""])} if generator.random() < 0.5 else {}
        if method == "GET" and path.endswith("/events"):
            continue
        assert send(method, path, generator.choice(bodies), headers=headers).status < 500, (method, path)
    create("still there")


# Durability


def test_acknowledged_writes_survive_a_kill(folder, tmp_path):
    # “Tests/attacks/kill.py” does this a thousand times.
    acknowledged, lost, damaged = kill.attack(tmp_path, folder, kills=30)
    assert (lost, damaged) == ([], []) and acknowledged >= 20


# The description


def test_every_method_and_response_match_the_description(send, ask, create, site_server):
    description = ask("/api/v1/openapi.json").json
    one = create("described")
    send("POST", f"/{one}/chords/0/lumis", {"hue": 10})
    paths = {path: item for path, item in description["paths"].items() if path.startswith(SETS)}
    assert len(paths) == 8
    for path, item in paths.items():
        place = path.removeprefix(SETS).replace("{id}", one).replace("{position}", "0").replace("{place}", "0")
        # The methods of the server and of the description must be the same.
        allowed = send("TRACE", place).headers["allow"].split(", ")
        assert sorted(method.lower() for method in allowed if method != "HEAD") == sorted(item.keys() - {"parameters"})
        if "get" not in item or path.endswith("/events"):
            continue
        answer = send("GET", place)
        content = item["get"]["responses"]["200"]["content"]["application/json"]
        validate = jsonschema.Draft202012Validator({**description, **content["schema"]}).validate
        validate(answer.json)
        if path == SETS:
            validate(send("GET", "?since=0").json)
        if path.endswith("/profile"):
            continue
        missing = send("GET", place.replace(one, "nobody")) if one in place else None
        if missing:
            assert missing.status == 404
            error = item["get"]["responses"]["404"]
            assert error == {"$ref": "#/components/responses/NotFound"} and list(missing.json) == ["error"]
    change = {"$ref": "#/components/schemas/Change"}
    heard = events(site_server)
    for _ in range(2):
        jsonschema.Draft202012Validator({**description, **change}).validate(next(heard)[1])
        create("told")
    heard.close()
    stale = send("PATCH", "/" + one, {"title": "x"}, headers={"If-Match": '"77"'})
    conflict = {"$ref": "#/components/schemas/Conflict"}
    jsonschema.Draft202012Validator({**description, **conflict}).validate(stale.json)
