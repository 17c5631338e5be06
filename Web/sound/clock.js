// @ts-check
// The clock of a tune: what is to be played, and when, comes from the engine; here it is handed to the audio world a little
// ahead of its time, by whose own clock it then sounds. Nothing is counted by timers, so nothing drifts, and a page that is
// not seen plays on.
//
// What of it is to be seen is following.js. Every strike is told to the document as an event "notes", as in playing.js.

import { plays } from "../loop/awake.js";
import { clock } from "../loop/circumstances.js";
import { refresh, rest, showBar, showChord, take } from "./following.js";
import { another, onReplacement, presentTimbre } from "./playing.js";
import { fading, frequency, wave } from "./voices.js";

/**
 * Seconds by which strikes are scheduled ahead, and where the browser slows the timers of a page that is not seen. What is
 * scheduled cannot be changed any more, so it is little as long as nothing comes too late; see look.
 */
const least = 0.25;
const most = 1;
const hiddenAhead = 3;
let ahead = least;
/** Milliseconds between two looks at what comes next. */
const round = 60;
/** Seconds by which a strike may be late and is still struck. */
const latest = 0.05;
/** Seconds by which a chord may be told late to the judge of what is played; more means that the page had no turn. */
const latestCue = 0.5;
/** Seconds from pressing Play to the first sound. */
const breath = 0.08;

/** @typedef {[part: number, start: number, length: number, loudness: number, ...pitches: number[]]} Strike */
/** @typedef {[written: number, length: number, strikes: Strike[], cues: [start: number, chord: number][]]} Bar */
/**
 * @typedef {object} Plan see OpenTune.plan
 * @property {number} tempo
 * @property {number} beat ticks of a beat
 * @property {number} choruses
 * @property {Bar[]} countIn
 * @property {Bar[]} bars
 * @property {[number, number] | null} loop
 * @property {number[]} muted
 * @property {string} [hears] who is told of each chord when it is heard, and of the end
 */

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {Plan | null} */
let plan = null;
/** @type {Record<"hands" | "bass" | "click", import("./voices.js").Player> | null} */
let band = null;

/**
 * Where the clock is: in a bar, at a tick of it that stands at a time, and before one of its strikes.
 * @type {{ bar: Bar, turn: number, chorus: number, counted: number, tick: number, time: number, strike: number, cue: number, begin: number, horizon: number } | null}
 */
let place = null;
/** @type {{ time: number, bar?: number, chord?: number, isEnd?: boolean }[]} what is to be seen, in its order */
let coming = [];
let timer = 0;
/** The timer, and the picture, that show the next that is to be seen. */
let waiting = 0;
let picture = 0;

const bassPartials = [1, 0.55, 0.25, 0.1, 0.04];
/**
 * A plucked string, low and round.
 * @type {import("./voices.js").Timbre}
 */
const bass = {
  name: "bass", level: 0.5, attack: 0.006, release: 0.05,
  sound(context, { pitch, start, gain }) {
    const source = context.createOscillator();
    source.setPeriodicWave(wave(context, bassPartials));
    source.frequency.value = frequency(pitch);
    const decay = 0.9;
    gain.setTargetAtTime(0, start + this.attack, decay);
    source.start(start);
    source.stop(start + this.attack + fading * decay);
    return { sources: [source], output: source };
  },
};
/**
 * Two sticks.
 * @type {import("./voices.js").Timbre}
 */
const click = {
  name: "click", level: 0.22, attack: 0.001, release: 0.01,
  sound(context, { pitch, start, gain }) {
    const source = context.createOscillator();
    source.type = "triangle";
    source.frequency.value = frequency(pitch);
    gain.setTargetAtTime(0, start + this.attack, 0.012);
    source.start(start);
    source.stop(start + 0.15);
    return { sources: [source], output: source };
  },
};

/** @param {import("../gestures/events.js").Send} receiver */
export function reportTo(receiver) {
  send = receiver;
}

/** Lets all be computed that playing needs, while nothing else is to be done. */
export function prepare() {
  const lay = () => send("tunes lay");
  if ("requestIdleCallback" in window) requestIdleCallback(lay, { timeout: 2000 });
  else setTimeout(lay, 200);
}

