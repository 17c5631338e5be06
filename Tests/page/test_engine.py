"""The engine in the browser: equal to the native one, and small."""

import csv
import subprocess

import pytest
from playwright.sync_api import expect

from screen import FAILING_ENGINE, Screen, wait_until
from serving import CHORDS, IS_RELEASE, ROOT

TABLE = ROOT / "Tests/HarmonyTests/Fixtures/pairs-lower-C.tsv"
# Pairs that jazz names otherwise than classic: no “alt” with a natural fifth, and inversions named on the upper root.
EXCEPTIONS = ROOT / "Tests/HarmonyTests/Fixtures/jazz-exceptions-C.tsv"
ODD_LINES = [
    "C\t", "\tC", "C", "C\tD\tE", "H\tC", "C\tH7", "<b>\t\"'", "C\tC💥", "C7(b9,zz)\tD", "C" * 70 + "\tD", "D|C7\tE",
    "cmaj7\tF#m7b5", "B♭-^7\tG♯h7", "E𝄫°11(♭13addΔ7)\tA𝄪7alt", "D/F#\tC6/9", "C/C\tC/B", "C\u0301\tD", " C\tD ",
    "C5\tC5",
]  # fmt: skip


@pytest.fixture(scope="module")
def table():
    with open(TABLE, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture
def answer(visit):
    """answer(lines) → the output lines of the engine in the browser."""
    page = visit().page
    page.evaluate(
        """async () => {
            const folder = new URL(".", document.querySelector("script[src]").src);
            const { loadEngine } = await import(new URL("loop/engine.js", folder));
            globalThis.testedEngine = await loadEngine();
        }"""
    )

    def answer(lines, vocabulary="jazz"):
        said = ["\n".join(lines) + "\n", vocabulary]
        return page.evaluate("said => testedEngine.answer(...said)", said).splitlines()

    answer.memory = lambda: page.evaluate("testedEngine.memorySize()")
    return answer


def native_answers(lines, vocabulary="jazz"):
    command = [CHORDS, "combine", "--batch", "--vocabulary", vocabulary]
    return subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True).stdout.splitlines()


def root(symbol):
    """The pitch class of a root, for sharps and flats."""
    return ("C D EF G A B".index(symbol[0]) + symbol[1:2].count("♯") - symbol[1:2].count("♭")) % 12


COLUMNS = ["lower", "upper", "kind", "title", "precise", "notes", "degrees", "pitches"]


@pytest.mark.firefox
def test_browser_engine_matches_the_native_engine(answer, table):
    pairs = [f"{row['lower']}\t{row['upper']}" for row in table]
    assert len(pairs) == 9408
    # The whole original table.
    browser_answers = answer(pairs, "classic")
    assert browser_answers == native_answers(pairs, "classic")
    for row, line in zip(table, browser_answers, strict=True):
        found = dict(zip(COLUMNS, line.split("\t"), strict=True))
        assert {name: found[name] for name in row} == row
    # With jazz names: single chords on the lower root keep their name but for the exceptions, and a named pair has no
    # name any more only if it was named on a third root.
    with open(EXCEPTIONS, encoding="utf-8", newline="") as lines:
        exceptions = {
            (row["lower"], row["upper"]): row["jazz"]
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}
    browser_answers = answer(pairs)
    assert browser_answers == native_answers(pairs)
    for row, line in zip(table, browser_answers, strict=True):
        found = dict(zip(COLUMNS, line.split("\t"), strict=True))
        title = exceptions.get((found["lower"], found["upper"]))
        if title:
            assert found["title"] == title
        elif row["kind"] == "unified":
            assert (found["kind"], found["title"]) == ("unified", row["title"])
        elif row["kind"] == "slash" and found["kind"] == "polychord":
            assert root(row["title"]) not in (root(row["lower"]), root(row["upper"])), line


@pytest.mark.all
def test_browser_and_native_engine_agree_on_odd_lines(answer):
    browser_answers = answer(ODD_LINES)
    assert browser_answers == native_answers(ODD_LINES)
    assert len(browser_answers) == len(ODD_LINES)


@pytest.mark.all
def test_memory_does_not_grow_with_the_number_of_pairs(answer, table):
    pairs = [f"{row['lower']}\t{row['upper']}" for row in table]
    for _ in range(2):
        answer(pairs)
    before = answer.memory()
    for _ in range(5):
        answer(pairs)
    assert answer.memory() == before


