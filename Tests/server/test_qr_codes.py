"""QR codes: an independent reader decodes the rendered drawing."""

import json
import re
import subprocess
from xml.etree import ElementTree

import pytest

from assertions import assert_error
from serving import Server

PATH = "/api/v1/qr"
KEY = "q83vEjRWeJCrze8SNFZ4kA"


@pytest.fixture
def draw(ask):
    def draw(body, **options):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = options.pop("headers", {"Content-Type": "application/json"})
        return ask(PATH, options.pop("method", "POST"), headers=headers, body=content, **options)

    return draw


def read(svg, pixels):
    """The text that a reader decodes from the drawing at some pixels per module."""
    png = subprocess.run(["rsvg-convert", "--zoom", str(pixels)], input=svg, capture_output=True, check=True).stdout
    run = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "--oneshot", "-Sbinary", "png:-"], input=png, capture_output=True)
    return run.stdout.decode()


def link(length):
    start = f"https://chords.example/shelf#{KEY}"
    return (start + "/combine/Cma7/D" * 50)[:length]


@pytest.mark.parametrize("text", [
    *[link(length) for length in [1, 30, 51, 62, 84, 106, 122, 180, 300, 499, 500]],
    "https://chords.example/combine/B♭ma7/F♯m7", "Größe – “Dø7”", "日本の琴", "🎹" * 500, "0", "A\x00B\nC", " \\\"<&>]]>",
    "ﾊﾛｰ", "½¾", "\u00e9" * 500,
], ids=lambda text: f"{len(text)} characters, {len(text.encode())} bytes")
def test_reader_decodes_the_drawing(draw, text):
    answer = draw({"text": text})
    assert answer.status == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert read(answer.body, 3) == text


def test_drawing_works_alone_and_inside_a_page(draw):
    svg = draw({"text": link(51)}).body
    root = ElementTree.fromstring(svg)
    names = {"svg": "http://www.w3.org/2000/svg"}
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("role") == "img" and root.find("svg:title", names).text
    assert root.get("shape-rendering") == "crispEdges"
    left, top, width, height = map(int, root.get("viewBox").split())
    assert (left, top, width) == (0, 0, height)
    # The page's policy forbids inline styles, and the source must not contain the text.
    assert b"style" not in svg and KEY.encode() not in svg
    ground, dark = root.findall("svg:path", names)
    assert ground.get("fill") == "#ffffff" and dark.get("fill") == "#000000"
    # 21 modules for the smallest and 4 more for each size, with quiet zones of four.
    assert (width - 8 - 21) % 4 == 0
    bars = [tuple(map(int, bar)) for bar in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", dark.get("d"))]
    assert "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in bars) == dark.get("d")
    assert min(x for x, _, _ in bars) == min(y for _, y, _ in bars) == 4
    assert max(x + length for x, _, length in bars) == max(y for _, y, _ in bars) + 1 == width - 4


def test_code_is_readable_with_an_eighth_covered(draw):
    """Error correction level M restores an eighth of the code."""
    svg = draw({"text": link(106)}).body.decode()
    side = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
    spot = f'<path fill="#888888" d="M{side // 2} {side // 2}h{side // 4}v{side // 4}h-{side // 4}z"/></svg>'
    assert read(svg.replace("</svg>", spot).encode(), 4) == link(106)


@pytest.mark.parametrize("body", [
    {}, {"text": ""}, {"text": KEY * 23}, {"text": 7}, {"text": None}, {"text": [KEY]}, [], KEY, {KEY: 1},
    {"text": "a", KEY: 1},
    b"", b"{", KEY.encode(), b'{"text": "' + KEY.encode(), f'{{"text": "{KEY}" {KEY}}}'.encode(), b'{"text": "\\ud800'
    + KEY.encode() + b'"}{',
], ids=str)
def test_error_does_not_repeat_the_text(draw, body):
    answer = draw(body)
    assert_error(answer, 400)
    assert list(answer.json) == ["error"] and answer.json["error"].endswith(".")
    assert KEY not in answer.body.decode()


def test_text_has_at_most_500_characters(draw):
    assert_error(draw({"text": "a" * 501}), 400, "500")
    assert_error(draw({"text": "🎹" * 501}), 400, "500")
    assert_error(draw(b" " * ((1 << 20) + 1)), 413, "1048576")


@pytest.mark.parametrize(
    "headers", [{}, {"Content-Type": "text/plain"}, {"Content-Type": "application/x-www-form-urlencoded"}])
def test_body_must_be_json(draw, headers):
    assert_error(draw({"text": KEY}, headers=headers), 415, "application/json")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_only_post_is_allowed(draw, method):
    answer = draw({"text": KEY}, method=method)
    assert_error(answer, 405, method, "POST")
    assert answer.headers["allow"] == "POST"


def test_no_key_is_required_and_none_is_logged(folder, tmp_path, draw):
    own = Server(folder, tmp_path / "log", "--log-level", "trace")
    assert draw({"text": link(51)}, server=own).status == 200
    assert draw({"text": KEY * 23}, server=own).status == 400
    assert draw(KEY.encode(), server=own).status == 400
    assert own.stop() == 0
    assert f"POST {PATH} 200" in own.log and f"POST {PATH} 400" in own.log
    assert KEY not in own.log
