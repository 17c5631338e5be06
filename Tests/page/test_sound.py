"""Sound: scheduled notes and lit keys after real clicks and key presses, and the audio itself, rendered offline."""

import json

import pytest
from playwright.sync_api import expect

from screen import PHONE, Screen, wait_until
from serving import SITE, Server

# Records the page's playback events, and counts the audio contexts it opens.
RECORD_SOUND = """
window.told = [];
for (const name of ["notes", "silence"]) {
    document.addEventListener(name, ({ detail }) => told.push(detail ?? name));
}
// Keys in the order in which they were first lit.
window.lit = [];
new MutationObserver((changes) => {
    for (const { target } of changes) if (!lit.includes(+target.dataset.pitch)) lit.push(+target.dataset.pitch);
}).observe(document, { subtree: true, attributeFilter: ["data-sounding"] });
// The kinds of voices: sampled or synthesized.
window.voices = [];
for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
    const { start } = kind.prototype;
    kind.prototype.start = function (...all) { voices.push(kind.name); start.apply(this, all); };
}
// How many recordings are ready to be played.
window.recordings = 0;
const { decodeAudioData } = BaseAudioContext.prototype;
BaseAudioContext.prototype.decodeAudioData = async function (...all) {
    const sound = await decodeAudioData.apply(this, all);
    setTimeout(() => recordings += 1);
    return sound;
};
window.contexts = [];
window.AudioContext = class extends AudioContext {
    constructor(...options) { super(...options); contexts.push(this); }
};
"""
CMA7, D = [60, 64, 67, 71], [62, 66, 69]
COMBINED = [60, 64, 67, 71, 74, 78, 81]
# As two hands play it: each hand has one of the chords.
VOICED = [48, 52, 55, 59, 62, 66, 69]


class SoundScreen(Screen):
    def __init__(self, page):
        super().__init__(page)
        self.wait_until_ready()

    @property
    def events(self):
        return self.page.evaluate("told")

    def wait(self, condition, argument=None):
        self.page.wait_for_function(condition, arg=argument)

    def expect_notes(self, *pitches):
        """Waits until these are the latest notes, and returns them as scheduled."""
        self.wait(
            "pitches => JSON.stringify(told.at(-1)?.map?.(note => note.pitch)) === JSON.stringify(pitches)",
            list(pitches))
        return self.events[-1]

    def expect_silence(self):
        self.wait("() => told.at(-1) === 'silence'")
        assert self.sounding() == []

    def play(self, name, **options):
        self.page.get_by_role("button", name=name, exact=True).click(**options)

    def key(self, pitch):
        return self.page.locator(f'[data-press="sound pitches {pitch}"]').first

    def click_key(self, pitch):
        """Clicks a key below the black keys."""
        self.key(pitch).scroll_into_view_if_needed()
        box = self.key(pitch).bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9)

    def mode(self, name):
        """The button Hold or Arpeggio of the result."""
        return self.page.locator("#result").get_by_role("button", name=name, exact=True)

    def timbre_button(self, name):
        """A timbre's button. Opens the sound panel if necessary."""
        button = self.page.get_by_role("group", name="Timbre").get_by_role("button", name=name, exact=True)
        if not button.is_visible():
            self.play("Sound")
        return button

    def take_voices(self):
        """The kinds of voices since the last call."""
        return set(self.page.evaluate("voices.splice(0)"))

    def sounding(self, panel="#screen"):
        """The pitches of the sounding keys."""
        keys = self.page.locator(f"{panel} [data-sounding]").evaluate_all("keys => keys.map(key => +key.dataset.pitch)")
        return sorted(set(keys))

    def expect_lit(self, *pitches, panel="#screen"):
        selector = f"{panel} [data-sounding]"
        self.wait(
            """([selector, pitches]) => JSON.stringify([...new Set([...document.querySelectorAll(selector)]
                .map(key => +key.dataset.pitch))].sort((one, other) => one - other)) === JSON.stringify(pitches)""",
            [selector, list(pitches)])


@pytest.fixture
def listen(new_page, server):
    """listen(route) → that screen, with every note recorded."""

    def listen(route="/combine/Cma7/D", url=server.url, **options):
        page = new_page(url, **options)
        page.add_init_script(RECORD_SOUND)
        page.goto(route)
        return SoundScreen(page)

    return listen


def starts(notes):
    return [note["start"] - notes[0]["start"] for note in notes]


# Chords


@pytest.fixture
def sound_requests():
    """sound_requests(page) → the recordings and the script of the sequencer that the page requests from now on."""

    def sound_requests(page):
        names = []
        page.on("request", lambda request: names.append(request.url.split("/")[-1])
                if request.url.endswith((".mp3", "/sequencer.js", "/trio.js")) else None)
        return names

    return sound_requests


def test_nothing_is_requested_for_a_tune_before_it_is_played(new_page, server, sound_requests):
    page = new_page(server.url, own=True)
    requested = sound_requests(page)
    page.goto("/tunes/blues")
    SoundScreen(page).wait_until_ready()
    page.evaluate("new Promise(done => requestIdleCallback(() => requestIdleCallback(done)))")
    page.locator("#bar-3 button").click()
    expect(page.locator("#tune-now .keyboard")).to_be_visible()
    assert requested == []
    page.get_by_role("button", name="Play the tune").click()
    # The voicings were found before the sequencer was there to show them.
    expect(page.locator("#tune-now [data-look=name]")).to_have_text("Cmi7")
    wait_until(page, lambda: {"sequencer.js", "trio.js", "piano.mp3", "bass.mp3", "drums.mp3"} <= set(requested), True)


