"""MIDI as an instrument: keyboards sound here, the page plays through outputs, and nothing that was played is lost."""

import random

import pytest
from playwright.sync_api import expect

from devices import SET_HIDDEN, hide
from linnstrument import INSTRUMENTS
from screen import Screen, wait_until
from test_practice import MIDI_ALLOWED

# Outputs with time stamps, and the page's notes with the time of their messages.
RECORD = """
    midi.sent = [];
    midi.plugOutput = (id, name = id) => {
        const port = { id, name, state: "connected", send: (data, time) => {
            if (port.state === "disconnected") throw new DOMException("disconnected", "InvalidStateError");
            midi.sent.push({ port: id, data: [...data], time: time ?? performance.now(), now: performance.now() });
            if (midi.isLeaving) localStorage.setItem("sent", JSON.stringify(midi.sent));
        } };
        midi.outputs.set(id, port);
        midi.access?.onstatechange?.();
    };
    midi.unplugOutput = (id) => {
        midi.outputs.get(id).state = "disconnected";
        midi.outputs.delete(id);
        midi.access?.onstatechange?.();
    };
    window.heard = [];
    window.released = [];
    window.contexts = [];
    window.AudioContext = class extends AudioContext {
        constructor(...options) { super(...options); contexts.push(this); }
    };
    document.addEventListener("notes", ({ detail }) => heard.push(...detail.map((note) => ({ ...note,
        ahead: note.start - (contexts.at(-1)?.currentTime ?? 0) }))));
    document.addEventListener("release", ({ detail }) => released.push(detail));
    // The last messages may follow this event.
    addEventListener("pagehide", () => {
        midi.isLeaving = true;
        localStorage.setItem("sent", JSON.stringify(midi.sent));
    });
"""
ON, OFF = 0x90, 0x80


@pytest.fixture
def keyboard(new_page, server):
    """keyboard("/combine/Cma7/D", "midi.plugOutput('Synth')") → that page with a connected piano."""

    def keyboard(route="/play", prepare="", **options):
        page = new_page(server.url, **options)
        page.add_init_script(INSTRUMENTS + MIDI_ALLOWED + RECORD + prepare)
        page.goto(route)
        Screen(page).wait_until_ready()
        page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
        # A gesture, without which browsers play no sound.
        page.keyboard.press("Shift")
        return page

    return keyboard


def play(page, *messages, port="Piano"):
    page.evaluate("([port, messages]) => midi.play(port, ...messages)", [port, [list(m) for m in messages]])


def heard(page):
    return [note["pitch"] for note in page.evaluate("heard")]


def arrange(page, *words):
    """Changes how devices are used, as the panel on Play does."""
    page.evaluate("""async (words) => {
        const { arrange } = await import(new URL("midi/devices.js", document.querySelector("script[type=module]").src));
        arrange(...words);
    }""", list(words))


def unended(sent):
    """The notes of outputs that were not ended, or not after they began. Each Note On needs a Note Off of its own."""
    open_notes, wrong = {}, []
    for message in sorted(sent, key=lambda message: message["time"]):
        status, *rest = message["data"]
        key = (message["port"], status & 15, rest[0])
        if status >> 4 == 9 and rest[1] > 0:
            if key in open_notes:
                wrong.append(message)
            open_notes[key] = message
        elif status >> 4 == 8 or status >> 4 == 9:
            open_notes.pop(key, None)
    return list(open_notes), wrong


# Through sound


@pytest.mark.all
@pytest.mark.parametrize("route", ["/", "/combine/Cma7/D", "/tunes", "/circle", "/play", "/practise", "/settings"])
def test_keyboard_sounds_on_every_screen(keyboard, route):
    page = keyboard(route)
    play(page, (ON, 60, 127), (ON, 64, 32))
    notes = page.evaluate("heard")
    assert [note["pitch"] for note in notes] == [60, 64]
    assert notes[0]["gain"] > 3 * notes[1]["gain"] > 0
    play(page, (OFF, 60, 64), (ON, 64, 0))
    assert page.evaluate("released") == [60, 64]


