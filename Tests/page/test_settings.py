"""Help and settings: reachable from every screen, applied at once everywhere, and remembered."""

import pytest
from playwright.sync_api import expect

from screen import Screen, wait_until


def background(page):
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def brightness(page):
    return sum(int(part) for part in background(page)[4:-1].split(",")) / 3


@pytest.mark.firefox
def test_question_mark_opens_help_and_escape_returns(visit):
    screen = visit("/chord/Cma7")
    page = screen.page
    page.locator("body").press("?")
    expect(page.locator("#shortcuts")).to_be_focused()
    expect(page.locator("#shortcuts")).to_be_in_viewport()
    screen.press("Escape")
    expect(page.get_by_role("heading", level=2)).to_have_text(["Cma7"])


def test_help_is_searched_while_typing(visit):
    page = visit("/help").page
    field = page.get_by_role("searchbox", name="Search help")
    field.press_sequentially("inversion")
    expect(page.locator(".sheet h3")).to_have_text(["Play a chord with both hands"])
    expect(field).to_be_focused()
    field.press_sequentially("s of bagpipes")
    expect(page.get_by_role("status").filter(has_text="No topic mentions")).to_be_visible()
    field.fill("")
    expect(page.get_by_role("region", name="What this page does").get_by_role("img")).to_have_count(3)


def test_note_name_setting_applies_at_once_everywhere(visit):
    screen = visit("/combine/Cma7/D")
    page = screen.page
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("CΔ7 C−7 Cø7").click()
    expect(page.locator(".sheet .name")).to_have_text("CΔ13(♯11)")
    page.get_by_text("Bb F#").click()
    expect(page.locator(".sheet .name")).to_have_text("CΔ13(#11)")
    page.locator(".up").click()
    screen.expect_titles(lower="CΔ7", upper="D", result="CΔ13(#11)")
    expect(screen.field("lower")).to_have_value("CΔ7")
    expect(page).to_have_title("CΔ13(#11) = CΔ7 + D · Chord Combiner")
    assert screen.names() == ["C", "E", "G", "B", "D", "F#", "A"]
    expect(page.get_by_role("link", name="Details of CΔ13(#11)")).to_be_visible()
    screen.reload()
    screen.expect_titles(lower="CΔ7", result="CΔ13(#11)")
    # Typed text is read in any notation, and the address is the same for all.
    screen.type("upper", "Ebmin7b5")
    screen.press("Enter")
    expect(screen.field("upper")).to_have_value("Ebø7")
    screen.settle()
    assert page.evaluate("decodeURI(location.pathname)") == "/combine/Cma7/E♭mi7(♭5)"


@pytest.mark.firefox
def test_theme_setting_applies_and_is_remembered(visit):
    screen = visit("/settings", color_scheme="light")
    page = screen.page
    light = brightness(page)
    page.get_by_label("Dark", exact=True).check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert brightness(page) < 60 < 200 < light
    page.reload()
    # Before the page's scripts have run, so a dark theme does not flash.
    assert brightness(page) < 60
    screen.wait_until_ready()
    if screen.is_firefox:
        return  # where Playwright cannot emulate the dark theme
    page.emulate_media(color_scheme="dark")
    page.get_by_label("Light", exact=True).check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert brightness(page) == light
    page.get_by_label("Same as device").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "system")
    assert brightness(page) < 60


@pytest.mark.all
@pytest.mark.firefox
def test_text_size_setting_applies(visit):
    screen = visit("/settings", viewport={"width": 1280, "height": 800})
    page = screen.page

    def size():
        return page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")

    def is_bottom_bar():
        """Whether the navigation is the bottom bar of a small window."""
        return page.locator("#navigation").evaluate("bar => getComputedStyle(bar).position") == "fixed"

    usual = size()
    for percent in [125, 150, 175, 200]:
        page.get_by_label(f"{percent}%").check()
        wait_until(page, size, usual * percent / 100)
    # 1280 × 800 pixels now hold as much as 640 × 400: one row without labels, as on a phone in landscape.
    assert not is_bottom_bar()
    page.set_viewport_size({"width": 1280, "height": 1280})
    assert is_bottom_bar()
    page.reload()
    # Before the page's scripts have run.
    assert size() == usual * 2 and is_bottom_bar()
    screen.wait_until_ready()
    # The second style sheet has loaded by now.
    page.goto("/details/Cma7/D")
    screen.wait_until_ready()
    assert page.locator(".page").evaluate("page => getComputedStyle(page).gridTemplateColumns.split(' ').length") == 1
    page.goto("/settings")
    # Server rendering ignores settings, so “100%” is selected there.
    screen.wait_until_ready()
    page.get_by_label("100%").check()
    wait_until(page, size, usual)
    assert not is_bottom_bar()