@pytest.mark.skipif(not IS_RELEASE, reason="only a release is bundled and compressed")
def test_first_visit_needs_few_requests(new_page, server):
    """Counts what has loaded when the page is usable and idle."""
    page = new_page(server.url, service_workers="block")
    session = page.context.new_cdp_session(page)
    names, loaded = {}, []
    session.on(
        "Network.requestWillBeSent",
        lambda event: names.update({event["requestId"]: event["request"]["url"].split("/")[-1]}))
    session.on(
        "Network.loadingFinished", lambda event: loaded.append((names[event["requestId"]], event["encodedDataLength"])))
    session.send("Network.enable")
    page.goto("/")
    Screen(page).wait_until_ready()
    page.wait_for_load_state("networkidle")
    first = [size for _, size in loaded]
    assert len(first) <= 12, loaded
    # Brotli: the engine about 1 MB, all the rest less than 100 kB.
    assert sum(first) < 1_300_000 and sum(sorted(first)[:-1]) < 100_000, loaded


# Restart after an engine failure


@pytest.fixture
def fallible_screen(new_page, server, browser_errors):
    """fallible_screen(route) → that screen, whose engine fails on demand."""
    browser_errors.allow("as the test wanted", "{}")

    def fallible_screen(route="/"):
        page = new_page(server.url)
        page.add_init_script(FAILING_ENGINE)
        return Screen(page).goto(route)

    return fallible_screen


@pytest.mark.firefox
def test_restarted_engine_keeps_chords_and_undo_history(fallible_screen):
    screen = fallible_screen().choose("Cma7", "D").choose(upper="E")
    screen.type("upper", "F#m")
    with screen.engine_failure():
        screen.press("Enter")
    expect(screen.field("upper")).to_have_value("F#m")
    screen.choose(upper="E")
    screen.expect_titles("Cma7", "E", "Ema/Cma7")
    expect(screen.trouble).to_be_hidden()
    undo, redo = (screen.page.get_by_role("button", name=name) for name in ["Undo", "Redo"])
    while screen.title("upper").text_content() != "D":
        undo.click()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    with screen.engine_failure():
        undo.click()
    undo.click()
    screen.expect_titles("Cma7")
    redo.click()
    screen.expect_titles("Cma7", "D")


@pytest.mark.all
def test_restarted_engine_continues_recording_and_held_notes(linnstrument, browser_errors):
    browser_errors.allow("as the test wanted", "{}")
    linn = linnstrument(prepare=FAILING_ENGINE)
    linn.enable("Linn")
    linn.button("Record").click()
    linn.play([0x90, 48, 100], [0x90, 60, 90], [0x80, 60, 0])
    held = linn.page.locator("#held tbody tr")
    expect(held).to_have_count(1)
    # Held notes are checked again after 210 ms. The engine must not fail at that moment.
    linn.page.wait_for_timeout(500)
    with linn.screen.engine_failure():
        linn.button("All notes off").click()
    expect(held).to_have_count(1)
    linn.page.wait_for_timeout(500)
    expect(linn.screen.trouble).to_contain_text("Something went wrong")
    linn.play([0x90, 64, 90], [0x80, 64, 0])
    linn.play([0x80, 48, 0])
    expect(held).to_have_count(0)
    linn.button("Stop recording").click()
    linn.page.evaluate(
        "window.struck = []; document.addEventListener('notes', ({ detail }) => struck.push(detail[0].pitch))")
    linn.button("Replay").click()
    linn.button("Play").click()
    wait_until(linn.page, lambda: sorted(linn.page.evaluate("window.struck")), [48, 60, 64])


@pytest.mark.all
def test_overlong_history_is_not_replayed_partially(fallible_screen):
    screen = fallible_screen().choose("Cma7", "D")
    counts = screen.page.evaluate("""async () => {
        const assets = document.querySelector("script[type=module]").src;
        const { logAction, loggedActions } = await import(new URL("loop/action-log.js", assets));
        const before = loggedActions().length;
        const counts = [];
        // Ignored by the engine: a million characters each, of which 64 are kept.
        for (let i = 1; i <= 70; i++) {
            logAction(["nothing", "x".repeat(1_000_000)]);
            counts.push(loggedActions() && loggedActions().length - before);
        }
        return counts;
    }""")
    assert counts == [*range(1, 64), *[None] * 7]
    with screen.engine_failure():
        screen.swap.evaluate("button => button.click()")
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")


@pytest.mark.all
def test_engine_that_fails_on_replay_starts_empty(fallible_screen):
    screen = fallible_screen().choose("Cma7", "D").choose(upper="E")
    # From now on every replay fails.
    screen.page.evaluate("""() => {
        const { instantiateStreaming } = WebAssembly;
        WebAssembly.instantiateStreaming = async (...all) => {
            const { instance, module } = await instantiateStreaming(...all);
            const replay = () => { throw new Error("as the test wanted"); };
            return { instance: { exports: { ...instance.exports, replay } }, module };
        };
    }""")
    with screen.engine_failure():
        screen.swap.click()
    screen.expect_titles("Cma7", "E", "Ema/Cma7")
    screen.choose(upper="D").expect_titles("Cma7", "D", "Cma13(♯11)")
