"""Tunes over HTTP: reading all formats, storage, and export."""

import base64
import http.client
import io
import json
import re
import urllib.parse
import zipfile
from xml.etree import ElementTree

import mido
import pytest

from assertions import assert_error

TUNES = "/api/v1/tunes"
TEXT = "Title: Harbour\nKey: F\n\n[A]\n|: F7 | Bb7 | 1. F7 C7 :| 2. F6 |]\n"


@pytest.fixture
def send(sender):
    return sender(TUNES)


@pytest.fixture(autouse=True)
def empty_database(send):
    yield
    for entry in send("GET").json:
        assert send("DELETE", "/" + entry["id"]).status == 204


# Reading


def test_any_format_is_read(send, conforms):
    link = "irealb://" + urllib.parse.quote("Dusk=Other Ann==Bossa=A-=n==0=0===", safe="=")
    music = "1r34LbKcu7[T44C^7   |A-7   Z"
    link = "irealbook://Dusk=Other Ann=Bossa=A-=n=" + urllib.parse.quote("[T44C^7   |A-7   Z")
    xml = ('<?xml version="1.0"?><score-partwise><part id="P1"><measure><harmony><root><root-step>C</root-step></root>'
           "<kind>major-seventh</kind></harmony></measure><measure><harmony><root><root-step>A</root-step></root>"
           "<kind>minor-seventh</kind></harmony></measure></part></score-partwise>")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("score.xml", xml)
    bodies = [b"| Cmaj7 | Am7 |", link.encode(), xml.encode(), packed.getvalue(), b"{title: x}\n[Cmaj7]Down [Am7]there"]
    for body in bodies:
        answer = send("POST", "/read", body)
        assert answer.status == 200
        conforms("Tunes", answer.json)
        assert answer.json["problems"] == []
        [tune] = answer.json["tunes"]
        symbols = [
            chord["symbol"] for section in tune["sections"] for bar in section["bars"] for chord in bar["chords"]]
        assert symbols == ["Cma7", "Ami7"], body
    assert send("GET").json == [], "nothing is kept"


def test_tunes_are_transposed_and_unfolded(send):
    answer = send("POST", "/read?transpose=Ab&unfold=true", TEXT.encode())
    [tune] = answer.json["tunes"]
    assert tune["key"] == "A♭ major"
    symbols = [chord["symbol"] for section in tune["sections"] for bar in section["bars"] for chord in bar["chords"]]
    assert symbols == ["A♭7", "D♭7", "A♭7", "E♭7", "A♭7", "D♭7", "A♭6"]
    german = send("POST", "/read?notes=german", b"| B7 | H7 |").json["tunes"][0]
    assert [bar["chords"][0]["symbol"] for bar in german["sections"][0]["bars"]] == ["B7", "H7"]


def test_problems_are_reported_with_their_place(send):
    answer = send("POST", "/read", b"| C | Fnothing | D.S. Am |")
    assert answer.status == 200
    assert [(problem["tune"], problem["bar"]) for problem in answer.json["problems"]] == [(1, 2), (1, 3)]
    for body in [b"", b"\n \n", b"irealb://nothing=here", b"PK\x03\x04" + b"\0" * 100, bytes(range(256)) * 4,
            b"\xff" * 5000]:
        answer = send("POST", "/read", body)
        if answer.status != 200:
            assert_error(answer, 400)
            assert len(answer.json["error"]) > 20
    assert_error(send("POST", "/read?transpose=Q", b"| C |"), 400, "Q")
    assert_error(send("POST", "/read?unfold=1", b"| C |"), 400, "unfold")


def test_body_of_one_megabyte_is_read_and_a_longer_one_is_refused(send):
    whole = (b"Title: A\n" + b"| Dm7 | G7 | Cmaj7 | % |\n" * 20 + b"\n") * 2100
    answer = send("POST", "/read", whole[: 1 << 20])
    assert answer.status == 200 and len(answer.json["tunes"]) > 1900
    assert_error(send("POST", "/read", whole[: (1 << 20) + 1]), 413, "1048576")
    assert_error(send("GET", "/read"), 405, "POST")


# Storage


def test_tune_is_created_read_changed_and_deleted(send, conforms):
    answer = send("POST", body={"text": TEXT})
    assert answer.status == 201 and answer.headers["location"] == f"{TUNES}/{answer.json['id']}"
    conforms("KeptTune", answer.json)
    # The text is normalized.
    assert (answer.json["title"], answer.json["text"]) == ("Harbour", TEXT)
    path = "/" + answer.json["id"]
    read = send("GET", path)
    conforms("ReadTune", read.json)
    assert read.headers["etag"] == f'"{answer.json["version"]}"'
    assert {name: read.json[name] for name in answer.json} == answer.json
    assert read.json["tune"]["unfolded"] == [1, 2, 3, 1, 2, 4]
    # A response can be sent back as a request, and changes nothing.
    assert send("PUT", path, read.json).json["version"] == answer.json["version"]
    changed = send("PUT", path, {"text": "Title: Bay\n| F | C |"}, headers={"If-Match": read.headers["etag"]})
    assert changed.status == 200 and changed.json["version"] > answer.json["version"]
    stale = send("PUT", path, {"text": "| G |"}, headers={"If-Match": read.headers["etag"]})
    assert_error(stale, 412, "tune")
    conforms("TuneConflict", stale.json)
    assert stale.json["current"]["title"] == "Bay"
    assert_error(send("DELETE", path, headers={"If-Match": read.headers["etag"]}), 412)
    assert send("DELETE", path, headers={"If-Match": changed.headers["etag"]}).status == 204
    assert_error(send("GET", path), 404, "no tune")
    back = send("POST", path + "/undelete")
    assert back.status == 200 and back.json["title"] == "Bay" and back.json["version"] > changed.json["version"]


