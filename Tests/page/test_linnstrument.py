"""The LinnStrument screen: input from a simulated instrument, touch and the computer keyboard."""

import re

import pytest
from playwright.sync_api import expect

from linnstrument import OFF, ON, PADS_OF_60
from screen import wait_until


def test_grid_is_oriented_as_the_player_sees_it(linnstrument):
    linn = linnstrument()
    assert linn.page.locator("#pads [data-pad]").count() == 200
    for row, column, name in [(0, 0, "F♯1"), (2, 20, "C4"), (7, 24, "F6"), (6, 0, "C4")]:
        expect(linn.page.locator(f'#pads [data-pad^="{row} {column} "] text')).to_have_text(name)
    low, high = linn.pad(0, 0).bounding_box(), linn.pad(7, 24).bounding_box()
    assert low["x"] < high["x"] and low["y"] > high["y"]
    # C major from the circle: C in the accent color, the other notes of the key in the main color.
    classes = linn.page.locator("#pads [data-pad]").evaluate_all(
        "pads => pads.map(pad => [pad.dataset.pad.split(' ')[2] % 12, pad.getAttribute('class')])")
    for pitch_class, kind in classes:
        light = "accent" if pitch_class == 0 else "main" if pitch_class in {2, 4, 5, 7, 9, 11} else "dark"
        assert kind == "pad " + light


@pytest.mark.all
def test_settings_move_the_pads_and_are_remembered(linnstrument):
    linn = linnstrument()
    linn.set("linn-model", "128")
    expect(linn.page.locator("#pads [data-pad]")).to_have_count(128)
    linn.set("linn-left-handed", "yes")
    expect(linn.page.locator('#pads [data-pad^="0 15 "] text')).to_have_text("F♯1")
    linn.set("linn-offset", "guitar")
    linn.set("linn-octave", "1")
    linn.set("linn-spacing", "32")
    linn.set("linn-lights", "wholeTone")
    expect(linn.page.locator('#pads [data-pad^="7 15 "] text')).to_have_text("E5")
    # Pads are 40 wide, now 32 apart.
    first, second = (float(linn.pad(0, column).get_attribute("x")) for column in [0, 1])
    assert second - first == 72
    linn.screen.settle()
    linn.screen.reload()
    expect(linn.page.locator('#pads [data-pad^="7 15 "] text')).to_have_text("E5")
    expect(linn.page.locator("#linn-lights")).to_have_value("wholeTone")
    linn.screen.goto("/settings")
    # A rare setting, which the search finds.
    linn.page.get_by_label("Search settings").fill("middle c")
    linn.page.get_by_text("C3", exact=True).click()
    linn.screen.settle()
    linn.screen.goto("/play/linnstrument")
    expect(linn.page.locator('#pads [data-pad^="7 15 "] text')).to_have_text("E4")


