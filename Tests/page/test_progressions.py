"""Progressions in any key: `/progressions`."""

import re

import pytest
from playwright.sync_api import expect

NOTES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def symbols(page):
    """The chord symbols of the cards below the chart."""
    cards = page.locator(".tune-card h4")
    expect(cards.first).to_be_visible()
    return [text.strip() for text in cards.all_inner_texts()]


def test_two_five_one_rootless_takes_one_tap_from_the_circle(visit):
    page = visit("/circle/E♭").page
    page.get_by_role("link", name="Progressions").first.click()
    expect(page.get_by_role("heading", name="ii–V–I", exact=True)).to_be_visible()
    assert symbols(page) == ["Fmi7", "B♭7", "E♭ma7"]
    expect(page.locator(".tune-card .caption")).to_have_text(["rootless A", "rootless B", "rootless A"])


@pytest.mark.all
@pytest.mark.parametrize("start", ["/combine/Cma7/D", "/practise", "/more"])
def test_links_from_other_screens(visit, start):
    page = visit(start).page
    page.get_by_role("link", name=re.compile("^Progressions")).first.click()
    expect(page).to_have_url(re.compile("/progressions/C/rootless/two-five-one$"))


@pytest.mark.firefox
def test_the_twelve_keys_by_arrow_key_and_by_tap(visit):
    page = visit("/progressions/C/rootless/two-five-one").page
    keys = page.get_by_role("group", name="Key", exact=True)
    keys.get_by_role("link", name="C", exact=True).focus()
    roots = []
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        expect(keys.locator("[aria-current]")).to_have_count(1)
        text = symbols(page)[2]
        roots.append((NOTES[text[0]] + {"♭": -1, "♯": 1}.get(text[1], 0)) % 12)
    # Fourths from C: F, B♭, … and C again.
    assert roots == [5 * step % 12 for step in range(1, 13)]
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tune-card h4").last).to_have_text("Gma7")
    keys.get_by_role("link", name="A♭", exact=True).click()
    expect(page.locator(".tune-card h4").first).to_have_text("B♭mi7")


@pytest.mark.parametrize("start, following", [
    ("/progressions/C/rootless/two-five-one", "/progressions/F/rootless/two-five-one"),
    ("/dictionary/C", "/dictionary/F"),
])
def test_arrow_keys_need_no_focus(visit, start, following):
    page = visit(start).page
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(following + "$"))
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(start + "$"))


def test_arrow_keys_turn_pages_on_the_stand(visit):
    page = visit().page
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto("/progressions/C/rootless/blues/stand")
    for number in range(1, 4):
        expect(page.locator(".stand-line output")).to_have_text(re.compile(f"^{number} / [0-9]+$"))
        # And go to no other key.
        expect(page).to_have_url(re.compile("/C/rootless/blues/stand$"))
        page.keyboard.press("ArrowRight")
    # The keys have no place there, so the focus cannot be on one of them.
    expect(page.get_by_role("group", name="Key", exact=True)).to_be_hidden()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('.chart')")


@pytest.mark.all
@pytest.mark.firefox
def test_style_progression_and_own_numerals(visit):
    page = visit("/progressions/F/rootless/two-five-one").page
    page.get_by_label("Voicings").select_option("Shells")
    expect(page).to_have_url(re.compile("/shell/"))
    page.get_by_label(re.compile("^Progressions")).select_option("minor-blues")
    expect(page).to_have_url(re.compile("/progressions/Fm/shell/minor-blues$"))
    assert symbols(page)[0] == "Fmi7"
    # Typed, because Firefox takes a filled field for unchanged.
    page.get_by_label("Numerals or chords").select_text()
    page.keyboard.type("ii V | I(triad)")
    page.keyboard.press("Enter")
    expect(page.locator(".tune-card h4")).to_have_text(["Gmi7", "C7", "F"])
    # The address has all of it. It changes after the new chords are painted.
    expect(page).not_to_have_url(re.compile("minor-blues"))
    page.reload()
    assert symbols(page) == ["Gmi7", "C7", "F"]
    page.go_back()
    expect(page.locator(".tune-card h4").first).to_have_text("Fmi7")


def test_bad_numerals_are_named_and_nothing_is_lost(visit):
    page = visit("/progressions/F/rootless/two-five-one").page
    field = page.get_by_label("Numerals or chords")
    field.fill("ii foo")
    field.press("Enter")
    expect(page.locator("#notice")).to_contain_text("“foo” is neither a numeral nor a chord symbol")
    assert symbols(page) == ["Gmi7", "C7", "Fma7"]


@pytest.mark.firefox
def test_it_is_saved_practiced_and_played(visit):
    page = visit("/progressions/E♭/rootless/two-five-one").page
    page.get_by_role("button", name="Save to my tunes").click()
    expect(page).to_have_url(re.compile("/tunes/"))
    expect(page.get_by_role("heading", name="ii–V–I", exact=True)).to_be_visible()
    page.go_back()
    link = page.get_by_role("link", name=re.compile("^Practi[cs]e")).and_(page.locator("a[href*='practise/play']"))
    link.first.click()
    expect(page).to_have_url(re.compile("practise/play_cadence_major_rootless"))
    # A progression of one's own is practiced in its style, too.
    page.goto("/progressions/E♭/shell/vi_ii_V_I")
    link.first.click()
    expect(page).to_have_url(re.compile("practise/play_row_Cmi7_Fmi7_B♭7_E♭ma7_in_shell".replace("♭", "(♭|%E2%99%AD)")))
    expect(page.locator("#practise-head")).to_contain_text("shell")