/**
 * What is played when the clock is started; one that goes on goes on with it.
 * @param {string} text
 */
export function rehearse(text) {
  plan = JSON.parse(text);
  if (!plan || !place || !band) return;
  // What is scheduled stays; from there on it is the new plan.
  const horizon = Math.max(place.horizon, now());
  place.tick += (horizon - place.time) / spell;
  place.time = horizon;
  spell = 60 / plan.tempo / plan.beat;
  if (place.turn >= 0) {
    if (place.turn >= plan.bars.length) {
      stop();
      return end();
    }
    place.bar = plan.bars[place.turn];
  }
  const { tick } = place;
  place.strike = firstBehind(place.bar[2].map(([, start]) => start), tick);
  place.cue = firstBehind(place.bar[3].map(([start]) => start), tick);
}

/** @param {string} text how each chord is shown while it sounds */
export function showHands(text) {
  take(JSON.parse(text));
}

/** Seconds of a tick. */
let spell = 0;

/**
 * @param {number[]} starts
 * @param {number} tick
 */
function firstBehind(starts, tick) {
  const index = starts.findIndex((start) => start >= tick - 0.5);
  return index < 0 ? starts.length : index;
}

/** @param {string} turn the bar, counted as they are played */
export function start(turn) {
  if (!plan || plan.bars.length === 0) return;
  stop();
  const band = makeBand();
  band.hands.timbre = presentTimbre();
  spell = 60 / plan.tempo / plan.beat;
  const first = Math.min(Number(turn), plan.bars.length - 1);
  const counts = plan.countIn.length > 0;
  const bar = counts ? plan.countIn[0] : plan.bars[first];
  const time = now() + breath;
  place = { bar, turn: counts ? -1 - first : first, chorus: 1, counted: 1, tick: 0, time, strike: 0, cue: 0, begin: time, horizon: time };
  if (!counts) coming.push({ time, bar: bar[0] });
  look();
  // What comes first is there while it is counted.
  showChord(plan.bars.slice(first).flatMap((bar) => bar[3])[0]?.[1] ?? null);
  show();
  plays("tune", true);
}

export function stop() {
  clearTimeout(timer);
  clearTimeout(waiting);
  cancelAnimationFrame(picture);
  place = null;
  coming = [];
  for (const player of band ? Object.values(band) : []) player.stop();
  rest();
  plays("tune", false);
}

function makeBand() {
  band ??= { hands: another(), bass: another(bass), click: another(click) };
  return band;
}

/** By the clock of the audio world. */
function now() {
  return band ? band.hands.context.currentTime : 0;
}

/** Schedules what comes next, and looks again in a moment. */
function look() {
  clearTimeout(timer);
  if (!place) return;
  if (band) band.hands.timbre = presentTimbre();
  const known = coming.length;
  // A device that had no time to look before all was played needs more.
  if (!document.hidden && place.horizon < now() + 0.05 && place.horizon > place.begin) ahead = Math.min(most, ahead + least);
  // One that the system has closed is replaced when the page is seen again.
  if (band?.hands.context.state !== "closed") schedule(now() + (document.hidden ? hiddenAhead : ahead));
  if (known === 0 && coming.length > 0) wait();
  refresh();
  if (place) timer = setTimeout(look, round);
}

/** @param {number} until */
function schedule(until) {
  while (place && plan) {
    const { bar, tick, time } = place;
    const at = (/** @type {number} */ other) => time + (other - tick) * spell;
    const cue = bar[3][place.cue];
    const strike = bar[2][place.strike];
    if (cue && (!strike || cue[0] <= strike[1])) {
      if (at(cue[0]) > until) break;
      coming.push({ time: at(cue[0]), chord: cue[1] });
      place.cue += 1;
    } else if (strike) {
      if (at(strike[1]) > until) break;
      sound(strike, at(strike[1]));
      place.strike += 1;
    } else {
      const end = at(bar[1]);
      if (end > until) break;
      goOn(end);
    }
  }
  if (place) place.horizon = Math.max(place.horizon, until);
}

