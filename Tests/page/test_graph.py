"""The graph: looked at, moved about in, followed, taken away."""

from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from screen import PHONE, until

LARGEST = "/chord/C°11(♭13addΔ7)"


@pytest.fixture
def graph(visit):
    """graph(route) → the page there, and its graph, in view."""

    def graph(route="/chord/Cma9", **options):
        page = visit(route, **options).page
        drawing = page.locator("svg.graph")
        expect(drawing).to_be_visible()
        drawing.scroll_into_view_if_needed()
        return page, drawing

    return graph


def view(drawing):
    return [float(number) for number in drawing.get_attribute("viewBox").split()]


def shows(drawing, wanted):
    """Waits until that is the view of it."""
    until(drawing.page, lambda: view(drawing), wanted)


def shows_width(drawing, width, **tolerance):
    until(drawing.page, lambda: view(drawing)[2], pytest.approx(width, **tolerance))


def turn_wheel(page, distance):
    page.wait_for_timeout(500)  # after which a wheel means the graph, not the page
    page.mouse.wheel(0, distance)


def node(drawing, name):
    return drawing.locator("[data-node]").filter(has=drawing.page.get_by_text(name, exact=True))


def bright(drawing):
    """The names that are not faded."""
    return sorted(
        drawing.locator("[data-node]").evaluate_all(
            "nodes => nodes.filter(node => getComputedStyle(node).opacity > 0.9).map(node => node.querySelector('text:last-of-type').textContent)"
        )
    )


def lights(drawing, names):
    """Waits until these alone are not faded."""
    until(drawing.page, lambda: bright(drawing) == sorted(names))


def middle(drawing):
    box = drawing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_chord_leads_to_its_details_and_back(graph):
    page, drawing = graph()
    node(drawing, "Emi7").click()
    expect(page.locator("h2")).to_have_text(["Emi7"])
    page.go_back()
    expect(page.locator("h2")).to_have_text(["Cma9"])
    expect(node(drawing, "Emi7")).to_be_visible()


def test_a_chord_is_followed_with_the_keyboard(graph):
    page, drawing = graph()
    node(drawing, "Gadd4").locator("a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h2")).to_have_text(["Gadd4"])


def test_a_note_is_a_button_with_its_pitch(graph):
    page, drawing = graph()
    note = drawing.get_by_role("button", name="Play D")
    assert note.get_attribute("data-action") == "sound pitches 74"
    page.evaluate("document.addEventListener('click', (event) => (window.clicked = event.target.closest('[data-action]')?.dataset.action))")
    note.focus()
    page.keyboard.press("Enter")
    until(page, lambda: page.evaluate("window.clicked"), "sound pitches 74")


@pytest.mark.firefox
def test_pointing_at_a_node_fades_what_does_not_hang_together_with_it(graph):
    page, drawing = graph()
    everything = bright(drawing)
    node(drawing, "Emi7").hover()
    lights(drawing, ["Cma9", "Emi7", "Emi", "G", "G", "E", "B", "D"])
    page.mouse.move(5, 5)
    lights(drawing, everything)
    node(drawing, "Emi").locator("a").focus()
    lights(drawing, ["Cma9", "Cma7", "Emi(♭6)", "Emi7", "G6", "Emi", "E", "G", "B"])
    page.get_by_role("button", name="Fit").focus()
    lights(drawing, everything)


def test_equal_chords_are_recognisable(graph):
    page, drawing = graph("/chord/C6⁄9")
    assert node(drawing, "C6").locator("a").get_attribute("aria-label") == "C6 = Ami7"
    one, other = (node(drawing, name).bounding_box() for name in ["C6", "Ami7"])
    assert one["x"] == pytest.approx(other["x"], abs=1)
    assert drawing.get_by_text("=", exact=True).count() > 0
    page.get_by_text("The graph as a list").click()
    expect(page.locator("#graph-list")).to_contain_text("C6 = Ami7")


@pytest.mark.firefox
def test_the_wheel_the_buttons_and_a_double_tap_zoom(graph):
    page, drawing = graph()
    whole = view(drawing)
    page.mouse.move(*middle(drawing))
    turn_wheel(page, -200)
    expect(drawing).to_have_attribute("data-zoomed", "")
    assert view(drawing)[2] < whole[2]
    page.get_by_role("button", name="Fit").click()
    shows(drawing, whole)
    page.get_by_role("button", name="Zoom in").click()
    shows_width(drawing, whole[2] / 1.5, rel=0.01)
    page.get_by_role("button", name="Zoom out").click()
    shows(drawing, whole)
    box = drawing.bounding_box()
    page.mouse.dblclick(box["x"] + 20, box["y"] + 12)
    shows_width(drawing, whole[2] / 2, rel=0.01)


@pytest.mark.firefox
def test_what_is_under_the_pointer_stays_there(graph):
    page, drawing = graph()
    box = node(drawing, "D").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    turn_wheel(page, -150)
    until(page, lambda: node(drawing, "D").bounding_box()["width"] > box["width"])
    after = node(drawing, "D").bounding_box()
    assert (after["x"] + after["width"] / 2, after["y"] + after["height"] / 2) == pytest.approx((x, y), abs=2)


@pytest.mark.firefox
def test_the_wheel_scrolls_the_page_where_there_is_nothing_to_zoom(graph):
    page, drawing = graph()
    whole = view(drawing)
    page.mouse.move(*middle(drawing))
    before = page.evaluate("scrollY")
    turn_wheel(page, 200)
    until(page, lambda: page.evaluate("scrollY") > before)
    assert view(drawing) == whole