@pytest.mark.all
@pytest.mark.parametrize("path, words", [
    ("/progressions/X", "“X”"), ("/progressions/C/loud", "“loud”"), ("/progressions/C/any/ii_foo", "“foo”"),
])
def test_bad_addresses_say_what_is_wrong(visit, path, words):
    answer = visit("/more").page.request.get(path)
    assert answer.status == 404 and words in answer.text()


def test_typed_chords_follow_the_key(visit):
    page = visit("/progressions/C/rootless/two-five-one").page
    field = page.get_by_label("Numerals or chords")
    field.fill("Dmi7 G7(b9, b13) Cma7")
    field.press("Enter")
    assert symbols(page) == ["Dmi7", "G7(♭9♭13)", "Cma7"]
    page.get_by_role("group", name="Key", exact=True).get_by_role("link", name="E♭", exact=True).click()
    expect(page.locator(".tune-card h4")).to_have_text(["Fmi7", "B♭7(♭9♭13)", "E♭ma7"])
    expect(field).to_have_value(re.compile("^Fmi7 Bb7"))
    page.reload()
    expect(page.locator(".tune-card h4")).to_have_text(["Fmi7", "B♭7(♭9♭13)", "E♭ma7"])
    # A chord among numerals is meant in the key that is shown.
    field.fill("ii C7 I")
    field.press("Enter")
    expect(page.locator(".tune-card h4")).to_have_text(["Fmi7", "C7", "E♭ma7"])


def touch_swipe(page, selector, distance):
    """Swipes a finger over an element, to the left for a negative distance."""
    box = page.locator(selector).first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client = page.context.new_cdp_session(page)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        at = {"x": x + distance * step / 5, "y": y}
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_all_twelve_keys_by_swipe(visit):
    page = visit("/progressions/C/rootless/two-five-one", viewport={"width": 390, "height": 844}, has_touch=True).page
    last = page.locator(".tune-card h4").last
    page.locator(".tune-card").last.scroll_into_view_if_needed()
    for name in ["F", "B♭", "E♭", "A♭", "D♭", "G♭", "B", "E", "A", "D", "G", "C"]:
        touch_swipe(page, ".tune-card:last-child", -120)
        expect(last).to_have_text(f"{name}ma7")
    touch_swipe(page, ".tune-card:last-child", 120)
    expect(last).to_have_text("Gma7")
    # Over the chart no bars are selected.
    page.locator(".bar").first.scroll_into_view_if_needed()
    touch_swipe(page, ".bar", 120)
    expect(last).to_have_text("Dma7")
    expect(page.locator(".tune-bar")).to_have_count(0)


@pytest.mark.parametrize("start, taps", [("/circle/E♭", 1), ("/combine/Cma7/D", 2), ("/practise", 2)])
def test_rootless_two_five_one_in_e_flat_takes_few_taps(visit, start, taps):
    page = visit(start, viewport={"width": 390, "height": 844}).page
    clicks = 0
    page.get_by_role("link", name=re.compile("^Progressions")).first.click()
    clicks += 1
    expect(page).to_have_url(re.compile("/progressions/"))
    if not re.search("/progressions/E♭", page.evaluate("decodeURIComponent(location.pathname)")):
        page.get_by_role("group", name="Key", exact=True).get_by_role("link", name="E♭", exact=True).click()
        clicks += 1
    expect(page.locator(".tune-card h4")).to_have_text(["Fmi7", "B♭7", "E♭ma7"])
    expect(page.locator(".tune-card .caption")).to_have_text(["rootless A", "rootless B", "rootless A"])
    assert clicks == taps


# The names of progressions that a menu cuts: its text, its padding and its arrow are wider than it is.
CUT_NAMES = """() => {
    const menu = document.querySelector("[data-input='tunes progression']");
    const { font, paddingLeft, paddingRight } = getComputedStyle(menu);
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.font = font;
    const room = menu.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 18;
    return [...menu.options].map(({ text }) => text).filter((text) => canvas.measureText(text).width > room);
}"""


@pytest.mark.all
def test_names_of_progressions_are_whole_on_a_phone(visit):
    page = visit("/progressions/B♭/any/rhythm-changes").page
    for width in [320, 360, 390, 430]:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(CUT_NAMES) == [], width
    # A bare Debian has this font alone, which is wider.
    page.evaluate("""() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("* { font-family: 'DejaVu Sans' !important }");
        document.adoptedStyleSheets.push(sheet);
    }""")
    for width in [320, 360, 390, 430]:
        page.set_viewport_size({"width": width, "height": 844})
        assert "Rhythm changes" not in page.evaluate(CUT_NAMES), width


def test_each_note_has_a_line_to_where_it_goes(visit):
    page = visit("/progressions/C/rootless/two-five-one").page
    cards = page.locator(".tune-card")
    expect(cards).to_have_count(3)
    # Dmi9 F A C E, G13 F A B E, Cma9 E G B D: common tones stay, the last chord leads nowhere.
    lines = page.evaluate("""[...document.querySelectorAll('.tune-card')].map(card =>
        [...card.querySelectorAll('path.move')].map(path => path.getAttribute('d')).join('').split('M').length - 1)""")
    assert lines == [1, 3, 0]


def test_twelve_keys_are_printed_on_one_page(visit):
    page = visit("/progressions/E♭/rootless/two-five-one").page
    page.evaluate("window.print = () => (window.isPrinted = true)")
    page.get_by_role("button", name="Print in twelve keys").click()
    expect(page.locator(".twelve-keys h3")).to_have_count(12)
    assert page.evaluate("window.isPrinted")
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
