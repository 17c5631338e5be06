"""The JSON API and its description."""

import re
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

import jsonschema
import pytest
from openapi_spec_validator import validate as validate_description

SYMBOL = "/api/v1/chords/"


@pytest.fixture
def description(ask):
    return ask("/api/v1/openapi.json").json


def assert_conforms(description, name, value):
    """Checks a value against one of the description's schemas."""
    validate(description, {"$ref": f"#/components/schemas/{name}"}, value)


def validate(description, schema, value):
    # The references point into the whole description, so it is the root of the schema.
    jsonschema.Draft202012Validator({**description, **schema}).validate(value)


def assert_bad_request(answer, *words):
    assert answer.status == 400
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert list(answer.json) == ["error"]
    for word in words:
        assert word in answer.json["error"]


# Combining, describing, matching, naming


def test_two_chords_are_combined(ask, description):
    answer = ask("/api/v1/combine?lower=Cma7&upper=D")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.json["title"] == "Cma13(♯11)"
    assert answer.json["kind"] == "unified"
    assert answer.json["pitches"] == [60, 64, 67, 71, 74, 78, 81]
    assert answer.json["notes"] == ["C", "E", "G", "B", "D", "F♯", "A"]
    assert len(answer.json["parts"]) == len(answer.json["pitches"])
    assert_conforms(description, "Combination", answer.json)


@pytest.mark.parametrize("upper", ["C+", "C%2B"])
def test_a_plus_in_a_query_is_a_plus(ask, upper):
    assert ask(f"/api/v1/combine?lower=Cma7&upper={upper}").json["upper"] == "C+"


@pytest.mark.parametrize("symbol", ["Cma7", "C6/9", "D/C", "Cma13(♯11)", "B♭m7", "C+", "C7(b9,#11)", "C°7", "Cø"])
def test_any_symbol_is_accepted_in_the_path(ask, description, symbol):
    answer = ask(SYMBOL + quote(symbol, safe=""))
    assert answer.status == 200
    assert answer.json["symbol"] == symbol
    assert_conforms(description, "Chord", answer.json)
    assert ask(SYMBOL + quote(symbol, safe="/+|()")).json == answer.json


@pytest.mark.parametrize("symbol", ["Cma7", "C6/9", "D/C", "Cma13(♯11)", "C+"])
def test_the_graph_of_any_symbol(ask, symbol):
    for path in [quote(symbol, safe=""), quote(symbol, safe="/+()")]:
        dot = ask(SYMBOL + path + "/graph.dot")
        assert dot.headers["content-type"] == "text/vnd.graphviz; charset=utf-8"
        assert dot.body.decode().startswith("graph ") and f'n0 [label="{symbol}"' in dot.body.decode()
        svg = ask(SYMBOL + path + "/graph.svg")
        assert svg.headers["content-type"] == "image/svg+xml; charset=utf-8"
        assert svg.headers["access-control-allow-origin"] == "*"
        assert ElementTree.fromstring(svg.body).tag.endswith("svg")


def test_graph_of_an_invalid_symbol_is_refused(ask):
    assert_bad_request(ask(SYMBOL + "H7/graph.svg"), "H7")
    assert_bad_request(ask(SYMBOL + "/graph.dot"), "symbol", "missing")
    assert_bad_request(ask(SYMBOL + "C/graph.gif"), "graph.gif")


@pytest.mark.parametrize(
    "path, name",
    [("D%20dorian", "D Dorian"), ("F%23_harmonic_minor", "F♯ harmonic minor"), ("am", "A minor"),
        ("G%E2%99%AF", "G♯ major")]
)
def test_key_is_explained(ask, description, path, name):
    answer = ask("/api/v1/keys/" + path)
    assert answer.status == 200
    assert answer.json["name"] == name
    assert_conforms(description, "Key", answer.json)


@pytest.mark.parametrize("name", ["C", "F%23", "am", "G%E2%99%AF", "D_dorian"])
def test_the_circle_is_drawn(ask, name):
    svg = ask("/api/v1/keys/" + name + "/circle.svg")
    assert svg.headers["content-type"] == "image/svg+xml; charset=utf-8"
    texts = [text.text for text in ElementTree.fromstring(svg.body).iter("{http://www.w3.org/2000/svg}text")]
    # Twelve places with two keys and a signature each, seven degrees in each mode, and the hub.
    assert len(texts) == 36 + 14 + 2 and {"B/C♭", "5♯/7♭"} < set(texts)
    assert_bad_request(ask("/api/v1/keys/H/circle.svg"), "H")


