"""Light chords: rendering compared with an independent model, and the stage with every input."""

import json
import urllib.request
from itertools import combinations, pairwise

import pytest
from playwright.sync_api import expect

import light
from linnstrument import INSTRUMENTS, OFF, ON
from screen import DESKTOP, PHONE, Screen, wait_until
from serving import SITE, Server

# Tolerance for colors of 0…255: browsers round while blending.
COLOR_TOLERANCE = 4
# Duration of a fade in seconds.
FADE_DURATION = 1 / 3
# Three flashes per second are safe. Each flash is a change and one back.
MAXIMUM_FLASHES = 3

# Reads a copy of the canvas, since reading the canvas itself changes how it is painted.
# Records notes, and per frame the lit cells and the mean brightness.
READ_CANVAS = """
window.readings = {
    copy(width, height) {
        const canvas = document.getElementById("canvas");
        const copy = new OffscreenCanvas(width ?? canvas.width, height ?? canvas.height);
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(canvas, 0, 0, copy.width, copy.height);
        return context.getImageData(0, 0, copy.width, copy.height).data;
    },
    size() {
        const { width, height } = document.getElementById("canvas");
        return [width, height];
    },
    colors(points) {
        const data = this.copy(), [width] = this.size();
        return points.map(([x, y]) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)]);
    },
    lit: () => [...document.querySelectorAll("[data-cell][aria-pressed=true]")]
        .map(cell => Number(cell.dataset.cell) + 1),
};
// Per frame until the task is done: [seconds, cells lit, mean brightness 0…1].
window.record = async (task) => {
    const frames = [];
    let isDone = false;
    const ended = task().then(() => { isDone = true; });
    while (!isDone) {
        await new Promise(requestAnimationFrame);
        const time = performance.now() / 1000;
        const data = readings.copy(16, 10);
        let sum = 0;
        for (let i = 0; i < data.length; i += 4) sum += 0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2];
        frames.push([time, readings.lit(), sum / (data.length / 4) / 255]);
    }
    await ended;
    return frames;
};
window.pause = (milliseconds) => new Promise(done => setTimeout(done, milliseconds));
window.key = (kind, digit) => document.dispatchEvent(
    new KeyboardEvent(kind, { key: String(digit), code: `Digit${digit}`, bubbles: true, cancelable: true }));
window.told = [];
document.addEventListener("notes", ({ detail }) => told.push(detail.map(({ pitch, duration }) => [pitch, duration])));
"""
# The sounding voices: struck and not released.
TRACK_VOICES = """async () => {
    const { Player } = await import(new URL("sound/voices.js", document.querySelector("script[type=module]").src));
    const { strike, release, stop } = Player.prototype;
    window.sounding = new Set();
    Player.prototype.strike = function (...all) {
        const voice = strike.apply(this, all);
        sounding.add(voice);
        return voice;
    };
    Player.prototype.release = function (voice, ...all) { sounding.delete(voice); release.call(this, voice, ...all); };
    Player.prototype.stop = function () { sounding.clear(); stop.call(this); };
}"""

RED, YELLOW, GREEN, AQUA = ({"hue": hue, "purity": 1, "brightness": 0.8} for hue in (0, 60, 120, 180))
BLUE, PINK = ({"hue": hue, "purity": 0.5, "brightness": 0.6} for hue in (240, 300))
BLACK, WHITE = {"brightness": 0}, {"brightness": 1}
COLORS = [RED, YELLOW, GREEN, AQUA, BLUE, PINK, BLACK, WHITE]
C, G = {"lower": "C"}, {"lower": "G"}
NOTES_OF_C, NOTES_OF_G = [60, 64, 67], [67, 71, 74]


def chordset(*chords, title="Test"):
    """A chordset as in the API, filled up to eight chords with black ones."""
    chords = [{"position": position, **chord} for position, chord in enumerate([*chords, *[{}] * (8 - len(chords))])]
    return {"title": title, "chords": chords}


def eight_colors(**others):
    """A chordset of eight plain colors."""
    return chordset(*({"background": color, **others} for color in COLORS))


