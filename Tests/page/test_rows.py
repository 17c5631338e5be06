"""Chord rows: later chords correct earlier names, live and in a file's list, and the settings for
key and bass player."""

import pytest
from playwright.sync_api import expect

from linnstrument import OFF, ON
from looks import OVERFLOWS, SIZES, SMALL_CONTROLS, serious_violations
from test_midi_files import midi_file, open_file

# F A C D alone is an F6, before G7 a Dmi7.
SIX, SEVENTH = [53, 57, 60, 62], [43, 47, 50, 53]
# Rootless left hands for Dmi9, G13 and Cma9.
CADENCE = [[53, 57, 60, 64], [53, 57, 59, 64], [52, 55, 59, 62]]


def perform(linn, notes, name):
    """Holds notes until they are named, then releases them."""
    linn.play(*[[ON, note, 90] for note in notes])
    expect(linn.name).to_have_text(name)
    linn.play(*[[OFF, note, 0] for note in notes])


def row(linn):
    return linn.page.get_by_role("list", name="Last chords").get_by_role("listitem")


def toggle(linn, name):
    return linn.page.locator("#naming").get_by_role("button", name=name)


@pytest.mark.all
@pytest.mark.firefox
def test_later_chord_visibly_corrects_an_earlier_name(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    expect(row(linn)).to_have_count(0)
    perform(linn, SIX, "F6")
    expect(row(linn)).to_have_text(["F6"])
    perform(linn, SEVENTH, "G7")
    # As read aloud and as displayed.
    expect(row(linn)).to_have_text(["Dmi7/F on its own F6", "G7"])
    old = row(linn).first.locator("s")
    expect(old).to_have_text("F6")
    assert "line-through" in old.evaluate("old => getComputedStyle(old).textDecorationLine")
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    assert old.evaluate(size) < row(linn).first.locator("b").evaluate(size)
    # The old name stays next to the new one, on the same line.
    assert row(linn).first.evaluate("item => item.getClientRects().length") == 1
    assert serious_violations(linn.page) == {}


def test_row_is_unchanged_while_nothing_is_named(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    perform(linn, SIX, "F6")
    perform(linn, SEVENTH, "G7")
    expect(row(linn)).to_have_count(2)
    changes = linn.page.evaluate(
        """async () => {
            let changes = 0;
            const watch = new MutationObserver(records => { changes += records.length; });
            watch.observe(document.querySelector("#played"),
                { subtree: true, childList: true, characterData: true, attributes: true });
            for (let time = 0; time < 20; time++) {
                midi.play("Linn", [0x90, 60 + time % 2, 90], [0xE0, time, 64], [0x80, 60 + time % 2, 0]);
                await new Promise(requestAnimationFrame);
            }
            watch.disconnect();
            return changes;
        }""")
    assert changes == 0


@pytest.mark.all
@pytest.mark.firefox
def test_bass_player_and_key_settings_apply_at_once_and_are_stored(linnstrument):
    linn = linnstrument()
    linn.screen.goto("/circle/B")
    linn.screen.goto("/play/linnstrument")
    linn.enable("Linn")
    for notes, name in zip(CADENCE, ["Fma7", "Fma7(♯11)", "Emi7"]):
        perform(linn, notes, name)
    open_file(linn, midi_file(*CADENCE))
    files = linn.page.locator(".track b")
    expect(files).to_have_text(["Fma7", "Fma7(♯11)", "Emi7"])
    toggle(linn, "With a bass player").click()
    expect(row(linn).locator("b").last).to_have_text("Cma9")
    expect(row(linn).locator("s").last).to_have_text("Emi7")
    expect(files).to_have_text(["Dmi9", "G13", "Cma9"])
    # By itself, a whole chord is named by its root, with a bass player, too. F B E A by itself is form B of G13.
    expect(linn.page.locator(".track s")).to_have_text(["Fma7", "Emi7"])
    expect(toggle(linn, "With a bass player")).to_have_attribute("aria-pressed", "true")
    # Changed with the keyboard and back: the setting keeps the focus.
    toggle(linn, "With a bass player").press("Enter")
    expect(files).to_have_text(["Fma7", "Fma7(♯11)", "Emi7"])
    expect(toggle(linn, "With a bass player")).to_be_focused()
    # In B major, E♭ G♭ B♭ is spelled D♯ F♯ A♯.
    perform(linn, [63, 66, 70], "E♭mi")
    toggle(linn, "In B major").click()
    expect(linn.name).to_have_text("D♯mi")
    linn.screen.settle()
    linn.screen.goto("/settings")
    expect(linn.page.get_by_role("radio", name="Key on the circle", exact=True)).to_be_checked()
    linn.page.get_by_text("A bass player does").click()
    linn.screen.settle()
    linn.screen.goto("/play/linnstrument")
    expect(toggle(linn, "With a bass player")).to_have_attribute("aria-pressed", "true")
    expect(toggle(linn, "In B major")).to_have_attribute("aria-pressed", "true")


def test_rootless_readings_come_first_with_a_bass_player(visit):
    # E G B♭ D is an E half-diminished chord, and a C9 over C.
    screen = visit("/combine/E°/Gmi")
    readings = screen.page.locator("#result .readings summary")
    first = readings.first.inner_text()
    assert "no root" not in first
    screen.page.get_by_role("link", name="Settings").click()
    screen.page.get_by_text("A bass player does").click()
    # C and E are in C major. Of F♯7, another reading, they are neither root nor third.
    screen.page.get_by_text("Key on the circle", exact=True).click()
    screen.page.locator(".up").click()
    expect(readings.first).to_have_text("C9 (no root)")
    readings.first.click()
    expect(screen.page.locator("#result .readings .why").first).to_contain_text("the bass player has the root C")


@pytest.mark.all
def test_row_of_long_names_fits(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    toggle(linn, "With a bass player").click()
    # Upper structures with the longest names.
    for up in range(8):
        notes = [48 + up, 52 + up, 58 + up, 61 + up, 66 + up, 68 + up]
        linn.play(*[[ON, note, 90] for note in notes])
        expect(row(linn)).to_have_count(up + 1)
        linn.play(*[[OFF, note, 0] for note in notes])
    open_file(linn, midi_file(*CADENCE))
    expect(linn.page.locator(".track s")).to_have_count(2)
    for width, height in SIZES:
        linn.page.set_viewport_size({"width": width, "height": height})
        assert linn.page.evaluate("document.documentElement.scrollWidth") <= width
        for measure in [OVERFLOWS, SMALL_CONTROLS]:
            assert linn.page.evaluate(measure) == [], width
    assert serious_violations(linn.page) == {}


@pytest.mark.all
def test_long_file_is_renamed_without_blocking_the_page(linnstrument):
    linn = open_file(linnstrument(), midi_file(*(CADENCE * 700), seconds=0.25))
    names = linn.page.locator(".track b")
    expect(names.first).to_have_text("Fma7")
    turns = linn.page.evaluate(
        """async () => {
            let turns = 0;
            [...document.querySelectorAll("#naming button")]
                .find(button => button.textContent === "With a bass player").click();
            for (; document.querySelector(".track b").textContent === "Fma7" && turns < 10000; turns++) {
                await new Promise(done => setTimeout(done));
            }
            return turns;
        }""")
    expect(names).to_have_text(["Dmi9", "G13", "Cma9"] * 4)
    # If all were named in one task, other tasks would get no turn.
    assert turns > 10
