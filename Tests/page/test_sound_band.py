"""The sound of the trio: layers, levels and the master limiter, rendered offline, and the sequencer's passes."""

import math

import pytest

from offline import PLAY_OFFLINE
from screen import Screen, wait_until
from serving import ROOT

RATE = 48000  # Hz

# What of the rendered sound can be heard.
RENDER = """async options => {
    const rendered = await (PLAY_OFFLINE)(options), { rate, seconds, strikes } = options;
    const channels = [0, 1].map(channel => rendered.getChannelData(channel).slice());
    // Loudness in LUFS, weighted as in ITU-R BS.1770, also after a high-pass filter of 24 dB per octave at 300 Hz
    const loudness = async isSmall => {
        const weighing = new OfflineAudioContext(2, rate * seconds, rate);
        let node = new AudioBufferSourceNode(weighing, { buffer: rendered });
        node.start();
        const filters = [
            new IIRFilterNode(weighing, {
                feedforward: [1.53512485958697, -2.6916961893864, 1.19839281085285],
                feedback: [1, -1.69065929318241, 0.73248077421585],
            }),
            new IIRFilterNode(weighing, {
                feedforward: [1, -2, 1], feedback: [1, -1.99004745483398, 0.99007225036621],
            }),
        ];
        for (let i = 0; i < 2 && isSmall; i++) {
            filters.push(new BiquadFilterNode(weighing, { type: "highpass", frequency: 300, Q: -3.01 }));
        }
        for (const filter of filters) node = node.connect(filter);
        node.connect(weighing.destination);
        const weighed = await weighing.startRendering();
        const power = [0, 1].map(channel => weighed.getChannelData(channel))
            .reduce((sum, part) => sum + part.reduce((sum, x) => sum + x * x, 0) / part.length, 0);
        return 10 * Math.log10(power) - 0.691;
    };
    // The spectral centroid in Hz of half a second after the attack, from the amplitudes up to 8 kHz.
    const size = 16384, from = Math.round(rate * (strikes[0][1] + 0.03));
    let weight = 0, sum = 0;
    const part = channels[0].slice(from, from + size).map((x, i) => x * (0.5 - 0.5 * Math.cos(2 * Math.PI * i / size)));
    for (let bin = 4; bin < 8000 * size / rate; bin += 4) {
        let real = 0, imaginary = 0;
        for (let i = 0; i < size; i++) {
            const angle = 2 * Math.PI * (bin * i % size) / size;
            real += part[i] * Math.cos(angle);
            imaginary += part[i] * Math.sin(angle);
        }
        const amplitude = Math.hypot(real, imaginary);
        weight += amplitude;
        sum += amplitude * bin * rate / size;
    }
    const peak = channels.reduce((most, part) => part.reduce((most, x) => Math.max(most, Math.abs(x)), most), 0);
    const energy = channels.map(part => part.reduce((sum, x) => sum + x * x, 0));
    return {
        loudness: await loudness(false), small: await loudness(true), peak, centroid: sum / weight,
        balance: 10 * Math.log10(energy[1] / energy[0]),
    };
}""".replace("PLAY_OFFLINE", PLAY_OFFLINE)

BEAT = 0.5  # seconds: 120 beats per minute
BARS = 4


def comping(velocity=80):
    """A Charleston rhythm in each bar: a shell in the left hand, four notes in the right one."""
    return [
        [part, 4 * BEAT * bar + start + 0.1, length, velocity, pitch]
        for bar in range(BARS) for start, length in [(0, 0.7), (1.67 * BEAT, 0.5)]
        for part, pitches in [(0, [50, 60, 65]), (1, [64, 69, 72, 76])] for pitch in pitches]


def walking(velocity=80):
    line = [38, 41, 45, 44, 43, 47, 50, 49, 48, 47, 45, 40, 36, 40, 43, 39]
    return [[2, BEAT * beat + 0.1, 0.9 * BEAT, velocity, pitch] for beat, pitch in enumerate(line)]


def drumming(velocity=80):
    """Ride with its skipping beats, hi-hat on 2 and 4, a feathered kick, and some snare."""
    hits = []
    for bar in range(BARS):
        ride = [(0, 0), (1, 8), (1.67, -8), (2, 0), (3, 8), (3.67, -8)]
        rest = [(44, 1, 0), (44, 3, 0), *((36, beat, -30) for beat in range(4)), (38, 2.67, -25)]
        for drum, beat, accent in [*((51, *one) for one in ride), *rest]:
            hits.append([3, (4 * bar + beat) * BEAT + 0.1, 0.2, velocity + accent, drum])
    return hits


def brushing(velocity=80):
    """A sweep on each beat, taps on 2 and 4, and the hi-hat."""
    return [
        [3, BEAT * beat + 0.1, 0.4, velocity, drum] for beat in range(4 * BARS)
        for drum in ([40, 38, 44] if beat % 2 else [40])]


