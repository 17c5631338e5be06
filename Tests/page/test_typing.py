"""The chord field: suggestions, tolerant input, and error messages."""

import pytest
from playwright.sync_api import expect

from screen import Screen, wait_until

def open_list(screen, half="lower"):
    expect(screen.field(half)).to_have_attribute("aria-expanded", "true")
    return screen.suggestions(half).all_text_contents()


def expect_closed(screen, half="lower"):
    expect(screen.field(half)).to_have_attribute("aria-expanded", "false")
    expect(screen.suggestions(half)).to_have_count(0)


def active_option(screen, half="lower"):
    """The option announced to screen readers, which must be the highlighted one."""
    marked = screen.page.locator(f"#{half}-options [aria-selected=true]")
    expect(marked).to_have_count(1)
    expect(screen.field(half)).to_have_attribute("aria-activedescendant", marked.get_attribute("id"))
    return marked.locator("b").text_content()


def expect_valid(screen, half="lower"):
    expect(screen.message(half)).to_be_hidden()
    expect(screen.field(half)).not_to_have_attribute("aria-invalid", "true")


def expect_refused(screen, half, *words):
    expect(screen.message(half)).to_be_visible()
    for word in words:
        expect(screen.message(half)).to_contain_text(word)
    expect(screen.field(half)).to_have_attribute("aria-invalid", "true")
    expect(screen.field(half)).to_have_accessible_description(screen.message(half).text_content())


# Suggestions


@pytest.mark.firefox
def test_suggestion_is_accepted_with_the_keyboard(visit):
    screen = visit()
    screen.type("lower", "Cma1")
    screen.settle()
    names = open_list(screen)
    points_at = lambda name: wait_until(screen.page, lambda: active_option(screen), name)
    screen.press("ArrowDown")
    points_at(names[0])
    screen.press("ArrowUp")
    points_at(names[-1])
    screen.press("ArrowDown", "ArrowDown", "ArrowDown")
    points_at(names[2])
    screen.press("Enter")
    expect_closed(screen)
    screen.expect_titles(lower=names[2], result=names[2])
    expect(screen.field("lower")).to_have_value(names[2])
    expect(screen.field("upper")).to_be_focused()


@pytest.mark.firefox
def test_suggestion_is_accepted_with_a_click(visit):
    screen = visit()
    screen.type("upper", "D7(#")
    screen.suggestions("upper").get_by_text("D7(♯9)", exact=True).click()
    expect_closed(screen, "upper")
    screen.expect_titles(upper="D7(♯9)", result="D7(♯9)")
    expect(screen.field("upper")).to_have_value("D7(♯9)")
    expect(screen.field("upper")).to_be_focused()
    screen.page.go_back()
    screen.expect_empty()


def test_suggestion_is_accepted_with_a_tap(visit):
    screen = visit(has_touch=True, viewport={"width": 390, "height": 844})
    screen.field("lower").tap()
    screen.page.keyboard.type("Cma1")
    screen.suggestions("lower").get_by_text("Cma13(♯11)", exact=True).tap()
    expect_closed(screen)
    screen.expect_titles(lower="Cma13(♯11)")


@pytest.mark.firefox
def test_escape_closes_the_suggestions_and_keeps_the_text(visit):
    screen = visit()
    screen.type("lower", "Cma1")
    open_list(screen)
    screen.press("Escape")
    expect_closed(screen)
    expect(screen.field("lower")).to_have_value("Cma1")
    expect(screen.field("lower")).to_be_focused()
    screen.press("ArrowDown")
    assert "Cma13" in open_list(screen)


@pytest.mark.firefox
def test_tab_leaves_the_field_with_the_typed_spelling(visit):
    screen = visit()
    screen.type("lower", "cmaj7")
    screen.press("Tab")
    expect(screen.field("lower")).not_to_be_focused()
    expect_closed(screen)
    expect(screen.field("lower")).to_have_value("Cma7")
    expect(screen.announcer).to_have_text("lower chord C major 7")


@pytest.mark.parametrize("width, height", [(390, 844), (1440, 900)])
def test_field_covers_the_name_that_it_edits(visit, width, height):
    screen = visit("/combine/Cma7/D", viewport={"width": width, "height": height})
    title = screen.page.locator("#result .title")
    expect(title).to_have_css("opacity", "1")
    screen.type("result", "C13")
    screen.press("Enter")
    expect(screen.field("result")).to_be_focused()
    # It is higher than its field.
    expect(title).to_have_css("opacity", "0")
    screen.press("Tab")
    expect(title).to_have_css("opacity", "1")


@pytest.mark.firefox
def test_caret_stays_while_typing(visit):
    screen = visit()
    screen.type("lower", "Cma7")
    screen.press("Home", "ArrowRight")
    screen.page.keyboard.type("#")
    screen.press("ArrowRight", "Delete", "Delete")
    screen.page.keyboard.type("m")
    expect(screen.field("lower")).to_have_value("C#mm")
    screen.press("Backspace")
    expect(screen.field("lower")).to_have_value("C#m")
    screen.expect_titles(lower="C♯mi")


# A slow device: deferred work runs after the first key presses.
SLOW_TIMERS = """const soon = setTimeout;
    window.setTimeout = (call, delay, ...all) => soon(call, (delay ?? 0) || 300, ...all);"""


def test_fast_typing_is_not_overwritten(new_page, server):
    page = new_page(server.url)
    page.add_init_script(SLOW_TIMERS)
    page.goto("/combine/Cma7/D")
    screen = Screen(page).wait_until_ready()
    # The first letter equals the old text.
    screen.type("upper", "D")
    page.wait_for_timeout(400)
    page.keyboard.type("ma7")
    expect(screen.field("upper")).to_have_value("Dma7")


# Unreadable text


def test_unreadable_text_is_reported_and_the_last_chord_stays(visit):
    symbol, parts = "Dmaj7x", ["“Dmaj7x”", "“x”"]
    screen = visit("/combine/Cma7/D")
    screen.type("upper", symbol)
    screen.press("Enter")
    expect_refused(screen, "upper", *parts)
    expect(screen.field("upper")).to_have_value(symbol)
    expect(screen.announcer).to_have_text(screen.message("upper").text_content())
    # Every keyboard still shows the last readable chord.
    screen.expect_titles(lower="Cma7")
    assert len(screen.lit("lower")) == 4 and len(screen.lit("upper")) >= 3 and len(screen.lit()) >= 7
    screen.press("Tab")
    expect_refused(screen, "upper", *parts)

    screen.choose(upper="E").expect_titles(result="Ema/Cma7")
    expect_valid(screen, "upper")