/** @param {number} time at which the bar is over */
function goOn(time) {
  if (!place || !plan) return;
  const { turn, counted } = place;
  let next = turn;
  if (turn < 0) {
    const isCounting = counted < plan.countIn.length;
    next = isCounting ? turn : Math.min(-1 - turn, plan.bars.length - 1);
    place.counted += 1;
  } else if (plan.loop && turn >= plan.loop[0] && turn <= plan.loop[1]) {
    next = turn === plan.loop[1] ? plan.loop[0] : turn + 1;
  } else if (turn + 1 < plan.bars.length) {
    next = turn + 1;
  } else if (place.chorus < plan.choruses) {
    place.chorus += 1;
    next = 0;
  } else {
    coming.push({ time, isEnd: true });
    place = null;
    return;
  }
  place.turn = next;
  place.bar = next < 0 ? plan.countIn[place.counted - 1] : plan.bars[next];
  place.tick = 0;
  place.time = time;
  place.strike = 0;
  place.cue = 0;
  if (next >= 0) coming.push({ time, bar: place.bar[0] });
}

/**
 * @param {Strike} strike
 * @param {number} time
 */
function sound([part, , length, loudness, ...pitches], time) {
  // After a pause without a turn, as for a print dialogue, it would all sound at one moment.
  if (!band || plan?.muted.includes(part) || now() - time > latest) return;
  const player = part < 2 ? band.hands : part === 2 ? band.bass : band.click;
  const begin = Math.max(time, now());
  const gain = loudness / 100 / (part < 2 ? Math.sqrt(2 * pitches.length) : 1);
  for (const pitch of pitches) {
    player.release(player.strike(pitch, gain, begin), begin + length * spell);
  }
  const detail = pitches.map((pitch) => ({ pitch, start: begin, ideal: time, duration: length * spell, gain, part }));
  document.dispatchEvent(new CustomEvent("notes", { detail }));
}

// MARK: Seeing

/** Shows what sounds now, and then waits for what comes next. */
function show() {
  clearTimeout(waiting);
  cancelAnimationFrame(picture);
  const time = heard();
  /** @type {number | undefined} */
  let bar;
  /** @type {number | undefined} */
  let chord;
  let isOver = false;
  while (coming.length > 0 && coming[0].time <= time) {
    const one = coming.shift();
    bar = one?.bar ?? bar;
    chord = one?.chord ?? chord;
    isOver ||= one?.isEnd === true;
    if (plan?.hears && one?.chord !== undefined) {
      const delay = time - one.time;
      send(`${plan.hears} cue ${one.chord} ${clock(performance.now() - 1000 * delay)}${delay > latestCue ? " late" : ""}`);
    }
  }
  if (bar !== undefined) showBar(bar);
  if (chord !== undefined) showChord(chord);
  if (isOver) {
    stop();
    return end();
  }
  wait();
}

/** The last bar is over. */
function end() {
  send(`${plan?.hears ?? "tunes"} ended`);
}

/** Pictures are made when there is something new to be seen, and no others: at a music stand batteries are to last. */
function wait() {
  clearTimeout(waiting);
  if (coming.length === 0) return;
  const until = coming[0].time - heard();
  waiting = setTimeout(() => (picture = requestAnimationFrame(show)), Math.max(0, 1000 * until - 8));
}

/** The time of what is heard now. */
function heard() {
  const context = band?.hands.context;
  return context ? context.currentTime - (context instanceof AudioContext ? context.outputLatency || 0 : 0) : 0;
}

document.addEventListener("visibilitychange", () => {
  look();
  if (!document.hidden && (place || coming.length > 0)) show();
});
// Where the system has closed the audio context, the music goes on by the clock of another one.
onReplacement(() => {
  const before = now();
  band = null;
  if (!place) return;
  makeBand();
  const shift = now() - before;
  for (const one of [place, ...coming]) one.time += shift;
  place.begin += shift;
  place.horizon += shift;
  look();
  show();
});
addEventListener("pagehide", () => {
  const wasPlaying = place !== null;
  stop();
  // If you come back to this page as it was, it does not say that it plays. An exercise ends where the page is hidden.
  if (wasPlaying && !plan?.hears) end();
});
