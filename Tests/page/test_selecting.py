"""Selecting a chord by touch: pickers, matches, and navigation."""

import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from screen import PHONE, Screen, wait_until
from serving import CHORDS

TABLET = {"width": 810, "height": 1080}


def cli(*words):
    """Output of the command-line program."""
    return json.loads(subprocess.run([CHORDS, *words, "--json"], capture_output=True, check=True).stdout)


@pytest.fixture
def tags(visit):
    """tags(route) → that page, with locators of its tags."""

    def tags(route, **options):
        page = visit(route, **options).page
        page.letter = lambda name: page.get_by_role("radiogroup", name="Letter").get_by_role(
            "radio", name=re.compile(f"^{name}"))
        page.accidental = lambda sign: page.get_by_role("radiogroup", name="Accidental").get_by_role(
            "radio", name=re.compile(f"^{sign}"))
        page.type = lambda name: page.locator(".type").filter(
            has=page.locator("b").filter(has_text=re.compile(f"^{re.escape(name)}$")))
        page.result = page.locator(".result h2")
        page.matches = lambda: page.locator(".type.match b").all_text_contents()
        page.names = lambda: page.locator(".type b").all_text_contents()
        page.predicted_results = lambda: [
            text.removeprefix(", makes ") for text in page.locator(".becomes").all_text_contents()]
        return page

    return tags


def test_keyboards_and_titles_open_the_screen(visit):
    page = visit("/combine/Cma7/D").page
    for half, title in [("lower", "Select Lower Chord"), ("upper", "Select Upper Chord")]:
        page.locator(f"#{half} svg.keyboard").click()
        expect(page.locator(".place")).to_have_text(title)
        page.get_by_role("link", name="Done").click()
        page.locator(f"#{half} h2").click()
        expect(page.locator(".place")).to_have_text(title)
        page.keyboard.press("Escape")
        expect(page.locator("#result h2")).to_have_text("Cma13(♯11)")


@pytest.mark.firefox
def test_double_click_on_back_goes_back_once(visit):
    page = visit("/select/lower/Cma7/D", viewport=PHONE).page
    # Back lies above the lower chord's panel of the next screen, which opens the picker again.
    page.locator(".select .up").dblclick()
    expect(page.locator("#result h2")).to_have_text("Cma13(♯11)")
    # A later click on the same panel counts.
    page.wait_for_timeout(1000)
    page.locator("#lower h2").click()
    expect(page.locator(".place")).to_have_text("Select Lower Chord")


@pytest.mark.firefox
def test_chord_is_selected_by_touch_and_the_result_updates(tags):
    page = tags("/", viewport=PHONE)
    page.locator("#lower .title a.opener").click()
    expect(page.locator(".chosen h2")).to_have_text("Please select a chord")
    expect(page.locator(".type b").first).to_have_text("ma")
    expect(page.locator(".types .lit")).to_have_count(0)
    page.letter("F").click()
    page.type("Fma7").click()
    expect(page.locator(".chosen h2")).to_have_text("Fma7")
    expect(page.result).to_have_text("Fma7")
    page.accidental("♯").click()
    expect(page.locator(".chosen h2")).to_have_text("F♯ma7")
    expect(page).to_have_url(re.compile("/select/lower/F%E2%99%AFma7$"))
    page.reload()
    expect(page.locator(".chosen h2")).to_have_text("F♯ma7")
    expect(page.locator("[aria-checked=true]")).to_have_count(3)


def test_marks_on_letters_and_types_are_subtle(tags):
    page = tags("/select/lower/Cma7/D")
    paint = lambda tag: tag.evaluate("""tag => {
        const { backgroundColor, borderColor, boxShadow } = getComputedStyle(tag);
        return { ground: backgroundColor, ring: borderColor, shadow: boxShadow,
            isMarked: getComputedStyle(tag, "::after").content.includes("◆") };
    }""")
    for both, match, neither in [
        [page.letter(name) for name in "CDE"], [page.type(name) for name in ["Cma7", "C7", "C7sus4"]],
    ]:
        both, match, neither = paint(both), paint(match), paint(neither)
        # A match has a ring and a diamond, without a background or a glow. The selected tag has both.
        assert match["ground"] == neither["ground"] != both["ground"]
        assert [mark["isMarked"] for mark in (both, match, neither)] == [True, True, False]
        assert len({mark["ring"] for mark in (both, match, neither)}) == 3
        assert match["shadow"] == neither["shadow"] == "none"
    expect(page.letter("D")).to_have_accessible_name(re.compile("^D ?, matches$"))
    expect(page.letter("C")).to_be_checked()
    expect(page.type("C7")).to_have_accessible_name(re.compile("^C7 ?, match found! ?, makes C13\\(♯11\\)$"))


