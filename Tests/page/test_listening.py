"""Listening to a piano through the microphone: Chromium takes a recording as its microphone."""

import array
import json
import random
import subprocess
import wave

import pytest
from playwright.sync_api import expect

from conftest import new_context
from screen import PHONE, Screen, launch, wait_until
from serving import CHORDS, ROOT, SITE

# A recording of a sampled piano (tools/listening/compare) with three chords, and where they begin, in seconds.
RECORDING = ROOT / "Tests/ListeningTests/Fixtures/chords.wav"
RATE = 22050
C13 = [48, 52, 58, 61, 64, 69]
STARTS = {"C13(b9)": 0.55, "F9": 1.75, "Bbma7": 2.95}
LENGTH = 1.15
# Asks for B♭ma7, then for A♭ma7.
EXERCISE = "/practise/play_chord_ma7/semitones_from_B♭"


# Keeps what the page asks the browser for, and the stream that it gets.
KEEP_STREAM = """
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    window.asked = [];
    navigator.mediaDevices.getUserMedia = async (wanted) => {
        asked.push(wanted);
        return (window.stream = await ask(wanted));
    };
"""


def launch_hearing(playwright, path, granted=True):
    """Launches a Chromium whose microphone hears a WAV file again and again."""
    return launch(
        playwright, "chromium", "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={path}",
        "--use-fake-ui-for-media-stream" + ("" if granted else "=deny"))


def take(path, *chords, seconds, factor=1, channels=1):
    """Writes a file with chords of the recording at some times, and a little noise.

    factor: of the sampling rate.
    """
    with wave.open(str(RECORDING)) as file:
        recorded = array.array("h", file.readframes(file.getnframes()))
    generator = random.Random(46)
    samples = [generator.randint(-3, 3) for _ in range(round(seconds * RATE))]
    for at, name in chords:
        first = round(STARTS[name] * RATE)
        for index in range(round(LENGTH * RATE)):
            # The end fades, because a cut would be a click.
            fade = min(1, (LENGTH * RATE - index) / (0.05 * RATE))
            samples[round(at * RATE) + index] += round(fade * recorded[first + index])
    with wave.open(str(path), "wb") as file:
        file.setparams((channels, 2, factor * RATE, 0, "NONE", ""))
        frames = array.array("h", [sample for sample in samples for _ in range(factor * channels)])
        file.writeframes(frames.tobytes())
    return path


def heard(take, question, tuning=4400):
    """The lines of the page's listener, as lists of words."""
    (module,) = SITE.glob("assets/*/listener.wasm")
    command = ["node", ROOT / "Tests/page/listener.mjs", module, take, question, str(tuning)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split() for line in lines]


@pytest.mark.parametrize("factor", [1, 2])
def test_verdicts_are_those_of_the_command_line(tmp_path, factor):
    path = take(tmp_path / "take.wav", (2.5, "C13(b9)"), (4.5, "F9"), (6.5, "Bbma7"), seconds=8.5, factor=factor)
    command = [CHORDS, "listen", path, "--expect", "C13(b9)", "--voicing", "48 52 58 | 61 64 69", "--json"]
    expected = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["onsets"]
    lines = heard(path, "pitches " + " ".join(map(str, C13)))
    assert [onset["verdict"] for onset in expected] == ["right", "not yet", "not yet"]
    assert [words[1].replace("-", " ") for words in lines] == [onset["verdict"] for onset in expected]
    for words, onset, at in zip(lines, expected, [2.55, 4.55, 6.55]):
        assert int(words[0]) / 1000 == pytest.approx(onset["seconds"], abs=0.015)
        assert int(words[0]) / 1000 == pytest.approx(at, abs=0.05)
        assert int(words[2]) / 1000 == pytest.approx(onset["score"], abs=0.05)