@pytest.mark.firefox
def test_nothing_is_requested_for_sound_before_the_first_note(new_page, server, sound_requests):
    page = new_page(server.url, own=True)
    page.add_init_script(RECORD_SOUND)
    requested = sound_requests(page)
    page.goto("/combine/Cma7/D")
    screen = SoundScreen(page)
    page.wait_for_load_state("networkidle")
    # After other idle callbacks.
    page.evaluate("new Promise(done => setTimeout(done, 500))")
    page.mouse.click(5, 400)
    screen.press("Tab")
    assert requested == [] and screen.events == [] and page.evaluate("contexts.length") == 0
    screen.play("Play Cma7")
    screen.wait("() => recordings === 1")
    assert requested == ["piano.mp3"]
    screen.take_voices()
    screen.play("Play D")
    screen.expect_notes(*D)
    assert screen.take_voices() == {"AudioBufferSourceNode"}
    assert page.evaluate("contexts.length") == 1
    if not screen.is_firefox:  # without a sound device, Firefox's context does not run
        screen.wait("() => contexts[0].state === 'running'")


@pytest.mark.firefox
def test_plain_voice_plays_until_the_piano_has_loaded(new_page, server):
    """Then the piano takes over the sounding notes."""
    page = new_page(server.url)
    page.add_init_script(RECORD_SOUND)
    waiting = []
    page.route("**/sound/piano.mp3", lambda route: waiting.append(route))
    page.goto("/combine/Cma7/D")
    screen = SoundScreen(page)
    screen.mode("Hold").click()
    screen.play("Play D")
    screen.expect_notes(*D)
    assert screen.take_voices() == {"OscillatorNode"}
    wait_until(page, lambda: len(waiting), 1)
    waiting[0].continue_()
    screen.wait("count => voices.filter(kind => kind === 'AudioBufferSourceNode').length === count", len(D))
    screen.take_voices()
    screen.expect_lit(*D, panel="#upper")
    screen.play("Play Cma7")
    screen.expect_notes(*CMA7)
    assert screen.take_voices() == {"AudioBufferSourceNode"}
    assert len(waiting) == 1


@pytest.mark.firefox
def test_chord_plays_as_a_block_and_lights_its_keys(listen):
    screen = listen()
    screen.play("Play Cma7")
    notes = screen.expect_notes(*CMA7)
    assert starts(notes) == [0, 0, 0, 0]
    assert all(0 < note["gain"] < 1 and note["duration"] > 1 for note in notes)
    screen.expect_lit(*CMA7, panel="#lower")
    screen.expect_lit()  # the lights go out on their own


@pytest.mark.all
@pytest.mark.firefox
def test_keys_light_on_their_own_keyboard(listen):
    screen = listen()

    def expect_panels(lower=(), upper=(), result=()):
        for panel, pitches in [("#lower", lower), ("#upper", upper), ("#result", result)]:
            screen.expect_lit(*pitches, panel=panel)

    screen.play("Both")
    expect_panels(result=[*CMA7, *(pitch + 12 for pitch in D)])
    screen.play("Lower")
    expect_panels(result=CMA7)
    # Also for keys that are part of the result.
    screen.play("Play Cma7")
    expect_panels(lower=CMA7)
    screen.play("Play D")
    expect_panels(upper=D)
    screen.click_key(60)
    expect_panels(result=[60])
    # Keys of the computer keyboard light on all keyboards.
    screen.press("Escape")
    screen.page.keyboard.down("KeyA")
    expect_panels(lower=[60], upper=[60], result=[60])
    screen.page.keyboard.up("KeyA")
    # While selecting, a previewed type is on no visible keyboard.
    screen.goto("/select/upper/Cma7/D")
    screen.play("Play D")
    screen.expect_lit(*D)
    screen.play("Play Cma13(♯11) with D")
    screen.expect_notes(*VOICED)
    screen.expect_lit()


@pytest.mark.firefox
def test_choice_is_shown_before_it_sounds(listen):
    screen = listen("/select/lower/Cma7/D")
    # On a slow phone the first sound takes a tenth of a second.
    shown, heard = screen.page.evaluate("""() => {
        document.getElementById("letter-E").click();
        return [document.querySelector(".chosen h2").textContent, told.length];
    }""")
    assert shown == "Ema7" and heard == 0
    screen.expect_notes(64, 68, 71, 75)