def test_sound_is_scheduled_within_ten_milliseconds(keyboard):
    page = keyboard()
    play(page, (ON, 60, 80), (OFF, 60, 64))
    page.wait_for_function("() => contexts[0]?.state === 'running'")
    own = page.evaluate("""async () => {
        const own = [];
        for (let count = 0; count < 40; count += 1) {
            const begin = performance.now();
            midi.play("Piano", [0x90, 50 + count, 80]);
            own.push(performance.now() - begin + 1000 * heard.at(-1).ahead);
            midi.play("Piano", [0x80, 50 + count, 64]);
            await new Promise((done) => setTimeout(done, 10));
        }
        return own.sort((one, other) => one - other);
    }""")
    # The median: other programs delay some of them.
    assert own[20] <= 10, own


def test_sustain_and_soft_pedal(keyboard):
    page = keyboard()
    play(page, (ON, 60, 100), (0xB0, 64, 127), (OFF, 60, 64), (ON, 64, 100))
    assert page.evaluate("released") == []
    play(page, (0xB0, 64, 0))
    # The key that is still down sounds on.
    assert page.evaluate("released") == [60]
    play(page, (0xB0, 67, 127), (ON, 67, 100), (0xB0, 67, 0))
    notes = page.evaluate("heard")
    assert notes[-1]["gain"] < 0.8 * notes[0]["gain"]


def test_channel_mode_messages(keyboard):
    page = keyboard()
    play(page, (0xB0, 64, 127), (ON, 60, 100), (OFF, 60, 64), (0x91, 64, 100), (0xB0, 123, 0))
    # The pedal sustains the one note, and the other is of another channel.
    assert page.evaluate("released") == []
    play(page, (0xB0, 121, 0))
    assert page.evaluate("released") == [60]
    play(page, (0xB1, 123, 0))
    assert page.evaluate("released") == [60, 64]
    play(page, (0xB0, 64, 127), (ON, 67, 100), (0xB0, 120, 0))
    assert page.evaluate("released") == [60, 64, 67]


def test_channel_mode_messages_in_mpe(keyboard):
    page = keyboard()
    # A zone of 15 channels.
    play(page, (0xB0, 101, 0), (0xB0, 100, 6), (0xB0, 6, 15))
    play(page, (0x91, 60, 100), (0x92, 64, 100), (0x93, 67, 100), (0xB1, 123, 0))
    assert page.evaluate("released") == [60]
    play(page, (0xB0, 123, 0))
    assert page.evaluate("released") == [60, 64, 67]


LOWER, UPPER = 0xB0, 0xBF


def zone(manager, members):
    """The messages that set an MPE zone."""
    return [(manager, 101, 0), (manager, 100, 6), (manager, 6, members)]


@pytest.mark.parametrize("messages, is_drum", [
    ([], True),
    (zone(LOWER, 15), False),
    # The end of the other zone, or a value of a parameter that is not registered, ends no zone.
    (zone(LOWER, 15) + zone(UPPER, 0), False),
    (zone(LOWER, 15) + zone(LOWER, 15)[:2] + [(LOWER, 99, 0), (LOWER, 98, 6), (LOWER, 6, 0)], False),
    # Each channel selects a parameter of its own.
    (zone(LOWER, 15) + zone(LOWER, 15)[:2] + [(UPPER, 101, 0), (UPPER, 100, 0), (LOWER, 6, 0)], True),
    (zone(LOWER, 15) + zone(LOWER, 0), True),
    (zone(0xB1, 15), True),
    # Channel 10 belongs to neither zone.
    (zone(LOWER, 7) + zone(UPPER, 5), True),
    (zone(LOWER, 7) + zone(UPPER, 6), False),
    # The new zone takes channel 10, and leaves no member to the other one.
    (zone(LOWER, 15) + zone(UPPER, 14) + zone(UPPER, 0), True),
])
def test_drums_are_silent_outside_of_mpe_zones(keyboard, messages, is_drum):
    page = keyboard()
    play(page, *messages, (0x99, 60, 80))
    expect(page.locator("#held")).to_contain_text("None." if is_drum else "C4")
    assert heard(page) == ([] if is_drum else [60])


