"""Solving for any of three chords: two chords and their result, with pins and alternatives."""

import pytest
from playwright.sync_api import expect

from screen import PHONE


def pin(screen, term):
    return screen.page.locator(f"#{term}-pin")


def next_button(screen, panel):
    return screen.page.locator(f"#{panel}").get_by_role("button", name="Next")


def test_target_chord_is_solved_into_two_chords(visit):
    screen = visit()
    # Two actions: focus the field and type the chord.
    screen.field("result").click()
    screen.page.keyboard.type("C13(b9)")
    screen.expect_titles("C7", "A", "C13(♭9)")
    assert set(screen.lit("lower").values()) == {"lower"} and set(screen.lit("upper").values()) == {"upper"}
    assert screen.address().endswith("/combine/C7/A")


@pytest.mark.firefox
def test_missing_chord_is_solved_from_the_other_two(visit):
    screen = visit()
    screen.type("lower", "C7")
    screen.press("Enter")
    expect(screen.field("upper")).to_be_focused()
    screen.type("result", "C7(#9b13)")
    screen.expect_titles("C7", "A♭", "C7(♯9♭13)")
    screen.press("Enter")
    expect(screen.field("result")).to_be_focused()
    expect(screen.field("result")).to_have_value("C7(♯9♭13)")
    expect(screen.announcer).to_contain_text("C 7 and A flat major make C 7 sharp 9 flat 13, pair 1 of 7")


@pytest.mark.firefox
def test_keyboard_alone_is_enough(visit):
    screen = visit()
    screen.field("lower").focus()
    screen.page.keyboard.type("Cm7")
    screen.press("ArrowDown", "Enter")
    expect(screen.field("upper")).to_be_focused()
    expect(screen.field("lower")).to_have_value("Cmi7")
    screen.field("result").focus()
    screen.page.keyboard.type("Cm1")
    expect(screen.suggestions("result").first).to_be_visible()
    screen.press("Escape")
    expect(screen.suggestions("result")).to_have_count(0)
    screen.page.keyboard.type("1")
    screen.press("ArrowDown", "Enter")
    expect(screen.field("result")).to_have_value("Cmi11")
    expect(pin(screen, "lower")).to_have_attribute("aria-pressed", "true")
    next_button(screen, "upper").focus()
    before = screen.title("upper").text_content()
    screen.press("Enter")
    expect(screen.title("upper")).not_to_have_text(before)
    expect(next_button(screen, "upper")).to_be_focused()


@pytest.mark.firefox
def test_pin_next_and_undo(visit):
    screen = visit()
    expect(screen.page.locator(".pin")).to_have_count(0)
    screen.type("result", "C13(b9)")
    screen.expect_titles("C7", "A", "C13(♭9)")
    screen.page.get_by_role("button", name="Pin C7").click()
    expect(screen.page.get_by_role("button", name="Unpin C7")).to_have_attribute("aria-pressed", "true")
    uppers = []
    for number in [1, 2, 3]:
        expect(screen.page.locator("#upper .ways-line")).to_contain_text(f"{number} of 3")
        uppers.append(screen.title("upper").text_content())
        next_button(screen, "upper").click()
    assert len(set(uppers)) == 3
    screen.expect_titles("C7", "A", "C13(♭9)")
    screen.page.get_by_role("button", name="Undo").click()
    expect(screen.title("upper")).to_have_text(uppers[2])
    # The browser's Back button does the same.
    screen.settle()
    screen.page.go_back()
    expect(screen.title("upper")).to_have_text(uppers[0])
    expect(screen.field("result")).to_have_value("C13(♭9)")


@pytest.mark.firefox
def test_a_reload_loses_nothing(visit):
    screen = visit()
    screen.type("result", "Dmi11")
    screen.expect_titles("Dmi7", "C", "Dmi11")
    screen.press("Enter")
    pin(screen, "upper").click()
    next_button(screen, "lower").click()
    lower = screen.title("lower").text_content()
    screen.settle()
    screen.reload().expect_titles(lower, "C", "Dmi11")
    expect(pin(screen, "upper")).to_have_attribute("aria-pressed", "true")
    expect(pin(screen, "lower")).to_have_attribute("aria-pressed", "false")
    # The solver loads with the first choice that needs it.
    screen.type("lower", "Dm7")
    screen.expect_titles("Dmi7", "C", "Dmi11")


def test_unsolvable_target_is_reported_next_to_the_field(visit):
    screen = visit("/combine/Cma7")
    screen.type("result", "C13")
    screen.press("Enter")
    expect(screen.message("result")).to_contain_text("C13 has no B")
    screen.expect_titles("Cma7", "Please select a chord", "Cma7")
    screen.type("result", "")
    expect(screen.message("result")).to_be_hidden()


SIZES = [
    (320, 568), (390, 844), (600, 960), (768, 1024), (810, 1080), (844, 390), (1024, 768), (1280, 800), (1920, 1080)]


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("symbol", ["C13(b9)", "F#mi11", "Eb7(#9#11b13)"])
def test_pinned_chords_fit_every_width(visit, symbol):
    screen = visit(viewport=PHONE)
    screen.type("result", symbol)
    screen.press("Enter")
    screen.page.locator("#lower-pin").click()
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.settle()
        wrong = screen.page.evaluate(
            """() => {
                const wrong = [];
                if (document.documentElement.scrollWidth > innerWidth) wrong.push("scrolls sideways");
                // The voicing styles are one scrolled row on a phone.
                const isPushed = element => element.closest(".styles")
                    && getComputedStyle(element.closest(".styles")).overflowX === "auto";
                const boxes = [...document.querySelectorAll(
                    ".combine :is(button, input, .head a.info, .ways-line a, .ways-line span)")]
                    .filter(element => element.checkVisibility() && !element.closest("details") && !isPushed(element))
                    .map(element => [element, element.getBoundingClientRect()]);
                for (const [element, box] of boxes) {
                    const name = element.id || element.textContent || element.className;
                    if (element.matches("button, input, a") && (box.width < 44 - .01 || box.height < 44 - .01))
                        wrong.push(`${name}: ${box.width} × ${box.height}`);
                    const panel = (element.closest(".panel") ?? element.closest(".combine")).getBoundingClientRect();
                    if (box.left < panel.left || box.right > panel.right) wrong.push(`${name} sticks out`);
                    for (const [other, its] of boxes) {
                        if (other === element || (other.matches("input") && element.matches(".pin"))
                            || (other.matches(".pin") && element.matches("input"))) continue;
                        const [x, y] = [Math.min(box.right, its.right) - Math.max(box.left, its.left),
                            Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top)];
                        if (x > 12.5 && y > 6.5)
                            wrong.push(`${name} lies on ${other.id || other.textContent || other.className}`);
                    }
                }
                // A field collapsed to its pencil icon shows no text.
                const isRead = field => getComputedStyle(field).color !== "rgba(0, 0, 0, 0)";
                for (const field of document.querySelectorAll(".combine input"))
                    if (isRead(field) && field.scrollWidth > field.clientWidth + 1)
                        wrong.push(`${field.id} is cut: ${field.value}`);
                return wrong;
            }"""
        )
        assert wrong == [], f"{width} × {height}"
