"""Tunes: import, storage, editing in place, and playback by a clock that does not drift."""

import io
import re
import zipfile
from contextlib import suppress
from urllib.error import HTTPError

import mido
import music21
import pytest
from playwright.sync_api import expect

from screen import PHONE, RECORD_NOTES, Screen, wait_until
from serving import SITE, Server
from shelf import Shelf, Tunes

TWO_TUNES = "Title: First\nComposer: Nobody\n| C | F |\n\nTitle: Second\n| Dm7 | G7 |\n"
SCORE = """<?xml version="1.0"?><score-partwise version="4.0"><work><work-title>Zipped</work-title></work>
<part-list><score-part id="P1"><part-name>x</part-name></score-part></part-list><part id="P1"><measure number="1">
<attributes><divisions>1</divisions><time><beats>4</beats><beat-type>4</beat-type></time></attributes>
<harmony><root><root-step>E</root-step><root-alter>-1</root-alter></root><kind>major-seventh</kind></harmony>
<note><rest measure="yes"/><duration>4</duration></note></measure></part></score-partwise>"""
# Eight light chords in different colors.
DUSK = {"title": "Dusk", "chords": [
    {
        "position": position, "background": {"hue": 45 * position, "purity": 1, "brightness": 0.8}
    } for position in range(8)
]}
CONTAINER = '<?xml version="1.0"?><container><rootfiles><rootfile full-path="score.musicxml"/></rootfiles></container>'


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A separate server, since tunes are stored on it."""
    server = Server(SITE, tmp_path_factory.mktemp("tunes") / "log")
    yield server
    assert server.stop() == 0, server.log


@pytest.fixture(autouse=True)
def shelf(server):
    shelf = Shelf(server.url, Tunes)
    yield shelf
    shelf.clear()


def bar_labels(page):
    """The label of each bar of the chart, without its number."""
    names = page.locator(".bar-face").evaluate_all("faces => faces.map(face => face.getAttribute('aria-label'))")
    return [name.split(": ", 1)[1] for name in names]


def listed_titles(page):
    return page.locator(".tune-list[aria-label='Your tunes'] b").all_text_contents()


IREAL_LINK = "irealbook://Try=Somebody=Medium Swing=C=n=[T44D-7 |G7 Z"


def paste(page, text):
    page.get_by_label("Paste a link or chords").fill(text)
    page.get_by_role("button", name="Import").click()


def zipped_score():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("META-INF/container.xml", CONTAINER)
        file.writestr("score.musicxml", SCORE)
    return data.getvalue()


@pytest.mark.firefox
def test_files_of_all_kinds_are_imported_together(visit):
    page = visit("/tunes").page
    page.locator(".bringing input[type=file]").set_input_files([
        {"name": "two.txt", "mimeType": "text/plain", "buffer": TWO_TUNES.encode()},
        {"name": "one.mxl", "mimeType": "application/octet-stream", "buffer": zipped_score()},
    ])
    expect(page.locator("#notice")).to_contain_text("Imported 3 tunes")
    wait_until(page, lambda: listed_titles(page), ["Zipped", "Second", "First"])
    page.get_by_role("link", name="Zipped").click()
    expect(page.get_by_role("heading", name="Zipped")).to_be_visible()
    assert bar_labels(page) == ["E flat major 7"]


def test_files_can_be_dropped_and_text_pasted_anywhere(visit):
    page = visit("/tunes").page
    page.evaluate(
        """text => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "dropped.txt"));
            for (const name of ["dragover", "drop"]) {
                document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
            }
        }""", TWO_TUNES)
    wait_until(page, lambda: listed_titles(page), ["Second", "First"])
    page.evaluate(
        """() => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", "Title: Third\\n| E | A |");
            document.body.dispatchEvent(new ClipboardEvent("paste",
                { clipboardData, bubbles: true, cancelable: true }));
        }""")
    expect(page.get_by_role("heading", name="Third")).to_be_visible()
    assert bar_labels(page) == ["E major", "A major"]


def test_search_ignores_case_and_diacritics(visit):
    page = visit("/tunes").page
    for title in ["Éventail", "Saudosa manhã", "Вечер", "Plain"]:
        paste(page, f"Title: {title}\n| C |")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        page.get_by_role("link", name="Tunes").first.click()
    for typed, title in [
        ("ÉVEN", "Éventail"), ("e\u0301ven", "Éventail"), ("even", "Éventail"), ("MANHA", "Saudosa manhã"),
        ("вечер", "Вечер")]:
        page.get_by_label("Search tunes").fill(typed)
        wait_until(page, lambda: [
            found for found in listed_titles(page) if found in ("Éventail", "Saudosa manhã", "Вечер", "Plain")
        ], [title])


@pytest.mark.all
def test_invisible_characters_in_pasted_text_are_ignored(visit):
    screen = visit()
    screen.choose("B♭\ufe0e7", "\u200bE♭\ufe0fmi")
    screen.expect_titles("B♭7", "E♭mi")
    page = screen.goto("/tunes").page
    paste(page, "Title: Copied\n| F♯\ufe0em7 | \u2060B♭\ufe0f7 | E\u00ad♭ |\u200b\n")
    expect(page.get_by_role("heading", name="Copied")).to_be_visible()
    assert bar_labels(page) == ["F sharp minor 7", "B flat 7", "E flat major"]


def test_text_pasted_into_a_field_stays_in_the_field(visit):
    page = visit("/tunes").page
    is_taken = page.get_by_label("Paste a link or chords").evaluate(
        """field => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", "Title: Third\\n| E | A |");
            return !field.dispatchEvent(new ClipboardEvent("paste",
                { clipboardData, bubbles: true, cancelable: true }));
        }""")
    assert not is_taken
    expect(page.get_by_role("heading", name="Third")).to_have_count(0)


@pytest.mark.firefox
def test_edits_survive_a_reload(visit):
    screen = visit("/tunes")
    page = screen.page
    paste(page, "Title: Mine\n| Dm7 | G7 |")
    page.locator("#bar-1 button").click()
    page.get_by_label("Chords", exact=True).fill("G7 Db7")
    page.keyboard.press("Enter")
    page.keyboard.type("Cmaj7")
    wait_until(page, lambda: bar_labels(page), ["D minor 7", "G 7, D flat 7", "C major 7"])
    screen.settle()
    screen.reload()
    wait_until(page, lambda: bar_labels(page), ["D minor 7", "G 7, D flat 7", "C major 7"])


@pytest.mark.firefox
def test_clicking_a_bar_allows_typing(visit):
    page = visit("/tunes").page
    paste(page, "Title: Mine\n| Dm7 | G7 |")
    page.locator("#bar-1 button").click()
    page.keyboard.type("Db7")
    wait_until(page, lambda: bar_labels(page), ["D minor 7", "D flat 7"])


def test_tapping_a_bar_opens_no_on_screen_keyboard(visit):
    page = visit("/tunes/blues", viewport=PHONE, has_touch=True, is_mobile=True).page
    page.locator("#bar-1 button").tap()
    expect(page.locator(".bar-field")).to_be_visible()
    expect(page.locator(".bar-field")).not_to_be_focused()


@pytest.mark.all
def test_tabs_share_tunes(visit):
    page = visit("/tunes").page
    paste(page, "Title: Mine\n| Dm7 | G7 |")
    expect(page.get_by_role("heading", name="Mine")).to_be_visible()
    other = page.context.new_page()
    Screen(other).goto(page.url)
    wait_until(other, lambda: bar_labels(other), ["D minor 7", "G 7"])
    other.locator("#bar-0 button").click()
    other.get_by_label("Chords", exact=True).fill("F#m7")
    wait_until(page, lambda: bar_labels(page), ["F sharp minor 7", "G 7"])


def test_full_disk_is_reported_and_open_tunes_are_kept(visit, shelf, browser_errors):
    screen = visit("/tunes")
    page = screen.page
    # The storage modules have loaded.
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({ name }) => /api.v1.tunes.since=/.test(name))")
    # The tune reader has not, without which the engine still reads plain text.
    browser_errors.allow("ERR_INTERNET_DISCONNECTED", "workers/tune-reader.js")
    page.context.set_offline(True)
    page.evaluate(
        "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') } }")
    paste(page, "Title: Mine\n| Dm7 | G7 |")
    wait_until(page, lambda: bar_labels(page), ["D minor 7", "G 7"])
    page.get_by_role("link", name="Tunes", exact=True).first.click()
    expect(page.get_by_text("this browser stores nothing")).to_be_visible()
    assert listed_titles(page) == ["Mine"]
    # The server stores what the browser has no room for.
    page.context.set_offline(False)
    expect(page.get_by_text("1 tune. Saved on the server only.")).to_be_visible()
    assert shelf.titles() == ["Mine"]


@pytest.mark.firefox
def test_links_are_read_in_a_worker(visit):
    page = visit("/tunes").page
    with page.expect_worker() as worker:
        paste(page, IREAL_LINK)
    assert "workers/tune-reader" in worker.value.url
    wait_until(page, lambda: bar_labels(page), ["D minor 7", "G 7"])


def test_missing_tune_reader_is_reported_and_loaded_again(visit, browser_errors):
    page = visit("/tunes").page
    browser_errors.allow("503", "tune-reader.wasm")
    page.route("**/tune-reader.wasm", lambda route: route.fulfill(status=503))
    paste(page, IREAL_LINK)
    expect(page.locator("#notice")).to_contain_text("could not be loaded")
    page.unroute("**/tune-reader.wasm")
    paste(page, IREAL_LINK)
    wait_until(page, lambda: bar_labels(page), ["D minor 7", "G 7"])


# Several devices


@pytest.mark.all
@pytest.mark.firefox
def test_tunes_sync_between_devices(visit, shelf):
    one, two = visit("/tunes").page, visit("/tunes").page
    paste(one, "Title: Mine\nComposer: Nobody\nStyle: Ballad\nKey: Bb\n| Dm7 | G7 |")
    wait_until(two, lambda: listed_titles(two), ["Mine"])
    expect(two.get_by_text("1 tune. Saved on the server.")).to_be_visible()
    # The fields that the list shows and the search uses.
    assert two.locator(".tune-list[aria-label='Your tunes'] li").inner_text().split("\n")[:3] == [
        "Mine", "Nobody · Ballad", "B♭ major"]
    one.locator("[data-input='tunes hands']").select_option("shell")
    wait_until(one, lambda: [entry["setup"] for entry in shelf.request("GET")], ["hands=shell"])
    two.get_by_role("link", name="Mine").click()
    wait_until(two, lambda: bar_labels(two), ["D minor 7", "G 7"])
    expect(two.locator("[data-input='tunes hands']")).to_have_value("shell")
    two.locator("#bar-1 button").click()
    two.get_by_label("Chords", exact=True).fill("Db7")
    wait_until(one, lambda: bar_labels(one), ["D minor 7", "D flat 7"])
    two.get_by_role("button", name="Delete", exact=True).click()
    expect(one.get_by_text("This tune was not found.")).to_be_visible()
    two.get_by_role("button", name="Undo", exact=True).first.click()
    wait_until(one, lambda: bar_labels(one), ["D minor 7", "D flat 7"])


@pytest.mark.all
@pytest.mark.firefox
def test_conflicting_changes_are_both_kept(visit, shelf, browser_errors):
    browser_errors.allow("")
    one, two = visit("/tunes").page, visit("/tunes").page
    paste(one, "Title: Mine\n| Dm7 | G7 |")
    wait_until(two, lambda: listed_titles(two), ["Mine"])
    wait_until(one, lambda: shelf.titles(), ["Mine"])
    one.context.set_offline(True)
    one.locator("#bar-0 button").click()
    one.get_by_label("Chords", exact=True).fill("Am7")
    two.get_by_role("link", name="Mine").click()
    two.locator("#bar-0 button").click()
    two.get_by_label("Chords", exact=True).fill("Em7")
    wait_until(two, lambda: [entry["text"].split()[3] for entry in shelf.request("GET")], ["Emi7"])
    one.context.set_offline(False)
    # The browser being edited continues with its own version.
    expect(one.get_by_text("This tune was changed in two places at the same time.")).to_be_visible()
    expect(one.locator("#notice")).to_contain_text(
        "“Mine” was changed in two places at the same time. Both versions are saved.")
    assert bar_labels(one) == ["A minor 7", "G 7"]
    wait_until(two, lambda: sorted(entry["text"].split()[3] for entry in shelf.request("GET")), ["Ami7", "Emi7"])
    assert bar_labels(two) == ["E minor 7", "G 7"]
    one.get_by_role("button", name="Keep theirs only").click()
    wait_until(one, lambda: bar_labels(one), ["E minor 7", "G 7"])
    wait_until(one, lambda: [entry["text"].split()[3] for entry in shelf.request("GET")], ["Emi7"])


def test_deleted_tune_returns_if_changed_elsewhere(visit, shelf, browser_errors):
    browser_errors.allow("")
    page = visit("/tunes").page
    paste(page, "Title: Mine\n| Dm7 | G7 |")
    wait_until(page, lambda: shelf.titles(), ["Mine"])
    [entry] = shelf.request("GET")
    page.context.set_offline(True)
    page.get_by_role("button", name="Delete", exact=True).click()
    wait_until(page, lambda: listed_titles(page), [])
    shelf.request("PUT", "/" + entry["id"], {"text": "Title: Theirs\n| C |"})
    page.context.set_offline(False)
    wait_until(page, lambda: listed_titles(page), ["Theirs"])
    expect(page.locator("#notice")).to_contain_text(
        "“Theirs” is back: it was changed elsewhere after you deleted it here.")


def test_static_copy_stores_tunes_in_the_browser(new_page, static_url):
    page = new_page(static_url)
    screen = Screen(page).goto(f"{static_url}#/tunes")
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    paste(page, "Title: Mine\n| Dm7 | G7 |")
    wait_until(page, lambda: bar_labels(page), ["D minor 7", "G 7"])
    screen.settle()
    page.get_by_role("link", name="Tunes", exact=True).first.click()
    expect(page.get_by_text("1 tune. Saved in this browser.")).to_be_visible()
    assert not [url for url in requests if "/api/" in url]


# Playing


def test_example_plays_in_time(visit):
    page = visit("/tunes/blues").page
    page.evaluate(RECORD_NOTES)
    page.locator("#tune-tempo").fill("240")
    page.locator("#tune-tempo").press("Enter")
    page.get_by_role("button", name="Play the tune").click()
    page.wait_for_function("() => struck.filter(({ part }) => part === 2).length >= 24")
    page.get_by_role("button", name="Stop the tune").click()
    struck = page.evaluate("struck")
    assert {one["part"] for one in struck} == {0, 1, 2, 3, 4}
    # A beat is a quarter of a second. After four beats of count-in the bass plays on each, a few milliseconds late.
    bass = sorted(one["ideal"] for one in struck if one["part"] == 2)
    clicks = sorted(one["ideal"] for one in struck if one["part"] == 4)
    for beat in range(4, 20):
        assert any(-1e-6 < time - clicks[0] - 0.25 * beat < 0.02 for time in bass), beat
    assert bass[0] - clicks[0] > 4 * 0.25 - 1e-6
    # No note was scheduled too late.
    assert all(one["start"] == one["ideal"] for one in struck)
    assert page.locator("[data-playing]").count() == 0


@pytest.mark.all
def test_playing_bar_and_its_chord_are_highlighted(visit):
    page = visit("/tunes/round-the-circle").page
    page.locator("#tune-tempo").fill("120")
    page.locator("#tune-tempo").press("Enter")
    # A chord is short for a test, so each frame checks it. The chord may follow its bar a frame later.
    seen = """([place, root]) => {
        const name = document.querySelector(".tune-hands h3").textContent;
        return document.querySelector(`#bar-${place}[data-playing]`) && name.startsWith(root) && {
            name, playing: document.querySelectorAll("[data-playing]").length,
            lit: document.querySelectorAll(".tune-hands .lit").length,
        };
    }"""
    page.get_by_role("button", name="Play the tune").click()
    for place, root in [(0, "D"), (2, "G")]:
        now = page.wait_for_function(seen, arg=[place, root]).json_value()
        assert now["playing"] == 1 and now["lit"] >= 3, now


@pytest.mark.all
def test_keyboard_shows_the_notes_of_both_hands(visit):
    page = visit("/tunes/blues").page
    page.evaluate(RECORD_NOTES)
    page.get_by_text("Playback").click()
    page.get_by_label("Comping").select_option("held")
    page.locator("#tune-tempo").fill("200")
    page.locator("#tune-tempo").press("Enter")
    page.get_by_role("button", name="Play the tune").click()
    # The first chord is shown during the count-in.
    expect(page.locator("#tune-now .lit").first).to_be_visible()
    page.evaluate("""() => {
        const now = document.getElementById("tune-now").firstElementChild;
        const keyboard = now.querySelector(".keyboard");
        window.looks = [];
        const note = () => {
            const lit = [...now.querySelectorAll(".lit")];
            looks.push({
                chord: Number(now.dataset.chord), keys: lit.map((key) => Number(key.dataset.pitch)),
                left: lit.filter((key) => key.matches(".lower")).length,
                names: [...now.querySelectorAll(".note-name")].filter(({ textContent }) => textContent).length,
                isTheSame: now.querySelector(".keyboard") === keyboard, sentence: keyboard.ariaLabel,
            });
        };
        note();
        new MutationObserver(note).observe(now, { attributeFilter: ["data-chord"] });
    }""")
    page.wait_for_function("() => looks.at(-1).chord >= 6")
    shown = {one["chord"]: one for one in page.evaluate("looks")}
    struck = page.evaluate("struck.filter(({ part }) => part < 2)")
    # The notes of a chord lie a few hundredths of a second apart.
    chords = []
    for one in sorted(struck, key=lambda one: one["ideal"]):
        if not chords or one["ideal"] - chords[-1][0]["ideal"] > 0.1:
            chords.append([])
        chords[-1].append(one)
    for chord, hands in zip(range(7), chords):
        assert sorted(shown[chord]["keys"]) == sorted(one["pitch"] for one in hands)
        assert shown[chord]["left"] == sum(one["part"] == 0 for one in hands)
        assert shown[chord]["names"] == len(hands) and shown[chord]["isTheSame"] and shown[chord]["sentence"]


@pytest.mark.all
def test_dragged_bars_can_be_looped(visit):
    page = visit("/tunes/blues").page
    page.evaluate(RECORD_NOTES)
    page.locator("#bar-1").hover()
    page.mouse.down()
    page.locator("#bar-2").hover()
    page.mouse.up()
    expect(page.get_by_role("heading", name="Bars 2 to 3")).to_be_visible()
    page.get_by_role("combobox", name="Loop", exact=True).select_option(label="Bars 2 to 3")
    page.locator("#tune-tempo").fill("300")
    page.locator("#tune-tempo").press("Enter")
    page.get_by_role("button", name="Play the tune").click()
    page.wait_for_function("() => struck.filter(({ part }) => part === 2).length >= 20")
    page.get_by_role("button", name="Stop the tune").click()
    bass = page.evaluate("struck.filter(({ part }) => part === 2)")
    # Two bars of four beats, with B flat and F on the first one, repeat.
    for beat, root in [(0, 10), (4, 5), (8, 10), (12, 5)]:
        assert [one["pitch"] % 12 for one in bass if abs(one["ideal"] - bass[0]["ideal"] - 0.2 * beat) < 0.05] == [root]


def test_tempo_can_change_during_playback(visit):
    page = visit("/tunes/blues").page
    page.evaluate(RECORD_NOTES)
    for tempo in ["120", "240"]:
        page.locator("#tune-tempo").fill(tempo)
        page.locator("#tune-tempo").press("Enter")
        if tempo == "120":
            page.get_by_role("button", name="Play the tune").click()
            page.wait_for_function("() => struck.filter(({ pitch }) => pitch === 44).length >= 2")
    page.wait_for_function("() => struck.filter(({ pitch }) => pitch === 44).length >= 8")
    # The hi-hat is closed on two and four, at most a few milliseconds late.
    hats = page.evaluate("struck.filter(({ part, pitch }) => part === 3 && pitch === 44).map(({ ideal }) => ideal)")
    gaps = [later - one for one, later in zip(hats, hats[1:])]
    assert abs(gaps[0] - 1) < 0.02 and abs(gaps[-1] - 0.5) < 0.02
    # At most one gap is between the tempos or late on a busy machine. None is lost or played twice.
    between = [gap for gap in gaps if abs(gap - 0.5) > 0.02 and abs(gap - 1) > 0.02]
    assert len(between) <= 1 and all(gap > 0.48 for gap in between)
    changed = page.evaluate("struck.filter(({ part }) => part === 2).map(({ pitch }) => pitch)")[:12]
    page.get_by_role("button", name="Stop").click()
    page.evaluate("struck.length = 0")
    page.get_by_role("button", name="Play the tune").click()
    page.wait_for_function("() => struck.filter(({ part }) => part === 2).length >= 12")
    assert page.evaluate("struck.filter(({ part }) => part === 2).map(({ pitch }) => pitch)")[:12] == changed


def test_space_toggles_playback_unless_another_control_has_the_focus(visit):
    page = visit("/tunes/blues").page
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stop the tune")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play the tune")).to_be_visible()
    page.get_by_role("button", name="Show numerals").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play the tune")).to_be_visible()
    expect(page.get_by_role("button", name="Show numerals")).to_have_attribute("aria-pressed", "true")


@pytest.mark.all
@pytest.mark.parametrize("width, columns", [(390, 2), (834, 4), (1440, 4)])
def test_lines_have_four_bars_or_two_on_a_phone(visit, width, columns):
    page = visit("/tunes/late-october", viewport={"width": width, "height": 900}).page
    tops = page.locator(".bar").evaluate_all("bars => bars.map(bar => Math.round(bar.getBoundingClientRect().top))")
    assert [tops.count(top) for top in sorted(set(tops))][0] == columns
    # Nothing is clipped at the side, and no symbols overlap.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    overlaps = page.locator(".bar").evaluate_all(
        """bars => bars.filter(bar => {
            const names = [...bar.querySelectorAll(".chord-symbol")].map(name => {
                const range = document.createRange();
                range.selectNodeContents(name);
                return range.getBoundingClientRect();
            });
            const { right } = bar.getBoundingClientRect();
            return names.some(({ right: end }, place) => end > Math.min(right + 1, names[place + 1]?.left ?? Infinity));
        }).map(({ id }) => id)""")
    assert overlaps == []


@pytest.mark.parametrize("width", [390, 1180])
def test_symbols_and_brackets_of_a_line_are_level(visit, width):
    """Also in bars without a chord and in bars that repeat another one, which have no numeral."""
    page = visit("/tunes", viewport={"width": width, "height": 900}).page
    paste(page, "Key: Eb\n| Ebma7 | N.C. | C7#5 Bb7 | % | Fmi7 | Bb7 | Ebma7 | Bb7 |")
    page.get_by_role("link", name="Analysis").click()
    expect(page.locator(".bracket.area").first).to_be_attached()
    lines = page.evaluate("""() => {
        const lines = {};
        for (const bracket of document.querySelectorAll(".bracket.area")) {
            const line = Math.round(bracket.closest(".bar").getBoundingClientRect().top);
            (lines[line] ??= new Set()).add(bracket.getBoundingClientRect().bottom.toFixed(1));
        }
        return Object.values(lines).map((bottoms) => bottoms.size);
    }""")
    assert lines == [1] * (4 if width == 390 else 2)


def test_second_ending_is_below_the_first(visit):
    page = visit("/tunes/late-october", viewport={"width": 1280, "height": 900}).page
    left = lambda bar: page.locator(f"#bar-{bar}").evaluate("bar => Math.round(bar.getBoundingClientRect().left)")
    assert left(6) == left(8)


def test_repeat_signs_have_a_thick_line_a_thin_line_and_dots(visit):
    page = visit("/tunes/late-october", viewport={"width": 1280, "height": 900}).page
    for sign, line, dots in [(".repeat-start", "::before", ".bar-face"), (".repeat-end", "::after", ".bar-music")]:
        width, borders, gap = page.locator(sign).first.evaluate("""(bar, [line, dots]) => {
            const { width, borderLeftWidth, borderRightWidth } = getComputedStyle(bar, line);
            const { left, right } = getComputedStyle(bar.querySelector(dots), "::after");
            return [width, [borderLeftWidth, borderRightWidth], Math.min(parseFloat(left), parseFloat(right))];
        }""", [line, dots])
        assert width == "8px" and sorted(float(border[:-2]) for border in borders) == [1, 4], sign
        assert gap - 8 >= 3, sign


def test_print_shows_only_the_chart(visit):
    page = visit("/tunes/rhythm-changes").page
    page.emulate_media(media="print")
    for unseen in [".dock", ".tune-side", ".tune-views", "header"]:
        expect(page.locator(unseen).first).to_be_hidden()
    expect(page.locator("#bar-0")).to_be_visible()
    for size in [{"width": 794, "height": 1123}, {"width": 816, "height": 1056}]:
        page.set_viewport_size(size)
        tops = page.locator(".bar").evaluate_all("bars => bars.map(bar => Math.round(bar.getBoundingClientRect().top))")
        assert max(tops.count(top) for top in tops) == 4


def test_tune_is_available_offline(new_page, server, browser_errors):
    # The server is asked for changes.
    browser_errors.allow("ERR_INTERNET_DISCONNECTED")
    page = new_page(server.url, installs=True)
    page.goto("/tunes/blues")
    screen = Screen(page).wait_until_ready()
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.locator("#bar-0 button").click()
    page.get_by_label("Chords", exact=True).fill("|: F13")
    wait_until(page, lambda: bar_labels(page)[0], "F 13")
    screen.settle()
    page.wait_for_function("async () => (await caches.keys()).length > 0")
    page.context.set_offline(True)
    screen.reload()
    wait_until(page, lambda: bar_labels(page)[0], "F 13")


def test_navigation_fits_a_small_phone(visit):
    page = visit("/tunes", viewport={"width": 360, "height": 640}).page
    links = page.locator("#navigation .destination")
    assert links.count() == 6
    boxes = [links.nth(place).bounding_box() for place in range(5)]
    assert all(one["x"] + one["width"] <= other["x"] + 0.5 for one, other in zip(boxes, boxes[1:]))
    assert boxes[0]["x"] >= 0 and boxes[4]["x"] + boxes[4]["width"] <= 360
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert page.locator("#navigation span").evaluate_all(
        "spans => spans.every(span => span.scrollWidth <= span.parentElement.clientWidth)")


def test_tune_can_be_saved_as_musicxml_and_midi(visit, tmp_path):
    page = visit("/tunes/minor-blues").page
    bars_written = page.locator(".bar").count()
    files = {}
    for name, ending in [("Save as MusicXML", ".musicxml"), ("Save as MIDI", ".mid")]:
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert download.value.suggested_filename.endswith(ending)
        files[ending] = tmp_path / f"tune{ending}"
        download.value.save_as(files[ending])
    score = music21.converter.parse(files[".musicxml"])
    assert [len(part.getElementsByClass("Measure")) for part in score.parts] == [bars_written] * 2
    # The bass starts with the first chord symbol in both files.
    root = score.recurse().getElementsByClass("Harmony")[0].root().pitchClass
    notes = [message for message in mido.MidiFile(files[".mid"]) if message.type == "note_on" and message.channel != 9]
    assert min(notes[:8], key=lambda message: message.note).note % 12 == root
    assert len({message.note for message in notes}) > 12


@pytest.fixture
def dusk(server):
    """A chordset on the server, deleted after the test."""
    shelf = Shelf(server.url)
    id = shelf.request("POST", body=DUSK)["id"]
    yield id
    # Unless the test has deleted it.
    with suppress(HTTPError):
        shelf.request("DELETE", f"/{id}")


def choose_lights(page, title):
    """Selects a chordset to play along with the tune, once it is offered."""
    page.get_by_text("Playback").click()
    page.locator("[data-input='tunes lights']").select_option(label=title)


def lit_cells(page):
    """The numbers of the lit cells."""
    cells = page.locator("[data-cell][aria-pressed=true]")
    return cells.evaluate_all("cells => cells.map(({ dataset }) => Number(dataset.cell) + 1)")


def cell_color(page, number):
    return page.locator(f"#cell-{number - 1} rect").evaluate(
        "rect => getComputedStyle(rect).fill.match(/\\d+/g).map(Number)")


def canvas_color(page):
    """The color in the middle of the canvas, read from a copy so the page paints as usual."""
    return page.evaluate(
        """() => {
            const canvas = document.querySelector("canvas[data-picture]");
            const copy = new OffscreenCanvas(canvas.width, canvas.height);
            const context = copy.getContext("2d");
            context.drawImage(canvas, 0, 0);
            return [...context.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data].slice(0, 3);
        }""")


@pytest.mark.all
@pytest.mark.firefox
def test_digit_keys_play_the_lights_of_a_tune(visit, dusk):
    page = visit("/tunes/blues").page
    choose_lights(page, "Dusk")
    wait_until(page, lambda: lit_cells(page), [1])
    # Also while the menu that selects them has the focus.
    for focused in ["select[data-input='tunes lights']", "#tune-start"]:
        page.locator(focused).focus()
        page.keyboard.down("3")
        wait_until(page, lambda: lit_cells(page), [3])
        wait_until(page, lambda: canvas_color(page), cell_color(page, 3))
        page.keyboard.down("8")
        wait_until(page, lambda: lit_cells(page), [3, 8])
        page.keyboard.up("3")
        wait_until(page, lambda: lit_cells(page), [8])
        page.keyboard.up("8")
        wait_until(page, lambda: canvas_color(page), cell_color(page, 8))
        assert page.locator("[data-input='tunes lights']").input_value() == dusk
    # Space still starts the tune, and the lights can be played during playback.
    page.locator(".tune-head h2").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stop the tune")).to_be_visible()
    page.keyboard.press("5")
    wait_until(page, lambda: lit_cells(page), [5])
    page.locator("#cell-5").click()
    wait_until(page, lambda: lit_cells(page), [6])
    expect(page.get_by_role("button", name="Stop the tune")).to_be_visible()


@pytest.mark.all
@pytest.mark.firefox
def test_typing_in_a_field_lights_nothing(visit, dusk):
    screen = visit("/tunes/blues")
    page = screen.page
    choose_lights(page, "Dusk")
    wait_until(page, lambda: lit_cells(page), [1])
    page.locator("#bar-0 button").click()
    field = page.get_by_label("Chords", exact=True)
    field.fill("|: F")
    field.press("End")
    field.press("3")
    expect(field).to_have_value("|: F3")
    tempo = page.locator("#tune-tempo")
    tempo.fill("")
    tempo.press_sequentially("88")
    screen.settle()
    assert lit_cells(page) == [1]


@pytest.mark.all
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_lights_leave_room_for_the_chart(visit, dusk, width):
    page = visit("/tunes/blues", viewport={"width": width, "height": PHONE["height"]}).page
    choose_lights(page, "Dusk")
    boxes = [page.locator(f"#cell-{place}").bounding_box() for place in range(8)]
    assert all(
        min(round(box["width"]), round(box["height"])) >= 44 for box in boxes
    ), "each cell is large enough for a fingertip"
    lights = page.locator(".lights-beside").bounding_box()
    assert lights["height"] <= 0.17 * PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The playing bar scrolls to where nothing covers it.
    page.locator("#bar-0").scroll_into_view_if_needed()
    assert page.locator("#bar-0").bounding_box()["y"] + 60 < page.locator(".dock").bounding_box()["y"]


@pytest.mark.all
def test_deleted_lights_disappear(visit, dusk):
    page = visit("/tunes/blues").page
    choose_lights(page, "Dusk")
    wait_until(page, lambda: lit_cells(page), [1])
    other = page.context.new_page()
    Screen(other).goto("/lights")
    other.locator(f"#delete-{dusk}").click()
    expect(page.locator("[data-cell]")).to_have_count(0)
    assert page.locator("[data-input='tunes lights']").input_value() == ""


@pytest.mark.all
def test_selected_bar_stays_above_its_panel_on_a_phone(visit):
    page = visit("/tunes/late-october", viewport=PHONE).page
    for number in (0, 3, 6):
        page.locator(f"#bar-{number} .bar-face").evaluate("face => face.click()")
        expect(page.locator(".bar-field")).to_be_visible()
        page.wait_for_timeout(200)
        bar, dock = page.locator(f"#bar-{number}").bounding_box(), page.locator(".dock").bounding_box()
        assert bar["y"] + bar["height"] <= dock["y"] + 1, (number, bar, dock)


def test_no_keys_are_lit_where_no_chord_sounds(visit):
    page = visit("/tunes").page
    paste(page, "Title: Stop\nTempo: 240\n\n| C7 | N.C. |\n")
    page.get_by_role("heading", name="Stop").wait_for()
    page.get_by_role("button", name="Play the tune").click()
    name = page.locator(".tune-hands h3")
    expect(name).to_have_text("C7")
    expect(name).to_have_text("N.C.")
    expect(page.locator(".tune-hands .note-name")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}])
def test_tune_as_text_comes_into_sight(visit, size):
    page = visit("/tunes/late-october", viewport=size).page
    page.get_by_role("button", name="Edit as text").click()
    field = page.get_by_role("textbox", name="The tune as text")
    expect(field).to_be_in_viewport(ratio=1)
    # Chords stand below each other.
    expect(field).to_have_css("font-family", re.compile("monospace"))
    # And nothing covers its last line.
    assert field.evaluate("""field => {
        const { left, bottom } = field.getBoundingClientRect();
        return document.elementFromPoint(left + 20, bottom - 4) === field;
    }""")