def test_linnstrument_without_mpe_sounds_on_channel_10(keyboard):
    page = keyboard(prepare="midi.plug('LinnStrument MIDI');")
    play(page, *zone(LOWER, 0), (0x99, 60, 80), port="LinnStrument MIDI")
    expect(page.locator("#held")).to_contain_text("C4")
    assert heard(page) == [60]


def test_pedal_of_a_manager_holds_its_zone_only(keyboard):
    page = keyboard()
    play(page, *zone(LOWER, 3), *zone(UPPER, 3), (LOWER, 64, 127))
    for channel, key in [(1, 60), (5, 62), (14, 64)]:
        play(page, (ON + channel, key, 80), (OFF + channel, key, 64))
    assert page.evaluate("released") == [62, 64]
    # A member holds its own notes.
    play(page, (LOWER, 64, 0), (0xB1, 64, 127))
    for channel, key in [(1, 67), (2, 69)]:
        play(page, (ON + channel, key, 80), (OFF + channel, key, 64))
    assert page.evaluate("released") == [62, 64, 60, 69]


def test_all_notes_off_lifts_a_pedal_that_was_pulled_out(keyboard):
    page = keyboard()
    play(page, (ON, 60, 100), (0xB0, 64, 127), (OFF, 60, 64))
    page.get_by_role("button", name="All notes off").click()
    wait_until(page, lambda: play(page, (ON, 64, 100), (OFF, 64, 64)) or page.evaluate("released")[-1:], [64])