def clicking():
    return [[4, BEAT * beat + 0.1, 0.1, 80, 88 if beat % 4 == 0 else 83] for beat in range(4 * BARS)]


@pytest.fixture(scope="module")
def render(browser, server):
    """render(strikes, seconds, brushes) → audible properties of these notes."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/")

    def render(strikes, seconds=4 * BARS * BEAT + 0.5, brushes=False):
        return page.evaluate(RENDER, {
            "strikes": sorted(strikes, key=lambda strike: strike[1]), "seconds": seconds, "rate": RATE,
            "brushes": brushes})

    yield render
    context.close()


SOFT, MEDIUM, LOUD = 40, 80, 115


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("pitch", [60, *(pytest.param(pitch, marks=pytest.mark.all) for pitch in [40, 52, 67, 76, 84])])
def test_piano_gets_brighter_with_each_layer(render, pitch):
    centroids = [render([[1, 0.1, 1, velocity, pitch]], 1.5)["centroid"] for velocity in [SOFT, MEDIUM, LOUD]]
    assert centroids[1] > 1.05 * centroids[0] and centroids[2] > 1.05 * centroids[1], centroids


@pytest.mark.all
@pytest.mark.parametrize("pitch", [36, *(pytest.param(pitch, marks=pytest.mark.all) for pitch in [28, 43, 50])])
def test_hard_plucked_bass_is_brighter(render, pitch):
    soft, hard = (render([[2, 0.1, 1, velocity, pitch]], 1.5)["centroid"] for velocity in [70, 100])
    assert hard > 1.05 * soft


@pytest.mark.all
def test_louder_velocities_are_louder_across_the_layers(render):
    for part, pitch in [(1, 60), (1, 76), (2, 40)]:
        loudness = [render([[part, 0.1, 1, velocity, pitch]], 1.5)["loudness"] for velocity in range(24, 128, 12)]
        assert loudness == sorted(loudness), (part, pitch, loudness)


# Web/sound/README.md has these targets: LU relative to the hands.
TARGETS = {"bass": -2, "drums": -5, "brushes": -8, "click": -6}


@pytest.mark.all
@pytest.mark.firefox
def test_each_part_is_near_its_target(render):
    hands = render(comping())["loudness"]
    parts = {
        "bass": render(walking()), "drums": render(drumming()), "brushes": render(brushing(), brushes=True),
        "click": render(clicking())}
    levels = {name: part["loudness"] - hands for name, part in parts.items()}
    assert hands == pytest.approx(-22, abs=1.5)
    for name, target in TARGETS.items():
        assert levels[name] == pytest.approx(target, abs=1.5), levels


@pytest.mark.all
@pytest.mark.firefox
def test_bass_is_audible_on_small_speakers(render):
    """After a high-pass filter at 300 Hz it is at most 12 LU softer than the hands, also when plucked softly."""
    for velocity in [70, 95]:
        assert render(walking(velocity))["small"] > render(comping(velocity))["small"] - 12


@pytest.mark.firefox
def test_loud_tutti_is_not_clipped(render):
    loud = comping(127) + walking(127) + drumming(119) + clicking() + [[3, 0.1, 1, 127, 59], [3, 0.1, 1, 127, 36]]
    assert 0.5 < render(loud)["peak"] < 1


def test_band_at_usual_levels_stays_below_the_limiter(render):
    assert render(comping() + walking() + drumming())["peak"] < 0.6


@pytest.mark.all
@pytest.mark.firefox
def test_players_stand_apart(render):
    """The bass is in the center, the ride on the right, the hi-hat on the left, and the piano spread by its keys."""
    assert abs(render(walking())["balance"]) < 0.5
    assert render([[3, 0.1, 1, 80, 51]], 2)["balance"] > 1.5
    assert render([[3, 0.1, 1, 80, 42]], 2)["balance"] < -1.5
    low, high = (render([[1, 0.1, 1, 80, pitch]], 2)["balance"] for pitch in [38, 88])
    assert low < -1 and high > 1
    assert abs(render(comping())["balance"]) < 2


@pytest.mark.all
def test_drum_pitches_sound(render):
    for pitch in [35, 36, 37, 38, 40, 42, 44, 51, 53, 59]:
        assert render([[3, 0.1, 1, 80, pitch]], 1)["peak"] > 0.01, pitch
    assert render([[3, 0.1, 1, 80, 35]], 1)["peak"] == render([[3, 0.1, 1, 80, 36]], 1)["peak"]
    # Brushes replace the snare and nothing else.
    for pitch, is_other in [(38, True), (40, True), (51, False), (44, False)]:
        sticks, brushes = (render([[3, 0.1, 1, 80, pitch]], 1, brushes=isOn) for isOn in [False, True])
        assert (sticks["peak"] != brushes["peak"]) == is_other


def test_recordings_are_small():
    sizes = {path.stem: path.stat().st_size for path in (ROOT / "Web/sound").glob("*.mp3")}
    assert sizes.pop("piano") <= 350_000
    sizes.pop("electric-piano")
    assert set(sizes) == {"piano-soft", "piano-loud", "bass", "drums"} and sum(sizes.values()) <= 1_500_000


# Passes

# Plays a plan, with an engine that answers an action with the plan in `answers`.
PASSES = """async ({ plan, answers }) => {
    const assets = new URL(".", document.querySelector("script[type=module]").src);
    const sequencer = await import(new URL("sound/sequencer.js", assets));
    window.asked = [];
    window.struck = [];
    document.addEventListener("notes", ({ detail }) => struck.push(...detail));
    sequencer.reportTo(action => {
        asked.push(action);
        const answer = answers[action];
        if (answer) sequencer.setPlan(JSON.stringify(answer));
        if (answer) sequencer.setLooks(JSON.stringify({ looks: [], chords: [] }));
    });
    window.stopTune = sequencer.stop;
    sequencer.setPlan(JSON.stringify(plan));
    sequencer.start("0");
}"""


def plan(pitches, number=1, tempo=300, **others):
    bars = [[index, 1200, [[1, 0, 600, 80, pitch]], []] for index, pitch in enumerate(pitches)]
    return {
        "tempo": tempo, "beat": 1200, "pass": number, "passes": 3, "countIn": [], "bars": bars, "loop": None,
        "muted": [], "levels": [100] * 5, **others}


@pytest.fixture
def play_passes(new_page, server):
    """play_passes(plan, answers, count) → the struck notes, at least `count`, and what the engine was asked."""

    def play_passes(plan, answers, count):
        page = new_page(server.url)
        page.goto("/")
        Screen(page).wait_until_ready()
        page.evaluate(PASSES, {"plan": plan, "answers": answers})
        page.wait_for_function("count => struck.length >= count || asked.at(-1)?.endsWith('ended')", arg=count)
        if not plan["loop"]:
            page.wait_for_function("() => asked.at(-1)?.endsWith('ended')")
        struck, asked = page.evaluate("[struck, asked]")
        page.evaluate("stopTune()")
        return struck, asked

    return play_passes


def gaps(struck):
    return [round(later["ideal"] - one["ideal"], 6) for one, later in zip(struck, struck[1:])]


def test_engine_is_asked_for_each_pass(play_passes):
    """Each pass has its own bars and tempo, and begins exactly when the one before ends."""
    answers = {"tunes pass 2": plan([62], 2, tempo=600), "tunes pass 3": plan([64, 65, 66], 3, tempo=300)}
    struck, asked = play_passes(plan([60, 61]), answers, 6)
    assert [one["pitch"] for one in struck] == [60, 61, 62, 64, 65, 66]
    assert gaps(struck) == [0.2, 0.2, 0.1, 0.2, 0.2]
    assert asked == ["tunes pass 2", "tunes pass 3", "tunes ended"]
    assert struck[0]["velocity"] == 80


def test_bars_are_repeated_without_an_answer(play_passes):
    struck, asked = play_passes(plan([60, 61]), {}, 6)
    assert [one["pitch"] for one in struck] == [60, 61] * 3 and set(gaps(struck)) == {0.2}
    assert asked == ["tunes pass 2", "tunes pass 2", "tunes ended"]


def test_the_end_is_reported_in_a_hidden_page(new_page, server):
    """Otherwise a set list would stop after one tune: a hidden page has no frames."""
    page = new_page(server.url)
    page.goto("/")
    Screen(page).wait_until_ready()
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { get: () => true });
        window.requestAnimationFrame = () => 0;
    }""")
    page.evaluate(PASSES, {"plan": plan([60, 61], passes=1, choruses=1), "answers": {}})
    page.wait_for_function("() => asked.at(-1) === 'tunes ended'", polling=100)
    assert page.evaluate("asked") == ["tunes ended"]