@pytest.mark.firefox
@pytest.mark.parametrize("way", ["Shift and click", "Shift and Enter", "long press"])
def test_arpeggio_rises_note_by_note(listen, way):
    screen = listen()
    button = screen.page.get_by_role("button", name="Play Cma7", exact=True)
    assert "Shift" in button.get_attribute("title")
    if way == "Shift and click":
        button.click(modifiers=["Shift"])
    elif way == "Shift and Enter":
        button.focus()
        screen.press("Shift+Enter")
    else:
        button.hover()
        screen.page.mouse.down()
        screen.expect_notes(*CMA7)
        screen.page.mouse.up()
    notes = screen.expect_notes(*CMA7)
    steps = [later["start"] - earlier["start"] for earlier, later in zip(notes, notes[1:])]
    assert steps == pytest.approx([steps[0]] * 3) and 0.08 <= steps[0] <= 0.15
    screen.expect_lit(*CMA7)
    assert screen.page.evaluate("lit") == CMA7
    assert len([entry for entry in screen.events if entry != "silence"]) == 1, "releasing the button plays nothing more"


def test_click_after_a_long_press_plays_a_block(listen):
    screen = listen()
    button = screen.page.get_by_role("button", name="Play D", exact=True)
    button.hover()
    screen.page.mouse.down()
    assert starts(screen.expect_notes(*D))[1] > 0
    screen.page.mouse.up()
    button.click()
    screen.wait("() => told.filter(entry => entry !== 'silence').length === 2")
    assert starts(screen.expect_notes(*D))[1] == 0


