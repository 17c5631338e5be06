"""The engine in the browser: the same answers as the native one, and small."""

import csv
import re
import subprocess

import pytest
from playwright.sync_api import expect

from screen import FAILING, Screen, until
from serving import CHORDS, ROOT

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
            const { loadEngine } = await import(new URL("loop/engine.js", folder));
            globalThis.testedEngine = await loadEngine();
            await testedEngine.complete();
        }"""
    )

    def answer(lines, vocabulary="jazz"):
        said = ["\n".join(lines) + "\n", vocabulary]
        return page.evaluate("said => testedEngine.answer(...said)", said).splitlines()

    answer.memory = lambda: page.evaluate("testedEngine.memorySize()")
    return answer


def native(lines, vocabulary="jazz"):
    command = [CHORDS, "combine", "--batch", "--vocabulary", vocabulary]
    return subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True).stdout.splitlines()


COLUMNS = ["lower", "upper", "kind", "title", "precise", "notes", "degrees", "pitches"]


@pytest.mark.firefox
def test_the_engine_in_the_browser_answers_like_the_native_one(answer, table):
    pairs = [f"{row['lower']}\t{row['upper']}" for row in table]
    assert len(pairs) == 9408
    # As in the original table: all of it.
    here = answer(pairs, "classic")
    assert here == native(pairs, "classic")
    for row, line in zip(table, here, strict=True):
        found = dict(zip(COLUMNS, line.split("\t"), strict=True))
        assert {name: found[name] for name in row} == row
    # As jazz musicians say: what was one chord on the lower root keeps its name, and what had a name has one.
    here = answer(pairs)
    assert here == native(pairs)
    for row, line in zip(table, here, strict=True):
        found = dict(zip(COLUMNS, line.split("\t"), strict=True))
        if row["kind"] == "unified":
            assert (found["kind"], found["title"]) == ("unified", row["title"])
        elif row["kind"] == "slash":
            assert found["kind"] != "polychord", line


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


def test_a_first_visit_loads_little_and_then_the_piano(new_page, server):
    """What is counted is all that has come when the page can be used and has nothing to do any more."""
    page = new_page(server.url, service_workers="block")
    session = page.context.new_cdp_session(page)
    names, loaded = {}, []
    session.on("Network.requestWillBeSent", lambda event: names.update({event["requestId"]: event["request"]["url"].split("/")[-1]}))
    session.on("Network.loadingFinished", lambda event: loaded.append((names[event["requestId"]], event["encodedDataLength"])))
    session.send("Network.enable")
    page.goto("/")
    until(page, lambda: "piano.mp3" in [name for name, _ in loaded])
    assert [name for name, _ in loaded[-2:]] == ["timbres.js", "piano.mp3"]
    assert len(loaded) > 15
    assert sum(size for _, size in loaded[:-2]) < 250_000, loaded


# The engine's two parts

# What can be set, beside what is set anyway.
RECORDS = [
    ["vocabulary", "classic"], ["band", "yes"], ["naming-key", "yes"],
    ["for", "C"], ["qualities", "letters"], ["accidentals", "ascii"], ["colors", "safe"], ["theme", "dark"], ["contrast", "high"],
    ["names", "all"], ["middle-c", "C3"], ["enharmonic-keys", "flats"], ["linn-model", "128"], ["linn-offset", "guitar"],
    ["linn-offset", "-16"], ["linn-octave", "2"], ["linn-transpose", "-3"], ["linn-lights-transpose", "3"],
    ["linn-left-handed", "yes"], ["linn-lights", "spanish"], ["linn-lights", "none"], ["linn-spacing", "20"],
    ["linn-channels", "per-row"], ["split", "60"], ["taking-pedal", "66"], ["volume", "40"], ["muted", "yes"],
    ["timbre", "organ"], ["hold", "yes"], ["arpeggio", "yes"],
    ["left-reach", "octave"], ["right-reach", "ninth"], ["register", "high"], ["staff", "no"], ["staff-marks", "fingers"],
    ["shapes", "13(♭9):rootless-a:40.46_50.57"], ["instrument", "linnstrument"], ["light-fold", "yes"], ["note-names", "english"], ["key", "F♯"], ["key", "D-dorian"], ["key", "nonsense"], ["linn-offset", "nonsense"],
]  # fmt: skip
FIRST_ROUTES = [
    "/", "/combine/Cma7/D", "/combine/C7/F♯", "/combine/C/", "/combine/H/D", "/select/lower/Cma7/D", "/select/upper",
]  # fmt: skip
FIRST_ACTIONS = [
    ["choosing type lower", "Gmi7"], ["choosing type lower", "Gm"], ["choosing key lower ArrowDown", "Gm"], ["choosing key lower Enter", "Gm"],
    ["choosing type upper", "F2"], ["choosing take upper 0"], ["choosing type upper", "C7b9"], ["choosing take upper 1"], ["choosing leave upper", "C7"], ["choosing leave lower", "x"], ["choosing key lower Escape", "x"],
    ["choosing type upper", ""], ["choosing key upper Enter", ""], ["app undo"], ["app undo"], ["app redo"], ["choosing swap"], ["sound arpeggio 60,64,67"],
    ["app go", "/select/lower"], ["choosing letter lower F"], ["choosing accidental lower 0"], ["choosing chord-type lower 5"], ["choosing letter upper B"],
    ["choosing walk lower letter ArrowRight"], ["choosing walk lower type ArrowDown"], ["choosing walk upper type End"], ["app visit /select/upper"],
    ["app visit /"], ["app go", "/combine/C/D"],
    ["app go", "/select/upper"], ["app shortcut Escape"], ["app shortcut /"], ["app shortcut home"], ["app shortcut Mod+z"], ["choosing clear"], ["app share"], ["app copy-link"], ["app copy abc"], ["app copied", "abc"],
    ["app uncopied", "abc"], ["settings follow", "\n".join(" ".join(record) for record in RECORDS)], ["choosing type lower", "H7"],
    ["settings set accidentals letters"], ["settings set volume", "40"], ["settings set muted yes"],
    ["settings set timbre electric-piano"], ["settings unfetched electric-piano", "organ"], ["settings set hold yes"], ["settings set arpeggio yes"],
    ["sound pitches 60,64,67"], ["settings set hold no"],
]  # fmt: skip


def test_the_first_part_does_alone_what_a_visit_begins_with(visit):
    screen = visit()
    page = screen.page
    done = page.evaluate(
        """async ({ routes, records, actions }) => {
            const folder = new URL(".", document.querySelector("script[src]").src);
            const { loadEngine } = await import(new URL("loop/engine.js", folder));
            const engine = await loadEngine();
            let done = 0;
            for (const route of routes) for (const record of records) {
                if (engine.waits("app go", route)) throw new Error(route);
                engine.start(route, "path", [record, ["lower", "Cma7"], ["upper", "D"]]);
                for (const action of actions) {
                    if (engine.waits(...action)) throw new Error(action[0]);
                    engine.send(...action);
                    done += 1;
                }
            }
            if (engine.isWhole()) throw new Error("There is no second part.");
            return done;
        }""",
        {"routes": FIRST_ROUTES, "records": RECORDS, "actions": FIRST_ACTIONS},
    )
    assert done == len(FIRST_ROUTES) * len(RECORDS) * len(FIRST_ACTIONS)


def test_what_the_first_part_cannot_do_waits_for_the_second(visit, complaints):
    screen = visit()
    screen.shows_nothing()
    screen.page.route("**/*-more.wasm", lambda route: route.abort())
    screen.choose("Cma7", "D").shows(result="Cma13(♯11)")
    screen.page.get_by_role("link", name="Circle", exact=True).click()
    expect(screen.trouble).to_contain_text("could not be loaded")
    screen.choose(upper="E").shows("Cma7", "E", "Ema/Cma7")
    expect(screen.trouble).to_be_hidden()
    expect(screen.page).to_have_url(re.compile("/combine/Cma7/E$"))
    complaints.expect("ERR_FAILED")
    screen.page.unroute("**/*-more.wasm")
    screen.page.get_by_role("link", name="Circle", exact=True).click()
    expect(screen.page.locator(".circle-screen")).to_be_visible()
    expect(screen.page).to_have_url(re.compile("/circle/C$"))


def test_a_visit_that_only_looks_loads_no_second_part(visit):
    screen = visit("/combine/Cma7/D")
    asked = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.reload()
    screen.shows(result="Cma13(♯11)")
    screen.settle()
    assert any("chord-combiner.wasm" in url for url in asked) and not any("-more.wasm" in url for url in asked)
    with screen.page.expect_request("**/*-more.wasm"):
        screen.press("Shift")


def test_while_the_second_part_is_on_its_way_chords_are_chosen_all_the_same(visit):
    screen = visit()
    routes = []
    screen.page.route("**/*-more.wasm", lambda route: routes.append(route))
    screen.choose("Cma7", "D").shows(result="Cma13(♯11)")
    screen.page.get_by_role("link", name="Circle", exact=True).click()
    expect(screen.trouble).to_have_text("Loading …")
    screen.choose(upper="E").shows("Cma7", "E", "Ema/Cma7")
    until(screen.page, lambda: len(routes), 1)
    routes[0].continue_()
    expect(screen.page.locator(".circle-screen")).to_be_visible()
    expect(screen.trouble).to_be_hidden()


# A fresh engine in the place of one that failed


@pytest.fixture
def failing(new_page, server, complaints):
    """failing(route) → the screen there, whose engine fails when it is told so."""
    complaints.expect("as the test wanted", "{}")

    def failing(route="/"):
        page = new_page(server.url)
        page.add_init_script(FAILING)
        return Screen(page).goto(route)

    return failing


@pytest.mark.firefox
def test_a_fresh_engine_knows_what_was_chosen_and_can_be_undone(failing):
    screen = failing().choose("Cma7", "D").choose(upper="E")
    screen.type("upper", "F#m")
    with screen.failing():
        screen.press("Enter")
    expect(screen.field("upper")).to_have_value("F#m")
    screen.choose(upper="E")
    screen.shows("Cma7", "E", "Ema/Cma7")
    expect(screen.trouble).to_be_hidden()
    undo, redo = (screen.page.get_by_role("button", name=name) for name in ["Undo", "Redo"])
    while screen.title("upper").text_content() != "D":
        undo.click()
    screen.shows("Cma7", "D", "Cma13(♯11)")
    with screen.failing():
        undo.click()
    undo.click()
    screen.shows("Cma7")
    redo.click()
    screen.shows("Cma7", "D")


def test_a_fresh_engine_goes_on_recording_and_holding(linnstrument, complaints):
    complaints.expect("as the test wanted", "{}")
    linn = linnstrument(prepare=FAILING)
    linn.enable("Linn")
    linn.button("Record").click()
    linn.play([0x90, 48, 100], [0x90, 60, 90], [0x80, 60, 0])
    held = linn.page.locator("#held tbody tr")
    expect(held).to_have_count(1)
    # What is held is looked at once more after 210 ms, and it is not then that the engine is to fail.
    linn.page.wait_for_timeout(500)
    with linn.screen.failing():
        linn.button("All notes off").click()
    expect(held).to_have_count(1)
    linn.page.wait_for_timeout(500)
    expect(linn.screen.trouble).to_contain_text("A fault in this page")
    linn.play([0x90, 64, 90], [0x80, 64, 0])
    linn.play([0x80, 48, 0])
    expect(held).to_have_count(0)
    linn.button("Stop recording").click()
    linn.page.evaluate("window.struck = []; document.addEventListener('notes', ({ detail }) => struck.push(detail[0].pitch))")
    linn.button("Replay").click()
    linn.button("Play").click()
    until(linn.page, lambda: sorted(linn.page.evaluate("window.struck")), [48, 60, 64])


def test_a_past_that_is_too_long_is_not_done_in_part(failing):
    screen = failing().choose("Cma7", "D")
    counts = screen.page.evaluate("""async () => {
        const { note, past } = await import(new URL("loop/past.js", document.querySelector("script[type=module]").src));
        const before = past().length;
        const counts = [];
        // Nothing that the engine understands, of a million characters, and 64 are kept.
        for (let i = 1; i <= 70; i++) {
            note(["nothing", "x".repeat(1_000_000)]);
            counts.push(past() && past().length - before);
        }
        return counts;
    }""")
    assert counts == [*range(1, 64), *[None] * 7]
    with screen.failing():
        screen.swap.evaluate("button => button.click()")
    screen.shows("Cma7", "D", "Cma13(♯11)")


def test_an_engine_that_fails_at_all_that_was_done_begins_anew(failing):
    screen = failing().choose("Cma7", "D").choose(upper="E")
    # From now on nothing can be done once more.
    screen.page.evaluate("""() => {
        const { instantiateStreaming } = WebAssembly;
        WebAssembly.instantiateStreaming = async (...all) => {
            const { instance, module } = await instantiateStreaming(...all);
            const replay = () => { throw new Error("as the test wanted"); };
            return { instance: { exports: { ...instance.exports, replay } }, module };
        };
    }""")
    with screen.failing():
        screen.swap.click()
    screen.shows("Cma7", "E", "Ema/Cma7")
    screen.choose(upper="D").shows("Cma7", "D", "Cma13(♯11)")
