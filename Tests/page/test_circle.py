"""The circle of fifths: turning by clicks, keys and drags, drawing, and links with the combiner."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from playwright.sync_api import expect

from looks import contrast
from screen import PHONE, wait_until

HOURS = ["C", "G", "D", "A", "E", "B", "F♯", "D♭", "A♭", "E♭", "B♭", "F"]
# From theory.md: staff steps from the bottom line.
TREBLE_SHARPS, TREBLE_FLATS = [8, 5, 9, 6, 3, 7, 4], [4, 7, 3, 6, 2, 5, 1]


class Circle:
    def __init__(self, screen):
        self.screen, self.page = screen, screen.page
        self.svg = self.page.locator("svg.circle")
        self.heading = self.page.get_by_role("heading", level=2)
        expect(self.svg).to_be_visible()

    def hour(self, hour):
        return self.page.locator(f"#hour-{hour}")

    def tap(self, hour):
        self.hour(hour).locator("text.major").click()
        expect(self.hour(hour)).to_have_attribute("aria-checked", "true")

    def turn(self):
        """The target rotation of the ring of degrees, in degrees."""
        turns = self.page.locator(".circle > .turning").evaluate_all(
            "rings => rings.map(ring => ring.getAttribute('transform'))")
        assert len(set(turns)) == 1
        return int(turns[0].removeprefix("rotate(").removesuffix(")"))

    def drawn(self):
        """The current rotation, 0…360."""
        return self.page.locator(".circle > .turning").first.evaluate(
            "ring => { const { a, b } = ring.getScreenCTM(); return (Math.atan2(b, a) * 180 / Math.PI + 360) % 360; }"
        )

    def expect_angle(self, degrees):
        self.page.wait_for_function(
            """degrees => { const { a, b } = document.querySelector(".circle > .turning").getScreenCTM();
                return Math.abs(((Math.atan2(b, a) * 180 / Math.PI - degrees) % 360 + 540) % 360 - 180) < .01; }""",
            arg=degrees)

    def center(self):
        box = self.svg.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, min(box["width"], box["height"]) / 400


@pytest.fixture
def circle(visit):
    return lambda route="/circle/C", **options: Circle(visit(route, **options))


def test_circle_has_twelve_hours_with_c_at_twelve(circle):
    circle = circle()
    assert circle.page.locator(".hour text.major").all_text_contents() == [
        "C", "G", "D", "A", "E", "B/C♭", "F♯/G♭", "D♭/C♯", "A♭", "E♭", "B♭", "F"]
    assert circle.page.locator(".hour text.minor").all_text_contents() == [
        "a", "e", "b", "f♯", "c♯", "g♯/a♭", "d♯/e♭", "b♭/a♯", "f", "c", "g", "d"]
    assert circle.page.locator(".hour text.count").all_text_contents() == [
        "0", "1♯", "2♯", "3♯", "4♯", "5♯/7♭", "6♯/6♭", "5♭/7♯", "4♭", "3♭", "2♭", "1♭"]
    # Actual positions on the screen, clockwise from the top.
    x, y, scale = circle.center()
    for hour, (dx, dy) in {0: (0, -1), 3: (1, 0), 6: (0, 1), 9: (-1, 0)}.items():
        box = circle.hour(hour).locator("text.major").bounding_box()
        assert abs(box["x"] + box["width"] / 2 - x - dx * 161 * scale) < 3
        assert abs(box["y"] + box["height"] / 2 - y - dy * 161 * scale) < 6


@pytest.mark.firefox
def test_the_rings_turn_the_short_way(circle):
    circle = circle("/circle/F")
    start = circle.turn()
    circle.tap(0)
    assert circle.turn() - start == 30
    circle.tap(6)
    assert circle.turn() - start == 30 + 180
    circle.expect_angle(180)
    circle.tap(3)
    assert circle.turn() - start == 30 + 180 - 90
    circle.expect_angle(90)
    circle.tap(11)
    assert circle.turn() - start == 30 + 180 - 90 - 120
    circle.expect_angle(330)


@pytest.mark.firefox
def test_turning_is_animated_unless_reduced_motion_is_preferred(circle):
    for options, is_eased in [({}, True), ({"reduced_motion": "reduce"}, False)]:
        turning = circle(**options)
        if options and turning.screen.is_firefox:
            continue  # Debian's Firefox cannot emulate reduced motion.
        turning.page.evaluate(
            """() => {
                window.seen = [];
                window.isEased = false;
                addEventListener("transitionrun", event => { if (event.propertyName === "transform") isEased = true; });
                const look = () => {
                    const { a, b } = document.querySelector(".circle > .turning").getScreenCTM();
                    seen.push(Math.atan2(b, a) * 180 / Math.PI);
                    requestAnimationFrame(look);
                };
                look();
            }""")
        turning.tap(3)
        turning.expect_angle(90)
        seen = turning.page.evaluate("seen")
        # A busy machine may render no frame of the animation.
        assert turning.page.evaluate("isEased") == is_eased
        assert is_eased or not any(1 < angle < 89 for angle in seen)
        assert all(-0.01 < angle < 90.01 for angle in seen)


@pytest.mark.firefox
def test_numerals_are_at_the_roots_of_their_chords(circle):
    """Measured on the screen, in C major and A minor and after turning."""
    circle = circle(reduced_motion="reduce")

    def read(ring):
        x, y, _ = circle.center()
        return circle.page.locator(".circle > .turning").nth(ring).locator("text").evaluate_all(
            """(texts, [x, y]) => Object.fromEntries(texts.map(text => {
                const { left, top, width, height } = text.getBoundingClientRect();
                const angle = Math.atan2(left + width / 2 - x, y - top - height / 2) * 180 / Math.PI;
                return [text.textContent, (Math.round(angle / 30) + 12) % 12];
            }))""", [x, y])

    assert read(0) == {"I C": 0, "ii Dmi": 2, "iii Emi": 4, "IV F": 11, "V G": 1, "vi Ami": 3, "vii° B°": 5}
    # In the ring of minor keys: VI at F minor (eight o'clock), ii° at B minor (two o'clock).
    assert read(1) == {"i Ami": 0, "ii° B°": 2, "III C": 9, "iv Dmi": 11, "v Emi": 1, "VI F": 8, "VII G": 10}
    circle.tap(9)
    # E♭ is three hours before C. Debian's Firefox animates this too.
    circle.expect_angle(270)
    assert read(1) == {"i Cmi": 9, "ii° D°": 11, "III E♭": 6, "iv Fmi": 8, "v Gmi": 10, "VI A♭": 5, "VII B♭": 7}
    # Never upside down at any rotation.
    assert min(
        circle.page.locator(".degree text").evaluate_all("texts => texts.map(text => text.getScreenCTM().a)")) > -0.001


@pytest.mark.firefox
def test_circle_is_one_tab_stop_with_arrow_keys_inside(circle):
    circle = circle()
    assert circle.page.locator(".circle [tabindex='0'], .circle a").count() == 1
    circle.hour(0).focus()
    for key, hour in [("ArrowRight", 1), ("ArrowDown", 2), ("ArrowLeft", 1), ("ArrowUp", 0), ("ArrowUp", 11)]:
        circle.page.keyboard.press(key)
        expect(circle.hour(hour)).to_be_focused()
        expect(circle.hour(hour)).to_have_attribute("aria-checked", "true")
        assert circle.page.locator(".circle [tabindex='0']").count() == 1
    circle.tap(6)
    circle.page.keyboard.press("Home")
    expect(circle.hour(0)).to_be_focused()
    circle.page.keyboard.press("Tab")
    expect(circle.page.locator(".circle :focus")).to_have_count(0)


def test_key_signatures_are_placed_correctly_on_the_staff(circle):
    circle = circle()
    for hour, name in enumerate(HOURS):
        circle.tap(hour)
        expect(circle.heading).to_have_text([re.compile(f"^{name}( |$)")])
        expected = {
            count for count in [hour if hour <= 7 else None, hour - 12 if hour >= 5 else None] if count is not None}
        seen = set()
        for staff in circle.page.locator(".signatures svg.staff").all():
            marks = staff.locator("g.treble, g.bass").evaluate_all(
                """staves => staves.map(staff => {
                    const lines = staff.querySelector(".lines"), height = lines.getBBox().height;
                    const { d: scale, f: top } = lines.getScreenCTM();
                    return [...staff.querySelectorAll(".accidental")].map(sign => {
                        const below = height - (sign.getScreenCTM().f - top) / scale;
                        return below / (height / 8);
                    });
                })""")
            treble, bass = [[round(step, 2) for step in steps] for steps in marks]
            count = len(treble)
            caption = circle.page.locator(".signatures figcaption").nth(len(seen)).text_content()
            is_sharp = "sharp" in caption and count > 0
            assert treble == (TREBLE_SHARPS if is_sharp else TREBLE_FLATS)[:count]
            assert bass == [step - 2 for step in treble]
            assert count == 0 or caption.startswith(f"{count} {'sharp' if is_sharp else 'flat'}")
            seen.add(count if is_sharp else -count)
        assert seen == expected


@pytest.mark.firefox
def test_the_rings_can_be_dragged(circle):
    circle = circle(reduced_motion="reduce")
    page = circle.page
    x, y, scale = circle.center()
    at = lambda right, up: (x + right * 188 * scale, y - up * 188 * scale)
    page.mouse.move(*at(0, 1))
    page.mouse.down()
    page.mouse.move(*at(0.5, 0.866), steps=6)
    wait_until(page, lambda: abs(circle.drawn() - 30) < 3)
    # The keys do not move, and nothing is selected before release.
    expect(circle.hour(0)).to_have_attribute("aria-checked", "true")
    # 70° is nearest to D at 60°.
    page.mouse.move(*at(0.94, 0.342), steps=6)
    page.mouse.up()
    expect(circle.heading).to_have_text(["D major"])
    assert circle.turn() == 60
    # Backwards by more than half a turn.
    page.mouse.move(*at(0, 1))
    page.mouse.down()
    for right, up in [(-1, 0), (0, -1), (0.866, -0.5)]:
        page.mouse.move(*at(right, up), steps=8)
    page.mouse.up()
    expect(circle.hour(6)).to_have_attribute("aria-checked", "true")
    assert circle.turn() == 60 - 240
    # A press with little movement is a tap.
    page.mouse.move(*at(0, 0.85))
    page.mouse.down()
    page.mouse.move(at(0, 0.85)[0] + 2, at(0, 0.85)[1])
    page.mouse.up()
    expect(circle.heading).to_have_text(["C major"])


@pytest.mark.firefox
def test_key_is_in_the_address_and_back_restores_it(circle):
    circle = circle("/circle/F♯")
    expect(circle.hour(6)).to_have_attribute("aria-checked", "true")
    circle.tap(9)
    assert circle.screen.address().endswith("/circle/E%E2%99%AD")
    circle.page.go_back()
    expect(circle.heading).to_have_text(["F♯ / G♭ major"])
    # The key is kept on other screens and at the next visit.
    circle.tap(2)
    circle.page.get_by_role("link", name="Combine", exact=True).click()
    circle.page.get_by_role("link", name="Circle", exact=True).click()
    expect(circle.heading).to_have_text(["D major"])
    circle.screen.settle()
    circle.screen.goto("/circle")
    expect(circle.heading).to_have_text(["D major"])
    assert circle.screen.address().endswith("/circle/D")


def test_drag_on_a_removed_circle_turns_nothing(circle):
    circle = circle(reduced_motion="reduce")
    x, y, scale = circle.center()
    circle.page.mouse.move(x, y - 188 * scale)
    circle.page.mouse.down()
    circle.page.mouse.move(x + 120 * scale, y - 145 * scale, steps=4)
    circle.page.keyboard.press("Escape")
    circle.page.mouse.move(x + 160 * scale, y - 90 * scale)
    circle.page.mouse.up()
    circle.page.get_by_role("link", name="Circle", exact=True).click()
    expect(circle.heading).to_have_text(["C major"])


def test_fingers_turn_the_rings(circle):
    """With one finger while another touches elsewhere. The next key press counts."""
    circle = circle(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    x, y, scale = circle.center()
    devtools = circle.page.context.new_cdp_session(circle.page)

    def touch(kind, *points):
        points = [{"x": a, "y": b, "id": index} for index, (a, b) in enumerate(points)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    at = lambda right, up: (x + right * 188 * scale, y - up * 188 * scale)
    touch("touchStart", at(0, 1))
    for right, up in [(0.26, 0.966), (0.5, 0.866), (0.7, 0.7)]:
        touch("touchMove", at(right, up))
    touch("touchStart", at(0.7, 0.7), (x, y + 330))
    touch("touchMove", at(0.866, 0.5), (x, y + 330))
    touch("touchEnd")
    expect(circle.heading).to_have_text(["D major"])
    sevenths = section(circle, "Chords in D major").get_by_role("button", name="Seventh chords")
    sevenths.focus()
    circle.page.keyboard.press("Enter")
    expect(sevenths).to_have_attribute("aria-pressed", "true")


def test_minor_key_can_be_selected(circle):
    circle = circle()
    circle.hour(9).locator("text.minor").click()
    expect(circle.heading).to_have_text(["C minor"])
    assert circle.screen.address().endswith("/circle/Cm")
    # Its chords come first, and arrow keys stay in the minor keys.
    expect(circle.page.locator("#key h3").first).to_have_text("Chords in C minor")
    circle.page.keyboard.press("ArrowRight")
    expect(circle.heading).to_have_text(["G minor"])
    circle.tap(10)
    expect(circle.heading).to_have_text(["B♭ major"])


def test_walking_with_arrow_keys_is_one_history_step(circle):
    circle = circle()
    circle.tap(3)
    circle.hour(3).focus()
    for _ in range(4):
        circle.page.keyboard.press("ArrowRight")
    expect(circle.heading).to_have_text(["D♭ / C♯ major"])
    circle.screen.settle()
    circle.page.go_back()
    expect(circle.heading).to_have_text(["C major"])


def test_linked_key_is_remembered(circle):
    circle = circle("/circle/E")
    circle.screen.settle()
    circle.screen.goto("/circle")
    expect(circle.heading).to_have_text(["E major"])


def section(circle, title):
    return circle.page.get_by_role("region", name=title, exact=True)


def test_scale_and_cadence_can_be_played(circle):
    circle = circle("/circle/D")
    circle.page.evaluate("window.told = []; document.addEventListener('notes', ({ detail }) => told.push(detail))")

    def hear(click):
        """The notes played by this click."""
        click.click()
        circle.page.wait_for_function("() => told.length")
        return circle.page.evaluate("told.pop()")

    scale = [note["pitch"] for note in hear(circle.page.get_by_role("button", name="Play the scale of D major"))]
    assert [pitch - scale[0] for pitch in scale] == [0, 2, 4, 5, 7, 9, 11, 12] and scale[0] % 12 == 2
    notes = hear(circle.page.get_by_role("button", name="Play the cadence of B minor"))
    chords = {}
    for note in notes:
        chords.setdefault(round(note["start"] - notes[0]["start"], 2), set()).add(note["pitch"] % 12)
    # B minor, E minor, F♯7 and B minor in four parts, evenly one after the other.
    assert list(chords.values()) == [{11, 2, 6}, {4, 7, 11}, {6, 10, 1, 4}, {11, 2, 6}]
    starts = list(chords)
    assert len({round(later - earlier, 2) for earlier, later in zip(starts, starts[1:])}) == 1
    # A cell of the ring plays a chord.
    assert {note["pitch"] % 12 for note in hear(circle.page.locator(".degree").nth(1))} == {4, 7, 11}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_enough_contrast_with_its_tint(circle, theme):
    circle = circle("/circle/F♯", color_scheme=theme, reduced_motion="reduce")
    circle.page.wait_for_function("() => document.getAnimations().length === 0")
    pairs = circle.page.evaluate(
        """() => {
            const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
            const rgb = (paint) => {
                canvas.fillStyle = paint;
                canvas.fillRect(0, 0, 1, 1);
                return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join(",")})`;
            };
            const fill = (element) => rgb(getComputedStyle(element).fill);
            const pairs = [];
            for (const hour of document.querySelectorAll(".hour")) {
                for (const [text, path] of [["major", "major"], ["minor", "minor"], ["count", "signature"]]) {
                    pairs.push([fill(hour.querySelector("text." + text)), fill(hour.querySelector("path." + path))]);
                }
            }
            for (const cell of document.querySelectorAll(".degree")) {
                pairs.push([fill(cell.querySelector("text")), fill(cell.querySelector("path"))]);
            }
            return pairs;
        }""")
    assert len(pairs) == 36 + 14
    for text, tint in pairs:
        assert contrast(text, tint) >= 4.5, (text, tint)


@pytest.mark.firefox
def test_circle_is_above_or_next_to_the_tables(circle):
    circle = circle("/circle/D♭")
    for width, height, beside in [
        (320, 568, False), (390, 844, False), (844, 390, True), (1280, 800, True), (1920, 1080, True)]:
        circle.page.set_viewport_size({"width": width, "height": height})
        picture, tables = circle.svg.bounding_box(), circle.page.locator("#key").bounding_box()
        if beside:
            assert picture["x"] + picture["width"] <= tables["x"] and abs(picture["y"] - tables["y"]) < 40
        else:
            assert picture["y"] + picture["height"] <= tables["y"]
        assert circle.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        # The whole circle is visible.
        assert picture["height"] <= height or not beside


@pytest.mark.parametrize("key", ["C", "F♯", "D♭"])
def test_cadences_of_both_modes_have_notes_of_one_size(circle, key):
    page = circle("/circle/" + key).page
    for width, height in [(320, 568), (360, 640), (768, 1024), (1180, 820), (1216, 800), (1440, 900), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        major, minor = page.locator(".cadence .staff").evaluate_all(
            "staves => staves.map((one) => one.getBoundingClientRect().width / one.getAttribute('width'))")
        assert major == pytest.approx(minor, abs=0.01), width


def test_circle_can_be_downloaded(circle):
    circle = circle("/circle/A")
    section(circle, "Chords in A major").get_by_role("button", name="Use A as lower chord").click()
    section(circle, "Chords in A major").get_by_role("button", name="Use C♯mi as upper chord").click()
    with circle.page.expect_download() as download:
        circle.page.get_by_role("button", name="Download SVG").click()
    root = ElementTree.parse(download.value.path()).getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "F♯/G♭" in texts and "vi F♯mi" in texts
    # Names of both chords, with common tones C♯ and E marked differently from A and G♯.
    assert texts[-2:] == ["A", "C♯mi"]
    discs = [
        disc for disc in root.iter("{http://www.w3.org/2000/svg}circle") if disc.get("cx") and disc.get("cy") != "-188"]
    fills = [disc.get("fill") for disc in discs]
    assert sorted(map(fills.count, set(fills))) == [1, 1, 2]
    assert download.value.suggested_filename == "Circle of fifths, A major.svg"
    assert not any(element.get("class") or element.get("data-action") for element in root.iter())


def test_finger_scrolls_the_page_and_turns_the_rings(circle):
    circle = circle(viewport=PHONE)
    actions = circle.page.evaluate(
        "['.circle', '.circle .degrees', '.circle .track'].map(part => "
        "getComputedStyle(document.querySelector(part)).touchAction)")
    assert actions == ["pan-y pinch-zoom", "none", "none"]


@pytest.mark.parametrize("route", ["/circle/C", "/circle/F♯"])
def test_circle_takes_three_windows_of_a_phone(visit, route):
    page = visit(route, viewport=PHONE).page
    expect(page.locator(".cadence svg").first).to_be_visible()
    wait_until(page, lambda: page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE["height"])