def test_matches_are_marked_from_the_start(tags):
    page = tags("/select/upper/Cma7", viewport=PHONE)
    expect(page.locator(".match")).to_have_count(0)
    page.letter("D").click()
    wanted = cli("match", "Cma7", "D", "--edit", "upper")
    expect(page.locator(".type.match")).to_have_count(len(wanted["types"]))
    assert set(page.matches()) == {"D" + suffix for suffix in wanted["types"]}
    expect(page.locator(".tag.match")).to_have_count(0)
    page.type("Dma").click()
    assert {tag[0] for tag in page.locator(".letter .match").all_text_contents()} == set(wanted["letters"])
    assert set(page.matches()) == {"D" + suffix for suffix in wanted["types"]}
    # Shown in the result line, since a thumb covers the mark.
    expect(page.locator(".result .kind")).to_have_text("match found! Unified chord")
    page.type("Dma7sus4").click()
    expect(page.locator(".result .kind")).to_have_text("Polychord")


@pytest.mark.all
@pytest.mark.parametrize("listing", ["List", "By result", "By tension"])
def test_each_row_shows_its_result(tags, listing):
    page = tags("/select/upper/C7/A", viewport=PHONE)
    page.get_by_role("button", name=listing).click()
    expect(page.locator(".becomes").first).to_be_visible()
    names, predicted_results = page.names(), page.predicted_results()
    assert len(names) == 28
    for name, predicted_result in list(zip(names, predicted_results))[::5]:
        assert predicted_result == cli("combine", "C7", name)["title"]
    assert dict(zip(names, predicted_results))["Ama"] == "C13(♭9)"


@pytest.mark.all
def test_rows_are_grouped_by_their_result(tags):
    page = tags("/select/upper/C7/A")
    picked = page.names()
    page.get_by_role("button", name="List").click()
    expect(page.locator(".listed")).to_be_visible()
    assert page.names() == picked
    page.get_by_role("button", name="By result").click()
    expect(page.get_by_role("group", name="Unified chords")).to_be_visible()
    kinds = [cli("combine", "C7", name)["kind"] for name in page.names()]
    assert kinds == sorted(kinds, key=["unified", "slash", "polychord"].index)
    groups = page.locator(".offers").evaluate_all(
        "groups => groups.map(group => [group.ariaLabel, group.querySelectorAll('.type').length])")
    names = {"unified": "Unified chords", "slash": "Slash chords", "polychord": "Polychords"}
    assert groups == [[title, kinds.count(kind)] for kind, title in names.items() if kind in kinds]
    # Unified chords first, ordered by the costs of their readings.
    costs = [cli("combine", "C7", name)["readings"][0]["cost"] for name in page.names()[: kinds.count("unified")]]
    assert costs == sorted(costs) and len(set(costs)) > 5
    page.get_by_role("button", name="By tension").click()
    expect(page.locator(".offers")).to_have_count(1)
    types = [name.removeprefix("A") for name in page.names()]
    cells = cli("board", "C7", "--types", ",".join(types))["cells"]
    tension = {cell["upper"]: cell["tension"] for cell in cells}
    found = [tension["A" + suffix] for suffix in types]
    assert found == sorted(found) and len(set(found)) > 5
    # Remembered while the page is open.
    page.get_by_role("link", name="Done").click()
    page.locator("#lower h2").click()
    expect(page.get_by_role("button", name="By tension")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".offers")).to_have_count(1)


PLACES = """() => [...document.querySelectorAll("#chosen .tag, .type, .listings button, #result .done")].map(tag => {
    const { x, y, width, height } = tag.getBoundingClientRect();
    return [tag.id || tag.textContent, x, y, width, height];
}).sort()"""


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize(
    "viewport", [PHONE, {"width": 320, "height": 568}, TABLET, {"width": 844, "height": 390}], ids=str)
def test_layout_does_not_shift_while_selecting(tags, viewport):
    """From an empty screen to long names and results, then to a message that a tap removes."""
    page = tags("/select/lower/_/F♯mi11(♭5♭9♭13)", viewport=viewport)
    page.evaluate("document.fonts.ready")
    places = page.evaluate(PLACES)
    assert len(places) == 7 + 3 + 28 + 4 + 1

    def expect_no_shift():
        assert page.evaluate(PLACES) == places

    for tag in [
        "letter-C", "type-14", "accidental-2", "type-0", "type-27", "letter-A", "accidental-0", "type-9", "accidental-1"
    ]:
        page.locator("#" + tag).evaluate("tag => tag.click()")
        expect(page.locator("#" + tag)).to_be_checked()
        Screen(page).settle()
        expect_no_shift()
    page.locator("#lower-field").fill("Wrong")
    page.keyboard.press("Enter")
    expect(page.locator("#lower-message")).to_be_visible()
    expect_no_shift()
    page.locator("#letter-G").evaluate("tag => tag.click()")
    expect(page.locator("#lower-message")).to_be_hidden()
    expect_no_shift()


