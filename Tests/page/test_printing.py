"""Printing: a card with the chord, black on white, without controls."""

import pytest
from playwright.sync_api import expect

SCREENS = [
    "/combine/Cma7/D", "/details/Cma7/D", "/chord/C13(♭9)", "/chord/_/D7", "/scale/C/Lydian_Dominant",
    "/select/lower/Cma7/D"]
DARK_ON_LIGHT = """() => {
    const light = color => Math.max(...color.match(/[\\d.]+/g).slice(0, 3).map(Number));
    const wrong = [];
    for (const element of document.querySelectorAll("body *")) {
        if (!element.checkVisibility() || element.closest("svg, .spoken")) continue;
        const { color, backgroundColor } = getComputedStyle(element);
        const isPainted = !/, 0\\)$/.test(backgroundColor);
        if (light(color) > 110 || (isPainted && light(backgroundColor) < 250))
            wrong.push(element.outerHTML.slice(0, 90));
    }
    return wrong;
}"""


@pytest.mark.parametrize("route", SCREENS)
def test_printed_card_is_dark_on_white_without_controls(visit, route):
    page = visit(route).page
    for theme in ["light", "dark"]:
        page.emulate_media(media="print", color_scheme=theme)
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        expect(page.get_by_role("img").first).to_be_visible()
        controls = page.locator("button, input, nav, [role=radio], #share")
        expect(controls.filter(visible=True)).to_have_count(0)
        assert page.evaluate(DARK_ON_LIGHT) == [], theme


def test_print_names_the_voicing_style(visit):
    page = visit("/hands/C13(♭9)/rootless-a").page
    style = page.locator(".styles [aria-pressed=true]").inner_text()
    page.emulate_media(media="print")
    expect(page.get_by_text(style, exact=True).filter(visible=True)).to_have_count(1)


@pytest.mark.parametrize("route", SCREENS)
def test_printed_card_fits_the_paper(visit, route):
    page = visit(route).page
    page.emulate_media(media="print")
    # The printable area of A4 in CSS pixels.
    page.set_viewport_size({"width": 680, "height": 1009})
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    for keyboard in page.get_by_role("img").all():
        box = keyboard.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 680


def test_main_screen_prints_on_one_page(visit):
    pdf = visit("/combine/C♭°11(♭13addΔ7)/F♯mi11(♭5♭9♭13)").page.pdf(format="A4")
    assert pdf.count(b"/Type /Page\n") == 1
