"""Practice: played notes are marked at once, and results stay in this browser."""

import json
import re

import pytest
from playwright.sync_api import expect

from linnstrument import INSTRUMENTS
from looks import OVERFLOWS, SET_TEXT_SIZE
from screen import PHONE, Screen, wait_until

# A browser that has granted MIDI on an earlier visit.
MIDI_ALLOWED = """
    const query = navigator.permissions.query.bind(navigator.permissions);
    navigator.permissions.query = (wanted) => wanted.name === "midi" ? Promise.resolve({ state: "granted" })
        : query(wanted);
    midi.plug("Piano");
"""
RECORD_PITCHES = """
    window.heard = [];
    document.addEventListener("notes", ({ detail }) => heard.push(detail.map(({ pitch }) => pitch)));
"""
# A dominant seventh chord from C in fourths, in root position.
SEVENTHS = [[48 + (5 * step) % 12 + note for note in (0, 4, 7, 10)] for step in range(12)]


@pytest.fixture
def piano(new_page, server):
    """piano("/practise") → that page with a connected piano."""

    def piano(route, prepare="", **options):
        page = new_page(server.url, **options)
        page.add_init_script(INSTRUMENTS + MIDI_ALLOWED + prepare)
        page.goto(route)
        Screen(page).wait_until_ready()
        page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
        return page

    return piano


def note_on(page, pitches):
    page.evaluate("pitches => midi.play('Piano', ...pitches.map(pitch => [0x90, pitch, 80]))", pitches)


def note_off(page, pitches):
    page.evaluate("pitches => midi.play('Piano', ...pitches.map(pitch => [0x80, pitch, 64]))", pitches)


# Plays notes, and waits for a verdict that contains a text. It is gone after a second, so the page itself looks for it.
PLAY = """([pitches, expected]) => new Promise((done, fail) => {
    const observer = new MutationObserver(() => {
        if (document.getElementById("practise-verdict")?.textContent.includes(expected)) finish(done);
    });
    const timer = setTimeout(() => finish(() => fail(Error(`No verdict “${expected}”`))), 20000);
    const finish = (end) => {
        observer.disconnect();
        clearTimeout(timer);
        end();
    };
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    midi.play("Piano", ...pitches.map((pitch) => [0x90, pitch, 80]));
})"""


def play(page, pitches, expected="Right"):
    expect(page.locator("#practise-keys svg")).to_be_visible()
    page.evaluate(PLAY, [pitches, expected])
    note_off(page, pitches)


def prompt(page):
    return page.locator("#practise-name")


def verdict(page):
    return page.locator("#practise-verdict")


def stored_lines(page):
    """The records in the browser's practice database."""
    return page.evaluate("""async () => {
        const open = indexedDB.open("chord-combiner-practice");
        const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
        const all = database.transaction("lines").objectStore("lines").getAll();
        const lines = await new Promise((done) => (all.onsuccess = () => done(all.result)));
        database.close();
        return lines;
    }""")


@pytest.mark.firefox
def test_first_exercise_starts_without_a_tap_when_a_piano_is_connected(piano):
    page = piano("/practise")
    expect(prompt(page)).to_contain_text("C")
    expect(prompt(page)).to_contain_text("7")
    play(page, [48, 52, 58])
    expect(page).to_have_url(re.compile("/practise/play_voicing_7_shell"))
    # The next question appears automatically.
    expect(prompt(page)).to_contain_text("F")
    wait_until(page, lambda: len(stored_lines(page)), 1)


def test_missing_object_store_is_created(piano, server):
    # Another page on this host opens, and thereby creates, an empty database.
    make = """if (location.pathname === "/healthz") indexedDB.open("chord-combiner-practice").onsuccess =
        ({ target }) => (target.result.close(), document.title = "made")"""
    page = piano("/practise/play_chord_7")
    page.context.add_init_script(make)
    page.evaluate("""() => new Promise((resolve) => {
        indexedDB.deleteDatabase("chord-combiner-practice").onsuccess = resolve;
    })""")
    page.goto("/healthz")
    page.wait_for_function("() => document.title === 'made'")
    page.goto("/practise/play_chord_7")
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    play(page, SEVENTHS[0])
    wait_until(page, lambda: len(stored_lines(page)), 1)
    expect(page.get_by_text("cannot store anything")).to_have_count(0)


def test_exercise_starts_in_two_taps_without_a_piano(visit):
    page = visit("/").page
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Practise").click()
    page.get_by_role("link", name="Start").first.click()
    expect(prompt(page)).to_contain_text("C")