def test_note_lights_its_pads_until_release(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.play([ON, 60, 100])
    linn.expect_lit(PADS_OF_60, "possible")
    linn.expect_held(["1", "C4", "100", "1", ""])
    # The same key on another channel is a separate voice with its own note-off.
    linn.play([ON + 1, 60, 90], [OFF, 60, 0])
    linn.expect_held(["2", "C4", "90", "2", ""])
    # Velocity 0 is a release. Surplus note-offs are ignored.
    linn.play([ON + 1, 60, 0], [OFF + 1, 60, 0], [OFF, 61, 0])
    linn.expect_lit([])
    expect(linn.page.locator("#held")).to_contain_text("None.")
    linn.play([ON, 20, 64])
    expect(linn.page.locator("#held")).to_contain_text("A♭0, off grid")


@pytest.mark.firefox
def test_pads_light_within_a_frame(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    expect(linn.page.get_by_role("button", name="All instruments")).to_be_visible()
    lit = linn.page.evaluate(
        """async () => {
            midi.play("Linn", [0x90, 60, 100]);
            // The update is painted in the next frame and checked right after it.
            await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
            return document.querySelectorAll(".voice").length;
        }""")
    assert lit == 5


def test_channel_per_row_identifies_the_pad(linnstrument):
    linn = linnstrument()
    linn.set("linn-channels", "per-row")
    linn.enable("Linn")
    linn.play([ON + 3, 60, 100])
    linn.expect_lit([(3, 15)], "exact")
    linn.expect_lit([pad for pad in PADS_OF_60 if pad != (3, 15)], "elsewhere")


def test_sixteen_simultaneous_notes_are_distinguishable(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.play(*[[ON, 48 + note, 100] for note in range(16)])
    expect(linn.page.locator("#held tbody tr")).to_have_count(16)
    marks = linn.page.locator("#held .swatch").evaluate_all(
        "cells => cells.map(cell => [cell.className, cell.textContent])")
    assert len({tuple(mark) for mark in marks}) == 16 and len({mark[0] for mark in marks}) == 16
    # The first four notes have the four colors. Released marks are reused.
    assert [mark[0] for mark in marks[:4]] == [f"swatch color-{number} mark-0" for number in range(4)]
    linn.play([OFF, 49, 0], [ON, 80, 100])
    wait_until(linn.page, lambda: linn.held()[-1][:2], ["2", "A♭5"])


def test_bend_moves_the_marker_and_pressure_fills_the_pad(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    # An MPE zone of seven members; the bend and the pressure come before the note.
    zone = [[0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 7]]
    # Two semitones of 48: 8192 * 2 / 48 = 341.33, and 341 + 8192 = 66 * 128 + 85.
    linn.play(*zone, [0xE1, 85, 66], [0xD1, 127], [ON + 1, 60, 100])
    linn.expect_lit(PADS_OF_60)
    step = float(linn.page.locator("svg.grid").get_attribute("data-column"))
    marker = linn.page.locator(".voice circle").first
    start = float(linn.page.locator(".voice rect").first.get_attribute("x")) + 20
    assert float(marker.get_attribute("cx")) - start == pytest.approx(2 * step, abs=1)
    assert linn.page.locator(".pressure").first.get_attribute("height") == "40"
    assert linn.held()[0][4] == "+2.00"


def test_held_notes_are_named_once_steady(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.play(*[[ON, note, 90] for note in [48, 52, 55, 59]])
    expect(linn.name).to_have_text("Cma7")
    # Lower hand Cma7, upper hand D.
    linn.play(*[[ON, note, 90] for note in [74, 78, 81]])
    expect(linn.name).to_have_text("Cma13(♯11)")
    # A touch shorter than 200 ms is not named. Repeated if a busy machine made it longer.
    names = linn.page.evaluate(
        """async () => {
            const names = [];
            const name = document.querySelector("#played h2");
            new MutationObserver(() => names.push(name.textContent))
                .observe(name, { subtree: true, childList: true, characterData: true });
            for (let length = Infinity; length > 190;) {
                names.length = 0;
                const start = performance.now();
                midi.play("Linn", [0x90, 61, 90]);
                await new Promise(done => setTimeout(done, 60));
                midi.play("Linn", [0x80, 61, 0]);
                length = performance.now() - start;
                await new Promise(done => setTimeout(done, 500));
            }
            return names;
        }""")
    assert names == []
    # The name stays after release so that it can be used.
    linn.play(*[[OFF, note, 0] for note in [48, 52, 55, 59, 74, 78, 81]])
    linn.expect_lit([])
    linn.page.get_by_role("button", name="Use both hands").click()
    linn.page.get_by_role("link", name="Combine", exact=True).click()
    linn.screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    linn.page.get_by_role("button", name="Undo").click()
    linn.screen.expect_empty()


def test_pedal_captures_the_chords(linnstrument):
    linn = linnstrument()
    linn.set("taking-pedal", "66")
    linn.enable("Linn")
    linn.play(*[[ON, note, 90] for note in [48, 52, 55, 74, 78, 81]])
    linn.play([0xB0, 66, 127])
    linn.page.get_by_role("link", name="Combine", exact=True).click()
    linn.screen.expect_titles("C", "D")


@pytest.mark.firefox
def test_held_notes_are_shown_in_the_combiner(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    expect(linn.page.get_by_role("button", name="All instruments")).to_be_visible()
    linn.page.get_by_role("link", name="Combine", exact=True).click()
    linn.play(*[[ON, note, 90] for note in [36, 64, 67, 98]])

    def played():
        keys = [linn.page.locator(f"#{half} [data-played]") for half in ["lower", "upper"]]
        return [set(half.evaluate_all("keys => keys.map(key => +key.dataset.pitch)")) for half in keys]

    # 36 is below the keyboard and 98 above it: they are folded in. Only 98 is out of reach of 67.
    both = [{60, 64, 67, 72}, {62, 74}]
    wait_until(linn.page, played, both)
    # Re-rendered keyboards show held notes too.
    linn.screen.choose("F", "G").expect_titles("F", "G")
    assert played() == both
    linn.page.get_by_role("link", name="Play", exact=True).click()
    expect(linn.page.locator("#pads")).to_be_visible()
    linn.page.get_by_role("link", name="Combine", exact=True).click()
    linn.screen.expect_titles("F", "G")
    assert played() == both


@pytest.mark.firefox
def test_fingers_play_pads_and_slide(linnstrument):
    linn = linnstrument()
    x, y = linn.middle(3, 15)
    linn.page.mouse.move(x, y)
    linn.page.mouse.down()
    linn.expect_lit([(3, 15)], "exact")
    linn.expect_lit([pad for pad in PADS_OF_60 if pad != (3, 15)], "elsewhere")
    width = linn.pad(3, 17).bounding_box()["x"] - linn.pad(3, 16).bounding_box()["x"]
    linn.page.mouse.move(x + 2 * width, y, steps=4)
    expect(linn.page.locator("#held tbody td").nth(4)).to_have_text(re.compile(r"\+(1\.99|2\.00)"))
    linn.page.mouse.up()
    linn.expect_lit([])


def test_pads_of_a_voicing_are_in_sight_on_a_phone(linnstrument):
    linn = linnstrument(
        "/play/linnstrument/48.52.55.58_61.64.69/C7/A/pair", viewport={"width": 360, "height": 640})
    pads = linn.page.locator(".pad:is(.left, .right) rect").evaluate_all(
        """pads => pads.map(pad => pad.getBoundingClientRect())
            .map(({ left, right, bottom }) => [left, right, bottom])""")
    middle = (min(left for left, _, _ in pads) + max(right for _, right, _ in pads)) / 2
    assert middle == pytest.approx(180, abs=2)
    assert max(bottom for _, _, bottom in pads) <= linn.page.locator("#navigation").bounding_box()["y"]
    # The name of the voicing does not scroll away.
    expect(linn.page.get_by_text("C13(♭9), as two chords")).to_be_in_viewport(ratio=1)
    # What is played has a panel as soon as there is something.
    expect(linn.page.locator("#played")).to_be_hidden()
    linn.page.keyboard.down("a")
    expect(linn.page.locator("#played")).to_be_visible()
    linn.page.keyboard.up("a")


@pytest.mark.firefox
def test_computer_keyboard_plays_pads(linnstrument):
    linn = linnstrument()
    linn.page.keyboard.down("a")
    linn.expect_lit(PADS_OF_60)
    linn.page.keyboard.up("a")
    linn.expect_lit([])


@pytest.mark.all
@pytest.mark.parametrize("prepare, words", [
    ("navigator.requestMIDIAccess = undefined;", "This browser does not support MIDI"),
    ("midi.answer = 'NotAllowedError';", "not allowed"),
    ("midi.answer = 'SecurityError';", "not allowed"),
    ("midi.answer = 'InvalidStateError';", "does not respond"),
    ("", "no instrument is connected"),
])
def test_each_midi_problem_has_its_own_message(linnstrument, prepare, words):
    linn = linnstrument(prepare=prepare)
    linn.enable()
    expect(linn.page.locator("#midi").get_by_role("alert")).to_contain_text(words)
    # The page works without MIDI.
    linn.pad(3, 15).click()
    linn.expect_lit([])
    expect(linn.page.get_by_role("button", name="Enable MIDI")).to_have_count(1 if prepare else 0)


def test_instruments_can_be_plugged_and_unplugged(linnstrument):
    linn = linnstrument()
    linn.enable()
    linn.page.evaluate("midi.plug('One'); midi.plug('Two')")
    expect(linn.page.get_by_role("button", name="Two")).to_be_visible()
    linn.play([ON, 60, 90], port="One")
    linn.play([ON, 64, 90], port="Two")
    expect(linn.page.locator("#held tbody tr")).to_have_count(2)
    linn.page.evaluate("midi.unplug('One')")
    expect(linn.page.locator("#held tbody tr")).to_have_count(1)
    expect(linn.page.get_by_role("button", name="One", exact=True)).to_have_count(0)
    # Replugged instruments work again, and one of several can be selected.
    linn.page.evaluate("midi.plug('One')")
    linn.play([ON, 72, 90], port="One")
    expect(linn.page.locator("#held tbody tr")).to_have_count(2)
    linn.page.get_by_role("button", name="Two").click()
    linn.play([ON, 76, 90], port="One")
    linn.play([ON, 79, 90], port="Two")
    expect(linn.page.locator("#held tbody tr").last).to_contain_text("G5")
    assert "E5" not in linn.page.locator("#held").text_content()
    linn.page.get_by_role("button", name="All notes off").click()
    linn.expect_lit([])


def test_message_flood_loses_no_note_off(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    expect(linn.page.get_by_role("button", name="All instruments")).to_be_visible()
    linn.page.evaluate(
        """async () => {
            for (let round = 0; round < 40; round += 1) {
                const channel = round % 8;
                midi.play("Linn", [0x90 + channel, 40 + round, 100]);
                for (let step = 0; step < 50; step += 1) {
                    midi.play("Linn", [0xE0 + channel, step, 64], [0xD0 + channel, step], [0xB0 + channel, 74, step]);
                }
                if (round % 4 === 0) await new Promise(requestAnimationFrame);
                midi.play("Linn", [0x80 + channel, 40 + round, 0]);
            }
        }""")
    linn.screen.settle()
    linn.expect_lit([])
    expect(linn.page.locator("#held")).to_contain_text("None.")


def test_malformed_messages_are_ignored(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.play([0x00], [0x3C, 0x64], [0xF4], [0x90], [0x90, 60], [0xF0, 0x90, 0x3C])
    linn.screen.settle()
    linn.expect_lit([])
    linn.play([ON, 60, 1])
    linn.expect_lit(PADS_OF_60)


# Talking to the instrument


def test_held_key_ends_when_another_instrument_is_selected(linnstrument):
    linn = linnstrument()
    linn.enable("One", "Two")
    linn.play([ON, 60, 90], port="One")
    expect(linn.page.locator("#held tbody tr")).to_have_count(1)
    linn.button("Two").click()
    linn.play([OFF, 60, 0], [ON, 62, 90], port="One")
    linn.expect_lit([])
    # If the selected instrument is unplugged, all others are used.
    linn.page.evaluate("midi.unplug('Two')")
    expect(linn.button("All instruments")).to_have_attribute("aria-pressed", "true")
    linn.play([ON, 60, 90], port="One")
    linn.expect_lit(PADS_OF_60)
    # Replugged, it is selected again.
    linn.page.evaluate("midi.plug('Two')")
    expect(linn.button("Two")).to_have_attribute("aria-pressed", "true")


def test_pedal_of_an_unselected_instrument_is_ignored(linnstrument):
    linn = linnstrument()
    linn.set("taking-pedal", "66")
    linn.enable("One", "Two")
    linn.button("Two").click()
    linn.play(*[[ON, note, 90] for note in [48, 52, 55]], port="Two")
    linn.play([0xB0, 66, 127], port="One")
    expect(linn.name).to_have_text("C")
    linn.page.get_by_role("link", name="Combine", exact=True).click()
    linn.screen.expect_empty()


def test_all_notes_off_cancels_pending_naming(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    expect(linn.button("All instruments")).to_be_visible()
    # The click comes in the same task as the notes, before they are named.
    linn.page.evaluate(
        """() => {
            midi.play("Linn", [0x90, 60, 90], [0x90, 64, 90], [0x90, 67, 90]);
            [...document.querySelectorAll("button")].find(button => button.textContent === "All notes off").click();
        }""")
    linn.page.wait_for_timeout(400)
    expect(linn.name).to_have_text("Play some notes")


def test_settings_are_read_from_the_instrument(linnstrument):
    linn = linnstrument()
    # Channel per row from channel 1, octave +1, transposed by −3, lights by 2, left-handed, custom rows of −5.
    settings = {0: 2, 18: 1, 19: 48, 36: 6, 37: 4, 38: 9, 200: 0, 201: 0, 227: 12, 246: 1, 253: 11}
    linn.page.evaluate(f"midi.plugBothWays('LinnStrument MIDI', {settings})")
    linn.enable()
    linn.button("Read its settings").click()
    expect(linn.page.locator("#midi [role=status]")).to_have_text("The instrument’s settings have been read.")
    # Six messages per query: parameter 299 with the number of the queried one.
    asked = linn.page.evaluate("midi.sent")
    assert all(
        bytes[:6] == [0xB0, 99, 2, 0xB0, 98, 43] and bytes[12:] == [0xB0, 101, 127, 0xB0, 100, 127] for bytes in asked)
    # The instrument does not know parameter 60, the order of the rows' channels.
    assert sorted(bytes[8] << 7 | bytes[11] for bytes in asked) == sorted([*settings, 60])
    values = {
        "linn-offset": "-5", "linn-octave": "1", "linn-transpose": "-3", "linn-lights-transpose": "2",
        "linn-left-handed": "yes", "linn-channels": "per-row",
    }
    for name, value in values.items():
        expect(linn.page.locator("#" + name)).to_have_value(value)
    # −5 starts at 65, plus an octave, minus and plus three semitones; low notes are on the right.
    expect(linn.page.locator('#pads [data-pad="0 24 72"]')).to_have_count(1)
    # Bends use the reported range: 8192 * 12 / 48 = 2048, and 2048 + 8192 = 80 * 128.
    linn.play([ON, 60, 90], [0xE0, 0, 80], port="LinnStrument MIDI")
    expect(linn.page.locator("#held tbody td").nth(4)).to_have_text("+12.00")
    linn.screen.settle()
    linn.screen.reload()
    expect(linn.page.locator("#linn-offset")).to_have_value("-5")


def test_unresponsive_instrument_times_out(linnstrument):
    linn = linnstrument()
    linn.page.evaluate("midi.plugBothWays('Piano')")
    linn.enable()
    linn.button("Read its settings").click()
    expect(linn.page.locator("#midi [role=status]")).to_contain_text("“Piano” did not answer")
    expect(linn.page.locator("#linn-offset")).to_have_value("5")
    assert len(linn.page.evaluate("midi.sent")) == 2


LIT_PADS = """() => {
    // The instrument's lights after all messages sent: colors by column and row.
    const lit = {};
    let column = 0, row = 0;
    for (const bytes of midi.sent) for (let i = 0; i < bytes.length; i += 3) {
        const [status, controller, value] = bytes.slice(i, i + 3);
        if (status !== 0xB0) continue;
        if (controller === 20) column = value;
        if (controller === 21) row = value;
        if (controller === 22) { if (value) lit[`${column} ${row}`] = value; else delete lit[`${column} ${row}`]; }
    }
    return lit;
}"""


def pads_with(classes):
    """Columns (from 1) and rows of the pads of some pitch classes, in fourths from 30."""
    return {
        f"{column + 1} {row}" for row in range(8) for column in range(25) if (30 + 5 * row + column) % 12 in classes}


def test_chords_light_the_instrument_until_the_page_is_left(linnstrument):
    linn = linnstrument()
    linn.page.evaluate("midi.plugBothWays('LinnStrument MIDI')")
    linn.enable()
    linn.button("Light the chords’ pads").click()
    expect(linn.button("Light the chords’ pads")).to_have_attribute("aria-pressed", "true")
    assert linn.page.evaluate("midi.sent") == []
    linn.page.get_by_role("link", name="Combine", exact=True).click()
    linn.screen.choose("C", "Emi").expect_titles(result="Cma7")
    lit = linn.page.evaluate(LIT_PADS)
    # C E G are blue, E G B yellow, common tones white.
    assert {place for place, color in lit.items() if color == 5} == pads_with({0})
    assert {place for place, color in lit.items() if color == 8} == pads_with({4, 7})
    assert {place for place, color in lit.items() if color == 2} == pads_with({11})
    # Only changes are sent. E minor becomes E: G belongs to C alone, and G♯ is new.
    linn.page.evaluate("midi.sent = []")
    linn.screen.choose(upper="E").expect_titles(upper="E")
    sent = linn.page.evaluate("midi.sent.flat().length")
    assert sent == 9 * len(pads_with({7, 8}))
    # Leaving the page turns the lights off, and so does the button.
    linn.page.get_by_role("link", name="Play", exact=True).click()
    linn.button("Light the chords’ pads").click()
    expect(linn.button("Light the chords’ pads")).to_have_attribute("aria-pressed", "false")
    linn.page.evaluate("midi.sent = []")
    linn.button("Light the chords’ pads").click()
    wait_until(linn.page, lambda: set(linn.page.evaluate(LIT_PADS)), pads_with({0, 4, 7, 8, 11}))
    linn.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert linn.page.evaluate(LIT_PADS) == {}
    # Nothing is sent to an unplugged instrument. Replugged, it lights again.
    linn.button("Light the chords’ pads").click()
    linn.page.evaluate("midi.unplug('LinnStrument MIDI')")
    expect(linn.button("Light the chords’ pads")).to_have_count(0)
    linn.page.evaluate("midi.sent = []; midi.plugBothWays('LinnStrument MIDI')")
    expect(linn.button("Light the chords’ pads")).to_have_attribute("aria-pressed", "true")
    assert set(linn.page.evaluate(LIT_PADS)) == pads_with({0, 4, 7, 8, 11})


# MIDI monitor


@pytest.mark.all
def test_monitor_shows_messages_decoded_and_in_hexadecimal(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.button("Show messages").click()
    expect(linn.page.locator("#monitor")).to_contain_text("No messages yet")
    linn.play([ON + 1, 60, 100], [0xE1, 0, 70], [0xB1, 74, 5], [0xFA], [ON + 1, 60, 0])
    rows = linn.page.locator(".monitor tbody tr")
    expect(rows).to_have_count(5)
    read = lambda: rows.evaluate_all("rows => rows.map(row => [...row.cells].slice(1).map(cell => cell.textContent))")
    # Latest first. A Note On with velocity 0 is a Note Off.
    assert read() == [
        ["Linn", "91 3C 00", "Note Off 60 velocity 64, channel 2"],
        ["Linn", "FA", "Start"],
        ["Linn", "B1 4A 05", "Control 74 value 5, channel 2"],
        ["Linn", "E1 00 46", "Pitch Bend +768, channel 2"],
        ["Linn", "91 3C 64", "Note On 60 velocity 100, channel 2"],
    ]
    linn.button("Bend and pressure").click()
    expect(rows).to_have_count(4)
    linn.button("System").click()
    expect(rows).to_have_count(3)
    linn.button("Pause").click()
    linn.play([ON, 72, 1])
    expect(linn.page.locator("#held tbody tr")).to_have_count(1)
    expect(rows).to_have_count(3)
    linn.button("Pause").click()
    linn.play([OFF, 72, 1])
    expect(rows).to_have_count(4)
    linn.page.get_by_role("region", name="MIDI monitor").get_by_role("button", name="Clear").click()
    expect(rows).to_have_count(0)
    # On-screen pads are labelled as this page.
    linn.pad(3, 15).click()
    expect(rows.first).to_contain_text("this page")
    linn.button("Show messages").click()
    expect(rows).to_have_count(0)


def test_bend_flood_does_not_push_notes_out_of_the_monitor(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.button("Show messages").click()
    linn.play([ON, 60, 100], *[[0xE0, 0, step % 128] for step in range(500)])
    rows = linn.page.locator(".monitor tbody tr")
    expect(rows).to_have_count(30)
    linn.button("Bend and pressure").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Note On 60")


@pytest.mark.firefox
def test_piano_shows_both_hands_and_plays(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.play(*[[ON, note, 90] for note in [48, 52, 55, 74, 78, 81]])
    key = lambda pitch: linn.page.locator(f'#piano .key[data-pitch="{pitch}"]')
    for pitch, part in [(48, "lower"), (55, "lower"), (74, "upper"), (81, "upper")]:
        expect(key(pitch)).to_have_class(re.compile(f"lit {part}"))
    expect(linn.page.locator("#piano .note-name")).to_have_text(["C", "E", "G", "D", "F♯", "A"])
    linn.button("All notes off").click()
    key(60).scroll_into_view_if_needed()
    box = key(60).bounding_box()
    linn.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 5)
    linn.page.mouse.down()
    linn.expect_lit(PADS_OF_60)
    linn.page.mouse.move(box["x"] + 90, box["y"] + 10)
    linn.page.mouse.up()
    linn.expect_lit([])