COUNT_VISIBLE = """() => [...document.querySelectorAll(
    "#chosen .tag, .type, #chosen h2, #result h2, #result .play, #result .done")].filter(tag => {
    const { left, top, width, height } = tag.getBoundingClientRect();
    const inside = (x, y) => {
        const found = document.elementFromPoint(x, y);
        return found && (tag.contains(found) || found.closest("a")?.contains(tag));
    };
    return left >= 0 && top >= 0 && inside(left + 3, top + height / 2) && inside(left + width / 2, top + height - 3);
}).length"""


@pytest.mark.firefox
def test_everything_fits_one_phone_screen(tags):
    page = tags("/select/lower/C♯ma7sus4(♯5)/D", viewport=PHONE)
    assert page.evaluate(COUNT_VISIBLE) == 7 + 3 + 28 + 1 + 3
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    expect(page.locator(".types .small").first).to_be_hidden()
    page.set_viewport_size(TABLET)
    for picture in page.locator(".types .small").all():
        expect(picture).to_be_visible()


@pytest.mark.all
@pytest.mark.parametrize("size", [(360, 640), (320, 568)])
def test_letters_stay_visible_while_the_types_scroll(tags, size):
    page = tags("/select/lower/Cma7/D", viewport=dict(zip(["width", "height"], size)))
    page.mouse.move(size[0] / 2, size[1] - 80)
    page.mouse.wheel(0, 2000)
    wait_until(page, lambda: page.evaluate("Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight"))
    for tag in [
        *(page.letter(letter) for letter in "CDEFGAB"), *(page.accidental(sign) for sign in "♭♮♯"), page.type("C7(♭5)")
    ]:
        expect(tag).to_be_in_viewport(ratio=0.99)


def test_pair_takes_seven_taps_without_scrolling(visit):
    """Cma7 and D by touch alone, from the first screen and back."""
    screen = visit(viewport=PHONE, has_touch=True)
    page = screen.page
    page.evaluate("window.scrolls = 0; addEventListener('scroll', () => scrolls++, true)")
    select = [page.locator("#letter-C"), page.locator("#type-10"), page.get_by_role("link", name="Select Upper Chord")]
    taps = [
        page.locator("#lower h2"), *select, page.locator("#letter-D"), page.locator("#type-0"),
        page.get_by_role("link", name="Done")]
    for tap in taps:
        expect(tap).to_be_in_viewport(ratio=0.99)
        box = tap.bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        screen.settle()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    assert len(taps) <= 7 and page.evaluate("scrolls") == 0


@pytest.mark.all
@pytest.mark.firefox
def test_list_opens_at_the_selected_type(tags):
    page = tags("/combine/Cmi6/D", viewport=PHONE)
    # Without scrolling, with the letters still visible.
    for size in [PHONE, {"width": 320, "height": 568}]:
        page.set_viewport_size(size)
        page.goto("/combine/Cmi6/D")
        page.locator("#lower h2").click()
        expect(page.type("Cmi6")).to_be_in_viewport(ratio=0.99)
        expect(page.type("Cmi6")).to_be_checked()
        expect(page.letter("C")).to_be_in_viewport(ratio=0.99)


@pytest.mark.firefox
def test_arrow_keys_move_through_letters_and_types(tags):
    page = tags("/select/lower/Cma7/D")
    page.letter("C").focus()
    page.keyboard.press("ArrowRight")
    expect(page.letter("D")).to_be_focused()
    expect(page.letter("D")).to_be_checked()
    page.locator(".type[aria-checked=true]").focus()
    page.keyboard.press("ArrowDown")
    # The next one in visual order, in groups.
    expect(page.type("D7")).to_be_focused()
    expect(page.locator(".chosen h2")).to_have_text("D7")
    page.keyboard.press("ArrowLeft")
    expect(page.type("Dma7")).to_be_focused()


@pytest.mark.firefox
def test_slash_key_focuses_the_field_and_can_be_typed_in_it(tags):
    page = tags("/select/lower/Cma7/D")
    page.letter("E").focus()
    page.keyboard.press("/")
    expect(page.locator("#lower-field")).to_be_focused()
    page.keyboard.type("E/")
    expect(page.locator("#lower-field")).to_have_value("E/")
