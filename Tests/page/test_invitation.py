"""The first minute: examples and invitations on the empty screen of a phone."""

import pytest
from playwright.sync_api import expect

from screen import PHONE

PHONES = [(390, 844), (360, 640)]


def fully_visible(page, locator):
    """Whether each element is fully visible and touchable without scrolling."""
    return locator.evaluate_all("""chips => chips.map(chip => {
        const { left, top, right, bottom } = chip.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && chip.contains(hit);
    })""")


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_invitation_is_visible_without_scrolling(visit, size):
    screen = visit()
    screen.page.set_viewport_size({"width": size[0], "height": size[1]})
    for place, count in [(".invitation .chip", 4), ("#lower .common .chip", 4), ("#upper .common .chip", 5)]:
        seen = fully_visible(screen.page, screen.page.locator(place))
        assert seen == [True] * count, place
    # No placeholder is clipped.
    assert not screen.page.evaluate("""() => [...document.querySelectorAll(".symbol input")].filter(field => {
        const style = getComputedStyle(field), inside = getComputedStyle(field, "::placeholder");
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = `italic ${inside.fontSize} ${inside.fontFamily}`;
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return pen.measureText(field.placeholder).width > room;
    }).map(field => field.placeholder)""")


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_first_combination_takes_two_taps(visit, size):
    screen = visit(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True)
    screen.page.locator("#lower .common").get_by_text("C7", exact=True).tap()
    screen.page.locator("#upper .common").get_by_text("A", exact=True).tap()
    screen.expect_titles("C7", "A", "C13(♭9)")
    assert screen.page.evaluate("scrollY") == 0
    expect(screen.page.locator(".invitation, .common")).to_have_count(0)


def test_example_opens_in_one_tap_and_plays_in_two(visit):
    screen = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    screen.page.locator(".invitation").get_by_role("link", name="Cma7 + D").tap()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    both = screen.page.locator("#result").get_by_role("button", name="Both")
    expect(both).to_be_in_viewport(ratio=1)
    both.tap()
    expect(screen.page.locator("#result [data-sounding]")).to_have_count(7)
    screen.page.go_back()
    expect(screen.page.locator(".invitation")).to_be_visible()