def test_setup_is_stored_with_the_tune(send, conforms):
    sent = {"id": "mine", "text": TEXT, "setup": "hands=shell pins=0:shell/48.52_55"}
    kept = send("POST", body=sent)
    conforms("KeptTune", kept.json)
    assert kept.json["setup"] == sent["setup"]
    # With another setup it is another tune.
    assert_error(send("POST", body={**sent, "setup": "tempo=90"}), 409, "mine")
    changed = send("PUT", "/mine", {"text": TEXT, "setup": "tempo=90"})
    assert changed.json["setup"] == "tempo=90" and changed.json["version"] > kept.json["version"]
    listed = send("GET", f"?since={kept.json['version']}").json
    conforms("TuneChanges", listed)
    assert [(entry["setup"], entry["key"], entry["title"]) for entry in listed["tunes"]] == [
        ("tempo=90", "F", "Harbour")]
    send("DELETE", "/mine")
    assert send("POST", "/mine/undelete").json["setup"] == "tempo=90"
    # PUT replaces everything.
    assert send("PUT", "/mine", {"text": TEXT}).json["setup"] == ""


def test_list_contains_the_header_fields(send):
    text = "Title: Bay\nComposer: Ann Other\nStyle: Medium Swing\nKey: F#m\n\n| C |\n"
    kept = send("POST", body={"text": text}).json
    [entry] = send("GET").json
    assert entry == kept and entry["text"] == text
    assert [entry[name] for name in ("title", "composer", "style", "key")] == [
        "Bay", "Ann Other", "Medium Swing", "F#m"]
    dorian = send("POST", body={"text": "Key: Bb dorian\n| C |"}).json
    assert (dorian["key"], dorian["composer"]) == ("Bb Dorian", "")


def test_repeated_post_stores_one_tune(send):
    sent = {"id": "mine-1", "text": TEXT}
    assert [send("POST", body=sent).status for _ in range(2)] == [201, 201]
    assert_error(send("POST", body={"id": "mine-1", "text": "| C |"}), 409, "mine-1")
    assert len(send("GET").json) == 1


@pytest.mark.parametrize("body, word", [
    ({}, "text"), ([], "object"), ({"text": 5}, "text"), ({"text": ""}, "no tune"),
    ({"text": "| Cnothing |"}, "Cnothing"),
    ({"text": "Title: A\n| C |\nTitle: B\n| F |"}, "2 tunes"), ({"text": "| C |", "color": 1}, "color"),
    ({"id": "a b", "text": "| C |"}, "a b"), ({"id": 5, "text": "| C |"}, "id"),
    ({"text": "| C |", "setup": 5}, "setup"), ({"text": "| C |", "setup": "♭"}, "ASCII"),
    ({"text": "| C |", "setup": "x" * 32_769}, "32768"),
])
def test_invalid_tune_is_not_stored(send, body, word):
    assert_error(send("POST", body=body), 400, word)
    assert send("GET").json == []


def test_pages_order_and_changes(send, conforms):
    ids = [send("POST", body={"text": f"Title: {name}\n| C |"}).json["id"] for name in "abcdefg"]
    seen, path = [], "?limit=3"
    while path is not None:
        answer = send("GET", path)
        assert answer.headers["x-total-count"] == "7"
        seen += [entry["id"] for entry in answer.json]
        link = re.fullmatch(rf'<{TUNES}(\?limit=3&after=\S+)>; rel="next"', answer.headers.get("link", ""))
        path = link and link[1]
    assert seen == ids
    all_of_it = send("GET", "?since=0").json
    conforms("TuneChanges", all_of_it)
    assert [tune["id"] for tune in all_of_it["tunes"]] == ids and all_of_it["order"] == ids
    moved = send("PATCH", "/" + ids[0], {"position": 6})
    assert moved.json["position"] == 6
    assert_error(send("PATCH", "/" + ids[0], {"position": 0}, headers={"If-Match": '"2"'}), 412)
    assert_error(send("PATCH", "/" + ids[0], {"title": "x"}), 400, "position")
    send("DELETE", "/" + ids[3])
    changes = send("GET", f"?since={all_of_it['revision']}").json
    conforms("TuneChanges", changes)
    assert [tune["id"] for tune in changes["tunes"]] == [ids[0]]
    assert [grave["id"] for grave in changes["deleted"]] == [ids[3]]
    assert changes["order"] == ids[1:3] + ids[4:] + ids[:1]
    assert changes["since"] == all_of_it["revision"] and not changes["more"]