def test_keyboard_with_its_own_sound_is_asked_once_and_remembered(keyboard):
    page = keyboard()
    question = page.get_by_role("group", name="Does “Piano” have its own sound?")
    expect(question.locator("[aria-pressed=true]")).to_have_count(0)
    question.get_by_role("button", name="Yes").click()
    expect(question.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    play(page, (ON, 60, 100), (OFF, 60, 64))
    assert heard(page) == []
    page.reload()
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    expect(question.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    # Another device is asked about by itself.
    page.evaluate("midi.plug('Stage')")
    play(page, (ON, 62, 100), (OFF, 62, 64), port="Stage")
    assert heard(page) == [62]
    question.get_by_role("button", name="No, play it here").click()
    wait_until(page, lambda: play(page, (ON, 64, 100), (OFF, 64, 64)) or heard(page)[-1], 64)


def test_instrument_on_two_ports_sounds_once_and_drums_do_not(keyboard):
    page = keyboard(prepare="midi.plug('Bluetooth');")
    page.evaluate("""() => {
        const timeStamp = performance.now();
        for (const port of ["Piano", "Bluetooth"]) {
            for (const data of [[0x90, 60, 80], [0x90, 64, 80], [0x99, 38, 100]])
                midi.inputs.get(port).onmidimessage({ data: Uint8Array.from(data), timeStamp });
        }
    }""")
    assert heard(page) == [60, 64]


def test_chosen_instrument_alone_sounds(keyboard):
    page = keyboard(prepare="midi.plug('Other');")
    page.get_by_role("button", name="Other", exact=True).click()
    play(page, (ON, 60, 80), (OFF, 60, 64))
    play(page, (ON, 62, 80), (OFF, 62, 64), port="Other")
    assert heard(page) == [62]


def test_hidden_page_does_not_forget_mpe(keyboard):
    page = keyboard()
    # A lower zone with 15 member channels. Otherwise, channel 10 has drums.
    play(page, (0xB0, 101, 0), (0xB0, 100, 6), (0xB0, 6, 15))
    hide(page)
    hide(page, False)
    play(page, (0x99, 60, 80))
    assert heard(page) == [60]


def test_losing_focus_releases_typed_keys_but_not_midi(keyboard):
    page = keyboard()
    play(page, (ON, 60, 80))
    page.keyboard.down("KeyD")
    page.evaluate("dispatchEvent(new Event('blur'))")
    assert page.evaluate("released") == [64]
    play(page, (OFF, 60, 64))
    assert page.evaluate("released") == [64, 60]


# MIDI out


def through(page, output="Synth", channel=None):
    page.get_by_label("Play through").select_option(output)
    if channel:
        page.locator("#midi-channel").select_option(str(channel))


def sent(page, port="Synth"):
    return [message for message in page.evaluate("midi.sent") if message["port"] == port]


def notes_of(messages):
    return [(m["data"][0], m["data"][1]) for m in messages if m["data"][0] >> 4 in (8, 9)]


def test_page_plays_through_an_output(keyboard):
    page = keyboard("/play", "midi.plugOutput('Synth');")
    through(page, channel=5)
    page.keyboard.press("KeyA")
    wait_until(page, lambda: notes_of(sent(page)), [(0x94, 60), (0x84, 60)])
    # The page itself is silent, and remembers that.
    gains = "contexts.length"
    assert page.evaluate(gains) == 1
    page.goto("/combine/Cma7/D")
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    page.get_by_role("button", name="Play the whole chord").or_(
        page.locator("#result [data-action^='sound']")).first.click()
    page.wait_for_function("() => midi.sent.some(({ data }) => data[0] === 0x94)")
    assert all(message["data"][0] & 15 in (4, 9) for message in sent(page))


def test_tune_is_sent_at_most_a_tenth_of_a_second_ahead_and_ends_on_stop(keyboard):
    page = keyboard("/tunes", "midi.plugOutput('Synth');")
    arrange(page, "through", "1")
    page.get_by_role("link", name="Minor Blues").first.click()
    page.get_by_role("button", name="Play the tune").click()
    page.wait_for_function("() => midi.sent.filter(({ data }) => data[0] >> 4 === 9).length > 20")
    # A hidden tab does not slow down the timer of a worker.
    assert any("workers/ticker" in worker.url for worker in page.workers)
    page.get_by_role("button", name="Stop the tune").click()
    page.wait_for_timeout(300)
    messages = sent(page)
    assert max(message["time"] - message["now"] for message in messages) <= 100
    assert unended(messages) == ([], [])
    count = len(messages)
    page.wait_for_timeout(400)
    assert len(sent(page)) == count


SLOW_TIMERS = """
    for (const name of ["setTimeout", "setInterval"]) {
        const original = window[name];
        window[name] = (task, delay, ...rest) => original(task, document.hidden ? 60_000 : delay, ...rest);
    }
"""


def test_hidden_page_plays_on_through_an_output(keyboard):
    """Chrome wakes the timers of a hidden, silent page once a minute, and gives it no frames."""
    page = keyboard("/tunes", "midi.plugOutput('Synth');" + SLOW_TIMERS)
    arrange(page, "through", "1")
    page.get_by_role("link", name="Minor Blues").first.click()
    page.get_by_role("button", name="Play the tune").click()
    page.wait_for_function("() => midi.sent.some(({ data }) => data[0] >> 4 === 9)")
    hide(page)
    # Three seconds are scheduled when the page is hidden.
    begin = page.evaluate("performance.now()")
    wait_until(page, lambda: page.evaluate("begin => midi.sent.at(-1).now > begin + 6000", begin), True)
    hide(page, False)
    page.get_by_role("button", name="Stop the tune").click()
    messages = sent(page)
    ons = [message["time"] for message in messages if message["data"][0] >> 4 == 9]
    ons = [time for time in ons if time > begin + 1000]
    # The ride is on every beat, which takes half a second.
    assert max(later - one for one, later in zip(sorted(ons), sorted(ons)[1:])) < 700
    assert unended(messages) == ([], [])


def test_levels_of_the_mixer_are_velocities_of_the_output(keyboard):
    page = keyboard(prepare="midi.plugOutput('Synth');")
    arrange(page, "through", "1")
    page.evaluate("""async () => {
        const sequencer = await import(new URL("sound/sequencer.js",
            document.querySelector("script[type=module]").src));
        sequencer.setPlan(JSON.stringify({
            tempo: 300, beat: 1200, countIn: [], loop: null, muted: [3], levels: [100, 50, 0, 100, 100], choruses: 1,
            bars: [[0, 24000, [0, 1, 2, 3, 4].map((part) => [part, 4800 * part, 600, 80, 60 + part]), []]],
        }));
        sequencer.start("0");
    }""")
    wait_until(page, lambda: page.evaluate("midi.sent.filter(({ data }) => data[0] >> 4 === 8).length"), 3)
    # Half the level is 12 dB less, a gain of 1/4; gain grows with velocity to the power of 1.5: 80 / 4 ** (1 / 1.5).
    assert [message["data"][1:] for message in sent(page) if message["data"][0] >> 4 == 9] == [
        [60, 80], [61, 32], [64, 80]]


def test_nothing_goes_back_to_the_device_that_it_came_from(keyboard):
    page = keyboard(prepare="midi.plugOutput('Piano'); midi.plugOutput('Synth');")
    through(page, "Piano")
    play(page, (ON, 60, 80), (OFF, 60, 64))
    assert notes_of(sent(page, "Piano")) == []
    assert heard(page) == []
    # What a device sends back is neither heard nor named.
    page.evaluate("""() => {
        const port = midi.outputs.get("Piano");
        const { send } = port;
        port.send = (data, time) => {
            send(data, time);
            setTimeout(() => midi.play("Piano", [...data]), Math.max(0, (time ?? 0) - performance.now()));
        };
    }""")
    page.keyboard.press("KeyD")
    wait_until(page, lambda: notes_of(sent(page, "Piano")), [(0x90, 64), (0x80, 64)])
    page.wait_for_timeout(200)
    assert len(notes_of(sent(page, "Piano"))) == 2
    assert heard(page) == [64]


def test_keyboard_plays_the_output_and_a_loop_of_cables_does_not_feed_back(keyboard):
    page = keyboard(prepare="midi.plugOutput('Synth'); midi.plug('Loop');")
    through(page, "Synth")
    page.evaluate("""() => {
        const port = midi.outputs.get("Synth");
        const { send } = port;
        port.send = (data, time) => {
            send(data, time);
            const timeStamp = performance.now();
            setTimeout(() => midi.inputs.get("Loop").onmidimessage({ data: Uint8Array.from(data), timeStamp }));
        };
    }""")
    play(page, (ON, 60, 80))
    page.wait_for_timeout(200)
    play(page, (OFF, 60, 64))
    page.wait_for_timeout(200)
    assert notes_of(sent(page)) == [(0x90, 60), (0x80, 60)]


@pytest.mark.all
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.all) for seed in range(1, 4))])
def test_every_note_on_has_its_note_off(keyboard, seed):
    """Random sequences of 10,000 events: keys, pedals, typed keys, lost focus, hiding, unplugging, stopping."""
    page = keyboard(prepare="midi.plugOutput('Synth'); midi.plugOutput('Other'); midi.plug('Second');")
    through(page, "Synth")
    page.evaluate("""async (seed) => {
        const random = (count) => (seed = (seed * 1103515245 + 12345) % 2147483648) % 65536 % count;
        const output = await import(new URL("midi/output.js", document.querySelector("script[type=module]").src));
        const playback = await import(new URL("sound/playback.js", document.querySelector("script[type=module]").src));
        const press = (type, code) => document.body.dispatchEvent(new KeyboardEvent(type, { code, bubbles: true }));
        const codes = ["KeyA", "KeyS", "KeyD", "KeyF"];
        const input = () => (random(2) ? "Piano" : "Second");
        for (let count = 0; count < 10000; count += 1) {
            const key = 48 + random(12);
            const kind = random(100);
            const port = input();
            if (!midi.inputs.has(port)) midi.plug(port);
            if (kind < 40) midi.play(port, [0x90 | random(2), key, random(128)]);
            else if (kind < 70) midi.play(port, [0x80 | random(2), key, 64]);
            else if (kind < 76) midi.play(port, [0xB0 | random(2), 64, random(128)]);
            else if (kind < 82) press("keydown", codes[random(4)]);
            else if (kind < 88) press("keyup", codes[random(4)]);
            else if (kind < 90) dispatchEvent(new Event("blur"));
            else if (kind < 93) document.dispatchEvent(new CustomEvent("notes", { detail: [{
                pitch: key, part: random(5), gain: 0.3,
                start: playback.audioTime() + random(200) / 100, duration: random(60) / 100 }] }));
            else if (kind < 95) document.dispatchEvent(new CustomEvent("silence", { detail: "tune" }));
            else if (kind < 96) playback.stop();
            else if (kind < 97) midi.unplug(port);
            else if (kind < 98) midi.play(port, [0xB0, 123, 0]);
            else if (kind < 99) output.playThrough(midi.outputs.get(random(2) ? "Synth" : "Other") ?? null, random(3));
            else if (random(2)) (SET_HIDDEN)(!document.hidden);
            else {
                const id = random(2) ? "Synth" : "Other";
                if (midi.outputs.has(id)) midi.unplugOutput(id); else midi.plugOutput(id);
            }
            if (count % 50 === 0) await new Promise((done) => setTimeout(done));
        }
        for (const id of ["Synth", "Other"]) if (!midi.outputs.has(id)) midi.plugOutput(id);
    }""".replace("SET_HIDDEN", SET_HIDDEN), 1000 + seed)
    page.reload()
    messages = page.evaluate("JSON.parse(localStorage.sent)")
    assert len([m for m in messages if m["data"][0] >> 4 == 9]) > 1000
    assert unended(messages) == ([], [])
    assert max(message["time"] - message["now"] for message in messages) <= 100