def test_long_press_with_a_finger_plays_an_arpeggio(listen):
    screen = listen(viewport=PHONE, has_touch=True, is_mobile=True)
    button = screen.page.get_by_role("button", name="Play D", exact=True)
    box = button.bounding_box()
    touch = screen.page.context.new_cdp_session(screen.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    assert starts(screen.expect_notes(*D))[1] > 0
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    screen.wait("() => contexts[0].state === 'running'")
    screen.expect_lit(*D)
    assert len(screen.events) == 1


def test_chosen_chords_sound_at_once_unless_switched_off(listen):
    screen = listen("/")
    page = screen.page
    page.locator("#lower .common").get_by_text("Cma7", exact=True).click()
    screen.wait("told.length === 1")
    # The voicing for two hands has all notes of the chord, in another octave or order.
    assert {note["pitch"] % 12 for note in screen.events[-1]} <= {pitch % 12 for pitch in CMA7}
    page.locator("#upper .common").get_by_text("D", exact=True).click()
    screen.wait("told.length > 1 && Array.isArray(told.at(-1))")
    assert {note["pitch"] % 12 for note in screen.events[-1]} == {pitch % 12 for pitch in COMBINED}
    page.get_by_role("button", name="Sound", exact=True).click()
    page.get_by_role("button", name="Sound when choosing").click()
    page.keyboard.press("Escape")
    count = len(screen.events)
    page.get_by_role("button", name="Swap").click()
    screen.expect_titles("D", "Cma7", "D13(add11)")
    assert not any(isinstance(told, list) for told in screen.events[count:])


def test_parts_of_the_result_can_be_played(listen):
    screen = listen()
    lower, upper = (VOICED[:4], COMBINED[:4]), (VOICED[4:], COMBINED[4:])
    for name, (pitches, shown) in [
        ("Upper", upper), ("Lower", lower), ("Tensions", upper), ("Both", (VOICED, COMBINED)),
        ("Play Cma13(♯11)", (VOICED, COMBINED)),
    ]:
        screen.play(name)
        screen.expect_notes(*pitches)
        # Where the keyboard shows the notes, not on unmarked keys.
        screen.expect_lit(*shown, panel="#result")
    # A single key is lit itself.
    screen.press("Escape")
    screen.click_key(62)
    screen.expect_lit(62, panel="#result")


# Hold and arpeggio


@pytest.mark.all
@pytest.mark.firefox
def test_held_chord_sounds_until_pressed_again(listen):
    screen = listen()
    hold, both = screen.mode("Hold"), screen.page.get_by_role("button", name="Both", exact=True)
    hold.focus()
    screen.press("Enter")
    expect(hold).to_have_attribute("aria-pressed", "true")
    both.click()
    assert {note["duration"] for note in screen.expect_notes(*VOICED)} == {None}
    screen.expect_lit(*COMBINED, panel="#result")
    expect(both).to_have_attribute("data-held", "")
    expect(both).to_have_attribute("aria-pressed", "true")
    # A melody can be played over a held chord.
    screen.click_key(83)
    assert screen.expect_notes(83)[0]["duration"] is not None
    screen.wait("() => !document.querySelector('#result [data-pitch=\"83\"][data-sounding]')")
    screen.expect_lit(*COMBINED, panel="#result")
    both.click()
    screen.expect_silence()
    expect(both).not_to_have_attribute("data-held", "")
    expect(both).not_to_have_attribute("aria-pressed", "true")
    # Another chord replaces it, even one with the same notes.
    screen.play("Lower")
    screen.expect_notes(*VOICED[:4])
    screen.play("Play Cma7")
    screen.expect_lit(*CMA7, panel="#lower")
    expect(screen.page.locator("[data-held]")).to_have_count(1)
    screen.press("Escape")
    screen.expect_silence()
    screen.play("Play Cma7")
    screen.expect_notes(*CMA7)
    # Turning Hold off releases the chord.
    hold.click()
    screen.expect_silence()
    screen.play("Play D")
    assert None not in {note["duration"] for note in screen.expect_notes(*D)}


@pytest.mark.all
@pytest.mark.firefox
def test_hold_and_arpeggio_apply_to_the_next_chord_and_are_remembered(listen):
    screen = listen()
    screen.mode("Arpeggio").click()
    screen.play("Play Cma7")
    assert all(step > 0 for step in starts(screen.expect_notes(*CMA7))[1:])
    screen.mode("Hold").click()
    screen.reload()
    for name in ["Hold", "Arpeggio"]:
        expect(screen.mode(name)).to_have_attribute("aria-pressed", "true")
    screen.play("Play D")
    notes = screen.expect_notes(*D)
    assert all(step > 0 for step in starts(notes)[1:]) and {note["duration"] for note in notes} == {None}
    # The sound panel has these buttons on every screen.
    screen.goto("/chord/C13")
    screen.play("Sound")
    screen.page.locator("#sound").get_by_role("button", name="Arpeggio", exact=True).click()
    screen.press("Escape")
    screen.page.locator(".title .play").first.click()
    screen.wait("() => told.length === 1")
    assert set(starts(screen.events[0])) == {0}


# Timbres


@pytest.mark.firefox
def test_timbre_is_loaded_only_when_selected(listen):
    screen = listen()
    page = screen.page
    screen.play("Play D")
    screen.wait("() => recordings === 1")
    screen.press("Escape")
    screen.take_voices()
    fetched = []
    page.on("request", lambda request: fetched.append(request.url.split("/")[-1]) if "/sound/" in request.url else None)
    for name in ["Organ", "Soft synth"]:
        screen.timbre_button(name).click()
        expect(screen.timbre_button(name)).to_have_attribute("aria-pressed", "true")
        screen.press("Escape")
        screen.play("Play D")
        assert screen.take_voices() == {"OscillatorNode"}
    assert fetched == []
    screen.timbre_button("Electric piano").click()
    screen.wait("() => recordings === 2")
    assert fetched == ["electric-piano.mp3"]
    screen.press("Escape")
    screen.play("Play D")
    assert screen.take_voices() == {"AudioBufferSourceNode"}
    # The next visit loads this timbre and not the piano.
    fetched.clear()
    screen.reload()
    screen.play("Play D")
    screen.wait("() => recordings === 1")
    assert "piano.mp3" not in fetched
    expect(screen.timbre_button("Electric piano")).to_have_attribute("aria-pressed", "true")


@pytest.mark.all
def test_timbre_that_fails_to_load_is_reported_and_the_old_one_stays(listen, browser_errors):
    screen = listen(viewport=PHONE)
    page = screen.page
    screen.play("Play D")
    screen.wait("() => recordings === 1")
    screen.press("Escape")
    screen.take_voices()
    page.context.set_offline(True)
    screen.timbre_button("Electric piano").click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("“Electric piano” could not be loaded")
    box, panel = notice.bounding_box(), page.locator("#sound").bounding_box()
    assert 0 <= box["y"] and box["y"] + box["height"] <= panel["y"], "the notice is not covered by the panel"
    browser_errors.allow("ERR_INTERNET_DISCONNECTED")
    expect(screen.timbre_button("Piano")).to_have_attribute("aria-pressed", "true")
    screen.press("Escape")
    screen.play("Play D")
    assert screen.take_voices() == {"AudioBufferSourceNode"}
    page.context.set_offline(False)
    screen.timbre_button("Electric piano").click()
    screen.wait("() => recordings === 2")
    expect(notice).to_be_empty()
    expect(screen.timbre_button("Electric piano")).to_have_attribute("aria-pressed", "true")


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("width", [320, 390])
def test_sound_panel_fits_a_phone(listen, width):
    screen = listen(viewport={"width": width, "height": 640})
    screen.play("Sound")
    page = screen.page
    panel = page.locator("#sound").bounding_box()
    assert panel["x"] >= 0 and panel["x"] + panel["width"] <= width and panel["y"] + panel["height"] <= 640
    boxes = [button.bounding_box() for button in page.locator("#sound button").all()]
    assert len(boxes) == 8 and all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    for box in boxes:
        assert panel["x"] < box["x"] and box["x"] + box["width"] < panel["x"] + panel["width"]


# Keys


@pytest.mark.firefox
def test_key_sounds_on_press(listen):
    screen = listen()
    screen.key(61).hover()  # an unlit key
    screen.page.mouse.down()
    screen.expect_notes(61)
    screen.expect_lit(61)
    screen.page.mouse.up()
    screen.click_key(74)
    screen.expect_notes(74)
    screen.page.keyboard.press("Tab")
    assert len(screen.events) == 2


@pytest.mark.all
def test_keys_play_on_every_screen_unless_they_open_one(listen):
    screen = listen()
    screen.keyboard("lower").click()
    expect(screen.page.get_by_text("Select Lower Chord")).to_be_visible()
    assert screen.events == []
    for route in ["/select/lower/Cma7/D", "/details/Cma7/D", "/chord/C13", "/scale/C/Lydian"]:
        screen.goto(route)
        screen.click_key(65)
        screen.expect_notes(65)


# Stopping


@pytest.mark.firefox
def test_escape_silences_first_and_then_goes_back(listen):
    screen = listen("/select/upper/Cma7/D")
    screen.play("Play D")
    screen.expect_lit(*D)
    screen.press("Escape")
    screen.expect_silence()
    assert "/select/" in screen.address()
    screen.press("Escape")
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    assert "/combine/" in screen.address()


def test_leaving_the_screen_silences(listen):
    screen = listen()
    for leave in [
        lambda: screen.page.get_by_role("link", name="Details of Cma7").click(),
        lambda: screen.page.go_back(),
    ]:
        screen.page.get_by_role("button", name="Play Cma7", exact=True).click()
        screen.expect_lit(*CMA7)
        leave()
        screen.expect_silence()


def test_stopped_arpeggio_does_not_continue(listen):
    screen = listen()
    screen.play("Both", modifiers=["Shift"])
    screen.wait("() => lit.length > 0")
    screen.press("Escape")
    screen.expect_silence()
    # Longer than the remaining notes would take.
    screen.page.wait_for_timeout(400)
    assert screen.sounding() == []


def test_next_chord_replaces_the_first(listen):
    screen = listen()
    screen.play("Play Cma7")
    screen.play("Play D")
    screen.expect_notes(*D)
    screen.expect_lit(*D)


@pytest.mark.firefox
def test_lit_keys_stay_lit_while_the_screen_updates(listen):
    screen = listen("/combine/Cma7")
    screen.page.keyboard.down("KeyA")
    screen.expect_lit(60)
    screen.field("upper").click()
    screen.page.keyboard.type("D")
    screen.expect_titles(result="Cma13(♯11)")
    screen.expect_lit(60, panel="#result")
    screen.page.keyboard.up("KeyA")
    screen.expect_lit()


# The computer keyboard


@pytest.mark.firefox
def test_computer_keyboard_is_a_piano(listen):
    screen = listen()
    codes = "KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon Quote".split()
    for place, code in enumerate(codes):
        screen.page.keyboard.press(code)
        screen.expect_notes(60 + place)
    for shift, pitch in [("KeyX", 72), ("KeyZ", 60), ("KeyZ", 48)]:
        screen.page.keyboard.press(shift)
        screen.page.keyboard.press("KeyA")
        screen.expect_notes(pitch)
    screen.expect_lit()


@pytest.mark.firefox
def test_key_sounds_while_held(listen):
    screen = listen()
    keyboard = screen.page.keyboard
    keyboard.down("KeyA")
    [note] = screen.expect_notes(60)
    assert note["duration"] is None
    keyboard.down("KeyA")  # key repeat
    keyboard.down("KeyD")
    screen.expect_notes(64)
    screen.expect_lit(60, 64, panel="#result")
    keyboard.up("KeyA")
    screen.expect_lit(64)
    keyboard.up("KeyD")
    screen.expect_lit()
    assert len(screen.events) == 2


@pytest.mark.firefox
def test_letters_with_another_meaning_do_not_sound(listen):
    screen = listen()
    screen.choose("Fadd9", "Dadd2")
    screen.page.mouse.click(5, 400)
    for keys in ["Alt+KeyA", "Shift+KeyS", "Control+KeyK", "KeyC", "Digit1", "Enter"]:
        screen.press(keys)
    screen.press("Control+z")
    screen.press("/")
    expect(screen.page.locator("input:focus")).to_have_count(1)
    screen.press("KeyA")
    assert screen.events == []


# Volume


def test_volume_and_mute_are_remembered(listen):
    screen = listen()
    page = screen.page
    screen.play("Play D")
    loud = screen.expect_notes(*D)[0]["gain"]
    screen.play("Sound")
    slider = page.get_by_label("Volume")
    slider.focus()
    screen.press("Home", *["ArrowRight"] * 8)
    expect(slider).to_have_value("40")
    page.keyboard.press("Escape")
    expect(slider).to_be_hidden()
    assert "/combine/Cma7/D" in screen.address()
    screen.play("Play Cma7")
    screen.play("Play D")
    quiet = screen.expect_notes(*D)[0]["gain"]
    assert 0 < quiet < loud
    screen.play("Sound")
    page.get_by_role("button", name="Mute", exact=True).click()
    expect(page.get_by_role("button", name="Mute", exact=True)).to_have_attribute("aria-pressed", "true")
    page.mouse.click(5, 400)
    expect(page.get_by_role("button", name="Sound, muted")).to_be_visible()
    # Also if chords in the address override the remembered ones.
    screen.goto("/combine/F/G")
    expect(page.get_by_role("button", name="Sound, muted")).to_be_visible()
    screen.play("Play F")
    assert {note["gain"] for note in screen.expect_notes(65, 69, 72)} == {0}
    screen.expect_lit(65, 69, 72)
    screen.play("Sound, muted")
    expect(page.get_by_label("Volume")).to_have_value("40")
    page.get_by_role("button", name="Mute", exact=True).click()
    page.mouse.click(5, 400)
    screen.play("Play G")
    assert screen.expect_notes(67, 71, 74)[0]["gain"] == pytest.approx(quiet)


@pytest.mark.all
def test_damaged_volume_record_is_ignored(listen):
    screen = listen()
    for record in [{"volume": "101"}, {"volume": "loud", "muted": "perhaps"}, {"volume": "-1"}, {"volume": ""}]:
        screen.page.evaluate(
            "text => localStorage.setItem('chord-combiner-settings', text)", json.dumps({"version": 1, **record}))
        screen.reload()
        screen.play("Sound")
        expect(screen.page.get_by_label("Volume")).to_have_value("80")
        expect(screen.page.get_by_role("button", name="Mute", exact=True)).to_have_attribute("aria-pressed", "false")


@pytest.mark.firefox
def test_plain_voice_plays_if_the_piano_cannot_load(new_page, server):
    page = new_page(server.url)
    page.add_init_script(RECORD_SOUND)
    # A response that is no audio. A failed request would be a browser error.
    page.route("**/sound/piano.mp3", lambda route: route.fulfill(body="not a sound", content_type="audio/mpeg"))
    page.goto("/combine/Cma7/D")
    screen = SoundScreen(page)
    screen.play("Play D")
    screen.expect_notes(*D)
    screen.expect_lit(*D)
    expect(screen.trouble).to_be_hidden()


# The page's own voices, rendered offline

RENDER = """async ({ voice, pitches, seconds, end, volume, isTuned, isHeld }) => {
    const assets = new URL(".", document.querySelector("script[type=module]").src);
    const { Player, plain } = await import(new URL("sound/voices.js", assets));
    const { loadTimbre } = await import(new URL("sound/timbres.js", assets));
    const rate = 48000;
    const context = new OfflineAudioContext(2, rate * seconds, rate);
    const player = new Player(context, volume);
    player.timbre = voice === "plain" ? plain : await loadTimbre(voice);
    for (const [pitch, loudness, start] of pitches) player.release(player.strike(pitch, loudness, start, isHeld), end);
    const rendered = await context.startRendering();
    // A copy, since Firefox detaches the buffer when it is played. The left channel.
    const samples = rendered.getChannelData(0).slice();
    // The strength of a frequency, to find the strongest one near the expected pitch.
    const strength = (frequency, from, count) => {
        let real = 0, imaginary = 0;
        for (let i = 0; i < count; i++) {
            const angle = 2 * Math.PI * frequency * i / rate;
            const value = samples[from + i] * (0.5 - 0.5 * Math.cos(2 * Math.PI * i / count));
            real += value * Math.cos(angle);
            imaginary += value * Math.sin(angle);
        }
        return Math.hypot(real, imaginary);
    };
    const wanted = 440 * 2 ** ((pitches[0][0] - 69) / 12);
    let best = [0, 0];
    for (let cents = -60; isTuned && cents <= 60; cents += 2) {
        best = [[strength(wanted * 2 ** (cents / 1200), rate / 10, rate), cents], best].sort((a, b) => b[0] - a[0])[0];
    }
    const loudest = (from, to) => samples.slice(from * rate, to * rate)
        .reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    // The greatest step between consecutive samples.
    const step = (from, to) => {
        let most = 0;
        for (let i = Math.ceil(from * rate); i < to * rate - 1; i++) {
            most = Math.max(most, Math.abs(samples[i + 1] - samples[i]));
        }
        return most;
    };
    const begin = samples.findIndex(x => x !== 0) / rate;
    // Perceived loudness of the first 400 ms in decibels, weighted as in ITU-R BS.1770
    const weighing = new OfflineAudioContext(2, rate, rate);
    const source = new AudioBufferSourceNode(weighing, { buffer: rendered });
    source
        .connect(new IIRFilterNode(weighing, {
            feedforward: [1.53512485958697, -2.6916961893864, 1.19839281085285],
            feedback: [1, -1.69065929318241, 0.73248077421585],
        }))
        .connect(new IIRFilterNode(weighing, {
            feedforward: [1, -2, 1], feedback: [1, -1.99004745483398, 0.99007225036621],
        }))
        .connect(weighing.destination);
    source.start(0, 0.1);
    const weighed = await weighing.startRendering();
    const power = [0, 1].map(channel => weighed.getChannelData(channel).slice(0, 0.4 * rate))
        .map(part => part.reduce((sum, x) => sum + x * x, 0) / part.length).reduce((one, other) => one + other);
    return {
        cents: best[1], peak: loudest(0, seconds), begin, heard: loudest(0.2, 0.5), faded: loudest(end + 1, seconds),
        soon: loudest(0.1, 0.13), loudness: 10 * Math.log10(power) - 0.691, last: Math.abs(samples.at(-1)),
        // Strength at the pitch itself and an octave below.
        tone: isTuned && strength(wanted, rate / 10, rate), below: isTuned && strength(wanted / 2, rate / 10, rate),
        levels: Array.from({ length: Math.floor(seconds) }, (_, second) => loudest(second, second + 1)),
        steps: { start: step(0, begin + 0.002), early: step(0.8, 1.3), late: step(2, seconds), whole: step(0, seconds),
            before: step(end - 0.2, end), after: step(end, seconds) },
    };
}"""
EIGHT_NOTES = [60, 64, 67, 70, 74, 78, 81, 85]
TEN_NOTES = [36, 48, *EIGHT_NOTES]


@pytest.fixture(scope="module")
def render(browser, server):
    """render(voice, pitches, …) → audible properties of these notes, played at 0.1 s."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/")

    def render(voice, pitches, loudness=0.5, seconds=2.5, end=1.2, volume=1, start=0.1, tuned=False, held=False):
        notes = [[pitch, loudness, start] for pitch in pitches]
        return page.evaluate(
            RENDER, {
                "voice": voice, "pitches": notes, "seconds": seconds, "end": end, "volume": volume, "isTuned": tuned,
                "isHeld": held})

    yield render
    context.close()


DECAYING, SUSTAINING = ["piano", "electric-piano"], ["organ", "soft-synth"]
every_voice = pytest.mark.parametrize("voice", [*DECAYING, *SUSTAINING, "plain"])


@pytest.mark.all
@pytest.mark.firefox
@every_voice
@pytest.mark.parametrize("loudness", [0.5 / 10**0.5, 1])
def test_ten_notes_are_not_clipped(render, voice, loudness):
    """At the page's volume, and much louder."""
    heard = render(voice, TEN_NOTES, loudness)
    assert 0.1 < heard["peak"] < 1


def test_all_timbres_are_equally_loud(render):
    """Cma7 at the page's volume, within 1 dB. The plain voice is a little quieter."""
    loudness = {voice: render(voice, CMA7, 0.25)["loudness"] for voice in [*DECAYING, *SUSTAINING, "plain"]}
    plain = loudness.pop("plain")
    assert max(loudness.values()) - min(loudness.values()) < 1, loudness
    assert 1 < min(loudness.values()) - plain < 4


@every_voice
@pytest.mark.parametrize("pitch", [40, 84])
def test_attack_takes_at_most_thirty_milliseconds(render, voice, pitch):
    heard = render(voice, [pitch])
    assert heard["soon"] > heard["peak"] / 2


@pytest.mark.all
@pytest.mark.firefox
@every_voice
@pytest.mark.parametrize("pitches", [[60], [45], [93], EIGHT_NOTES])
def test_nothing_clicks(render, voice, pitches):
    """No sample step at the start, at the end or between is larger than the tones' own."""
    heard = render(voice, pitches, 0.5 / len(pitches) ** 0.5)
    assert heard["heard"] > 0.005
    assert heard["begin"] == pytest.approx(0.1, abs=0.01)
    assert heard["faded"] < 0.001 and heard["last"] < 1e-4
    steps = heard["steps"]
    assert steps["start"] < steps["whole"] / 2, "the attack is smooth"
    before = steps["before"]
    if voice == "soft-synth":
        # Its tones beat and may peak just then, as they would without a release.
        before = render(voice, pitches, 0.5 / len(pitches) ** 0.5, end=2.4)["steps"]["whole"]
    assert steps["after"] < 1.02 * before + 1e-5, "the release adds no step"


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("voice", [*DECAYING, "plain"])
@pytest.mark.parametrize("pitch", [36, 69, 96, 108])
def test_unreleased_note_decays(render, voice, pitch):
    heard = render(voice, [pitch], seconds=5.5, end=5)
    assert heard["last"] < 0.002
    # Nor is there a step at the end of the three-second sample.
    assert heard["steps"]["whole"] == pytest.approx(render(voice, [pitch], seconds=5.5, end=0.6)["steps"]["whole"])


@pytest.mark.firefox
@pytest.mark.parametrize("voice", DECAYING)
def test_held_string_outlasts_its_recording(render, voice):
    """It decays evenly, without a step at the loop point."""
    heard = render(voice, [57], seconds=9, end=8, held=True)
    levels = heard["levels"]
    assert levels[4] > 0.003 and levels == sorted(levels, reverse=True)
    assert all(later > earlier / 4 for earlier, later in zip(levels[1:7], levels[2:7]))
    # The sample loops for the first time at 2.4 s.
    assert heard["steps"]["late"] < heard["steps"]["early"]


@pytest.mark.parametrize("voice", SUSTAINING)
def test_held_sustaining_voice_does_not_decay(render, voice):
    levels = render(voice, [57], seconds=9, end=8.9, held=True)["levels"]
    assert all(level > levels[1] / 2 for level in levels)


@pytest.mark.firefox
@every_voice
def test_release_during_the_attack_does_not_click(render, voice):
    heard = render(voice, [69], end=0.102)
    assert heard["faded"] < 2e-4 and heard["last"] < 1e-5
    assert heard["steps"]["whole"] < 1.02 * render(voice, [69])["steps"]["whole"]


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize(
    "voice, pitch", [
        *((voice, pitch) for voice in DECAYING for pitch in [60, 69, 70, 71, 77]),
        *((voice, 64) for voice in [*SUSTAINING, "plain"])])
def test_notes_are_in_tune(render, voice, pitch):
    """For sampled notes and between them, within the tuning error of a piano."""
    heard = render(voice, [pitch], tuned=True)
    assert abs(heard["cents"]) <= 6
    assert heard["tone"] > 20 * heard["below"] and heard["tone"] > 10


def test_volume_zero_is_silent(render):
    assert render("piano", EIGHT_NOTES, volume=0)["peak"] == 0


# Plays a note, and another after its end; the first is then released again. Firefox cannot pause an offline context.
TWICE = """async (pan) => {
    const { Player, plain } = await import(
        new URL("sound/voices.js", document.querySelector("script[type=module]").src));
    const rate = 48000;
    const context = new OfflineAudioContext(2, 4 * rate, rate);
    const player = new Player(context, 1, { room: 0 });
    const sound = (context, note) => {
        // As of a held note: it decays later than it ends here.
        note.gain.setTargetAtTime(0, note.start + 2.1, 0.01);
        return plain.sound(context, note);
    };
    player.timbre = { ...plain, sound, pan: pan === null ? undefined : () => pan };
    let made = 0;
    for (const kind of ["createGain", "createStereoPanner"]) {
        const make = context[kind];
        context[kind] = function () { made += 1; return make.call(this); };
    }
    const play = (time) => {
        const voice = player.strike(60, 0.3, time);
        player.release(voice, time + 0.3);
        return voice;
    };
    const first = play(0.1);
    const before = made;
    const paused = context.suspend(2).then(async () => {
        await new Promise((done) => setTimeout(done, 300));
        play(2.1);
        player.release(first, 2.2);
        await context.resume();
    });
    const samples = (await context.startRendering()).getChannelData(0);
    await paused;
    const [one, other] = [0.1, 2.1].map((time) => samples.slice(time * rate, (time + 1.5) * rate));
    return { before, made, difference: one.reduce((most, x, i) => Math.max(most, Math.abs(x - other[i])), 0),
        loudest: one.reduce((most, x) => Math.max(most, Math.abs(x)), 0) };
}"""


@pytest.mark.parametrize("pan, count", [(None, 2), (-0.5, 3)])
def test_nodes_of_a_note_play_the_next_one(visit, pan, count):
    """A browser deletes the nodes of many notes in one long task. A note that is over cannot stop the next one."""
    found = visit("/").page.evaluate(TWICE, pan)
    assert found["before"] == found["made"] == count
    assert found["loudest"] > 0.05 and found["difference"] < 1e-3 * found["loudest"]


@pytest.mark.firefox
def test_many_voices_do_not_clip(render):
    heard = render("plain", list(range(36, 100)), 1)
    assert heard["peak"] < 1


# Transposing instruments


@pytest.mark.firefox
def test_transposing_instrument_sounds_at_its_pitch(listen):
    screen = listen("/settings")
    page = screen.page
    page.get_by_text("E♭: alto and baritone saxophone").click()
    page.goto("/combine/Cma7/D")
    screen.wait_until_ready()
    screen.expect_titles(lower="Cma7", upper="D", result="Cma13(♯11)")
    # An alto saxophone sounds a major sixth below the written note: E♭ for C.
    expect(page.locator("#result .sounds")).to_have_text("Written for E♭, sounds as E♭ma13(♯11)")
    screen.play("Both")
    screen.expect_notes(*[pitch - 9 for pitch in VOICED])
    screen.expect_lit(*COMBINED, panel="#result")
    screen.expect_silence() if screen.sounding("#result") == [] else page.keyboard.press("Escape")
    page.goto("/play")
    screen.wait_until_ready()
    # Computer keys play written notes: C E G, sounding a sixth lower.
    for key in "adg":
        page.keyboard.down(key)
    expect(page.locator("#played h2")).to_have_text("C")
    expect(page.locator("#played .sounds")).to_have_text("Written for E♭, sounds as E♭")
    screen.expect_lit(60, 64, 67, panel="#piano")
    assert sorted(note["pitch"] for told in screen.events[-3:] for note in told) == [51, 55, 58]
    for key in "adg":
        page.keyboard.up(key)
    # A touched key is the written note: D, sounding F.
    box = page.locator("#piano [data-pitch='62']").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9)
    screen.expect_notes(53)
    page.goto("/details/Cma7/D")
    screen.wait_until_ready()
    expect(page.locator(".playing .sounds")).to_have_text("Written for E♭, sounds as E♭ma13(♯11)")
    page.goto("/circle/C")
    screen.wait_until_ready()
    expect(page.locator(".sounds")).to_have_text("Written for E♭, sounds as E♭ major")
    for route in ["/ways/C13(♭9)", "/board/C7", "/graph/Cma9", "/scale/C/Lydian"]:
        page.goto(route)
        expect(page.locator(".sounds").first).to_contain_text("Written for E♭, sounds as E♭")


@pytest.fixture
def own_server(tmp_path):
    """A server that no other test uses."""
    server = Server(SITE, tmp_path / "log")
    yield server
    server.stop()


@pytest.mark.all
def test_stage_sounds_at_the_pitch_of_a_transposing_instrument(own_server, listen):
    screen = listen("/settings", own_server.url)
    page = screen.page
    page.get_by_text("B♭: trumpet, clarinet, tenor saxophone").click()
    page.goto("/combine/Cma7/D")
    screen.wait_until_ready()
    page.get_by_role("link", name="More").click()
    page.get_by_role("link", name="Lights").click()
    page.get_by_role("button", name="Your current chords").click()
    page.get_by_role("link", name="Play chordset 1").click()
    # Cma7, the lower chord, in the cell after the result.
    page.keyboard.down("2")
    screen.wait("count => told.filter((notes) => notes.length === 1).length >= count", len(CMA7))
    heard = [note["pitch"] for told in screen.events[-len(CMA7):] for note in told]
    assert sorted(heard) == [pitch - 2 for pitch in CMA7]
    page.keyboard.up("2")