def test_chordsets_and_tunes_are_independent(send, ask):
    kept = send("POST", body={"id": "same", "text": "| C |"})
    chordset = ask("/api/v1/chordsets", "POST", headers={"Content-Type": "application/json"}, body=b'{"id": "same"}')
    assert (kept.status, chordset.status) == (201, 201)
    # Since the tune, because changes from the beginning may not fit into one response.
    since = ask(f"/api/v1/chordsets?since={kept.json['version']}").json
    assert [entry["id"] for entry in since["chordsets"]] == ["same"] and since["deleted"] == []
    assert send("DELETE", "/same").status == 204
    later = ask(f"/api/v1/chordsets?since={since['revision']}").json
    assert (later["chordsets"], later["deleted"]) == ([], []), "a tune that is deleted is no chordset"
    assert ask("/api/v1/chordsets/same").status == 200
    assert ask("/api/v1/chordsets/same", "DELETE").status == 204
    assert send("GET", "?since=0").json["deleted"][-1] == {"id": "same", "version": later["revision"]}


def test_events_report_changes_of_tunes(site_server, send, conforms):
    connection = http.client.HTTPConnection(site_server.host, site_server.port, timeout=10)
    connection.request("GET", TUNES + "/events")
    stream = connection.getresponse()

    def event():
        lines = []
        while True:
            line = stream.readline().decode().rstrip("\n")
            if not line and lines:
                return json.loads(next(line for line in lines if line.startswith("data: "))[6:])
            lines.append(line)

    first = event()
    kept = send("POST", body={"text": "| C |"}).json
    heard = event()
    connection.close()
    conforms("Change", heard)
    assert heard["changed"] == [kept["id"]] and heard["since"] == first["revision"]


def test_a_new_tune_needs_a_body(send):
    assert_error(send("POST"), 415, "application/json")


def test_pages_of_other_sites_may_not_change_tunes(send):
    assert_error(send("POST", body={"text": "| C |"}, headers={"Origin": "http://elsewhere.example"}), 403, "tunes")
    assert_error(send("POST", body=b'{"text": "| C |"}', headers={"Content-Type": "text/plain"}), 415)


# Export


def test_stored_tune_is_exported_as_files(send):
    kept = send("POST", body={"id": "mine", "text": TEXT}).json
    text = send("GET", "/mine.txt?transpose=Bb")
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert text.body.decode().startswith("Title: Harbour\nKey: Bb\n\n[A]\n|: Bb7 | Eb7 |")
    assert "|: B7 | Eb7 |" in send("GET", "/mine.txt?transpose=B&notes=german").body.decode()
    chart = send("GET", "/mine.svg")
    assert chart.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(chart.body).get("aria-label").startswith("Chart of Harbour")
    voiced = send("GET", "/mine.svg?voice=rootless")
    assert b'class="staff"' in voiced.body and b'class="staff"' not in chart.body
    score = send("GET", "/mine.musicxml?voice=any&reach=octave")
    assert score.headers["content-type"].startswith("application/vnd.recordare.musicxml+xml")
    assert ElementTree.fromstring(score.body).tag == "score-partwise" and b"<staves>2" in score.body
    midi = send("GET", "/mine.mid")
    assert midi.headers["content-type"] == "audio/midi"
    assert [track.name for track in mido.MidiFile(file=io.BytesIO(midi.body)).tracks][1:] == [
        "Left hand", "Right hand", "Bass", "Drums", "Count-in"]
    bossa = send("GET", "/mine.mid?feel=bossa&choruses=2&tempo=90&count-in=2&seed=7")
    assert bossa.body == send("GET", "/mine.mid?seed=7&feel=bossa&choruses=2&tempo=90&count-in=2").body
    assert bossa.body != send("GET", "/mine.mid?feel=bossa&choruses=2&tempo=90&count-in=2&seed=8").body
    directions = mido.MidiFile(file=io.BytesIO(bossa.body)).tracks[0]
    cues = [message.text for message in directions if message.type == "cue_marker"]
    assert "Chorus 2" in cues and "Chorus 3" not in cues
    for wrong in ["feel=polka", "choruses=0", "choruses=100", "tempo=29", "tempo=fast", "count-in=5", "seed=-1"]:
        assert_error(send("GET", "/mine.mid?" + wrong), 400, wrong.split("=")[0])
    for answer in [text, chart, voiced, score, midi]:
        assert answer.headers["etag"] == f'"{kept["version"]}"'
    assert send("GET", "/mine.svg", headers={"If-None-Match": chart.headers["etag"]}).status == 304
    assert send("HEAD", "/mine.mid").status == 200
    assert_error(send("GET", "/mine.svg?voice=nonsense"), 400, "nonsense")
    assert_error(send("GET", "/mine.pdf"), 404, "{id}.musicxml")
    assert_error(send("GET", "/other.svg"), 404, "other")
    assert_error(send("PUT", "/mine.svg", {"text": "| C |"}), 405, "GET")
