"""The engine in the browser: the same answers as the native one, and small."""

import csv
import subprocess

import pytest

from serving import ROOT, SITE

CHORDS = ROOT / ".build/release/chords"
TABLE = ROOT / "Tests/HarmonyTests/Fixtures/pairs-lower-C.tsv"
ODD = [
    "C\t", "\tC", "C", "C\tD\tE", "H\tC", "C\tH7", "<b>\t\"'", "C\tC💥", "C7(b9,zz)\tD", "C" * 70 + "\tD", "D|C7\tE",
    "cmaj7\tF#m7b5", "B♭-^7\tG♯h7", "E𝄫°11(♭13addΔ7)\tA𝄪7alt", "D/F#\tC6/9", "C/C\tC/B", "C\u0301\tD", " C\tD ", "C5\tC5",
]  # fmt: skip


@pytest.fixture(scope="module")
def table():
    with open(TABLE, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture
def answer(visit):
    """answer(lines) → the lines that the engine in the browser gives back."""
    page = visit().page
    page.evaluate(
        """async () => {
            const folder = new URL(".", document.querySelector("script[src]").src);
            const { loadEngine } = await import(new URL("engine.js", folder));
            globalThis.testedEngine = await loadEngine(new URL("chord-combiner.wasm", folder));
        }"""
    )

    def answer(lines):
        return page.evaluate("lines => testedEngine.answer(lines)", "\n".join(lines) + "\n").splitlines()

    answer.memory = lambda: page.evaluate("testedEngine.memorySize()")
    return answer


def native(lines):
    done = subprocess.run([CHORDS, "combine", "--batch"], input="\n".join(lines) + "\n", capture_output=True, text=True)
    return done.stdout.splitlines()


def test_the_engine_in_the_browser_answers_like_the_native_one(answer, table):
    pairs = [f"{row['lower']}\t{row['upper']}" for row in table]
    assert len(pairs) == 9408
    here = answer(pairs)
    assert here == native(pairs)
    for row, line in zip(table, here, strict=True):
        lower, upper, kind, title, precise, _, _, pitches = line.split("\t")
        found = {"lower": lower, "upper": upper, "kind": kind, "title": title, "precise": precise, "pitches": pitches}
        assert found == row


def test_odd_lines_are_answered_alike(answer):
    here = answer(ODD)
    assert here == native(ODD)
    assert len(here) == len(ODD)


def test_memory_does_not_grow_with_the_number_of_pairs(answer, table):
    pairs = [f"{row['lower']}\t{row['upper']}" for row in table]
    for _ in range(2):
        answer(pairs)
    before = answer.memory()
    for _ in range(5):
        answer(pairs)
    assert answer.memory() == before


def test_a_first_visit_loads_little(new_page, server):
    page = new_page(server.url, service_workers="block")
    if page.context.browser.browser_type.name == "firefox":
        pytest.skip("the bytes on the wire are asked of Chromium")
    session = page.context.new_cdp_session(page)
    loaded = []
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    session.send("Network.enable")
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert len(loaded) > 15
    assert sum(loaded) < 250_000