def test_output_that_is_unplugged_gets_nothing_and_is_used_again(keyboard):
    page = keyboard(prepare="midi.plugOutput('Synth');")
    through(page)
    play(page, (ON, 60, 80))
    page.evaluate("midi.unplugOutput('Synth')")
    play(page, (OFF, 60, 64), (ON, 62, 80), (OFF, 62, 64))
    assert heard(page) == [62]
    page.evaluate("midi.plugOutput('Synth')")
    play(page, (ON, 64, 80), (OFF, 64, 64))
    assert notes_of(sent(page))[-2:] == [(0x90, 64), (0x80, 64)]


def test_all_notes_off_ends_notes_in_the_output(keyboard):
    page = keyboard(prepare="midi.plugOutput('Synth');")
    through(page)
    play(page, (ON, 60, 80))
    page.get_by_role("button", name="All notes off").click()
    wait_until(page, lambda: notes_of(sent(page)), [(0x90, 60), (0x80, 60)])


# Permission


def test_no_midi_code_is_requested_before_it_is_needed(new_page, server):
    page = new_page(server.url)
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    page.add_init_script(INSTRUMENTS + "navigator.permissions.query = async () => ({ state: 'prompt' });")
    page.goto("/play")
    Screen(page).wait_until_ready()
    page.wait_for_timeout(500)
    assert not [url for url in requested if "midi/devices" in url or "midi/output" in url or "midi/history" in url]
    page.get_by_role("button", name="Enable MIDI").click()
    expect(page.locator("#midi")).to_contain_text("no instrument is connected")
    assert [url for url in requested if "midi/devices" in url]