def test_every_key_matches_its_schema(ask, description):
    for letter in "ABCDEFG":
        for mode in ["", "m", "_harmonic_minor", "_melodic_minor", "_lydian", "_locrian"]:
            for accidental in ["", "b", "%23"]:
                assert_conforms(description, "Key", ask("/api/v1/keys/" + letter + accidental + mode).json)


def test_properties_are_matched(ask, description):
    for edit in ["lower", "upper"]:
        answer = ask(f"/api/v1/match?lower=Cma7&upper=D&edit={edit}")
        assert answer.status == 200
        assert answer.json["letters"] and answer.json["types"]
        assert_conforms(description, "Matches", answer.json)


@pytest.mark.parametrize("notes", ["C+E+G", "C%20E%20G", "C%2BE%2BG", "60+64+67"])
def test_notes_are_named(ask, description, notes):
    answer = ask(f"/api/v1/name?notes={notes}")
    assert answer.status == 200
    assert answer.json["title"] == "C"
    assert len(answer.json["notes"]) == 3
    assert_conforms(description, "Naming", answer.json)


def test_context_and_vocabulary_are_parameters(ask, description):
    answer = ask("/api/v1/name?notes=E+G+B+D&band=true&after=G7&key=C%20major")
    assert answer.json["title"] == "Cma9" and answer.json["readings"][0]["rootless"] is True
    assert_conforms(description, "Naming", answer.json)
    assert ask("/api/v1/name?notes=C+E+Bb&vocabulary=classic").json["title"] is None
    assert ask("/api/v1/combine?lower=C7&upper=A").json["title"] == "C13(♭9)"
    classic = ask("/api/v1/combine?lower=C7&upper=A&vocabulary=classic")
    assert classic.json["title"] == "E°11(♭13)/C"
    assert_conforms(description, "Combination", classic.json)
    assert ask(SYMBOL + "G7alt?vocabulary=classic").json["notes"] != ask(SYMBOL + "G7alt").json["notes"]
    matching = ["7" in ask(f"/api/v1/match?lower=C7&upper=Ab&edit=lower&vocabulary={name}").json["types"]
        for name in ["jazz", "classic"]]
    assert matching == [True, False]
    for name in ["jazz", "classic"]:
        assert_conforms(description, "Vocabulary", ask(f"/api/v1/vocabulary?vocabulary={name}").json)
    assert_bad_request(ask("/api/v1/vocabulary?vocabulary=blues"), "blues")
    assert_bad_request(ask("/api/v1/name?notes=C&band=yes"), "band")
    assert_bad_request(ask("/api/v1/name?notes=C&key=H"), "H")


def test_all_midi_pitches_together_are_accepted(ask):
    assert ask("/api/v1/name?notes=" + "+".join(map(str, range(128)))).status == 200


# Bad input


@pytest.mark.parametrize(
    "path, words",
    [
        ("combine", ["lower", "missing"]),
        ("combine?upper=C", ["lower", "missing"]),
        ("combine?lower=&upper=C", ["lower", "missing"]),
        ("combine?lower&upper=C", ["lower", "missing"]),
        ("combine?Lower=C&upper=C", ["lower", "missing"]),
        ("combine?lower=C&lower=D&upper=E", ["lower", "2 times"]),
        ("combine?lower=C&upper=D&upper=D", ["upper", "2 times"]),
        ("combine?lower=C", ["“C”", "upper"]),
        ("match?lower=C&upper=D", ["edit", "missing"]),
        ("match?lower=C&upper=D&edit=both", ["both"]),
        ("name", ["notes", "missing"]),
        ("name?notes=C&notes=E", ["notes", "2 times"]),
        ("chords/", ["symbol", "missing"]),
    ],
)
def test_error_names_a_missing_or_repeated_parameter(ask, path, words):
    assert_bad_request(ask("/api/v1/" + path), *words)


@pytest.mark.parametrize(
    "path", ["combine?lower=H7&upper=C", "combine?lower=C&upper=H7", "chords/H7", "keys/H", "name?notes=C+H7"])
def test_error_names_the_unreadable_part(ask, path):
    assert_bad_request(ask("/api/v1/" + path), "H")