@pytest.mark.all
def test_all_twelve_keys_by_midi_alone(piano):
    page = piano("/practise/play_chord_7")
    names = ["C7", "F7", "B♭7", "E♭7", "A♭7", "D♭7", "G♭7", "B7", "E7", "A7", "D7", "G7"]
    for name, chord in zip(names, SEVENTHS):
        letters = prompt(page).inner_text
        wait_until(page, lambda: re.sub(r"\s", "", letters()) in (name, name.replace("G♭", "F♯")), True)
        play(page, chord)
    expect(page.locator("#practise-sign")).to_contain_text("12 of 12")
    expect(page.locator(".mark-row li")).to_have_count(12)


def test_mistakes_are_explained_and_marked_on_the_keys(piano):
    page = piano("/practise/play_chord_7")
    expect(page.locator("#practise-keys svg")).to_be_visible()
    note_on(page, [48, 52, 57])
    expect(verdict(page)).to_contain_text("B♭, the seventh, is missing")
    expect(verdict(page)).to_contain_text("does not belong")
    expect(page.locator("#practise-keys .key.foreign")).to_have_attribute("data-pitch", "57")
    expect(page.locator("#practise-keys .key.missing")).to_have_attribute("data-pitch", "58")
    note_off(page, [48, 52, 57])
    # The question stays until it is answered correctly.
    play(page, SEVENTHS[0])
    # A correct answer after a near miss has grade 3.
    wait_until(page, lambda: [line.split()[3] for line in stored_lines(page)], ["3"])


def test_on_screen_keys_latch_and_check_explains_mistakes(visit):
    page = visit("/practise/play_chord_ma", viewport=PHONE, has_touch=True).page
    for pitch in (60, 64):
        page.locator(f"#practise-keys [data-pitch='{pitch}']").click()
    page.get_by_role("button", name="Check").click()
    expect(verdict(page)).to_contain_text("G, the fifth, is missing")
    page.locator("#practise-keys [data-pitch='67']").click()
    expect(verdict(page)).to_contain_text("Right")


@pytest.mark.firefox
def test_cards_are_turned_and_graded_with_the_keyboard(visit):
    page = visit("/practise/play_chord_7").page
    expect(prompt(page)).to_contain_text("C")
    page.keyboard.press("Space")
    expect(page.locator("#practise-staff svg")).to_be_visible()
    page.keyboard.press("1")
    expect(prompt(page)).to_contain_text("F")
    wait_until(page, lambda: [line.split()[3] for line in stored_lines(page)], ["5"])


def answer_until_wrong(page):
    """Chooses answers with the keys 1 to 4."""
    expect(page.locator(".choice")).to_have_count(4)
    for answer in "1234" * 3:
        page.keyboard.press(answer)
        expect(page.locator(".choice.true")).to_have_count(1)
        if page.locator(".choice.false").count() == 1:
            break
        expect(page.locator(".choice.true")).to_have_count(0)


@pytest.mark.firefox
def test_answers_are_chosen_by_number_and_the_correct_one_is_shown(visit):
    page = visit("/practise/name_chord_7").page
    answer_until_wrong(page)
    right = page.locator(".choice.true > span").first.inner_text()
    expect(verdict(page)).to_contain_text(f"It was {right}")
    page.keyboard.press("Enter")
    expect(page.locator(".choice.true")).to_have_count(0)


@pytest.mark.firefox
def test_what_sounds_by_ear_lights_no_keys_before_the_answer(visit):
    page = visit("/practise/echo_chord_7").page
    expect(page.locator("#practise-keys svg")).to_be_visible()
    page.evaluate("""() => {
        window.struck = window.lit = 0;
        document.addEventListener("notes", ({ detail }) => { struck += detail.length; });
        new MutationObserver(changes => { lit += changes.length; }).observe(
            document.querySelector("#practise-keys"), { subtree: true, attributeFilter: ["data-sounding"] });
    }""")
    page.get_by_role("button", name="Again", exact=True).click()
    page.wait_for_function("() => struck > 2")
    page.evaluate("""() => new Promise(done => {
        let count = 10;
        const next = () => count-- > 0 ? requestAnimationFrame(next) : done();
        next();
    })""")
    assert page.evaluate("lit") == 0
    page.get_by_role("button", name="Show answer").click()
    expect(page.locator("#practise-keys [data-sounding]").first).to_be_attached()