PHONE_AGENT = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " \
    "CriOS/130.0 Mobile/15E148 Safari/604.1"
SAFARI_AGENT = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) " \
    "Version/18.0 Safari/605.1.15"


@pytest.mark.all
@pytest.mark.parametrize("agent, prepare, reason", [
    (PHONE_AGENT, "", "Web MIDI Browser"), (SAFARI_AGENT, "", "use Chrome or Firefox"),
    (SAFARI_AGENT, "Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });", "iPad"),
    (None, "Object.defineProperty(window, 'isSecureContext', { value: false });", "https"),
    (None, "", "This browser does not support MIDI"),
])
def test_reason_for_no_midi(new_page, server, agent, prepare, reason):
    page = new_page(server.url, **({"user_agent": agent} if agent else {}))
    page.add_init_script("Object.defineProperty(navigator, 'requestMIDIAccess', { value: undefined });" + prepare)
    page.goto("/play")
    Screen(page).wait_until_ready()
    page.get_by_role("button", name="Enable MIDI").click()
    expect(page.get_by_role("alert")).to_contain_text(reason)
    expect(page.get_by_role("alert")).to_contain_text("touch")


def test_permission_is_used_after_a_reload_on_every_screen(keyboard):
    page = keyboard("/circle")
    page.reload()
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")


# What was played


def song(page, chords=((48, 52, 55, 59, 62, 66, 69), (50, 53, 57, 60), (43, 59, 65, 69)), times=1, channel=1):
    """Plays chords for a second each."""
    for _ in range(times):
        for chord in chords:
            play(page, *((ON + channel - 1, key, 80) for key in chord))
            page.wait_for_timeout(1000)
            play(page, *((OFF + channel - 1, key, 64) for key in chord))