@pytest.mark.parametrize("value", ["+5", "05", "-0", "5.0", "1e1", " 5", "5 ", "٥", "0x5", ""])
@pytest.mark.parametrize(
    "path",
    ["linnstrument/{}", "linnstrument/60?offset={}", "linnstrument/60?octave={}", "linnstrument/60?transpose={}",
             "linnstrument/60?lights={}", "chordsets?limit={}"])
def test_numbers_are_written_as_in_json(ask, path, value):
    assert_bad_request(ask("/api/v1/" + path.format(quote(value, safe=""))))
    assert ask("/api/v1/" + path.format("5")).status == 200


def test_quotes_in_an_error_stay_json(ask):
    assert_bad_request(ask(SYMBOL + quote('H"\\\n\t\u2028</script>', safe="")))


@pytest.mark.parametrize("value", ["%", "%4", "%zz", "%ff", "C%C3%28", "%ED%A0%80", "%C0%80"])
def test_wrong_encoding_is_refused(ask, value):
    assert_bad_request(ask(f"/api/v1/combine?lower={value}&upper=C"), "UTF-8")
    assert_bad_request(ask(f"/api/v1/combine?{value}=C&lower=C&upper=C"), "UTF-8")
    assert_bad_request(ask(SYMBOL + value), "UTF-8")


def test_a_symbol_has_at_most_64_characters(ask):
    long = "C7" + "(♭9)" * 16
    for path in [f"combine?{urlencode({'lower': long, 'upper': 'C'})}", f"chords/{quote(long)}"]:
        assert_bad_request(ask("/api/v1/" + path), "64")
    assert_bad_request(ask("/api/v1/name?notes=" + "C+" * 300), "notes", "512")
    assert "64" not in ask(SYMBOL + "C" * 64).json.get("error", "")


def test_each_combining_accent_counts_as_a_character(ask):
    assert_bad_request(ask(SYMBOL + quote("C" + "\u0301" * 65)), "64")


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/v1", "/api/v1/", "/api/v1/combine/", "/api/v1/chord/C", "/api/v2/combine"])
def test_an_unknown_path_is_404_in_json(ask, path):
    answer = ask(path)
    assert answer.status == 404
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert "/api/v1/combine" in answer.json["error"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "QUERY"])
@pytest.mark.parametrize("path", ["/api/v1/combine?lower=C&upper=D", SYMBOL + "C", "/healthz"])
def test_a_wrong_method_is_405_in_json(ask, path, method):
    answer = ask(path, method)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD"
    assert method in answer.json["error"]


# The description


def test_the_description_is_valid_openapi(description):
    validate_description(description)
    assert description["openapi"].startswith("3.1")


def test_description_has_exactly_the_paths_of_the_server(ask, description):
    # A 404 lists the routes of the server.
    served = set(re.findall(r"/[\w./{}-]*[\w}]", ask("/api/none").json["error"]))
    assert served == set(description["paths"])


def test_every_path_answers_its_example_as_described(ask, description):
    for template, item in description["paths"].items():
        if any(kept in template for kept in ["/chordsets", "/tunes", "/shelf"]):
            continue  # Stored items must be created first: see their own tests.
        if list(item) == ["post"]:
            continue  # These need a request body: see test_practice.py and test_qr_codes.py.
        assert list(item) == ["get"]
        operation = item["get"]
        path, query, needed = template, {}, []
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                path = path.replace("{" + parameter["name"] + "}", quote(str(parameter["example"]), safe=""))
            elif "example" in parameter:  # Mutually exclusive parameters have no example.
                example = parameter["example"]
                query[parameter["name"]] = str(example).lower() if isinstance(example, bool) else example
                needed += [parameter["name"]] if parameter["required"] else []
        answer = ask(path + ("?" + urlencode(query, quote_via=quote) if query else ""))
        assert answer.status == 200, template
        ((type, content),) = operation["responses"]["200"]["content"].items()
        assert answer.headers["content-type"].split(";")[0] == type
        validate(description, content["schema"], answer.json if type == "application/json" else answer.body.decode())

        # A missing required parameter is answered as described.
        for name in needed:
            rest = {key: value for key, value in query.items() if key != name}
            answer = ask(path + "?" + urlencode(rest, quote_via=quote))
            assert_bad_request(answer, name)
            assert_conforms(description, "Error", answer.json)