def test_enter_follows_a_focused_link_although_a_button_has_the_key(visit):
    page = visit("/practise/name_chord_7").page
    answer_until_wrong(page)
    expect(page.get_by_role("button", name="Next")).to_be_visible()
    page.get_by_role("link", name="Progress").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/practise/results$"))


# Playwright's evaluate calls count as user gestures.
ONLY_REAL_GESTURES = """
    let isTouched = false;
    addEventListener("pointerdown", () => (isTouched = true), true);
    Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: isTouched }) });
"""


def test_ear_exercise_plays_automatically_and_again(new_page, server):
    page = new_page(server.url)
    page.add_init_script(RECORD_PITCHES + ONLY_REAL_GESTURES)
    page.goto("/practise/hear_chord_7")
    Screen(page).wait_until_ready()
    # Browsers allow no sound before the first gesture.
    expect(prompt(page)).to_contain_text("♪")
    assert page.evaluate("heard") == []
    # The first tap on an answer plays the chord instead, since it has not sounded.
    page.locator(".choice").first.click()
    wait_until(page, lambda: len(page.evaluate("heard")), 1)
    expect(page.locator("#practise-verdict")).to_be_empty()
    [chord] = page.evaluate("heard")
    assert chord[0] == 60 and len(chord) >= 3
    page.get_by_role("button", name="Again").click()
    wait_until(page, lambda: page.evaluate("heard.slice(1)"), [chord])
    page.get_by_role("button", name="Slower, note by note").click()
    wait_until(page, lambda: page.evaluate("heard.slice(2)"), [chord])
    # No keyboard shows the chord before it is answered.
    expect(page.locator("#practise-keys svg")).to_have_count(0)


def test_progress_survives_a_reload(piano):
    page = piano("/practise/play_chord_7")
    play(page, SEVENTHS[0])
    expect(prompt(page)).to_contain_text("F")
    page.reload()
    Screen(page).wait_until_ready()
    expect(prompt(page)).to_contain_text("F")
    page.goto("/practise/results")
    Screen(page).wait_until_ready()
    expect(page.locator(".heat-cell:not(.new)")).to_have_count(1)


@pytest.mark.firefox
def test_two_tabs_add_to_the_same_results(new_page, server):
    one = new_page(server.url)
    one.goto("/practise/results")
    Screen(one).wait_until_ready()
    expect(one.locator(".empty")).to_be_visible()
    two = one.context.new_page()
    two.goto("/practise/play_chord_7")
    Screen(two).wait_until_ready()
    expect(prompt(two)).to_contain_text("C")
    two.keyboard.press("Space")
    two.keyboard.press("1")
    expect(one.locator(".heat-cell:not(.new)")).to_have_count(1)
    assert len(stored_lines(two)) == 1


def test_full_disk_is_reported_and_nothing_is_lost(new_page, server, tmp_path):
    page = new_page(server.url)
    page.add_init_script("""
        const add = IDBObjectStore.prototype.add;
        IDBObjectStore.prototype.add = function (...all) {
            if (window.isFull !== false && this.name === "lines") throw new DOMException("full", "QuotaExceededError");
            return add.apply(this, all);
        };
    """)
    page.goto("/practise/play_chord_7")
    Screen(page).wait_until_ready()
    expect(prompt(page)).to_contain_text("C")
    page.keyboard.press("Space")
    page.keyboard.press("1")
    expect(page.locator(".trouble[role=status]")).to_contain_text("cannot store anything")
    page.evaluate("window.isFull = false")
    page.keyboard.press("Space")
    page.keyboard.press("1")
    # Unwritten records are written with the next one.
    wait_until(page, lambda: len(stored_lines(page)), 2)
    expect(page.locator(".trouble[role=status]")).to_have_count(0)


@pytest.mark.all
def test_answer_during_a_slow_deletion_is_stored(visit):
    """Another transaction blocks the store, as a slow device does."""
    page = visit("/practise/results").page
    line = "{}+60 right 1500 5 played play 2 chord mi7"
    page.evaluate("""async ([first, second]) => {
        const main = document.querySelector("script[type=module]").src;
        const practice = await import(new URL("storage/practice.js", main));
        // It creates the database.
        await practice.forget();
        const open = indexedDB.open("chord-combiner-practice");
        const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
        const lines = database.transaction("lines", "readwrite").objectStore("lines");
        let isBlocking = true;
        const block = () => (lines.count().onsuccess = () => isBlocking ? block() : database.close());
        block();
        practice.keep(first);
        const deletion = practice.forget();
        practice.keep(second);
        await new Promise((done) => setTimeout(done, 100));
        isBlocking = false;
        await deletion;
    }""", [line.format(1764000000), line.format(1764000060)])
    wait_until(page, lambda: stored_lines(page), [line.format(1764000060)])


