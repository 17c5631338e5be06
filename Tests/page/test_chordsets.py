"""Chordsets on the page: list, light chord editor, practice sheet, files and links."""

import colorsys
import json
import subprocess
import xml.etree.ElementTree as ElementTree
from io import BytesIO

import mido
import pytest
from playwright.sync_api import expect

from screen import FAILING_ENGINE, PHONE, Screen, wait_until
from serving import CHORDS, SITE, Server
from shelf import Shelf
from test_sharing import clipboard

LUMI = {
    "hue": 120, "purity": 1, "opacity": 1, "sides": 1, "size": 0.2, "thickness": 1,
    "x": 0.5, "y": 0.5, "heading": 90, "speed": 0, "spin": 0, "phase": 0,
}
# A clock that the test can stop at a time.
FAKE_CLOCK = """
    const run = performance.now.bind(performance);
    performance.now = () => window.standing ?? run();
"""


def light_chord(hue=0, purity=0.8, brightness=0.7, bpm=60, lumis=(), music=None):
    """A light chord as in the API and in files."""
    background = {"hue": hue, "purity": purity, "brightness": brightness}
    chord = {"background": background, "bpm": bpm, "lumis": list(lumis)}
    return {**chord, "music": notes(*music)} if music else chord


def notes(lower, upper=None, colors=False):
    return {"lower": lower, "upper": upper, "colorsLight": colors}


def eight_chords(*first):
    """These light chords, filled up to eight with others of different colors."""
    return [
        {"position": place, **chord}
        for place, chord in enumerate([*first, *(light_chord(45 * n) for n in range(8))][:8])]


def chordset(id, title, *first):
    return {"id": id, "title": title, "chords": eight_chords(*first)}


def chordsets_file(*sets, version=1):
    return json.dumps({"format": "chord-combiner/chordsets", "version": version, "chordsets": list(sets)})


def rgb(background):
    """Red, green and blue of a background, 0…255."""
    hue, purity, brightness = (background[name] for name in ("hue", "purity", "brightness"))
    return [255 * part for part in colorsys.hsv_to_rgb(hue / 360, purity, brightness)]


def hex_rgb(fill):
    assert len(fill) == 7 and fill[0] == "#"
    return [int(fill[place : place + 2], 16) for place in (1, 3, 5)]


def has_color(fill, background):
    return all(abs(one - other) <= 0.51 for one, other in zip(hex_rgb(fill), rgb(background), strict=True))


class ChordsetsPage:
    """Page object for the chordset screens."""

    def __init__(self, screen):
        self.screen, self.page = screen, screen.page
        self.rows = self.page.locator("li.set")
        self.titles = self.page.locator(".set-title")
        self.plus = self.page.get_by_role("button", name="New chordset", exact=True)
        self.state = self.page.locator("#shelf-state [role=status]")
        self.notice = self.page.locator("#notice")

    # Actions

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def tool(self, name):
        return self.page.locator("#tools").get_by_role("button", name=name)

    def beginning(self, title):
        """An entry of the menu for new chordsets."""
        return self.page.locator("#beginnings button").filter(has_text=title)

    def create(self, title="Plain colours"):
        self.plus.click()
        self.beginning(title).click()
        expect(self.page.locator("#beginnings")).to_be_hidden()
        return self

    def add(self, *titles):
        for title in titles:
            count = self.titles.count()
            self.create()
            expect(self.titles).to_have_count(count + 1)
            self.page.keyboard.type(title)
        return self

    def handle(self, place):
        return self.rows.nth(place).locator(".handle")

    def follow_link(self, name):
        self.page.get_by_role("link", name=name, exact=True).click()
        return self

    def open_lights(self):
        self.follow_link("More")
        self.page.get_by_role("link", name="Lights").click()
        return self

    def open_file(self, text, name="sets.json"):
        data = text if isinstance(text, bytes) else text.encode()
        file = {"name": name, "mimeType": "application/json", "buffer": data}
        self.page.locator("input[type=file]").set_input_files(file)
        return self

    def save_file(self, button):
        """The name and content of the file that this button saves."""
        with self.page.expect_download() as caught:
            self.button(button).click()
        with open(caught.value.path(), "rb") as file:
            return caught.value.suggested_filename, file.read()

    def slider(self, form, name):
        return self.page.locator(f"#{form}-{name}")

    def number(self, form, name):
        return self.page.locator(f"#{form}-{name} + input[type=number]")

    def show_more(self):
        """Opens the panel with the remaining sliders."""
        self.page.locator("details.more > summary").click()
        expect(self.slider("background", "bpm")).to_be_visible()
        return self

    def enter_number(self, form, name, text):
        """Replaces the value of a number field in one step."""
        self.number(form, name).click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)
        self.page.keyboard.press("Tab")

    def lumi(self, number):
        return self.page.get_by_role("button", name=f"Lumi {number}", exact=True)

    def point(self, x, y):
        """Page coordinates of a point in the picture."""
        box = self.page.locator("canvas").bounding_box()
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def drag(self, start, *stops):
        self.page.locator("canvas").scroll_into_view_if_needed()
        self.page.mouse.move(*self.point(*start))
        self.page.mouse.down()
        for stop in stops:
            self.page.mouse.move(*self.point(*stop), steps=4)
        self.page.mouse.up()

    # Queries

    def listed_titles(self):
        return self.titles.evaluate_all("fields => fields.map(field => field.value)")

    def fills(self, within=".set"):
        rects = self.page.locator(f"{within} svg.light rect")
        return rects.evaluate_all("all => all.map(one => one.getAttribute('fill'))")

    def stored(self):
        """Title and chords of each chordset in the browser's database, in order."""
        entries = self.page.evaluate("""() => new Promise((resolve) => {
            indexedDB.open("chord-combiner").onsuccess = ({ target }) => {
                const request = target.result.transaction("chordsets").objectStore("chordsets").getAll();
                request.onsuccess = () => (target.result.close(), resolve(request.result));
            };
        })""")
        entries.sort(key=lambda entry: (entry["position"], entry["id"]))
        return [(entry["title"], entry["chords"]) for entry in entries if not entry["isDeleted"]]

    def pixel(self, x, y):
        """Red, green and blue of the canvas at a point of the picture."""
        return self.page.evaluate("""([x, y]) => {
            const canvas = document.querySelector("canvas");
            const point = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
            point.drawImage(canvas, -Math.floor(x * canvas.width), -Math.floor(y * canvas.height));
            return [...point.getImageData(0, 0, 1, 1).data].slice(0, 3);
        }""", [x, y])

    # Assertions that wait

    def expect_titles(self, *titles):
        wait_until(self.page, self.listed_titles, list(titles))
        return self

    def expect_stored(self, *titles):
        wait_until(self.page, lambda: [title for title, _ in self.stored()], list(titles))
        return self

    def expect_announcement(self, text):
        expect(self.screen.announcer).to_contain_text(text)
        return self