def test_chord_pairs_of_a_chord(ask, description):
    answer = ask("/api/v1/ways?chord=C13(b9)&lower=C7")
    assert [(way["lower"], way["upper"]) for way in answer.json] == [("C7", "Ama"), ("C7", "A7"), ("C7", "B♭°ma7")]
    assert answer.json[0] == {
        "lower": "C7", "upper": "Ama", "title": "C13(♭9)", "precise": "C13(♭9)", "complete": True, "missing": [],
        "adds": ["♭9", "13"], "known": "upper structure VI", "lowerPitches": [48, 52, 55, 58],
        "upperPitches": [61, 64, 69]}
    assert_conforms(description, "Ways", answer.json)
    whole = ask("/api/v1/ways?chord=Cma13(%2311)&upper=D&playable=true").json
    band = ask("/api/v1/ways?chord=Cma13(%2311)&upper=D&playable=true&band=true").json
    assert [way["lower"] for way in whole[:2]] == ["Cma7", "Cma7(♭5)"]
    assert [way["lower"] for way in band[:4]] == ["Cma7", "Cma7(♭5)", "Emi", "Emi7"]
    assert (band[2]["missing"], band[2]["complete"], band[2]["precise"]) == (["1"], False, "Cma13(♯11 omit1)")
    assert_conforms(description, "Ways", band)
    assert ask("/api/v1/ways?chord=C13(b9)&limit=2").json == ask("/api/v1/ways?chord=C13(b9)").json[:2]
    assert ask("/api/v1/ways?chord=C7&lower=B").json == []


def test_equation_is_accepted_as_typed(ask):
    def same(typed, plain):
        assert ask("/api/v1/" + typed.replace(" ", "%20")).json == ask("/api/v1/" + plain).json

    for typed in ("Cma7 + D", "Cma7 %2B D =", "D/Cma7", "D|Cma7", "D over Cma7", "Cma7 + D = Cma13(%2311)"):
        same("combine?lower=" + typed, "combine?lower=Cma7&upper=D")
    same("ways?chord=C7 + ? = C13(b9)", "ways?chord=C13(b9)&lower=C7")
    same("ways?chord= = C13(b9)", "ways?chord=C13(b9)")
    same("ways?chord=C7 + A", "ways?chord=C13(b9)")
    same("board?lower=C + Em", "board?lower=Cma7")
    same("match?lower=C + Em&upper=D&edit=upper", "match?lower=Cma7&upper=D&edit=upper")
    info = ask(SYMBOL + quote("Cma7 + D")).json
    assert (info.pop("symbol"), info["precise"]) == ("Cma7 + D", "Cma13(♯11)")
    assert info.items() <= ask(SYMBOL + quote("Cma13(#11)")).json.items()
    assert_bad_request(ask(SYMBOL + quote("C7 + A = Dm7")), "C7 + A is C13(♭9), not Dmi7")
    assert_bad_request(ask("/api/v1/ways?chord=C7%20%2B%20%3F"), "lacks a chord")


@pytest.mark.parametrize("query, word", [
    ("", "chord"), ("chord=H", "H"), ("chord=C7&lower=H", "H"), ("chord=C7&limit=0", "limit"),
    ("chord=C7&limit=two", "limit"),
    ("chord=C7&limit=99999999999999999999", "limit"), ("chord=C7&playable=yes", "playable"),
    ("chord=Db/Cma", "not one chord")])
def test_invalid_requests_for_chord_pairs_are_refused(ask, query, word):
    assert_bad_request(ask("/api/v1/ways?" + query), word)


def test_voicings_of_a_chord(ask, description):
    answer = ask("/api/v1/voicings?chord=C13(b9)")
    assert answer.json["symbol"] == "C13(♭9)" and len(answer.json["voicings"]) > 3
    assert_conforms(description, "Voicings", answer.json)
    style = ask("/api/v1/voicings?chord=C13(b9)&style=rootless-a&fingers=true&limit=2").json
    assert {voicing["style"] for voicing in style["voicings"]} == {"rootless-a"} and len(style["voicings"]) <= 2
    assert len(style["voicings"][0]["fingers"]["left"]) == len(style["voicings"][0]["left"])
    assert_conforms(description, "Voicings", style)
    pair = ask("/api/v1/voicings?chord=Ema/Cma7").json
    assert [voicing["style"] for voicing in pair["voicings"]] == ["pair"] and len(pair["without"]) == 13
    assert_conforms(description, "Voicings", pair)
    assert ask("/api/v1/voicings?chord=C7%20%2B%20A").json == ask("/api/v1/voicings?chord=A|C7").json
    narrow = ask("/api/v1/voicings?chord=Cma9&reach=octave,ninth").json["voicings"]
    assert all(voicing["span"]["left"] <= 12 and voicing["span"]["right"] <= 14 for voicing in narrow)
    plain = ask("/api/v1/voicings?chord=Dmi7&plain=true&band=true&register=low").json
    assert not any(voicing["added"] for voicing in plain["voicings"])
    assert_conforms(description, "Voicings", plain)
    # A bass that does not belong to its chord has no degree.
    assert_conforms(description, "Voicings", ask("/api/v1/voicings?chord=F/G").json)