def test_results_can_be_exported_deleted_and_imported(visit, tmp_path):
    page = visit("/practise/play_chord_7").page
    expect(prompt(page)).to_contain_text("C")
    page.keyboard.press("Space")
    page.keyboard.press("1")
    wait_until(page, lambda: len(stored_lines(page)), 1)
    page.goto("/practise/results")
    Screen(page).wait_until_ready()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    download.value.save_as(tmp_path / "practice.json")
    assert json.loads((tmp_path / "practice.json").read_text())["format"] == "chord-combiner-practice"
    page.get_by_role("button", name="Delete…").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.locator(".empty")).to_be_visible()
    assert stored_lines(page) == []
    page.locator("input[type=file]").set_input_files(tmp_path / "practice.json")
    expect(page.locator(".heat-cell:not(.new)")).to_have_count(1)
    (tmp_path / "other.json").write_text("[1]")
    page.locator("input[type=file]").set_input_files(tmp_path / "other.json")
    expect(page.locator("#notice")).to_contain_text("“other.json” was not imported")


def test_timed_exercise_grades_each_chord_and_shows_a_summary(piano):
    page = piano("/practise/play_row_Dmi7_G7/in_time_240_beats_4")
    page.get_by_role("button", name="Start").click()
    # Plays the first chord at once, and nothing for the second one.
    page.wait_for_function("() => document.querySelector('#practise-foot')")
    page.wait_for_timeout(1050)
    note_on(page, [50, 53, 57, 60])
    expect(page.locator(".mark-row li")).to_have_count(2)
    note_off(page, [50, 53, 57, 60])
    expect(page.locator("#practise-sign")).to_contain_text("of 2")


def test_the_band_plays_a_tune_in_loops_that_grow(piano):
    page = piano("/tunes/blues")
    page.locator(".tune-hand-on").get_by_role("link", name="Practise").click()
    steps = page.get_by_role("group", name="Steps")
    expect(steps.get_by_role("link", name="Wait for me")).to_have_attribute("aria-current", "true")
    steps.get_by_role("link", name="With the band").click()
    expect(page).to_have_url(re.compile(r"/in_time_90_beats_4/bass_band_with-band$"))
    expect(steps.get_by_role("link", name="With the band")).to_have_attribute("aria-current", "true")
    # A bar of one second.
    page.goto(page.url.replace("in_time_90", "in_time_240"))
    bars = page.locator(".practise-chart > li")
    current = page.locator(".practise-chart > li[aria-current=step]")
    page.get_by_role("button", name="Start").click()
    # F7, whose guide tones are A and E♭, is answered in the first bar, and missed when it comes again.
    expect(current).to_contain_text("Bar 1")
    note_on(page, [57, 63])
    expect(bars.first.locator(".mark.right, .mark.almost")).to_be_visible()
    expect(bars.first.locator(".spoken").last).to_have_text(re.compile(", (right|almost)"))
    note_off(page, [57, 63])
    expect(bars.first.locator(".mark.missed")).to_be_visible()
    # Two bars twice, and then the third one.
    expect(current).to_contain_text("Bar 3")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


@pytest.mark.parametrize("width, height", [(360, 640), (390, 844), (820, 1180), (1180, 820), (1440, 900)])
def test_bars_of_a_tune_and_the_keys_are_in_one_window(piano, width, height):
    page = piano("/tunes/blues", viewport={"width": width, "height": height})
    page.locator(".tune-hand-on").get_by_role("link", name="Practise").click()
    expect(page.locator(".practise-chart > li")).to_have_count(12)
    steps = page.get_by_role("group", name="Steps").get_by_role("link").evaluate_all(
        "links => links.map((link) => link.getBoundingClientRect().top)")
    assert len(set(steps)) == 1
    # Each bar is as high as the others: its chords are side by side.
    heights = page.locator(".practise-chart > li").evaluate_all(
        "bars => bars.map((bar) => Math.round(bar.getBoundingClientRect().height))")
    assert max(heights) - min(heights) <= 1, heights
    keys, bar = page.locator("#practise-keys svg").first.bounding_box(), page.locator("#navigation").bounding_box()
    # On phones and tablets the navigation is at the bottom edge.
    end = bar["y"] if bar["y"] > height / 2 else height
    assert keys["y"] + keys["height"] <= end + 1
    page.evaluate(SET_TEXT_SIZE, "200")
    page.set_viewport_size({"width": min(width, 320), "height": height})
    assert page.evaluate(OVERFLOWS) == []