@pytest.fixture(scope="module")
def own_server(tmp_path_factory):
    server = Server(SITE, tmp_path_factory.mktemp("chordsets") / "log")
    yield server
    assert server.stop() == 0, server.log


@pytest.fixture
def shelf(own_server):
    shelf = Shelf(own_server.url)
    yield shelf
    shelf.clear()


@pytest.fixture
def device(shelf, new_page):
    """device("/lights") → that screen in a new browser."""

    def device(route="/lights", prepare="", **options):
        page = new_page(shelf.url, **options)
        if prepare:
            page.add_init_script(prepare)
        return ChordsetsPage(Screen(page).goto(route))

    return device


@pytest.fixture
def editor(device, shelf):
    """editor(chord, …) → the editor of the first chord of a set that starts with these chords."""

    def editor(*first, **options):
        shelf.add(chordset("a", "Dusk", *first))
        sets = device("/lights/a/1", **options)
        expect(sets.page.locator("canvas")).to_be_visible()
        return sets

    return editor


@pytest.fixture
def static_device(new_page, static_url):
    """static_device() → the list in a new browser with a static copy."""

    def static_device(route="/lights", **options):
        sets = ChordsetsPage(Screen(new_page(static_url, **options)).goto(f"{static_url}#{route}"))
        return sets

    return static_device