def test_what_was_played_is_shown_after_a_reload(keyboard):
    page = keyboard()
    song(page)
    button = page.get_by_role("button", name="What was that?")
    expect(button).to_be_visible()
    # At once: the last notes are not in the database yet.
    page.reload()
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    button.click()
    panel = page.locator("#recording")
    expect(panel.get_by_role("heading", name="What you played")).to_be_visible()
    expect(panel.get_by_role("list", name="Lead sheet")).to_contain_text("Dmi")
    expect(page.locator("#voicings svg")).to_be_visible()
    panel.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => heard.some(({ pitch }) => pitch === 48) && heard.some(({ pitch }) => pitch === 50)")


@pytest.mark.all
@pytest.mark.parametrize("setting, channel", [("sustain-pedal", 1), ("channel-10", 10)])
def test_what_was_played_follows_the_settings(keyboard, setting, channel):
    page = keyboard()
    page.locator("#" + setting).select_option("yes")
    # A reversed pedal is up.
    if setting == "sustain-pedal":
        play(page, (0xB0, 64, 127))
    # With the pedal down, the second chord would have the notes of both.
    song(page, [(50, 53, 57, 60), (47, 58, 63, 66)], channel=channel)
    page.get_by_role("button", name="What was that?").click()
    sheet = page.locator("#recording").get_by_role("list", name="Lead sheet")
    expect(sheet).to_contain_text("Dmi7")
    expect(sheet).to_contain_text("Bma7")


@pytest.mark.all
def test_what_was_played_is_saved(keyboard, tmp_path):
    import mido
    page = keyboard()
    song(page)
    page.get_by_role("button", name="What was that?").click()
    expect(page.locator("#recording h3")).to_be_visible()
    with page.expect_download() as download:
        page.locator("#recording").get_by_role("button", name="Save as MIDI").click()
    assert download.value.suggested_filename == "What you played.mid"
    pitches = [m.note for m in mido.MidiFile(download.value.path()) if m.type == "note_on" and m.velocity]
    assert sorted(pitches[:7]) == [48, 52, 55, 59, 62, 66, 69] and len(pitches) == 15
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as MusicXML").click()
    text = download.value.path().read_text()
    # The voicing as it was played, on two staves.
    assert text.count("<note") >= 15 and "<staff>2</staff>" in text
    page.get_by_role("button", name="New chordset with these chords").click()
    expect(page.locator("#announcer")).to_contain_text("1 chordset")
    page.goto("/play")
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    page.get_by_role("button", name="What was that?").click()
    page.get_by_role("button", name="Save to my tunes").click()
    expect(page.get_by_role("heading", name="What you played")).to_be_visible()


@pytest.mark.all
def test_keeping_can_be_turned_off_and_deleted(keyboard):
    page = keyboard()
    song(page, [(60, 64, 67)])
    page.get_by_role("button", name="Delete what I played").click()
    expect(page.get_by_role("button", name="What was that?")).to_have_count(0)
    page.get_by_role("button", name="Stop keeping").click()
    song(page, [(60, 64, 67)])
    page.reload()
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    expect(page.get_by_role("button", name="Keep what I play")).to_be_visible()
    expect(page.get_by_role("button", name="What was that?")).to_have_count(0)
    page.get_by_role("button", name="Keep what I play").click()
    song(page, [(60, 64, 67)])
    expect(page.get_by_role("button", name="What was that?")).to_be_visible()


def test_ten_minutes_are_kept_and_two_tabs_are_one(keyboard):
    page = keyboard()
    result = page.evaluate("""async () => {
        const { messages, midiFile } = await import(new URL("midi/history.js",
            document.querySelector("script[type=module]").src));
        const at = (from, ...lines) => ({ from, to: from, lines: lines.join("\\n") });
        const kept = messages([
            at(1e6 + 700000, "0 903c40"), at(1e6, "0 903e40"), at(1e6 + 100000.4, "0 904040", "3 804040"),
            at(1e6 + 100001, "0 904040", "2.6 804040"),
        ]);
        return kept.map(({ time, hex }) => [Math.round(time - 1e6), hex]);
    }""")
    # The first message is older. The tab that wrote a message first counts.
    assert result == [[100000, "904040"], [100003, "804040"], [700000, "903c40"]]