@pytest.mark.all
def test_chords_during_a_frozen_page_are_not_counted_as_missed(piano):
    # Four chords of one second each.
    page = piano("/practise/play_row_Dmi7_G7_C_A7/in_time_240_beats_4")
    page.get_by_role("button", name="Start").click()
    page.wait_for_function("() => document.querySelector('#practise-head')?.textContent.includes('1 / 4')", polling=20)
    # Freezes from the count-in to the middle of the third chord.
    page.evaluate("() => { const end = performance.now() + 3700; while (performance.now() < end); }")
    expect(page.locator("#practise-sign")).to_contain_text("0 of 1")
    wait_until(page, lambda: [" missed " in line for line in stored_lines(page)], [True])


@pytest.mark.all
@pytest.mark.parametrize(
    "course", ["shells", "rootless", "upper-structures", "lydian-altered", "two-five-one", "circle"])
def test_every_course_has_playable_lessons(visit, course):
    page = visit(f"/practise/course/{course}").page
    assert page.locator(".lesson").count() >= 2
    for lesson in page.locator(".lesson").all():
        expect(lesson.get_by_role("link", name="Practise this")).to_be_visible()
    page.get_by_role("link", name="Practise this").first.click()
    expect(prompt(page)).to_be_visible()


def test_signs_of_other_keys_are_not_written_again(piano):
    page = piano("/practise/play_chord_7/landing_20")
    expect(page.locator("#practise-keys svg")).to_be_visible()
    note_on(page, [66])
    name = page.locator("#practise-keys .note-name.foreign")
    expect(name).to_have_count(1)
    # The missing notes are marked once the chord has landed.
    expect(page.locator("#practise-keys .note-name.missing")).to_have_count(3)
    name.evaluate("name => { name.isSame = true; }")
    # The signs of a lower key come before them.
    note_on(page, [54])
    expect(name).to_have_count(2)
    assert name.evaluate_all("names => names.map(({ isSame }) => isSame ?? false)") == [False, True]
    # The key that sounds already stays lit: the engine knows nothing of the sound.
    expect(page.locator("#practise-keys [data-pitch='66'][data-sounding]")).to_have_count(1)


@pytest.mark.firefox
def test_first_note_after_a_frame_does_not_wait_for_the_next(piano):
    page = piano("/practise/play_chord_7/landing_20")
    key = page.locator("#practise-keys [data-pitch='54']")
    expect(key).to_be_visible()
    page.evaluate("() => { window.waiting = []; window.requestAnimationFrame = (draw) => waiting.push(draw); }")
    note_on(page, [54])
    expect(key).to_have_class(re.compile("foreign"))
    # Its timers are other actions, which pass waiting messages first.
    page.wait_for_timeout(600)
    # Further messages before the next frame wait for it.
    for pitch in (56, 58, 61):
        note_on(page, [pitch])
    page.wait_for_timeout(100)
    assert page.locator("#practise-keys .foreign.key").count() == 1
    page.evaluate("for (const draw of waiting.splice(0)) draw(performance.now())")
    expect(page.locator("#practise-keys [data-pitch='61']")).to_have_class(re.compile("foreign"))


def test_custom_exercise_is_the_one_practiced(visit):
    page = visit("/practise").page
    page.locator("[data-input='practise draft kind']").select_option("voicing")
    page.locator("#practise-thing").fill("mi7 rootless-a")
    page.locator("[data-input='practise draft order']").select_option("fifths")
    page.locator("[data-input='practise draft pace']").select_option("time")
    page.locator("#practise-draft").get_by_role("link", name="Start").click()
    expect(page).to_have_url(re.compile(r"/practise/play_voicing_mi7_rootless-a/fifths/in_time_90_beats_4$"))
    page.go_back()
    page.locator("#practise-thing").fill("mi7 sideways")
    expect(page.locator("#practise-trouble")).to_contain_text("sideways")


def test_invalid_exercise_link_explains_why(visit, browser_errors):
    # The server responds with 404 as well.
    browser_errors.allow("404")
    page = visit("/practise/play_chord_zzz").page
    expect(page.get_by_role("alert")).to_contain_text("zzz")
