"""Other keyboard layouts, input methods, and key events that macOS omits."""

import pytest
from playwright.sync_api import expect

from screen import Screen

PRESS = """({ type = "keydown", target = null, ...event }) =>
    (target ? document.querySelector(target) : document.activeElement ?? document.body)
    .dispatchEvent(Object.defineProperty(new KeyboardEvent(type, { bubbles: true, cancelable: true, ...event }),
        "keyCode", { value: event.keyCode ?? 0 }))"""


def press(page, **event):
    page.evaluate(PRESS, event)


@pytest.mark.all
# The keys 1 to 4: French, Czech and Lithuanian layouts have digits with Shift only, Persian other digits.
@pytest.mark.parametrize("key", ["é", "ě", "ę", "۲"])
def test_digit_keys_are_recognised_by_position(visit, key):
    page = visit("/practise/name_chord_7").page
    expect(page.locator(".choice")).not_to_have_count(0)
    press(page, key=key, code="Digit2")
    expect(page.locator(".choice").nth(1)).to_have_attribute("aria-disabled", "true")


@pytest.mark.all
@pytest.mark.parametrize("key", ["я", "ζ", "ז", "ز", "ზ"])
def test_shortcuts_work_on_keyboards_of_other_scripts(visit, key):
    screen = visit("/combine/Cma7/D")
    page = screen.page
    page.get_by_role("button", name="Swap").click()
    screen.expect_titles("D", "Cma7")
    press(page, key=key, code="KeyZ", ctrlKey=True)
    screen.expect_titles("Cma7", "D")
    press(page, key=key.upper(), code="KeyZ", metaKey=True, shiftKey=True)
    screen.expect_titles("D", "Cma7")
    press(page, key="z", code="Slash", ctrlKey=True)
    screen.expect_titles("Cma7", "D")
    # On Dvorak, the letter Z counts, not its position.
    press(page, key=";", code="KeyZ", ctrlKey=True, shiftKey=True)
    screen.expect_titles("Cma7", "D")


def test_enter_that_ends_a_composition_selects_nothing(visit):
    screen = visit()
    page = screen.page
    screen.type("lower", "Cm")
    value = screen.field("lower").input_value()
    press(page, target="#lower-field", key="Enter", code="Enter", keyCode=229)
    screen.settle()
    expect(screen.field("lower")).to_have_value(value)
    expect(screen.field("lower")).to_be_focused()
    screen.press("Enter")
    expect(screen.field("lower")).to_have_value("Cmi")
    page.goto("/practise/name_chord_7")
    screen.wait_until_ready()
    press(page, target="body", key="2", code="Digit2", keyCode=229)
    screen.settle()
    expect(page.locator(".choice[aria-disabled]")).to_have_count(0)


def test_no_note_hangs_with_the_command_key(visit):
    screen = visit("/play")
    page = screen.page
    expect(page.locator("#held tbody tr")).to_have_count(0)
    for key in ["d", "g"]:
        page.keyboard.down(key)
    expect(page.locator("#held tbody tr")).to_have_count(2)
    # macOS sends no keyup for letters while ⌘ is down.
    press(page, target="body", key="Meta", code="MetaLeft", metaKey=True)
    expect(page.locator("#held tbody tr")).to_have_count(0)


def test_help_names_the_keys_of_the_actual_layout(new_page, server):
    page = new_page(server.url)
    page.add_init_script("""
        navigator.keyboard.getLayoutMap = async () =>
            new Map(Object.entries({ KeyA: "q", KeyW: "z", KeyZ: "w", KeyS: "s", Semicolon: "m" }));
    """)
    screen = Screen(page).goto("/help")
    keys = page.locator("[data-place]")
    expect(page.locator("[data-place=KeyA]")).to_have_text("Q")
    expect(page.locator("[data-place=KeyW]")).to_have_text("Z")
    expect(page.locator("[data-place=KeyZ]")).to_have_text("W")
    # Keys that the browser does not report keep their names.
    expect(page.locator("[data-place=KeyX]")).to_have_text("X")
    assert keys.count() == 18
    page.locator(".up").click()
    screen.press("?")
    expect(page.locator("[data-place=KeyA]")).to_have_text("Q")