@pytest.mark.firefox
def test_dragging_moves_and_follows_no_link(graph):
    page, drawing = graph()
    page.get_by_role("button", name="Zoom in").click()
    expect(drawing).to_have_attribute("data-zoomed", "")
    before = view(drawing)
    box = node(drawing, "Emi7").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] - 50, box["y"] - 30, steps=5)
    page.mouse.up()
    until(page, lambda: view(drawing)[0] > before[0] and view(drawing)[1] > before[1])
    assert view(drawing)[2:] == before[2:]
    expect(page.locator("h2")).to_have_text(["Cma9"])
    # The drag is over: the next press of a key is meant.
    node(drawing, "Emi7").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h2")).to_have_text(["Emi7"])


def test_two_fingers_zoom(graph):
    page, drawing = graph(viewport=PHONE, has_touch=True, is_mobile=True)
    whole = view(drawing)
    x, y = middle(drawing)
    touch = page.context.new_cdp_session(page)

    def fingers(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py, "id": i} for i, (px, py) in enumerate(points)]})

    fingers("touchStart", (x - 20, y), (x + 20, y))
    for reach in [24, 28, 32, 36]:
        fingers("touchMove", (x - reach, y), (x + reach, y))
    fingers("touchEnd")
    shows_width(drawing, whole[2] / 1.8, rel=0.1)


@pytest.mark.firefox
def test_the_keyboard_moves_and_zooms(graph):
    page, drawing = graph()
    whole = view(drawing)
    drawing.focus()
    page.keyboard.press("+")
    until(page, lambda: view(drawing)[2] < whole[2])
    zoomed = view(drawing)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    until(page, lambda: view(drawing)[0] > zoomed[0] and view(drawing)[1] > zoomed[1])
    page.keyboard.press("0")
    shows(drawing, whole)


def test_notes_can_be_hidden_for_the_whole_session(graph):
    page, drawing = graph()
    expect(drawing.locator("circle")).to_have_count(5)
    switch = page.get_by_role("button", name="Show notes")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(drawing.locator("circle")).to_have_count(0)
    expect(switch).to_have_attribute("aria-pressed", "false")
    node(drawing, "Cma7").click()
    expect(page.locator("h2")).to_have_text(["Cma7"])
    expect(drawing.locator("circle")).to_have_count(0)
    page.get_by_role("button", name="Show notes").click()
    expect(drawing.locator("circle")).to_have_count(4)


def test_the_view_survives_other_changes_and_not_another_chord(graph):
    page, drawing = graph()
    page.get_by_role("button", name="Zoom in").click()
    expect(drawing).to_have_attribute("data-zoomed", "")
    zoomed = view(drawing)
    page.evaluate("document.querySelector('summary').click()")
    page.get_by_role("button", name="SVG").click()
    assert view(drawing) == zoomed
    node(drawing, "Cma7").locator("a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h2")).to_have_text(["Cma7"])
    expect(drawing).not_to_have_attribute("data-zoomed", "")


@pytest.mark.firefox
def test_what_gets_the_focus_comes_into_view(graph):
    page, drawing = graph(LARGEST)
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    for name in ["Fmi7(♭5)", "A°7"]:
        node(drawing, name).locator("a").focus()

        def is_in_view():
            frame = drawing.bounding_box()
            box = node(drawing, name).bounding_box()
            return (
                frame["x"] <= box["x"] + box["width"] / 2 <= frame["x"] + frame["width"]
                and frame["y"] <= box["y"] + box["height"] / 2 <= frame["y"] + frame["height"]
            )

        until(page, is_in_view)


@pytest.mark.parametrize("format, beginning", [("SVG", b"<?xml"), ("PNG", b"\x89PNG"), ("DOT", b"graph ")])
def test_downloads(graph, format, beginning):
    page, drawing = graph("/details/C/Ami")
    with page.expect_download() as download:
        page.get_by_role("button", name=format, exact=True).click()
    assert download.value.suggested_filename == f"C6.{format.lower()}"
    content = download.value.path().read_bytes()
    assert content.startswith(beginning)
    if format == "SVG":
        assert ElementTree.fromstring(content).get("viewBox") == drawing.get_attribute("viewBox")
    if format == "PNG":
        width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
        assert (width, height) == tuple(2 * int(drawing.get_attribute(side)) for side in ("width", "height"))


@pytest.mark.parametrize("viewport", [PHONE, {"width": 320, "height": 568}, {"width": 844, "height": 390}])
def test_the_largest_graph_fits_and_can_be_read_at_zoom(graph, viewport):
    page, drawing = graph(LARGEST, viewport=viewport)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert drawing.bounding_box()["height"] <= viewport["height"]
    for _ in range(8):
        page.get_by_role("button", name="Zoom in").click()
    sizes = lambda: drawing.locator("text").evaluate_all("texts => texts.map(text => text.getBoundingClientRect().height)")
    until(page, lambda: min(sizes()) >= 16)
    for button in page.locator("[data-zoom], [data-action=graph-notes]").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.firefox
def test_names_fit_into_their_shapes(graph):
    page, drawing = graph(LARGEST)
    outside = drawing.locator("[data-node]").evaluate_all(
        """nodes => nodes.filter(node => {
            const [shape, text] = ["rect, ellipse, circle, path", "text"].map(kind => node.querySelector(kind).getBoundingClientRect());
            return text.left < shape.left || text.right > shape.right;
        }).map(node => node.textContent)"""
    )
    assert outside == []


def test_the_graph_is_there_without_a_script(visit):
    page = visit("/chord/Cma9", java_script_enabled=False).page
    assert page.locator("svg.graph ellipse").count() == 5
    page.locator("svg.graph a", has_text="Emi7").click()
    expect(page.locator("h2")).to_have_text(["Emi7"])