def test_page_that_is_left_near_the_end_stops_the_tune(new_page, server):
    """Otherwise a page from the back/forward cache would show Stop with nothing playing."""
    page = new_page(server.url)
    page.goto("/")
    Screen(page).wait_until_ready()
    # A hidden page schedules three seconds ahead: all of a bar of two.
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.evaluate(PASSES, {"plan": plan([60], tempo=30, passes=1), "answers": {}})
    page.wait_for_function("() => struck.length === 1", polling=100)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    assert page.evaluate("asked") == ["tunes stopped"]


def test_loop_goes_on_and_grows(play_passes):
    """The passes of a loop have no end; its bars can change with each."""
    answers = {
        f"tunes pass {number}": plan([60, 61, 62, 63], number, loop=[1, 2 if number < 3 else 3])
        for number in range(2, 9)}
    struck, asked = play_passes(plan([60, 61, 62, 63], loop=[1, 2]), answers, 14)
    assert [one["pitch"] for one in struck[:14]] == [60, 61, 62, 61, 62, 61, 62, 63, 61, 62, 63, 61, 62, 63]
    assert asked[:4] == [f"tunes pass {number}" for number in range(2, 6)]
    assert all(math.isclose(gap, 0.2) for gap in gaps(struck))


def test_loop_before_the_playing_bar_begins_after_that_bar(new_page, server):
    page = new_page(server.url)
    page.goto("/")
    Screen(page).wait_until_ready()
    once = plan([60, 61, 62, 63], tempo=120, passes=1)
    page.evaluate("""async plan => {
        const { setPlan } = await import(new URL("sound/sequencer.js",
            document.querySelector("script[type=module]").src));
        document.addEventListener("notes", ({ detail }) => {
            // After the sequencer has scheduled this note.
            if (detail[0].pitch === 62) queueMicrotask(() => setPlan(JSON.stringify(plan)));
        });
    }""", {**once, "loop": [0, 1]})
    page.evaluate(PASSES, {"plan": once, "answers": {}})
    page.wait_for_function("() => struck.length >= 7 || asked.at(-1)?.endsWith('ended')")
    struck, asked = page.evaluate("[struck, asked]")
    page.evaluate("stopTune()")
    assert [one["pitch"] for one in struck[:7]] == [60, 61, 62, 60, 61, 60, 61]
    assert "tunes ended" not in asked