def test_a_microphone_with_48_000_samples_per_second(tmp_path):
    path = take(tmp_path / "take.wav", (2.5, "C13(b9)"), (4.5, "F9"), seconds=7)
    with wave.open(str(path)) as file:
        slow = array.array("h", file.readframes(file.getnframes()))
    places = [divmod(index * RATE, 48_000) for index in range((len(slow) - 1) * 48_000 // RATE)]
    fast = [slow[at] + (slow[at + 1] - slow[at]) * rest // 48_000 for at, rest in places]
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 48_000, 0, "NONE", ""))
        file.writeframes(array.array("h", fast).tobytes())
    right, wrong = heard(path, "pitches " + " ".join(map(str, C13)))
    assert [right[1], wrong[1]] == ["right", "not-yet"]
    assert int(right[0]) / 1000 == pytest.approx(2.55, abs=0.05)


def test_any_voicing_of_the_classes_is_right(tmp_path):
    path = take(tmp_path / "take.wav", (2.5, "Bbma7"), (4.5, "F9"), seconds=7)
    # B♭ D F A.
    classes = sum(1 << note for note in (10, 2, 5, 9))
    right, wrong = heard(path, f"classes {classes} {classes}")
    assert right[1] == "right"
    assert wrong[1] == "not-yet"
    # B♭ and D.
    assert wrong[3] == "2,10"


def test_any_notes_are_listed(tmp_path):
    path = take(tmp_path / "take.wav", (2.5, "C13(b9)"), (4.5, "Bbma7"), seconds=7)
    # An octave more or less may be heard.
    for words, notes in zip(heard(path, "notes"), [C13, [46, 50, 53, 57]], strict=True):
        assert words[1] == "notes"
        assert {int(note) % 12 for note in words[2].split(",")} == {note % 12 for note in notes}


def test_a_piano_out_of_tune_is_heard_with_its_tuning(tmp_path):
    """The recording at the wrong speed: 22,050 Hz, said to be 21,500, which is 43.7 cents too low."""
    path = take(tmp_path / "take.wav", (2.5, "Bbma7"), seconds=5)
    data = bytearray(path.read_bytes())
    data[24:28] = (21_500).to_bytes(4, "little")
    path.write_bytes(data)
    question = "pitches 46 50 53 57"
    assert [words[1] for words in heard(path, question)] != ["right"]
    assert [words[1] for words in heard(path, question, tuning=round(4400 * 21_500 / 22_050))] == ["right"]


# MARK: the page


@pytest.fixture
def microphone(playwright, server, browser_errors, tmp_path):
    """microphone(chords…) → the exercise in a browser whose microphone hears these chords again and again."""
    browsers = []

    def microphone(*chords, seconds=9, granted=True, route=EXERCISE, **options):
        path = take(tmp_path / "take.wav", *chords, seconds=seconds, factor=2, channels=2)
        browsers.append(launch_hearing(playwright, path, granted))
        page = new_context(browsers[-1], server.url, browser_errors, **options).new_page()
        page.add_init_script(KEEP_STREAM)
        page.requests = []
        page.context.on("request", lambda request: page.requests.append(request))
        page.goto(route)
        Screen(page).wait_until_ready()
        return page

    yield microphone
    for browser in browsers:
        browser.close()


def listening(page):
    return page.locator("#listening")


def verdict(page):
    return page.locator("#practise-verdict")


def prompt(page):
    return page.locator("#practise-name")


def listen(page):
    page.get_by_role("button", name="Listen").click()
    page.get_by_role("button", name="Start listening").click()
    expect(listening(page)).to_contain_text("Listening", timeout=20_000)


def test_listening_from_the_explanation_to_the_next_card(microphone):
    page = microphone((2.5, "F9"), (6, "Bbma7"))
    expect(prompt(page)).to_contain_text("B♭")
    page.get_by_role("button", name="Listen").click()
    expect(listening(page)).to_contain_text("The sound stays on this device.")
    # Nothing was asked for or loaded before the explanation was read.
    assert page.evaluate("asked.length") == 0
    assert not [request.url for request in page.requests if "listener" in request.url]
    page.get_by_role("button", name="Start listening").click()
    expect(listening(page)).to_contain_text("Listening", timeout=20_000)
    constraints = page.evaluate("asked[0].audio")
    assert {constraints[name] for name in ("echoCancellation", "noiseSuppression", "autoGainControl")} == {False}
    # F9 lacks D and B♭.
    expect(verdict(page)).to_contain_text("Not yet: I do not hear the D or the B♭, but I hear C.", timeout=20_000)
    # Then it is right, and the next card follows by itself.
    expect(verdict(page)).to_contain_text("Right.", timeout=20_000)
    expect(prompt(page)).to_contain_text("B", timeout=20_000)
    expect(prompt(page)).not_to_contain_text("♭", timeout=20_000)
    expect(page.locator(".mark")).to_have_count(1)
    # No request has a body, and all go to files of the page.
    assert [request.url for request in page.requests if request.method != "GET" or request.post_data] == []


def test_on_the_play_screen_it_says_what_a_chord_could_be(microphone):
    page = microphone((2.5, "C13(b9)"), (6, "Bbma7"), route="/play")
    listen(page)
    guess = page.locator("#heard-chord")
    expect(guess).to_contain_text("C13(♭9)", timeout=20_000)
    expect(guess).to_contain_text("This is a guess.")
    expect(guess).to_contain_text("B♭ma7", timeout=20_000)
    # What was heard is not taken for what was played, and the combiner stays as it is.
    expect(page.locator("#played")).to_contain_text("Play some notes")
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Combine").click()
    expect(Screen(page).field("lower")).not_to_have_value("B♭ma7")
    wait_until(page, lambda: page.evaluate("stream.getTracks()[0].readyState"), "ended")
    assert [request.url for request in page.requests if request.method != "GET" or request.post_data] == []


def test_it_stops_on_leaving_practice(microphone):
    page = microphone(seconds=3)
    listen(page)
    assert page.evaluate("stream.getTracks()[0].readyState") == "live"
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Circle").click()
    wait_until(page, lambda: page.evaluate("stream.getTracks()[0].readyState"), "ended")
    page.go_back()
    expect(page.get_by_role("button", name="Listen")).to_be_visible()
    expect(listening(page)).to_have_count(0)
    # The explanation is shown once.
    page.get_by_role("button", name="Listen").click()
    expect(listening(page)).to_contain_text("Listening", timeout=20_000)
    page.get_by_role("button", name="Stop").click()
    expect(listening(page)).to_have_count(0)
    wait_until(page, lambda: page.evaluate("stream.getTracks()[0].readyState"), "ended")


def test_it_stops_when_the_page_is_hidden(microphone):
    page = microphone(seconds=3)
    listen(page)
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    expect(listening(page)).to_contain_text("the page was hidden")
    assert page.evaluate("stream.getTracks()[0].readyState") == "ended"


def test_a_microphone_that_is_unplugged(microphone):
    page = microphone(seconds=3)
    listen(page)
    page.evaluate("stream.getTracks()[0].dispatchEvent(new Event('ended'))")
    expect(listening(page)).to_contain_text("The microphone was disconnected.")
    page.get_by_role("button", name="Try again").click()
    expect(listening(page)).to_contain_text("Listening", timeout=20_000)


def test_a_permission_that_is_withdrawn(microphone):
    page = microphone(seconds=3)
    listen(page)
    page.evaluate("""() => {
        navigator.permissions.query = async () => ({ state: "denied" });
        stream.getTracks()[0].dispatchEvent(new Event("ended"));
    }""")
    expect(listening(page)).to_contain_text("The browser does not allow the microphone.")


def test_a_denied_permission(microphone):
    page = microphone(seconds=3, granted=False)
    page.get_by_role("button", name="Listen").click()
    page.get_by_role("button", name="Start listening").click()
    expect(listening(page)).to_contain_text("The browser does not allow the microphone.", timeout=20_000)
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Listen")).to_be_visible()


def test_the_level_and_the_setup(microphone):
    page = microphone((1, "F9"), seconds=3, viewport=PHONE)
    listen(page)
    level = page.get_by_role("meter", name="Level")
    wait_until(page, lambda: level.evaluate("meter => meter.value > 0.5"), True)
    # The page is silent meanwhile, unless the sound goes to headphones.
    expect(listening(page)).to_contain_text("The page makes no sound while it waits for a chord.")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="I use headphones").click()
    expect(listening(page)).not_to_contain_text("The page makes no sound")
    expect(listening(page)).to_contain_text("A = 440.0 Hz")
    page.get_by_role("button", name="Measure tuning (12 notes)").click()
    expect(listening(page)).to_contain_text("Play C4 (1 of 12)")
    # A chord is no note.
    expect(listening(page)).to_contain_text("I did not hear it clearly.", timeout=20_000)


def test_a_missing_listener(microphone, browser_errors):
    browser_errors.allow("503", "listener.wasm")
    page = microphone(seconds=3)
    page.context.route("**/listener.wasm", lambda route: route.fulfill(status=503))
    page.get_by_role("button", name="Listen").click()
    page.get_by_role("button", name="Start listening").click()
    expect(listening(page)).to_contain_text("The listener could not be loaded.", timeout=20_000)
    page.context.unroute("**/listener.wasm")
    page.get_by_role("button", name="Try again").click()
    expect(listening(page)).to_contain_text("Listening", timeout=20_000)


@pytest.mark.only_firefox
def test_words_of_firefox_without_a_microphone(visit):
    page = visit(EXERCISE).page
    page.get_by_role("button", name="Listen").click()
    page.get_by_role("button", name="Start listening").click()
    expect(listening(page)).to_contain_text("microphone", timeout=20_000)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