class Canvas:
    """Page object for a screen with a canvas: the chord editor or the stage."""

    def __init__(self, screen):
        self.screen, self.page = screen, screen.page
        self.canvas = self.page.locator("#canvas")
        expect(self.canvas).to_be_visible()

    def size(self):
        return self.page.evaluate("readings.size()")

    def pixels(self):
        """A hash of all pixels."""
        return self.page.evaluate(
            "crypto.subtle.digest('SHA-256', readings.copy()).then(sum => [...new Uint8Array(sum)])")

    def differences(self, points, painting):
        """Points whose color is wrong, with the actual and the expected color."""
        colors = self.page.evaluate("points => readings.colors(points)", points)
        wanted = [painting.color_at(x + 0.5, y + 0.5) for x, y in points]
        return [
            (point, found, right) for point, found, right in zip(points, colors, wanted, strict=True)
            if max(abs(one - other) for one, other in zip(found, right, strict=True)) > COLOR_TOLERANCE
        ]

    def expect_picture(self, chord, beat):
        painting = None

        def differences():
            # The canvas gets its size only when it is painted.
            nonlocal painting
            painting = light.Painting(*self.size(), light.background(chord), light.shapes(chord, beat))
            return self.differences(painting.points(step=23), painting)

        wait_until(self.page, differences, [])
        return painting

    def expect_filled(self, color, tolerance=COLOR_TOLERANCE):
        """Waits until the whole picture has one color."""
        def is_filled():
            width, height = self.size()
            points = [[x, y] for x in (1, width // 2, width - 2) for y in (1, height // 2, height - 2)]
            colors = self.page.evaluate("points => readings.colors(points)", points)
            return all(abs(one - other) <= tolerance for found in colors for one, other in zip(found, color))

        wait_until(self.page, is_filled)


class Stage(Canvas):
    def __init__(self, screen):
        super().__init__(screen)
        self.expect_lit(1)
        self.page.evaluate(TRACK_VOICES)

    def cell(self, number):
        return self.page.locator(f"#cell-{number - 1}")

    def lit(self):
        return self.page.evaluate("readings.lit()")

    def expect_lit(self, *numbers):
        """Waits until these cells are lit and no others."""
        wait_until(self.page, self.lit, list(numbers))

    def expect_sounding(self, *pitches):
        """Waits until these notes are held and no others."""
        wait_until(
            self.page, lambda: sorted(self.page.evaluate("[...sounding].map(({ pitch }) => pitch)")), list(pitches))

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def play(self, *messages):
        self.page.evaluate("messages => midi.play('Pads', ...messages)", [list(message) for message in messages])

    def enable_midi(self):
        self.page.evaluate("midi.plug('Pads')")
        self.button("Enable MIDI").click()
        self.page.wait_for_function("() => midi.inputs.get('Pads').onmidimessage")
        return self

    def record(self, task, argument=None):
        return self.page.evaluate(f"argument => record(async () => {{ {task} }})", argument)


@pytest.fixture(scope="module")
def own_server(tmp_path_factory):
    server = Server(SITE, tmp_path_factory.mktemp("stage") / "log")
    yield server
    server.stop()


@pytest.fixture
def store_chordset(own_server):
    """store_chordset(chordset) → its id. It is deleted after the test."""
    kept = []

    def call_api(method, path="", body=None):
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            own_server.url + "/api/v1/chordsets" + path, content, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def store_chordset(chordset):
        kept.append(json.loads(call_api("POST", body=chordset))["id"])
        return kept[-1]

    yield store_chordset
    for id in kept:
        call_api("DELETE", "/" + id)


@pytest.fixture
def visit_canvas(new_page, own_server):
    """visit_canvas(route) → that screen in a new browser, with readings of its canvas."""

    def visit_canvas(route, prepare="", **options):
        page = new_page(own_server.url, **options)
        page.add_init_script(READ_CANVAS + INSTRUMENTS + prepare)
        page.goto(route)
        return Screen(page).wait_until_ready()

    return visit_canvas


@pytest.fixture
def stage(store_chordset, visit_canvas):
    """stage(chordset) → the stage of this chordset."""

    def stage(chordset, **options):
        return Stage(visit_canvas(f"/lights/{store_chordset(chordset)}/stage", **options))

    return stage


# Rendering


SHAPES = {
    "background": {"hue": 210, "purity": 0.6, "brightness": 0.3},
    "bpm": 90,
    "lumis": [
        {"hue": 0, "sides": 1, "size": 0.5, "x": 0.3, "y": 0.4, "opacity": 0.5},
        {"hue": 60, "sides": 1, "size": 0.4, "thickness": 0.3, "x": 0.75, "y": 0.3},
        {"hue": 120, "sides": 2, "size": 0.6, "thickness": 0.2, "x": 0.5, "y": 0.6, "spin": 0.05, "opacity": 0.7},
        {"hue": 300, "purity": 0.4, "sides": 3, "size": 0.4, "x": 0.2, "y": 0.75, "phase": 0.5, "spin": 0.03},
        {"hue": 30, "sides": 4, "size": 0.3, "thickness": 0.4, "x": 0.8, "y": 0.75, "spin": -0.02, "opacity": 0.8},
        {"hue": 180, "purity": 0.8, "sides": 12, "size": 0.2, "x": 0.5, "y": 0.2, "opacity": 0.6},
    ],
}
# Every lumi crosses the edges. Some start ahead of the beat.
PATHS = {
    "background": {"hue": 40, "purity": 1, "brightness": 0.9},
    "bpm": 60,
    "lumis": [
        {"hue": 240, "sides": 5, "size": 0.3, "heading": 90, "speed": 0.2, "phase": 0.25, "x": 0.9, "y": 0.5},
        {"hue": 0, "sides": 2, "size": 0.4, "thickness": 0.3, "heading": 200, "speed": 0.3, "spin": 0.1, "x": 0.1},
        {"hue": 90, "purity": 0.3, "size": 0.25, "thickness": 0.5, "heading": 333, "speed": 0.15, "y": 0.05},
    ],
}
# More than 1.5 passes per second, so it is slowed down.
FAST_PATHS = {"bpm": 240, "lumis": [lumi | {"speed": 0.5, "spin": lumi.get("spin", 0) * 10} for lumi in PATHS["lumis"]]}
PICTURES = {
    "forms": (SHAPES, [0, 3.5, 17.25]), "ways": (PATHS, [0, 1, 4.75, 11.5, 32]),
    "rush": (FAST_PATHS, [0.25, 2, 9, 31.75]),
}


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("name", PICTURES)
def test_picture_matches_the_independent_model(store_chordset, visit_canvas, name):
    chord, beats = PICTURES[name]
    canvas = Canvas(visit_canvas(f"/lights/{store_chordset(chordset({}, {}, chord))}/3"))
    seen = set()
    for beat in beats:
        canvas.page.get_by_label("Beat").fill(str(beat))
        painting = canvas.expect_picture(chord, beat)
        points = painting.points(step=23)
        assert len(points) > 0.8 * (painting.width // 23) * (painting.height // 23), "few points are near an edge"
        seen |= {painting.color_at(x + 0.5, y + 0.5) for x, y in points}
    assert len(seen) > len(chord["lumis"]), "all lumis are covered by the points"


def test_rendering_is_deterministic(store_chordset, visit_canvas):
    route = f"/lights/{store_chordset(chordset(PATHS))}/1"
    pictures = []
    for beats in [["7.75"], ["21", "7.75"]]:
        canvas = Canvas(visit_canvas(route))
        for beat in beats:
            canvas.page.get_by_label("Beat").fill(beat)
        canvas.expect_picture(PATHS, 7.75)
        pictures.append(canvas.pixels())
    assert pictures[0] == pictures[1]


# Input


def test_first_chord_is_lit_when_the_stage_opens(stage):
    stage(eight_colors()).expect_filled(light.color(0, 1, 0.8))


@pytest.mark.firefox
def test_mouse_lights_a_cell_that_stays_lit_on_release(stage):
    stage = stage(eight_colors())
    stage.cell(3).hover()
    stage.page.mouse.down()
    stage.expect_lit(3)
    stage.expect_filled(light.background({"background": GREEN}))
    stage.page.mouse.up()
    stage.cell(6).click()
    stage.expect_lit(6)
    stage.expect_filled(light.background({"background": PINK}))


@pytest.mark.firefox
def test_keys_light_several_cells_and_the_last_stays(stage):
    stage = stage(eight_colors())
    for number in range(1, 9):
        stage.page.keyboard.down(str(number))
        stage.expect_lit(*range(1, number + 1))
    for number in range(1, 8):
        stage.page.keyboard.up(str(number))
        stage.expect_lit(*range(number + 1, 9))
    stage.page.keyboard.up("8")
    stage.expect_lit(8)
    stage.expect_filled((255, 255, 255))


def test_simultaneous_lights_mix(stage):
    stage = stage(eight_colors())
    stage.page.keyboard.down("1")
    stage.page.keyboard.down("5")
    stage.expect_lit(1, 5)
    stage.expect_filled(light.mixed(light.background({"background": RED}), light.background({"background": BLUE})))


@pytest.mark.firefox
def test_two_fingers_hold_two_cells(stage):
    stage = stage(eight_colors(), viewport=PHONE, has_touch=True)
    middles = [[box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
               for box in (stage.cell(number).bounding_box() for number in (2, 7))]
    if stage.screen.is_firefox:
        # Firefox has no DevTools protocol for touch. Its pointer events are dispatched directly.
        def touch(kind, finger):
            stage.page.evaluate(
                """([kind, finger, [clientX, clientY]]) => document.elementFromPoint(clientX, clientY).dispatchEvent(
                    new PointerEvent(kind, { pointerId: finger + 10, pointerType: "touch", bubbles: true }))""",
                [kind, finger, middles[finger]])

        def fingers(*down):
            for finger in range(2):
                if (finger in down) != (finger in fingers.down):
                    touch("pointerdown" if finger in down else "pointerup", finger)
            fingers.down = down

        fingers.down = ()
    else:
        devtools = stage.page.context.new_cdp_session(stage.page)
        held = []

        def fingers(*down):
            # Only touches that start or end are reported.
            kind, changed = ("touchStart", down) if len(down) > len(held) else ("touchEnd", set(held) - set(down))
            points = [{"x": middles[finger][0], "y": middles[finger][1], "id": finger} for finger in changed]
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            held[:] = down

    fingers(0)
    stage.expect_lit(2)
    fingers(0, 1)
    stage.expect_lit(2, 7)
    fingers(0)
    stage.expect_lit(2)
    fingers()
    stage.expect_lit(7)


def test_midi_notes_light_cells(stage):
    stage = stage(eight_colors()).enable_midi()
    for note in range(36, 44):
        stage.play((ON, note, 100))
        stage.expect_lit(note - 35)
        stage.play((OFF, note, 0))
    # Notes repeat every octave of eight, and velocity 0 is a release.
    stage.play((ON, 44, 100), (ON, 35, 100))
    stage.expect_lit(1, 8)
    stage.play((ON, 35, 0))
    stage.expect_lit(1)


@pytest.mark.all
@pytest.mark.parametrize("velocity", [1, 40, 127])
def test_velocity_scales_the_picture(stage, velocity):
    disc = {"background": BLACK, "lumis": [{"size": 0.6, "purity": 0}]}
    stage = stage(chordset({}, disc)).enable_midi()
    stage.play((ON, 37, velocity))

    def diameter():
        width, height = stage.size()
        row = stage.page.evaluate(
            "([width, y]) => readings.colors([...Array(width).keys()].map(x => [x, y]))", [width, height // 2])
        return sum(pixel[0] / 255 for pixel in row) / min(width, height)

    wanted = 0.6 * light.growth(velocity)
    wait_until(stage.page, lambda: abs(diameter() - wanted) < 0.005)


@pytest.mark.firefox
@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_focused_cell_is_held_with_the_keyboard(stage, key):
    stage = stage(chordset({}, {"music": C}))
    stage.cell(2).focus()
    stage.page.keyboard.down(key)
    stage.expect_lit(2)
    stage.expect_sounding(*NOTES_OF_C)
    stage.page.keyboard.up(key)
    stage.expect_sounding()
    stage.screen.settle()
    assert len(stage.page.evaluate("told")) == len(NOTES_OF_C), "struck once, without a second click"


def test_click_without_a_pointer_lights_a_cell(stage):
    """As screen readers do."""
    stage = stage(chordset({}, {"music": C}))
    stage.cell(2).evaluate("cell => cell.click()")
    stage.expect_lit(2)
    stage.expect_sounding()
    assert sorted(pitch for [[pitch, _]] in stage.page.evaluate("told")) == NOTES_OF_C, "it sounds briefly"


def test_program_change_selects_another_chordset(store_chordset, stage):
    store_chordset(eight_colors())
    other = store_chordset(chordset({"background": WHITE}, title="Other"))
    stage = stage(chordset({"background": RED}, title="Mine")).enable_midi()
    stage.expect_filled(light.background({"background": RED}))
    stage.play((0xC0, 1))
    expect(stage.page.get_by_role("heading", name="Other")).to_be_visible()
    stage.expect_filled((255, 255, 255))
    wait_until(stage.page, lambda: stage.screen.address().endswith(f"/lights/{other}/stage"))
    # Nothing changes if there is no such chordset.
    stage.play((0xC0, 3))
    stage.screen.settle()
    expect(stage.page.get_by_role("heading", name="Other")).to_be_visible()


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("how", ["blur", "hidden"])
def test_leaving_the_window_releases_everything(stage, how):
    stage = stage(chordset({}, {"music": C}, {"music": G}))
    stage.page.keyboard.down("2")
    stage.page.keyboard.down("3")
    stage.expect_lit(2, 3)
    # Two triads that share G.
    stage.expect_sounding(*sorted({*NOTES_OF_C, *NOTES_OF_G}))
    if how == "blur":
        stage.page.evaluate("window.dispatchEvent(new Event('blur'))")
    else:
        stage.page.evaluate("""() => {
            Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
            delete document.hidden;
        }""")
    stage.expect_lit(3)
    stage.expect_sounding()
    # The key can be pressed again.
    stage.page.keyboard.up("2")
    stage.page.keyboard.down("2")
    stage.expect_lit(2)


# Sound


@pytest.mark.firefox
def test_cell_with_notes_sounds_while_held(stage):
    stage = stage(chordset({}, {"music": C}, {"music": G}))
    stage.cell(2).hover()
    stage.page.mouse.down()
    stage.expect_sounding(*NOTES_OF_C)
    assert all(duration is None for [[_, duration]] in stage.page.evaluate("told")), "until released"
    stage.page.keyboard.down("3")
    stage.expect_sounding(*sorted({*NOTES_OF_C, *NOTES_OF_G}))
    stage.page.mouse.up()
    stage.expect_sounding(*NOTES_OF_G)
    stage.page.keyboard.up("3")
    stage.expect_sounding()


@pytest.mark.all
@pytest.mark.parametrize("way", ["Close", "Escape", "back"])
def test_leaving_the_stage_silences_it(stage, way):
    stage = stage(chordset({}, {"music": C})).enable_midi()
    stage.page.evaluate("history.replaceState(history.state, '')")
    stage.play((ON, 37, 90))
    stage.expect_sounding(*NOTES_OF_C)
    if way == "Close":
        stage.page.get_by_role("link", name="Close").click()
    elif way == "back":
        stage.page.evaluate("""() => {
            history.pushState(null, "", location.href.replace(/lights.*/, "lights"));
            dispatchEvent(new PopStateEvent("popstate"));
        }""")
    else:
        # The first Escape silences, as on every screen.
        stage.screen.press("Escape")
        stage.expect_sounding()
        stage.screen.press("Escape")
    expect(stage.page.get_by_role("heading", name="Lights")).to_be_visible()
    stage.expect_sounding()


def test_leaving_the_stage_stops_timed_playback(stage):
    stage = stage(chordset(*[{"bpm": 600, "music": C}] * 8))
    stage.button("Play in time").click()
    stage.expect_sounding(*NOTES_OF_C)
    stage.page.get_by_role("link", name="Close").click()
    expect(stage.page.get_by_role("heading", name="Lights")).to_be_visible()
    stage.expect_sounding()
    stage.page.evaluate("told.length = 0")
    stage.page.evaluate("pause(900)")  # two bars
    assert stage.page.evaluate("told") == []


# Timed playback


@pytest.mark.all
def test_timed_playback_plays_four_beats_per_chord_and_stops(stage):
    stage = stage(chordset(*[{"bpm": 300, "music": C}, {"bpm": 300}] * 4))
    button = stage.button("Play in time")
    bar = 4 * 60 / 300
    frames = stage.record(f"""
        [...document.querySelectorAll("button")].find(({{ textContent }}) => textContent === "Play in time").click();
        await pause({9.5 * bar * 1000});""")
    bar_starts = []
    for time, lit, _ in frames:
        if not bar_starts or bar_starts[-1][1] != lit:
            bar_starts.append((time, lit))
    assert [lit for _, lit in bar_starts] == [[number] for number in [1, 2, 3, 4, 5, 6, 7, 8, 1, 2]]
    # Single bars may be painted late on a busy machine, but delays do not add up.
    for number, (time, _) in enumerate(bar_starts[1:], 1):
        assert time - frames[0][0] == pytest.approx(number * bar, abs=0.75)
    expect(button).to_have_attribute("aria-pressed", "true")
    wait_until(stage.page, stage.lit, [3])
    stage.expect_sounding(*NOTES_OF_C)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    stage.expect_sounding()
    lit = stage.lit()
    frames = stage.record(f"await pause({2 * bar * 1000})")
    assert {str(frame[1]) for frame in frames} == {str(lit)}


def test_chord_without_notes_is_a_bar_of_rest(stage):
    stage = stage(chordset({"bpm": 600, "music": C}, {"bpm": 20}))
    stage.button("Play in time").click()
    stage.expect_lit(2)
    stage.expect_sounding()


# Photosensitivity


def brightness(frames):
    return [(time, bright) for time, _, bright in frames]


@pytest.mark.firefox
def test_light_fades_for_a_third_of_a_second(stage):
    stage = stage(chordset({"background": BLACK}, {"background": WHITE}))
    stage.expect_filled((0, 0, 0))
    seen = brightness(stage.record("await pause(100); key('keydown', 2); await pause(700);"))
    begin = max(time for time, bright in seen if bright < 0.02)
    end = min(time for time, bright in seen if bright > 0.98)
    longest = max(after - before for (before, _), (after, _) in pairwise(seen))
    assert FADE_DURATION - 0.06 <= end - begin <= FADE_DURATION + 0.06 + 2 * longest
    for (before, dark), (after, bright) in pairwise(seen):
        # A frame may show what was painted for the one before.
        assert -0.02 <= bright - dark <= (after - before + longest + 0.05) / FADE_DURATION
    assert any(0.1 < bright < 0.9 for _, bright in seen)


def flashes(seen, least=0.1):
    """Times of brightness changes of at least a tenth, each opposite to the one before."""
    changes, extreme, rising = [], seen[0][1], None
    for time, bright in seen[1:]:
        if rising is None or rising:
            if bright > extreme and rising:
                extreme = bright
        if rising is not True and bright - extreme >= least:
            changes.append(time)
            rising, extreme = True, bright
        elif rising is not False and extreme - bright >= least:
            changes.append(time)
            rising, extreme = False, bright
        elif (rising is True and bright > extreme) or (rising is False and bright < extreme):
            extreme = bright
    return changes


def maximum_per_second(changes):
    return max((sum(1 for time in changes if 0 <= time - first < 1) for first in changes), default=0)


@pytest.mark.firefox
def test_rapid_playing_never_flashes_more_than_three_times_a_second(stage):
    stage = stage(chordset({"background": BLACK}, {"background": WHITE}))
    seen = brightness(stage.record("""
        const end = performance.now() + 2500;
        for (let turn = 0; performance.now() < end; turn += 1) {
            key("keyup", turn % 2 + 1);
            key("keydown", (turn + 1) % 2 + 1);
            await pause(1000 / 30);
        }
        key("keyup", 1);
        key("keyup", 2);"""))
    changes = flashes(seen)
    assert changes, "the brightness changes"
    assert maximum_per_second(changes) <= 2 * MAXIMUM_FLASHES


def test_flash_counter():
    """A lamp that turns on and off four times per second."""
    lamp = [(frame / 80, float(frame // 10 % 2)) for frame in range(160)]
    assert maximum_per_second(flashes(lamp)) == 8


@pytest.mark.all
def test_reduced_motion_stops_lumis_but_keeps_fades(stage):
    mover = {"background": BLACK, "lumis": [{"speed": 0.5, "purity": 0}]}
    stage = stage(chordset(mover, {"background": WHITE}), reduced_motion="reduce")
    stage.expect_picture(mover, 0)
    before = stage.pixels()
    stage.page.evaluate("pause(600)")
    assert stage.pixels() == before
    seen = brightness(stage.record("key('keydown', 2); await pause(500);"))
    assert any(0.1 < bright < 0.9 for _, bright in seen)
    stage.expect_filled((255, 255, 255))


def test_lumis_move_without_reduced_motion(stage):
    stage = stage(chordset({"lumis": [{"speed": 0.5, "purity": 0}]}))
    before = stage.pixels()
    wait_until(stage.page, lambda: stage.pixels() != before)


# Layout


LONG_TITLE = "A title that is much longer than any telephone is wide, and longer than that"


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("viewport, music", [
    (PHONE, {"lower": "C♯m7♭5", "upper": "F♯maj7♯11"}), (DESKTOP, None),
    ({"width": 844, "height": 390}, {"lower": "B♭7", "upper": "C♯m7♭5"}),
], ids=["phone", "desktop", "phone in landscape"])
def test_stage_covers_the_page_without_overflow(stage, viewport, music):
    stage = stage(chordset(*[{"music": music} if music else {}] * 8, title=LONG_TITLE), viewport=viewport)
    screen = {"x": 0, "y": 0, **viewport}
    assert stage.canvas.bounding_box() == screen
    assert stage.page.locator(".stage").bounding_box() == screen
    wait_until(stage.page, stage.size, [viewport["width"], viewport["height"]])
    assert stage.page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]") == [
        viewport["width"], viewport["height"]]
    boxes = {
        element: box for element, box in stage.page.locator(".stage :is(a, button, h2)").evaluate_all(
            """elements => elements.map(element => {
                const { left, top, right, bottom } = element.getBoundingClientRect();
                return [element.textContent + element.id, [left, top, right, bottom]];
            })""")
    }
    assert len(boxes) == 15
    for element, (left, top, right, bottom) in boxes.items():
        assert 0 <= left and 0 <= top and right <= viewport["width"] and bottom <= viewport["height"], element
        if element != LONG_TITLE:
            assert min(right - left, bottom - top) >= 44 - 0.01, element
    overlaps = [
        (one, other) for one, other in combinations(boxes, 2)
        if boxes[one][0] < boxes[other][2] - 0.01 and boxes[other][0] < boxes[one][2] - 0.01
        and boxes[one][1] < boxes[other][3] - 0.01 and boxes[other][1] < boxes[one][3] - 0.01
    ]
    assert overlaps == []


def test_full_screen_can_be_toggled(stage):
    stage = stage(eight_colors())
    for is_full in [True, False]:
        stage.button("Full screen").click()
        stage.page.wait_for_function("isFull => Boolean(document.fullscreenElement) === isFull", arg=is_full)
    stage.expect_filled(light.background({"background": RED}))