def test_exercise_without_passes_is_played_as_often_as_it_says(play_passes):
    exercise = plan([60, 61], choruses=2, hears="practise")
    del exercise["pass"], exercise["passes"], exercise["levels"]
    struck, asked = play_passes(exercise, {}, 4)
    assert [one["pitch"] for one in struck] == [60, 61] * 2 and asked == ["practise ended"]


# Makes each strike take 20 ms, and records its task and how many seconds before its time it was scheduled.
SLOW_DOWN = """() => {
    window.scheduled = [];
    let task = 0;
    document.addEventListener("notes", ({ detail }) => {
        // It runs at the end of the task.
        queueMicrotask(() => task += 1);
        scheduled.push({ task, lead: detail[0].start - contexts.at(-1).currentTime });
        const end = performance.now() + 20;
        while (performance.now() < end);
    });
}"""
RECORD_CONTEXTS = """
window.contexts = [];
window.AudioContext = class extends AudioContext {
    constructor(...options) { super(...options); contexts.push(this); }
};
"""


def test_many_strikes_are_scheduled_in_several_tasks(new_page, server):
    """On a slow device, those that are not due wait, so that the page can handle events."""
    page = new_page(server.url, own=True)
    page.add_init_script(RECORD_CONTEXTS)
    page.goto("/")
    Screen(page).wait_until_ready()
    strikes = [[1, 1200, 600, 80, pitch] for pitch in range(60, 67)]
    bars = [[0, 2400, strikes, []]]
    page.evaluate(SLOW_DOWN)
    page.evaluate(PASSES, {"plan": {**plan([], tempo=60, passes=1), "bars": bars}, "answers": {}})
    page.wait_for_function("() => asked.at(-1)?.endsWith('ended')")
    scheduled = page.evaluate("scheduled")
    assert len(scheduled) == len(strikes)
    for before, one in zip(scheduled, scheduled[1:]):
        assert one["task"] > before["task"] or one["lead"] < 0.15, scheduled


def test_levels_of_the_parts_follow_the_plan(new_page, server):
    """Half the level is 12 dB less, like half the volume."""
    page = new_page(server.url)
    page.add_init_script("""
        window.gains = [];
        const { setTargetAtTime } = AudioParam.prototype;
        AudioParam.prototype.setTargetAtTime = function (...all) {
            if (all[2] === 0.02) gains.push(all[0]);
            return setTargetAtTime.apply(this, all);
        };""")
    page.goto("/")
    Screen(page).wait_until_ready()
    quiet = plan([60, 61], loop=[0, 1], levels=[100, 50, 0, 100, 80])
    page.evaluate(PASSES, {"plan": quiet, "answers": {}})
    # The players are made in steps.
    wait_until(page, lambda: page.evaluate("gains.length"), 5)
    assert page.evaluate("gains.splice(0)") == pytest.approx([1, 0.25, 0, 1, 0.64])
    page.evaluate(
        """async plan => (await import(new URL("sound/sequencer.js",
            document.querySelector("script[type=module]").src))).setPlan(JSON.stringify(plan))""",
        {**quiet, "levels": [0, 100, 100, 100, 100]})
    assert page.evaluate("gains.splice(0)") == [0, 1, 1, 1, 1]
    page.evaluate("stopTune()")