def test_color_and_contrast_settings_apply(visit):
    screen = visit("/settings")
    page = screen.page

    def color(part):
        return page.locator(f".sheet .key.lit.{part}").first.evaluate("key => getComputedStyle(key).fill")

    seen = set()
    page.get_by_label("Green and rose").check()
    for label, value in [
        ("Blue and yellow", "blue-yellow"), ("Green and rose", "green-rose"), ("Colour-blind safe", "safe"),
    ]:
        page.get_by_label(label).check()
        expect(page.locator("html")).to_have_attribute("data-colors", value)
        seen |= {color("lower"), color("upper")}
    assert len(seen) == 6
    before = page.locator(".sheet .place").evaluate("place => getComputedStyle(place).color")
    page.get_by_role("group", name="Contrast").get_by_label("High", exact=True).check()
    expect(page.locator(".sheet .place")).not_to_have_css("color", before)


@pytest.mark.all
@pytest.mark.firefox
def test_note_naming_applies_from_then_on(visit):
    screen = visit("/combine/B7/E♭")
    page = screen.page
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("German: H, and B for B♭").click()
    expect(page.locator(".sheet .place")).to_have_text("H7 + E♭ =")
    page.locator(".up").click()
    screen.expect_titles(lower="H7", upper="E♭")
    page.reload()
    screen.expect_titles(lower="H7", upper="E♭")
    screen.choose("B7", "Fis")
    screen.expect_titles(lower="B7", upper="F♯")
    screen.settle()
    assert page.evaluate("decodeURI(location.pathname)") == "/combine/B♭7/F♯"


@pytest.mark.firefox
def test_tabs_share_settings_but_not_chords(new_page, server):
    one = Screen(new_page(server.url)).goto("/combine/Cma7/D").page
    two = Screen(one.context.new_page()).goto("/combine/Emi7/F").page
    expect(two.locator("#lower h2")).to_have_text("Emi7")
    one.get_by_role("link", name="Settings").click()
    one.get_by_text("Cmaj7 Cm7").click()
    one.get_by_label("Dark", exact=True).check()
    expect(two.locator("#lower h2")).to_have_text("Em7")
    wait_until(two, lambda: brightness(two) < 60)
    # The other tab's next choice does not undo this one.
    two.get_by_role("button", name="Swap").click()
    expect(two.locator("#lower h2")).to_have_text("F")
    one.reload()
    one.locator(".up").click()
    expect(one.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.all
def test_damaged_settings_record_is_harmless(visit):
    screen = visit("/settings", color_scheme="light")
    page = screen.page
    for record in [
        "{", "null", "[]", '{"version":9,"theme":"dark"}', '{"version":1,"theme":7}',
        '{"version":1,"theme":"pink","names":"all","text-size":"900"}']:
        page.evaluate("record => localStorage.setItem('chord-combiner-settings', record)", record)
        screen.reload()
        expect(page.get_by_label("Same as device")).to_be_checked()
        assert brightness(page) > 200, record


@pytest.mark.firefox
def test_radio_buttons_work_with_the_keyboard(visit):
    page = visit("/settings").page
    page.get_by_label("Same as device").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Light", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_label("Dark", exact=True)).to_be_focused()


def test_restored_page_applies_settings_changed_meanwhile(visit):
    screen = visit("/settings")
    page = screen.page
    page.get_by_text("German: H, and B for B♭").click()
    # Another tab writes while this page is in the cache and receives no events.
    page.evaluate("""() => {
        const place = "chord-combiner-settings", record = JSON.parse(localStorage.getItem(place));
        localStorage.setItem(place, JSON.stringify({ ...record, theme: "dark", names: "all" }));
    }""")
    # A choice here before the update does not undo the other tab's change.
    page.get_by_text("Do Ré Mi Fa Sol La Si").click()
    screen.settle()
    record = page.evaluate("JSON.parse(localStorage.getItem('chord-combiner-settings'))")
    assert (record["theme"], record["names"], record["note-names"]) == ("dark", "all", "solfege")
    expect(page.get_by_label("Same as device")).to_be_checked()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.get_by_label("Dark", exact=True)).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.all