def test_progression_in_a_key(ask, description):
    answer = ask("/api/v1/progression?numerals=ii%20V%20I&key=Eb&style=rootless").json
    assert answer["key"] == "E♭ major"
    assert [(chord["numeral"], chord["symbol"]) for chord in answer["chords"]] == [
        ("ii7", "Fmi7"), ("V7", "B♭7"), ("Ima7", "E♭ma7")]
    assert ask("/api/v1/progression?numerals=ii%20V%20i&key=Es&notes=german").json["key"] == "E♭ minor"


def test_voice_leading_of_a_progression(ask, description):
    answer = ask("/api/v1/leading?chords=Dmi7%20G7%20|%20Cma7&style=rootless").json
    assert [chord["symbol"] for chord in answer["leading"]["chords"]] == ["Dmi7", "G7", "Cma7"]
    assert_conforms(description, "Leading", answer)
    assert ask("/api/v1/leading?chords=Dmi7,G7,Cma7&style=rootless").json == answer
    assert [chord["style"]
        for chord in ask("/api/v1/leading?chords=Dmi7,G7&style=shell").json["leading"]["chords"]] == ["shell", "shell"]
    longest = ask("/api/v1/leading?chords=" + quote(" | ".join(["Dmi7 G7"] * 32))).json
    assert len(longest["leading"]["chords"]) == 64
    assert_conforms(description, "Leading", longest)
    german = ask("/api/v1/leading?chords=B7,Es7&notes=german").json
    assert german["readAs"].startswith("“B7” is read in German: B♭7 in English.")
    assert_conforms(description, "Leading", german)


@pytest.mark.parametrize("path, words", [
    ("voicings", ["chord", "missing"]), ("voicings?chord=", ["chord", "missing"]), ("voicings?chord=H", ["H"]),
    ("voicings?chord=Dmi7%20G7", ["has 2 chords", "leading"]),
    ("voicings?chord=C&style=jazzy", ["jazzy", "rootless-a"]),
    ("voicings?chord=C&reach=foot", ["foot", "octave, ninth or tenth"]),
    ("voicings?chord=C&register=top", ["low, middle or high"]),
    ("voicings?chord=C&band=yes", ["band"]), ("voicings?chord=C&plain=1", ["plain"]),
    ("voicings?chord=C&fingers=5", ["fingers"]),
    ("voicings?chord=C&limit=0", ["limit"]), ("voicings?chord=C&limit=two", ["limit"]),
    ("leading", ["chords", "missing"]),
    ("progression", ["numerals", "missing"]),
    ("progression?numerals=ii%20foo", ["Bar 2", "foo"]),
    ("progression?numerals=ii&key=all", ["“all” is not a key", "modes"]),
    ("leading?chords=|", ["No chord"]), ("leading?chords=C,H", ["H"]),
    ("leading?chords=C&style=jazzy", ["jazzy", "any, rootless"]),
    ("leading?chords=" + "C,D," * 33, ["66 chords"]), ("leading?chords=" + "C," * 600, ["1024"])])
def test_invalid_requests_for_voicings_are_refused(ask, path, words):
    assert_bad_request(ask("/api/v1/" + path), *words)


def test_all_pairs_with_a_chord(ask, description):
    answer = ask("/api/v1/board?lower=C7")
    assert answer.json["lower"] == "C7" and len(answer.json["cells"]) == 24
    assert {"upper": "Ama", "kind": "unified", "title": "C13(♭9)", "tension": 24.5} in answer.json["cells"]
    assert_conforms(description, "Board", answer.json)
    turned = ask("/api/v1/board?upper=A&types=7,7(b9,%2311)")
    assert turned.json["upper"] == "Ama" and [cell["lower"] for cell in turned.json["cells"][:2]] == ["A7", "A7(♭9♯11)"]
    assert {"lower": "C7", "kind": "unified", "title": "C13(♭9)", "tension": 24.5} in turned.json["cells"]
    assert_conforms(description, "Board", turned.json)
    assert_bad_request(ask("/api/v1/board"), "lower", "upper")
    assert_bad_request(ask("/api/v1/board?lower=C&upper=D"), "either")
    assert_bad_request(ask("/api/v1/board?lower=C&types=ma,zz"), "zz")
    assert_bad_request(ask("/api/v1/board?lower=C&types=" + "ma," * 28), "29")