# Unwritten records of earlier pages, and stored batches, of which one is intact each. A batch is from some seconds ago.
DAMAGED_HISTORY = """async () => {
    const ago = (seconds) => Date.now() - 1000 * seconds;
    const at = (from, ...lines) => ({ from, to: from, lines: lines.join("\\n") });
    const records = ["{", "null", "[]", at(ago(-1e6), "0 903040"), { ...at(ago(9), "0 903140"), to: 1e300 },
        { from: "x", to: ago(9), lines: "0 903240" }, at(ago(8), "0 903c40", "x 903340", "1 90", "2 zz3340")];
    records.forEach((record, index) => localStorage.setItem(`chord-combiner-midi-unwritten-${index}`,
        typeof record === "string" ? record : JSON.stringify(record)));
    const opening = indexedDB.open("chord-combiner-midi", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("batches", { keyPath: "from" });
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const writing = opening.result.transaction("batches", "readwrite"), store = writing.objectStore("batches");
    for (const one of [at(ago(-1e6), "0 903440"), { from: ago(7), to: 5, lines: 17 }, { from: "late" },
        at(ago(6), "0 904040", "?", "5 804040")]) store.put(one);
    await new Promise((resolve) => (writing.oncomplete = resolve));
    opening.result.close();
}"""


@pytest.mark.all
def test_damaged_history_does_not_affect_the_rest(keyboard, tmp_path):
    import mido
    page = keyboard()
    page.goto("/manifest.webmanifest")
    page.evaluate(DAMAGED_HISTORY)
    page.goto("/play")
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    play(page, (ON, 67, 80), (OFF, 67, 64))
    page.wait_for_timeout(2500)
    page.get_by_role("button", name="What was that?").click()
    expect(page.locator("#recording h3")).to_be_visible()
    with page.expect_download() as download:
        page.locator("#recording").get_by_role("button", name="Save as MIDI").click()
    notes = [m.note for m in mido.MidiFile(download.value.path()) if m.type == "note_on" and m.velocity]
    assert notes == [0x3c, 0x40, 67]
    left = page.evaluate("Object.keys(localStorage).filter((name) => name.includes('-midi-unwritten-')).sort()")
    assert left == [f"chord-combiner-damaged-chord-combiner-midi-unwritten-{index}" for index in range(6)]


@pytest.mark.all
def test_history_leaves_space_in_local_storage_if_its_database_hangs(keyboard):
    page = keyboard(prepare="IDBFactory.prototype.open = () => ({});")
    page.evaluate("localStorage.setItem('chord-combiner-midi-unwritten-0', 'x'.repeat(499_999))")
    with page.expect_console_message(lambda message: "does not respond" in message.text):
        play(page, (ON, 67, 80), (OFF, 67, 64))
    names = page.evaluate("Object.keys(localStorage).filter((name) => name.includes('-midi-unwritten-'))")
    assert names == ["chord-combiner-midi-unwritten-0"]


def test_recording_survives_a_reload(keyboard):
    import mido
    page = keyboard()
    page.get_by_role("button", name="Record", exact=True).click()
    play(page, (ON, 60, 80), (OFF, 60, 64))
    page.get_by_role("button", name="Stop recording").click()
    page.reload()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as MIDI").click()
    assert [m.note for m in mido.MidiFile(download.value.path()) if m.type == "note_on"] == [60]


# Hands


def test_chord_that_stands_stays_in_its_hand(keyboard):
    page = keyboard("/combine/Cma7/D")
    play(page, *((ON, key, 80) for key in (48, 52, 55)))
    page.wait_for_timeout(500)
    play(page, *((ON, key, 80) for key in (59, 62, 66, 69)))
    played = """() => [...new Set([...document.querySelectorAll("#lower [data-played]")].map(
        (key) => Number(key.dataset.pitch) % 12))]
        .sort((one, other) => one - other).join()"""
    page.wait_for_function(f"({played})() !== ''")
    wait_until(page, lambda: page.evaluate(played), "0,4,7")