# Playwright's Chromium has no back/forward cache.
@pytest.mark.only_firefox
def test_page_from_the_back_forward_cache_applies_settings_changed_meanwhile(visit, static_url, browser_errors):
    browser_errors.allow("request to " + static_url)
    page = visit("/settings").page
    page.get_by_text("German: H, and B for B♭").click()
    page.evaluate(
        "() => { window.left = 1; addEventListener('pageshow', ({ persisted }) => (window.isFromCache = persisted)); }")
    other = page.context.new_page()
    other.goto("/settings")
    Screen(other).wait_until_ready()
    page.goto(static_url)
    other.get_by_label("Dark", exact=True).check()
    wait_until(
        other, lambda: other.evaluate("JSON.parse(localStorage.getItem('chord-combiner-settings')).theme"), "dark")
    # Playwright does not see the load of a cached page.
    page.evaluate("setTimeout(() => history.back())")
    page.wait_for_function("() => window.left === 1 && window.isFromCache === true")
    page.wait_for_function(
        "() => document.querySelector('#theme-dark').checked && document.documentElement.dataset.theme === 'dark'")
    page.evaluate("document.querySelector('#note-names-solfege').click()")
    record = "JSON.parse(localStorage.getItem('chord-combiner-settings'))"
    wait_until(page, lambda: page.evaluate(record)["note-names"], "solfege")
    assert page.evaluate(record)["theme"] == "dark"


def test_persistent_storage_is_requested_once(new_page, server):
    page = new_page(server.url)
    page.add_init_script("""
        window.asked = 0;
        StorageManager.prototype.persisted = async () => false;
        StorageManager.prototype.persist = async () => { window.asked += 1; return false; };
    """)
    screen = Screen(page).goto("/combine/Cma7/D")
    screen.choose(upper="E")
    screen.settle()
    assert page.evaluate("asked") == 0
    for title in ["One", "Two"]:
        screen.page.evaluate("document.querySelector('a[href=\"/tunes\"]').click()")
        page.locator("#tune-search").wait_for()
        page.evaluate("""title => {
            const data = new DataTransfer();
            data.setData("text/plain", `Title: ${title}\n| C |`);
            document.body.dispatchEvent(new ClipboardEvent("paste",
                { clipboardData: data, bubbles: true, cancelable: true }));
        }""", title)
        expect(page).to_have_title(f"{title} · Tunes · Chord Combiner")
    assert page.evaluate("asked") == 1


@pytest.mark.all
@pytest.mark.firefox
def test_muted_tabs_do_not_echo_changes_forever(new_page, server):
    one = new_page(server.url)
    two = one.context.new_page()
    for page in [one, two]:
        Screen(page).goto("/settings")
        page.evaluate(
            """() => {
                window.written = 0;
                const set = Storage.prototype.setItem;
                Storage.prototype.setItem = function (...words) { window.written += 1; set.apply(this, words); };
            }"""
        )
    one.get_by_role("button", name="Sound").click()
    one.get_by_role("button", name="Mute").click()
    one.keyboard.press("Escape")
    expect(two.get_by_role("button", name="Sound, muted")).to_be_visible()
    one.get_by_label("Dark", exact=True).check()
    expect(two.get_by_label("Dark", exact=True)).to_be_checked()
    one.wait_for_timeout(300)
    assert two.evaluate("written") == 0
    # Two settings, each with its time.
    assert one.evaluate("written") == 4
    expect(one.get_by_role("button", name="Sound, muted")).to_be_visible()