def test_note_names_follow_the_notes_parameter(ask, description):
    german = ask("/api/v1/combine?lower=B7&upper=C&notes=german")
    assert (german.json["lower"], german.json["root"], german.json["notes"][0]) == ("B7", "B", "B")
    assert german.json["pitches"] == ask("/api/v1/combine?lower=Bb7&upper=C").json["pitches"]
    assert german.json["readAs"] == "“B7” is read in German: B♭7 in English."
    assert_conforms(description, "Combination", german.json)
    solfege = ask(SYMBOL + quote("Solma7") + "?notes=solfege").json
    assert (solfege["precise"], solfege["notes"]) == ("Solma7", ["Sol", "Si", "Ré", "Fa♯"]) and "readAs" not in solfege
    # Without the parameter, B is B. Do7 is read as C7 all the same.
    assert "readAs" not in ask(SYMBOL + "B7").json
    do = ask(SYMBOL + "Do7").json
    assert (do["precise"], do["readAs"]) == ("D°7", "“Do7” is read in English: Ré°7 in solfège.")
    assert_conforms(description, "Chord", do)
    assert ask("/api/v1/ways?chord=H7&limit=1&notes=german").json[0]["title"] == "H7"
    assert ask("/api/v1/board?lower=H7&notes=german").json["lower"] == "H7"
    assert "H" in ask("/api/v1/match?lower=Hma7&upper=Cis&edit=lower&notes=german").json["letters"]
    key = ask("/api/v1/keys/b?notes=german").json
    assert (key["name"], key["readAs"]) == ("B minor", "“b” is read in German: B♭ minor in English.")
    assert_conforms(description, "Key", key)
    scale = ask("/api/v1/scales/Si/Dorian?notes=solfege").json
    assert scale["notes"] == ["Si", "Do♯", "Ré", "Mi", "Fa♯", "Sol♯", "La"]
    # On this path, `notes` is the notes that sound, so the parameter has another name.
    named = ask("/api/v1/name?notes=B+D+F&note-names=german").json
    assert (named["title"], named["notes"]) == ("B", ["B", "D", "F"])
    assert named["readAs"] == "“B D F” is read in German: B♭ D F in English."
    assert_conforms(description, "Naming", named)
    assert ">H</text>" in ask(SYMBOL + "E7/graph.svg?notes=german").body.decode()
    assert '"Solma7"' in ask(SYMBOL + "Solma7/graph.dot?notes=solfege").body.decode()
    assert "Fa♯" in ask("/api/v1/keys/" + quote("Fa♯") + "/circle.svg?notes=solfege").body.decode()
    assert ask("/api/v1/vocabulary?notes=solfege").json["types"][0]["example"] == ["Do", "Mi", "Sol"]
    assert_bad_request(ask(SYMBOL + "C7?notes=french"), "french", "solfege")
    assert_bad_request(ask(SYMBOL + "C7?notes=solfege"), "Do, Ré, Mi")
    assert_bad_request(ask("/api/v1/name?notes=C+E+G&note-names=x"), "note-names")


def test_health(ask):
    assert ask("/healthz").json == {"status": "ok"}


def test_pads_of_a_linnstrument(ask, description):
    answer = ask("/api/v1/linnstrument/60")
    assert [(pad["row"], pad["column"], pad["index"]) for pad in answer.json["pads"]] == [
        (3, 21, 145), (4, 16, 115), (5, 11, 85), (6, 6, 55), (7, 1, 25)]
    assert_conforms(description, "Pads", answer.json)
    answer = ask("/api/v1/linnstrument/60?model=128&left-handed=yes&offset=5&octave=0&transpose=0&lights=0")
    assert [(pad["row"], pad["column"]) for pad in answer.json["pads"]] == [(4, 1), (5, 6), (6, 11), (7, 16)]
    for bad, word in [("128", "127"), ("C4", "C4"), ("60?model=7", "model"), ("60?offset=guitars", "guitars"),
            ("60?octave=", "octave")]:
        assert_bad_request(ask("/api/v1/linnstrument/" + bad), word)