@pytest.fixture
def allow_offline_errors(browser_errors):
    """Allows the errors that browsers report while offline."""
    browser_errors.allow("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "412")


# The list


@pytest.mark.all
def test_plain_colors_appends_an_untitled_chordset(device, shelf):
    sets = device()
    expect(sets.state).to_contain_text("0 chordsets, 0 chords")
    # Near the top, visible without scrolling.
    expect(sets.plus).to_be_in_viewport(ratio=1)
    for count in range(1, 4):
        sets.create()
        sets.expect_titles(*[""] * count)
        expect(sets.titles.last).to_be_focused()
    expect(sets.state).to_contain_text("3 chordsets, 24 chords")
    wait_until(sets.page, lambda: shelf.request("GET", "/profile"), {"chordsets": 3, "chords": 24})
    assert sets.titles.first.get_attribute("placeholder") == "Untitled"
    ids = [entry["id"] for entry in shelf.request("GET")]
    assert len(set(ids)) == 3 and len(set(sets.fills())) > 12


@pytest.mark.all
def test_gentle_chordset_takes_two_taps_and_can_be_undone(device, shelf):
    shelf.add(chordset("a", "One"))
    sets = device(viewport=PHONE, has_touch=True).expect_titles("One")
    sets.plus.tap()
    menu = sets.page.locator("#beginnings")
    expect(menu).to_be_in_viewport(ratio=1)
    sets.beginning("Gentle").tap()
    sets.expect_titles("One", "")
    expect(menu).to_be_hidden()
    wait_until(sets.page, lambda: len(shelf.titles()), 2)
    assert all(len(chord["lumis"]) > 5 for chord in shelf.contents()[1][1])
    sets.tool("Undo").tap()
    sets.expect_titles("One")
    wait_until(sets.page, shelf.titles, ["One"])


def test_empty_list_shows_the_kinds_of_new_chordset(device, shelf):
    sets = device(viewport=PHONE, has_touch=True)
    offers = sets.page.locator("div.beginnings")
    expect(offers.get_by_role("button")).to_have_count(2)
    expect(offers).to_contain_text("Choose a chord in the combiner, or play some")
    expect(offers).to_be_in_viewport(ratio=1)
    offers.get_by_role("button").filter(has_text="Gentle").tap()
    sets.expect_titles("")
    expect(offers).to_have_count(0)
    wait_until(sets.page, lambda: len(shelf.titles()), 1)


@pytest.mark.firefox
def test_new_chordset_menu_works_with_the_keyboard(device, shelf):
    shelf.add(chordset("a", "One"))
    sets = device().expect_titles("One")
    menu, press = sets.page.locator("#beginnings"), sets.screen.press
    sets.plus.focus()
    expect(menu).to_be_hidden()
    press("Enter")
    expect(menu).to_be_visible()
    # Escape closes only the menu.
    press("Tab", "Escape")
    expect(menu).to_be_hidden()
    expect(sets.plus).to_be_focused()
    sets.expect_titles("One")
    press("Enter", "Tab")
    expect(sets.beginning("Plain colours")).to_be_focused()
    press("Tab")
    expect(sets.beginning("Gentle")).to_be_focused()
    press("Enter")
    sets.expect_titles("One", "")
    expect(menu).to_be_hidden()
    expect(sets.titles.last).to_be_focused()
    sets.tool("Undo").press("Enter")
    sets.expect_titles("One")


def test_current_chords_make_a_chordset_in_their_colors(device, shelf):
    sets = device("/combine/Cma7/D")
    sets.open_lights()
    expect(sets.page.locator("div.beginnings button").last).to_have_text("Your current chordsCma13(♯11), Cma7, D")
    sets.create("Your current chords")
    sets.expect_titles("")
    cells = sets.page.locator(".set .cell")
    expect(cells).to_have_text(["Cma13(♯11)", "Cma7", "D", "", "", "", "", ""])
    wait_until(sets.page, lambda: len(shelf.titles()), 1)
    chords = shelf.contents()[0][1]
    assert [chord.get("music") for chord in chords[:4]] == [
        notes("Cma7", "Dma", True), notes("Cma7", colors=True), notes("Dma", colors=True), None]
    # C is red, D (two hours on) yellow, and empty chords are dark.
    hues = [colorsys.rgb_to_hsv(*[part / 255 for part in hex_rgb(fill)])[0] * 360 for fill in sets.fills()[:3]]
    assert hues == pytest.approx([0, 0, 60], abs=3)
    assert all(max(hex_rgb(fill)) < 45 for fill in sets.fills()[3:])


def test_row_has_eight_rounded_cells_in_the_colors_of_its_chords(device, shelf):
    sets = device().add("", "")
    wait_until(sets.page, lambda: len(shelf.contents()), 2)
    backgrounds = [chord["background"] for _, chords in shelf.contents() for chord in chords]
    fills = sets.fills()
    assert len(fills) == len(backgrounds) == 16
    assert all(map(has_color, fills, backgrounds))
    for row in sets.rows.all():
        expect(row.locator(".cell")).to_have_count(8)
    cell = sets.page.locator(".set .cell").first
    assert cell.evaluate("cell => parseFloat(getComputedStyle(cell).borderTopLeftRadius)") > 0


@pytest.mark.firefox
def test_title_is_edited_in_place(device, shelf):
    sets = device().add("Dawn", "Dusk")
    wait_until(sets.page, shelf.titles, ["Dawn", "Dusk"])
    sets.titles.first.click()
    sets.page.keyboard.press("ControlOrMeta+a")
    sets.page.keyboard.type("Noon, with light")
    wait_until(sets.page, shelf.titles, ["Noon, with light", "Dusk"])
    # Continuous typing is one undo step.
    sets.tool("Undo").click()
    sets.expect_titles("Dawn", "Dusk")
    sets.tool("Redo").click()
    sets.expect_titles("Noon, with light", "Dusk")
    wait_until(sets.page, shelf.titles, ["Noon, with light", "Dusk"])


def test_delete_button_deletes_and_undo_restores_everything(device, shelf):
    shelf.add(chordset("a", "One", light_chord(10, lumis=[LUMI])), chordset("b", "Two"), chordset("c", "Three"))
    before = shelf.contents()
    sets = device().expect_titles("One", "Two", "Three")
    page = sets.page
    sets.button("Delete chordset 1").click()
    sets.expect_titles("Two", "Three")
    expect(sets.state).to_contain_text("2 chordsets, 16 chords")
    wait_until(page, lambda: shelf.request("GET", "/profile"), {"chordsets": 2, "chords": 16})
    expect(page.locator(".undo-bar")).to_contain_text("“One” was deleted.")
    page.locator(".undo-bar").get_by_role("button", name="Undo").click()
    sets.expect_titles("One", "Two", "Three")
    wait_until(page, shelf.contents, before)
    sets.tool("Redo").click()
    sets.expect_titles("Two", "Three")
    page.keyboard.press("ControlOrMeta+z")
    sets.expect_titles("One", "Two", "Three")
    page.keyboard.press("ControlOrMeta+Shift+z")
    sets.expect_titles("Two", "Three")
    sets.tool("Undo").click()
    sets.expect_titles("One", "Two", "Three")
    wait_until(page, shelf.contents, before)


@pytest.mark.firefox
def test_delete_key_deletes_a_row_and_focuses_the_next(device, shelf):
    shelf.add(*(chordset(id, id) for id in "abc"))
    sets = device().expect_titles("a", "b", "c")
    # In a text field, Delete edits the text.
    sets.titles.first.click()
    sets.page.keyboard.press("Home")
    sets.page.keyboard.press("Delete")
    sets.expect_titles("", "b", "c")
    sets.handle(1).focus()
    sets.page.keyboard.press("Delete")
    sets.expect_titles("", "c")
    expect(sets.button("Delete chordset 2")).to_be_focused()
    sets.page.keyboard.press("Delete")
    sets.expect_titles("")
    expect(sets.button("Delete chordset 1")).to_be_focused()
    sets.page.keyboard.press("Delete")
    sets.expect_titles()
    expect(sets.plus).to_be_focused()
    wait_until(sets.page, shelf.titles, [])


# Parts of a row that lie outside it or overlap the delete button.
MISPLACED_PARTS = """row => {
    const frame = row.getBoundingClientRect(), isIn = (box) => box.left >= frame.left - .5
        && box.right <= frame.right + .5
        && box.top >= frame.top - .5 && box.bottom <= frame.bottom + .5;
    const erase = row.querySelector(".delete").getBoundingClientRect();
    const isApart = (box) => box.right <= erase.left + .5 || box.left >= erase.right - .5
        || box.bottom <= erase.top + .5 || box.top >= erase.bottom - .5;
    return [...row.querySelectorAll("button, a, input, .cells, svg")].filter(part => {
        const box = part.getBoundingClientRect();
        return !isIn(box) || !part.matches(".delete") && !isApart(box);
    }).map(part => part.outerHTML.slice(0, 90));
}"""


@pytest.mark.all
@pytest.mark.parametrize("viewport", [
    pytest.param(PHONE, id="phone"),
    pytest.param({"width": 844, "height": 390}, id="phone in landscape", marks=pytest.mark.all),
    pytest.param({"width": 320, "height": 568}, id="small phone", marks=pytest.mark.all)])
def test_swiping_left_shows_delete_within_the_card(device, shelf, viewport):
    long = "A title that is longer than any row of a phone is wide"
    shelf.add(chordset("a", "a"), chordset("b", long))
    sets = device(viewport=viewport, has_touch=True).expect_titles("a", long)
    page = sets.page
    tools = page.context.new_cdp_session(page)

    def swipe(place, by):
        row = sets.rows.nth(place).locator(".cells")
        row.scroll_into_view_if_needed()
        box = row.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        tools.send("Input.dispatchTouchEvent", touch)
        for step in range(1, 11):
            touch = {"type": "touchMove", "touchPoints": [{"x": x + by * step / 10, "y": y}]}
            tools.send("Input.dispatchTouchEvent", touch)
        tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def shows_delete(place):
        """Whether Delete is visible at the right edge, in the danger color."""
        row = sets.rows.nth(place)
        delete = row.locator(".delete")
        color = delete.evaluate("one => getComputedStyle(one).backgroundColor.match(/[\\d.]+/g).map(Number)")
        red, green, blue = color[:3]
        box, frame = delete.bounding_box(), row.bounding_box()
        is_right = box["x"] + box["width"] > frame["x"] + frame["width"] - 20
        return red > 2 * max(green, blue, 1) and is_right and min(box["width"], box["height"]) >= 44

    def expect_within_card(place):
        sets.page.evaluate("Promise.all(document.getAnimations().map(motion => motion.finished))")
        assert sets.rows.nth(place).evaluate(MISPLACED_PARTS) == []
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0

    assert not shows_delete(0)
    expect_within_card(0)
    swipe(0, -120)
    wait_until(page, lambda: shows_delete(0))
    expect_within_card(0)
    # The swipe did not press a cell.
    expect(page.locator("canvas")).to_have_count(0)
    swipe(1, -120)
    wait_until(page, lambda: (shows_delete(0), shows_delete(1)), (False, True))
    expect_within_card(1)
    swipe(1, 120)
    wait_until(page, lambda: shows_delete(1), False)
    swipe(1, -120)
    wait_until(page, lambda: shows_delete(1))
    page.wait_for_timeout(450)  # taps count again after this
    # Tapping elsewhere hides Delete.
    page.get_by_role("heading", name="Lights").tap()
    wait_until(page, lambda: shows_delete(1), False)
    swipe(1, -120)
    wait_until(page, lambda: shows_delete(1))
    page.wait_for_timeout(450)
    sets.rows.nth(1).locator(".delete").tap()
    sets.expect_titles("a")
    wait_until(page, shelf.titles, ["a"])


def test_swiped_row_works_with_the_keyboard(device, shelf):
    shelf.add(chordset("a", "a"), chordset("b", "b"))
    sets = device().expect_titles("a", "b")
    sets.rows.first.evaluate("row => row.toggleAttribute('data-swiped')")
    sets.page.get_by_role("link", name="Practice sheet of chordset 1").focus()
    sets.screen.press("Tab")
    expect(sets.button("Delete chordset 1")).to_be_focused()
    expect(sets.button("Delete chordset 1")).to_be_in_viewport(ratio=1)
    sets.screen.press("Enter")
    sets.expect_titles("b")


@pytest.mark.all
@pytest.mark.firefox
def test_rows_can_be_reordered_by_dragging(device, shelf):
    shelf.add(*(chordset(id, id) for id in "abc"))
    sets = device(viewport={"width": 800, "height": 1200}).expect_titles("a", "b", "c")
    page = sets.page

    def drag(start, end):
        sets.handle(start).hover()
        page.mouse.down()
        box = sets.rows.nth(end).bounding_box()
        down = 0.9 if end > start else 0.1
        page.mouse.move(box["x"] + 20, box["y"] + down * box["height"], steps=12)
        page.mouse.up()

    drag(0, 2)
    sets.expect_titles("b", "c", "a")
    wait_until(page, shelf.titles, ["b", "c", "a"])
    drag(1, 0)
    sets.expect_titles("c", "b", "a")
    # A drag is one undo step.
    page.keyboard.press("ControlOrMeta+z")
    sets.expect_titles("b", "c", "a")
    page.keyboard.press("ControlOrMeta+z")
    sets.expect_titles("a", "b", "c")
    wait_until(page, shelf.titles, ["a", "b", "c"])


@pytest.mark.firefox
def test_arrow_keys_move_a_row_and_its_handle_keeps_the_focus(device, shelf):
    shelf.add(*(chordset(id, id) for id in "abc"))
    sets = device().expect_titles("a", "b", "c")
    sets.handle(0).focus()
    for key, order in [("ArrowDown", "bac"), ("ArrowDown", "bca"), ("ArrowDown", "bca"), ("ArrowUp", "bac"),
                       ("End", "bca"), ("Home", "abc"), ("ArrowUp", "abc"), ("End", "bca")]:
        sets.page.keyboard.press(key)
        sets.expect_titles(*order)
        expect(sets.handle(order.index("a"))).to_be_focused()
        expect(sets.screen.announcer).to_contain_text(f"Position {order.index('a') + 1} of 3")
    wait_until(sets.page, shelf.titles, ["b", "c", "a"])


@pytest.mark.all
@pytest.mark.firefox
def test_any_title_is_stored_and_shown_as_text(device, shelf):
    titles = [
        '<img src=x onerror="window.harm = 1">', "</li></ol><script>window.harm = 1</script>", "\"><b>'&amp;'</b>\\",
        "🌈🎹👩‍👩‍👧‍👦 é", "\u202eשלום عليكم", "{now} {seed}", "/../..?#%00%",
    ]
    sets = device()
    for title in titles:
        sets.add("")
        sets.page.keyboard.insert_text(title)
    wait_until(sets.page, shelf.titles, titles)
    sets.screen.reload()
    sets.expect_titles(*titles)
    for place, title in enumerate(titles, 1):
        sets.follow_link(f"Practice sheet of chordset {place}")
        # Bidirectional overrides are shown as a replacement character.
        shown = title.replace("\u202e", "\ufffd")
        expect(sets.page.get_by_role("heading", level=2, name=shown, exact=True)).to_be_visible()
        expect(sets.page).to_have_title(f"{shown} · Lights · Chord Combiner")
        sets.page.keyboard.press("Escape")
        sets.button(f"Delete chordset {place}").click()
        quoted = f"“\u2068{shown}\u2069”" if "ש" in title else f"“{shown}”"
        expect(sets.page.locator(".undo-bar span")).to_have_text(f"{quoted} was deleted.")
        sets.tool("Undo").click()
        sets.expect_titles(*titles)
    assert sets.page.locator("#screen :is(img, script)").count() == 0
    assert sets.page.evaluate("window.harm") is None


def test_overlong_title_is_cut_or_rejected(device, shelf):
    sets = device().add("")
    sets.page.keyboard.insert_text("Endless " * 1250)
    # The visible text is the stored text.
    sets.expect_titles(("Endless " * 1250)[:500])
    wait_until(sets.page, shelf.titles, sets.listed_titles())
    # Form fillers can exceed maxlength.
    sets.titles.first.evaluate("""field => {
        field.value = "x".repeat(10000);
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }""")
    sets.expect_announcement("A title has at most 500 characters: this one has 10000.")
    sets.screen.reload()
    sets.expect_titles(("Endless " * 1250)[:500])


# The editor


def test_each_of_the_eight_chords_can_be_selected(editor, shelf):
    sets = editor(light_chord(20), light_chord(100))
    page = sets.page
    assert all(map(has_color, sets.fills("#editor-head"), [chord["background"] for chord in shelf.contents()[0][1]]))
    for number in [2, 8, 1]:
        sets.follow_link(f"Edit chord {number}")
        expect(page.get_by_role("heading", level=2)).to_have_text(f"Dusk, chord {number}")
        expect(page.locator("#editor-head [aria-current]")).to_have_accessible_name(f"Edit chord {number}")
        assert sets.screen.address().endswith(f"/lights/a/{number}")
    page.go_back()
    expect(page.get_by_role("heading", level=2)).to_have_text("Dusk, chord 8")
    page.keyboard.press("Escape")
    sets.expect_titles("Dusk")
    assert sets.screen.address().endswith("/lights")


def test_background_sliders_and_number_fields_stay_in_sync(editor, shelf):
    sets = editor(light_chord(20, 0.5, 0.5, 60))
    sets.slider("background", "hue").fill("200")
    expect(sets.number("background", "hue")).to_have_value("200")
    sets.enter_number("background", "purity", "0.25")
    expect(sets.slider("background", "purity")).to_have_value("0.25")
    sets.enter_number("background", "brightness", "1")
    sets.show_more()
    sets.enter_number("background", "bpm", "300.5")
    wanted = {"hue": 200, "purity": 0.25, "brightness": 1}
    wait_until(sets.page, lambda: (shelf.chord()["background"], shelf.chord()["bpm"]), (wanted, 300.5))
    assert has_color(sets.fills("#editor-head")[0], wanted)
    wait_until(sets.page, lambda: max(abs(a - b) for a, b in zip(sets.pixel(0.5, 0.5), rgb(wanted))) < 2)


def type_hue(sets, text):
    """Replaces the value without committing it."""
    sets.number("background", "hue").click()
    sets.page.keyboard.press("ControlOrMeta+a")
    sets.page.keyboard.type(text)


@pytest.mark.firefox
def test_number_out_of_range_keeps_the_old_value(editor, shelf):
    sets = editor(light_chord(200))
    type_hue(sets, "400")
    sets.page.keyboard.press("Tab")
    sets.expect_announcement("hue is 400: it must be a number from 0 to 360.")
    sets.page.wait_for_timeout(400)
    assert shelf.chord()["background"]["hue"] == 200


@pytest.mark.firefox
def test_remote_change_does_not_overwrite_the_field_being_edited(editor, shelf):
    sets = editor(light_chord(200))
    type_hue(sets, "12")
    shelf.request("PUT", "/a/chords/0", light_chord(200, brightness=0.25))
    expect(sets.number("background", "brightness")).to_have_value("0.25")
    expect(sets.number("background", "hue")).to_have_value("12")
    sets.page.keyboard.press("Enter")
    wait_until(sets.page, lambda: shelf.chord()["background"], {"hue": 12, "purity": 0.8, "brightness": 0.25})


def test_message_stays_when_the_server_responds(editor, shelf):
    sets = editor(light_chord(200))
    sets.button("Copy to chord 5").click()
    expect(sets.notice).to_contain_text("chord 5")
    wait_until(sets.page, lambda: shelf.chord(4)["background"]["hue"], 200)
    sets.page.wait_for_timeout(500)
    expect(sets.notice).to_contain_text("chord 5", timeout=100)


@pytest.mark.all
def test_lumis_can_be_added_selected_duplicated_reordered_and_removed(editor, shelf):
    sets = editor()
    for number in (1, 2):
        sets.button("Add a lumi").click()
        expect(sets.lumi(number)).to_have_attribute("aria-pressed", "true")
    wait_until(sets.page, lambda: len(shelf.lumis()), 2)
    first, second = shelf.lumis()
    assert first != second
    sets.lumi(1).click()
    sets.show_more()
    sets.slider("lumi", "sides").fill("5")
    first["sides"] = 5
    wait_until(sets.page, shelf.lumis, [first, second])
    sets.button("Bring forward").click()
    wait_until(sets.page, shelf.lumis, [second, first])
    expect(sets.lumi(2)).to_have_attribute("aria-pressed", "true")
    expect(sets.button("Bring forward")).to_have_attribute("aria-disabled", "true")
    sets.button("Send back").click()
    wait_until(sets.page, shelf.lumis, [first, second])
    sets.button("Duplicate").click()
    expect(sets.lumi(3)).to_have_attribute("aria-pressed", "true")
    wait_until(sets.page, lambda: len(shelf.lumis()), 3)
    copy = shelf.lumis()[2]
    assert {**copy, "x": 0, "y": 0} == {**first, "x": 0, "y": 0}
    assert (copy["x"], copy["y"]) != (first["x"], first["y"])
    sets.lumi(2).click()
    sets.button("Remove").click()
    wait_until(sets.page, shelf.lumis, [first, copy])
    sets.tool("Undo").click()
    wait_until(sets.page, shelf.lumis, [first, second, copy])


@pytest.mark.all
@pytest.mark.firefox
def test_lumis_can_be_dragged_in_the_picture(editor, shelf):
    sets = editor(light_chord(0, 1, 0.5, lumis=[{**LUMI, "x": 0.25, "y": 0.25}, {**LUMI, "hue": 240, "x": 0.75}]))
    wait_until(sets.page, lambda: sets.pixel(0.25, 0.25), [0, 255, 0])
    sets.drag((0.25, 0.25), (0.3, 0.6), (0.5, 0.75))
    places = [(0.5, 0.75), (0.75, 0.5)]
    wait_until(sets.page, lambda: [(round(lumi["x"], 2), round(lumi["y"], 2)) for lumi in shelf.lumis()], places)
    expect(sets.lumi(1)).to_have_attribute("aria-pressed", "true")
    wait_until(sets.page, lambda: (sets.pixel(0.5, 0.75), sets.pixel(0.25, 0.25)), ([0, 255, 0], [128, 0, 0]))
    # A drag is one undo step.
    sets.tool("Undo").click()
    wait_until(sets.page, lambda: (sets.pixel(0.25, 0.25), sets.pixel(0.5, 0.75)), ([0, 255, 0], [128, 0, 0]))
    # Dragged beyond the edge, a lumi stays in the picture.
    sets.drag((0.75, 0.5), (0.95, 0.5), (1.1, 0.5))
    wait_until(sets.page, lambda: shelf.lumis()[1]["x"], 1)
    sets.drag((0.05, 0.95), (0.06, 0.94))
    expect(sets.page.locator("#lumis [aria-pressed=true]")).to_have_count(0)


def test_arrow_keys_nudge_the_selected_lumi(editor, shelf):
    sets = editor(light_chord(lumis=[LUMI, {**LUMI, "x": 0.2}]))
    sets.lumi(1).click()
    canvas = sets.page.locator("canvas")
    canvas.focus()
    expect(canvas).to_have_accessible_name("Picture with 2 lumis, lumi 1 selected: arrow keys move it")
    for key in ["ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowLeft"]:
        sets.page.keyboard.press(key)
    wait_until(sets.page, lambda: [(lumi["x"], lumi["y"]) for lumi in shelf.lumis()], [(0.51, 0.51), (0.2, 0.5)])


def test_tempo_can_be_tapped(editor, shelf, new_page):
    shelf.add(chordset("a", "Dusk"))
    page = new_page(shelf.url)
    page.add_init_script(FAKE_CLOCK)
    sets = ChordsetsPage(Screen(page).goto("/lights/a/1"))
    tap = sets.show_more().button("Tap tempo")
    # Taps 0.5 s apart are 120 bpm. After a pause counting restarts: 800 ms are 75 bpm.
    for times, bpm in [([1000, 1500, 2000, 2500], 120), ([9000, 9800, 10_600], 75)]:
        for time in times:
            page.evaluate("time => { window.standing = time; }", time)
            tap.click()
        wait_until(page, lambda: shelf.chord()["bpm"], bpm)
        expect(sets.number("background", "bpm")).to_have_value(str(bpm))


def test_randomised_chord_keeps_tempo_and_notes_and_shows_its_seed(editor, shelf):
    sets = editor(light_chord(bpm=90, music=["Cma7"]))
    before = shelf.chord()
    sets.button("Randomise").click()
    wait_until(sets.page, lambda: shelf.chord() != before)
    drawn = shelf.chord()
    assert len(drawn["lumis"]) > 1 and drawn["background"] != before["background"]
    assert (drawn["bpm"], drawn["music"]) == (90, before["music"])
    assert sets.page.locator("#seed").input_value().isdigit()
    # A message next to the button explains how to undo.
    bar = sets.page.locator("#background .undo-bar")
    expect(bar).to_contain_text("Chord 1 was randomised. Undo restores what was there.")
    sets.expect_announcement("Undo restores what was there.")
    bar.get_by_role("button", name="Undo").click()
    wait_until(sets.page, shelf.chord, before)
    expect(bar).to_have_count(0)


@pytest.mark.all
@pytest.mark.firefox
def test_six_sliders_show_first_and_opening_more_is_remembered(editor, shelf):
    sets = editor(light_chord(lumis=[LUMI]))
    sliders = sets.page.locator(".light-panel input[type=range]").filter(visible=True)
    expect(sliders).to_have_count(6)
    sets.show_more()
    expect(sliders).to_have_count(16)
    sets.follow_link("Edit chord 2")
    expect(sets.slider("background", "bpm")).to_be_visible()
    sets.page.keyboard.press("Escape")
    sets.expect_titles("Dusk").follow_link("Edit chordset 1")
    expect(sets.slider("background", "bpm")).to_be_visible()
    sets.screen.reload()
    expect(sliders).to_have_count(16)
    sets.page.locator("details.more > summary").click()
    expect(sliders).to_have_count(6)
    sets.screen.reload()
    expect(sliders).to_have_count(6)


@pytest.mark.all
@pytest.mark.parametrize("place", ["list", "editor", "stage"])
def test_practice_sheet_is_one_tap_away(device, shelf, place):
    shelf.add(chordset("a", "Dusk", *MUSIC))
    route = {"list": "/lights", "editor": "/lights/a/1", "stage": "/lights/a/stage"}[place]
    sets = device(route, viewport=PHONE, has_touch=True)
    link = sets.page.get_by_role("link").filter(has_text="Practice sheet")
    expect(link).to_be_in_viewport(ratio=1)
    link.tap()
    expect(sets.page.locator(".card")).to_have_count(8)
    assert sets.screen.address().endswith("/lights/a")


def test_chord_can_be_copied_to_another_position(editor, shelf):
    sets = editor(light_chord(200, bpm=77, lumis=[LUMI], music=["Cma7", "D"]))
    before = shelf.contents()[0][1]
    sets.button("Copy to chord 5").click()
    sets.expect_announcement("chord 5")
    copied = [*before[:4], {**before[0], "position": 4}, *before[5:]]
    wait_until(sets.page, lambda: shelf.contents()[0][1], copied)
    sets.tool("Undo").click()
    wait_until(sets.page, lambda: shelf.contents()[0][1], before)


def test_lumis_move_while_motion_is_on(editor):
    sets = editor(light_chord(bpm=60, lumis=[{**LUMI, "speed": 0.5, "x": 0.1}]))
    motion = sets.button("Motion")

    def picture():
        return sets.page.evaluate("document.querySelector('canvas').toDataURL()")

    wait_until(sets.page, lambda: sets.pixel(0.1, 0.5), [0, 255, 0])
    still = picture()
    assert all(picture() == still for _ in range(5))
    motion.click()
    expect(motion).to_have_attribute("aria-pressed", "true")
    wait_until(sets.page, lambda: picture() != still)
    motion.click()
    expect(motion).to_have_attribute("aria-pressed", "false")
    wait_until(sets.page, lambda: picture() == still)
    sets.page.get_by_role("slider", name="Beat").fill("1")
    wait_until(sets.page, lambda: picture() != still)


def test_reduced_motion_shows_a_still_picture(editor):
    sets = editor(light_chord(lumis=[{**LUMI, "speed": 0.5, "x": 0.1}]), reduced_motion="reduce")
    sets.button("Motion").click()
    wait_until(sets.page, lambda: sets.pixel(0.1, 0.5), [0, 255, 0])
    pictures = {sets.page.evaluate("""() => new Promise((done) => requestAnimationFrame(() =>
        setTimeout(() => done(document.querySelector("canvas").toDataURL()), 30)))""") for _ in range(8)}
    assert len(pictures) == 1


# Notes


def add_to_chordset(device, symbols):
    sets = device(symbols)
    sets.page.locator("#share summary").click()
    sets.button("Add to chordset").click()
    return sets


def test_adding_a_chord_is_announced(device):
    sets = add_to_chordset(device, "/combine/Cma7/D")
    sets.expect_announcement("Cma13(♯11) is now chord 1 of an untitled chordset.")
    sets.page.wait_for_timeout(1000)
    expect(sets.notice).to_have_text("Cma13(♯11) is now chord 1 of an untitled chordset.", timeout=100)


def test_adding_the_result_creates_a_first_chordset(device, shelf):
    sets = add_to_chordset(device, "/combine/Cma7/D")
    sets.expect_announcement("Cma13(♯11) is now chord 1 of an untitled chordset.")
    wait_until(sets.page, lambda: len(shelf.titles()), 1)
    chords = shelf.contents()[0][1]
    assert chords[0]["music"] == notes("Cma7", "Dma")
    assert not any(chord.get("music") for chord in chords[1:])
    sets.open_lights()
    cell = sets.page.get_by_role("button", name="Show chord 1, Cma13(♯11)", exact=True)
    expect(cell).to_have_text("Cma13(♯11)")
    sets.follow_link("Edit chordset 1")
    expect(sets.page.locator("#music .music-name")).to_have_text("Cma13(♯11)")


def test_adding_the_result_uses_the_first_free_position(device, shelf):
    full = [light_chord(music=["C"])] * 8
    shelf.add(chordset("a", "Full", *full), chordset("b", "Room", light_chord(music=["G7"])))
    sets = add_to_chordset(device, "/combine/Cma7/E")
    sets.expect_announcement("Ema/Cma7 is now chord")
    assert sets.screen.announcer.inner_text() == "Ema/Cma7 is now chord 2 of “Room”."
    wait_until(sets.page, lambda: shelf.chord(1, "b").get("music"), notes("Cma7", "Ema"))
    assert shelf.titles() == ["Full", "Room"]
    # The existing chords are unchanged.
    assert shelf.chord(0, "b")["music"] == notes("G7") and all(
        shelf.chord(n)["music"] == notes("Cma") for n in range(8))


@pytest.mark.all
def test_single_chord_can_be_attached_and_removed_in_the_editor(editor, shelf):
    sets = editor()
    page = sets.page
    sets.follow_link("Combine")
    sets.screen.choose(lower="Ami7")
    sets.open_lights().follow_link("Edit chordset 1")
    sets.button("Attach Ami7 from the combiner").click()
    expect(page.locator("#music .music-name")).to_have_text("Ami7")
    wait_until(page, lambda: shelf.chord().get("music"), notes("Ami7"))
    sets.button("Remove chord").click()
    expect(page.locator("#music")).to_contain_text("No chord attached.")
    wait_until(page, lambda: shelf.chord().get("music"), None)


# The sheet, files and links


MUSIC = [light_chord(10, bpm=72, lumis=[LUMI], music=["Cma7", "D"]), light_chord(100, music=["Ami7"]), light_chord(200)]


@pytest.fixture
def sheet(device, shelf):
    """sheet() → the practice sheet of a set with some notes."""

    def sheet(**options):
        shelf.add(chordset("a", "Dusk", *MUSIC))
        sets = device("/lights/a", **options)
        expect(sets.page.locator(".card")).to_have_count(8)
        return sets

    return sheet


def test_sheet_has_a_card_for_each_chord(sheet):
    sets = sheet()
    cards = sets.page.locator(".card")
    expect(cards.get_by_role("heading", level=3)).to_have_text(["Cma13(♯11)", "Ami7"])
    expect(cards.get_by_role("img")).to_have_count(2)
    expect(cards.nth(0).get_by_role("img")).to_have_accessible_name(
        "Piano keyboard, left hand C E G B, right hand D F sharp A")
    expect(cards.get_by_text("No chord attached.")).to_have_count(6)
    backgrounds = [chord["background"] for chord in eight_chords(*MUSIC)]
    assert all(map(has_color, sets.fills(".card"), backgrounds))


def test_sheet_can_be_saved_as_midi_musicxml_and_json(sheet, shelf, tmp_path):
    sets = sheet()
    name, data = sets.save_file("Save as MIDI")
    assert name == "Dusk.mid" and data[:4] == b"MThd"
    pitches = {message.note for message in mido.MidiFile(file=BytesIO(data)) if message.type == "note_on"}
    # Cma7 with D above it, and Ami7.
    assert {pitch % 12 for pitch in pitches} == {0, 4, 7, 11, 2, 6, 9}
    name, data = sets.save_file("Save as MusicXML")
    assert name == "Dusk.musicxml"
    score = ElementTree.fromstring(data)
    assert all(len(part.findall("measure")) == 8 for part in score.findall("part")) and score.findall("part")
    name, data = sets.save_file("Save as a file")
    assert name == "Dusk.json"
    kept = shelf.request("GET", "/a")
    assert json.loads(data)["chordsets"] == [{key: kept[key] for key in ["id", "title", "position", "chords"]}]
    file = tmp_path / name
    file.write_bytes(data)

    def chords(*words):
        command = [CHORDS, "sets", *words, "--database", tmp_path / "sets.sqlite"]
        return subprocess.run(command, capture_output=True, check=True).stdout

    chords("import", file)
    assert json.loads(chords("export")) == json.loads(data)


def test_printed_sheet_has_no_controls(sheet):
    page = sheet().page
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print", exact=True).click()
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", level=3).first).to_be_visible()
    expect(page.locator("button, input, select, nav").filter(visible=True)).to_have_count(0)
    expect(page.locator(".card svg.light").first).to_be_visible()


def test_printed_sheet_is_one_page(sheet):
    assert sheet().page.pdf(format="A4").count(b"/Type /Page\n") == 1


@pytest.mark.all
@pytest.mark.parametrize("place", ["server", "static"])
def test_link_opens_the_same_chordset_elsewhere(sheet, shelf, static_url, new_page, place):
    sets = sheet()
    fills = sets.fills(".card")
    sets.button("Copy link").click()
    sets.expect_announcement("Copied: http")
    link = clipboard(sets.screen)
    host, route = link.split("#")
    assert host == shelf.url + "/" and route.startswith("/chordset/")
    shelf.request("DELETE", "/a")
    host, link = (shelf.url, link) if place == "server" else (static_url, f"{static_url}#{route}")
    guest = ChordsetsPage(Screen(new_page(host)).goto(link))
    expect(guest.page.get_by_role("heading", level=2)).to_have_text("Dusk")
    expect(guest.page.locator(".card h3")).to_have_text(["Cma13(♯11)", "Ami7"])
    wait_until(guest.page, lambda: guest.fills(".card"), fills)
    guest.button("Save to Lights").click()
    expect(guest.button("Save to Lights")).to_have_count(0)
    guest.expect_stored("Dusk")
    guest.screen.reload()
    wait_until(guest.page, lambda: guest.fills(".card"), fills)
    guest.page.keyboard.press("Escape")
    guest.expect_titles("Dusk")
    music = [chord.get("music") for chord in guest.stored()[0][1]]
    assert music[:3] == [notes("Cma7", "Dma"), notes("Ami7"), None]


@pytest.mark.all
def test_damaged_link_is_reported(static_device, sheet):
    sets = sheet()
    sets.button("Copy link").click()
    sets.expect_announcement("Copied: http")
    text = clipboard(sets.screen).split("/chordset/")[1]
    middle = len(text) // 2
    other = "A" if text[middle] != "A" else "B"
    guest = static_device()
    for damaged in [text[:-1], text[:-8], text[:middle] + other + text[middle + 1 :], "AQ", "%F0%9F%8C%88"]:
        guest.page.goto(guest.page.url.split("#")[0] + "#/chordset/" + damaged)
        expect(guest.page.locator("#screen")).to_contain_text("This link is incomplete")
        expect(guest.button("Save to Lights")).to_have_count(0)


def test_exported_file_is_imported_without_loss(static_device):
    one, other = static_device(), static_device()
    title = "„Ω“ \\ \" </script> 🌈"
    sets = [chordset("a", title, *MUSIC), chordset("b", ""), chordset("c-3", "Three", light_chord(360, 0, 1, 0.001))]
    one.open_file(chordsets_file(*sets)).expect_titles(title, "", "Three")
    one.handle(2).press("Home")
    one.expect_titles("Three", title, "").expect_stored("Three", title, "")
    name, data = one.save_file("Save all as a file")
    assert name == "Chordsets.json"
    other.add("Mine").open_file(data).expect_titles("Mine", "Three", title, "").expect_stored(
        "Mine", "Three", title, "")
    assert other.stored()[1:] == one.stored()
    # Importing again adds nothing.
    other.open_file(data).expect_announcement("4 chordsets, 32 chords").expect_titles("Mine", "Three", title, "")
    other.button("Delete chordset 1").click()
    other.expect_titles("Three", title, "")
    assert other.save_file("Save all as a file")[1] == data


def test_field_for_files_stays_while_the_list_changes(static_device):
    """The dialog belongs to the field. A file chosen in it is lost if the field was removed, even for a moment."""
    sets = static_device()
    sets.page.evaluate(
        """() => {
            const field = document.querySelector("[data-file^='chordsets open']");
            window.removed = 0;
            new MutationObserver(changes => {
                for (const { removedNodes } of changes) {
                    for (const node of removedNodes) if (node.contains(field)) window.removed += 1;
                }
                if (!field.isConnected) window.removed += 1;
            }).observe(document.querySelector("#screen"), { childList: true, subtree: true });
        }""")
    sets.create().expect_titles("").create("Gentle").expect_titles("", "")
    for left in [1, 0]:
        sets.button("Delete chordset 1").click()
        expect(sets.rows).to_have_count(left)
    expect(sets.page.locator("div.beginnings")).to_be_visible()
    assert sets.page.evaluate("window.removed") == 0


def test_invalid_file_is_rejected_and_nothing_is_lost(static_device):
    sets = static_device().add("Mine").expect_stored("Mine")
    before = sets.stored()
    good = chordset("g", "Good")
    odd = {"id": "x", "title": "Odd one"}
    seven, nine = {**odd, "chords": eight_chords()[:7]}, {**odd, "chords": [*eight_chords(), light_chord()]}
    for text, reason in [
        (chordsets_file(good, seven), "“Odd one” has 7"), (chordsets_file(good, nine), "“Odd one” has 9"),
        (chordsets_file(good, version=2), "version 2"), ("{}", "This is not a chordsets file"), ("[1, 2", ""), ("", ""),
        (b"\0\xff\xfe", ""), (chordsets_file(chordset("g", "Bright", light_chord(400))), "A background’s hue is 400"),
        (chordsets_file(good, good), "the id “g”"),
    ]:
        sets.open_file(text, "odd.json")
        sets.expect_announcement("“odd.json” was not imported. ").expect_announcement(reason)
        expect(sets.notice).to_contain_text(reason or "was not imported")
        sets.expect_titles("Mine")
    assert sets.stored() == before


# Several browsers


@pytest.mark.all
def test_changes_appear_in_another_browser(device, shelf):
    one, other = device(), device()
    one.add("One")
    other.expect_titles("One")
    other.titles.fill("Changed")
    one.expect_titles("Changed")
    one.follow_link("Edit chordset 1")
    expect(one.page.locator("canvas")).to_be_visible()
    one.slider("background", "hue").fill("123")
    wait_until(other.page, lambda: other.fills()[0] == one.fills("#editor-head")[0])
    assert shelf.contents()[0][1][0]["background"]["hue"] == 123
    other.button("Delete chordset 1").click()
    expect(one.page.get_by_text("This chordset was not found. It may have been deleted.")).to_be_visible()


def test_offline_changes_are_sent_later(device, shelf, allow_offline_errors):
    one, other = device(), device()
    one.add("One")
    other.expect_titles("One")
    one.page.context.set_offline(True)
    one.titles.fill("Offline")
    one.add("Two")
    expect(one.state).to_contain_text("2 items are not on the server yet")
    assert other.listed_titles() == ["One"]
    one.page.context.set_offline(False)
    other.expect_titles("Offline", "Two")
    expect(one.state).to_contain_text("Saved on the server.")
    assert shelf.titles() == ["Offline", "Two"]


@pytest.mark.all
@pytest.mark.parametrize("button, stays", [
    ("Keep mine only", ["Mine"]), ("Keep theirs only", ["Theirs"]), ("Keep both", ["Theirs", "Mine"]),
])
def test_conflicting_changes_are_both_kept_until_one_is_chosen(device, shelf, allow_offline_errors, button, stays):
    one, other = device(), device()
    one.add("One")
    other.expect_titles("One")
    one.page.context.set_offline(True)
    one.titles.fill("Mine")
    expect(one.state).to_contain_text("1 item is not on the server yet")
    other.titles.fill("Theirs")
    wait_until(other.page, shelf.titles, ["Theirs"])
    one.page.context.set_offline(False)
    one.expect_titles("Theirs", "Mine")
    other.expect_titles("Theirs", "Mine")
    conflict = one.rows.nth(1).get_by_role("alert")
    expect(conflict).to_contain_text("changed in two places at the same time")
    one.button(button).click()
    expect(conflict).to_have_count(0)
    one.expect_titles(*stays)
    other.expect_titles(*stays)
    wait_until(one.page, shelf.titles, stays)


# A static copy


@pytest.mark.firefox
def test_static_copy_keeps_everything_after_a_reload(static_device):
    sets = static_device().add("Dawn", "Dusk")
    expect(sets.state).to_have_text("2 chordsets, 16 chords. Saved in this browser.")
    sets.follow_link("Edit chordset 2")
    sets.button("Add a lumi").click()
    expect(sets.lumi(1)).to_be_visible()
    sets.show_more().slider("background", "bpm").fill("90")
    wait_until(sets.page, lambda: sets.stored()[1][1][0]["bpm"], 90)
    before = sets.stored()
    assert len(before[1][1][0]["lumis"]) == 1
    sets.screen.reload()
    expect(sets.page.get_by_role("heading", level=2)).to_have_text("Dusk, chord 1")
    expect(sets.number("background", "bpm")).to_have_value("90")
    sets.page.keyboard.press("Escape")
    sets.expect_titles("Dawn", "Dusk")
    backgrounds = [chord["background"] for _, chords in before for chord in chords]
    assert all(map(has_color, sets.fills(), backgrounds))
    assert sets.stored() == before


@pytest.mark.firefox
def test_tabs_of_a_static_copy_share_changes(static_device):
    one = static_device().add("One")
    other = ChordsetsPage(Screen(one.page.context.new_page()).goto(one.page.url)).expect_titles("One")
    other.add("Two")
    one.expect_titles("One", "Two")
    one.button("Delete chordset 1").click()
    other.expect_titles("Two")
    assert [title for title, _ in one.stored()] == ["Two"]


def test_server_renders_the_list_without_javascript(new_page, shelf):
    shelf.add(chordset("a", "Dusk"), chordset("b", "Dawn"))
    page = new_page(shelf.url, java_script_enabled=False)
    page.goto("/lights")
    sets = ChordsetsPage(Screen(page))
    assert "needs JavaScript" in page.locator("noscript").text_content()
    expect(page.locator("#shelf-state")).to_contain_text("2 chordsets, 16 chords")
    assert [field.input_value() for field in sets.titles.all()] == ["Dusk", "Dawn"]
    backgrounds = [chord["background"] for chord in eight_chords()] * 2
    fills = [cell.get_attribute("fill") for cell in page.locator(".set svg.light rect").all()]
    assert all(map(has_color, fills, backgrounds))


# Many


@pytest.mark.all
@pytest.mark.firefox
def test_long_list_renders_visible_rows_and_keeps_all_searchable(device, shelf, new_page):
    shelf.add(*(chordset(f"s{n}", f"Set {n}") for n in range(1, 161)))
    sets = device()
    expect(sets.rows).to_have_count(160)
    drawn = sets.page.locator("input.set-title")
    expect(drawn).to_have_count(50)
    # As find-in-page and screen readers see it.
    assert "Set 160" in sets.page.locator("#screen").text_content()
    sets.rows.last.scroll_into_view_if_needed()
    expect(sets.rows.last.locator("input.set-title")).to_have_value("Set 160")
    sets.button("Delete chordset 160").click()
    expect(sets.rows).to_have_count(159)
    expect(sets.button("Delete chordset 159")).to_be_focused()
    # To the top and the bottom with the keyboard.
    sets.handle(158).focus()
    sets.page.keyboard.press("Home")
    expect(sets.page.locator("#handle-s159")).to_be_focused()
    expect(sets.rows.first).to_have_id("set-s159")
    sets.page.keyboard.press("End")
    expect(sets.page.locator("#handle-s159")).to_be_focused()
    expect(sets.rows.last).to_have_id("set-s159")
    # The server renders a limited number of rows.
    page = new_page(shelf.url, java_script_enabled=False)
    wait_until(page, lambda: "Showing the first 100 of 159." in page.goto("/lights").text())


def test_restarted_engine_keeps_the_undo_history(device, shelf, browser_errors):
    browser_errors.allow("as the test wanted", "{}")
    sets = device(prepare=FAILING_ENGINE).add("One", "Two")
    wait_until(sets.page, shelf.titles, ["One", "Two"])
    sets.button("Delete chordset 1").click()
    wait_until(sets.page, shelf.titles, ["Two"])
    sets.plus.click()
    with sets.screen.engine_failure():
        sets.page.locator("#beginnings button").first.click()
    sets.expect_titles("Two")
    sets.tool("Undo").click()
    sets.expect_titles("One", "Two")
    wait_until(sets.page, shelf.titles, ["One", "Two"])
