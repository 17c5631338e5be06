// The sequencer of a tune. Its plan comes from the engine. Notes are scheduled a little ahead by the clock of the audio
// context. Nothing is counted by timers, so nothing drifts. A hidden page plays on, because its ticker is in a worker:
// a silent one, which plays through MIDI, would otherwise be woken once a minute.
//
// tune-display.js shows bars and chords. Every note is reported in a "notes" event of the document, as in playback.js.

import { engineTime } from "../loop/environment.js";
import { every } from "../loop/ticker.js";
import { setPlaying } from "../loop/wake-lock.js";
import { currentTimbre, loadLayers, makePlayer, onReplacement, readyPlayer } from "./playback.js";
import { gainOf, loadTrio, parts, playNote } from "./trio.js";
import { clearDisplay, refresh, showBar, showChord, takeLooks } from "./tune-display.js";

/**
 * Seconds by which notes are scheduled ahead. A hidden page needs more, because browsers slow it down.
 * Scheduled notes cannot be changed, so the time starts at the minimum and grows only if notes come late; see update().
 */
const minimumAhead = 0.25;
const maximumAhead = 1;
const hiddenAhead = 3;
let ahead = minimumAhead;
/** Milliseconds between two calls of update(). */
const updateInterval = 60;
/** Milliseconds of scheduling after which notes that are not due wait for another task. */
const maximumTask = 10;
/** Seconds before a note from which it is due. */
const dueTime = 0.15;
/** Seconds by which a note may be late and still be played. */
const maximumDelay = 0.05;
/** Seconds by which a cue for the practice judge may be late. A later one is marked, since the page was suspended. */
const maximumCueDelay = 0.5;
/** Seconds from pressing Play to the first note. */
const startDelay = 0.08;

/** @typedef {[part: number, start: number, length: number, velocity: number, ...pitches: number[]]} Strike */
/** @typedef {[written: number, length: number, strikes: Strike[], cues: [start: number, chord: number][]]} Bar */
/**
 * @typedef {object} Plan see OpenTune.plan
 * @property {number} tempo
 * @property {number} beat ticks per beat
 * @property {number} [choruses] how many times the bars are played
 * @property {number} [pass] instead of choruses: the number of this time through the form or the loop, from 1
 * @property {number} [passes] the number of passes through the form. The engine sends a plan for each.
 * @property {Bar[]} countIn
 * @property {Bar[]} bars
 * @property {[number, number] | null} loop
 * @property {number[]} muted parts: 0 left hand, 1 right hand, 2 bass, 3 drums, 4 click
 * @property {number[]} [levels] of the parts, in percent
 * @property {boolean} [brushes] whether the drummer plays with brushes
 * @property {string} [hears] the feature that gets an action for each chord when it sounds, and for the end
 */

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {Plan | null} */
let plan = null;
/** @type {import("./voices.js").Player[] | null} a player for each part */
let band = null;
/** Whether a new plan is for the next pass, because the position is at the end of one. */
let isTurning = false;

/**
 * The position up to which the plan is scheduled. A turn is the index of a bar in playing order.
 * @typedef {object} Position
 * @property {Bar} bar
 * @property {number} turn negative while counting in: −1 minus the first turn
 * @property {number} pass
 * @property {number} counted number of bars counted in
 * @property {number} tick a tick of the bar
 * @property {number} time the time of that tick
 * @property {number} strike the index of the next strike in the bar
 * @property {number} cue the index of the next cue in the bar
 * @property {number} begin the time at which playing started
 * @property {number} horizon the time up to which notes are scheduled
 */

/** @type {Position | null} */
let position = null;
/** @typedef {import("./tune-display.js").Looks} Looks */
/**
 * Bars, chords and new looks in order of time.
 * @type {{ time: number, bar?: number, chord?: number, looks?: Looks, isEnd?: boolean }[]}
 */
let coming = [];
/** @type {(() => void) | null} */
let stopTicker = null;
/** The timer and the animation frame for the next item to be shown. */
let showTimer = 0;
let frame = 0;
/** The animation frame for a chord that is shown after its bar. */
let chordFrame = 0;
/** The timer for scheduling that was interrupted. */
let restTimer = 0;
/** The timer of the next step of starting. */
let startTimer = 0;

/** @param {import("../gestures/events.js").Send} receiver */
export function reportTo(receiver) {
  send = receiver;
}

/**
 * Sets the plan. If a tune is playing, it continues with the new plan.
 * @param {string} text
 */
export function setPlan(text) {
  plan = JSON.parse(text);
  setLevels();
  if (!plan || !position || !band || isTurning) return;
  // Notes up to the horizon are already scheduled.
  const horizon = Math.max(position.horizon, now());
  position.tick += (horizon - position.time) / tickLength;
  position.time = horizon;
  tickLength = 60 / plan.tempo / plan.beat;
  const { tick } = position;
  // In another tempo, a delay of some milliseconds is another part of a beat. What was just played may come after the
  // horizon then, and must not sound twice.
  const margin = 0.05 / tickLength;
  const played = position.bar[2].slice(0, position.strike).filter(([, start]) => start > tick - margin);
  if (position.turn >= 0) {
    if (position.turn >= plan.bars.length) {
      stop();
      return end();
    }
    const [head, length, strikes, ...rest] = plan.bars[position.turn];
    const left = strikes.filter(([part, start, , , pitch]) =>
      start > tick + margin || !played.some((one) => one[0] === part && one[4] === pitch));
    position.bar = [head, length, left, ...rest];
  }
  position.strike = firstFrom(position.bar[2].map(([, start]) => start), tick);
  position.cue = firstFrom(position.bar[3].map(([start]) => start), tick);
}

/** @param {string} text how each chord is shown while it sounds */
export function setLooks(text) {
  const looks = JSON.parse(text);
  // The looks of the next pass are not shown before it sounds.
  if (isTurning && position) coming.push({ time: position.time, looks });
  else takeLooks(looks);
}

function setLevels() {
  band?.forEach((player, part) => (player.level = ((plan?.levels?.[part] ?? 100) / 100) ** 2));
}

/** Seconds per tick. */
let tickLength = 0;

/**
 * The index of the first start at or after a tick.
 * @param {number[]} starts
 * @param {number} tick
 */
function firstFrom(starts, tick) {
  const index = starts.findIndex((start) => start >= tick - 0.5);
  return index < 0 ? starts.length : index;
}

/** @param {string} turn the index of the first bar in playing order */
export function start(turn) {
  if (!plan || plan.bars.length === 0) return;
  stop();
  setPlaying("tune", true);
  if (band) {
    setTimbres(band);
    return begin(Number(turn));
  }
  // In steps: on a slow device, making the audio context takes as long as everything else.
  startTimer = setTimeout(() => {
    readyPlayer();
    startTimer = setTimeout(() => {
      makeBand();
      startTimer = setTimeout(() => begin(Number(turn)));
    });
  });
}

/** @param {number} turn the index of the first bar in playing order */
function begin(turn) {
  startTimer = 0;
  if (!plan || plan.bars.length === 0) return;
  if (!band) makeBand();
  tickLength = 60 / plan.tempo / plan.beat;
  const first = Math.min(turn, plan.bars.length - 1);
  const counts = plan.countIn.length > 0;
  const bar = counts ? plan.countIn[0] : plan.bars[first];
  const time = now() + startDelay;
  position = {
    bar, turn: counts ? -1 - first : first, pass: 1, counted: 1, tick: 0, time, strike: 0, cue: 0,
    begin: time, horizon: time,
  };
  if (!counts) coming.push({ time, bar: bar[0] });
  update();
  stopTicker ??= every(updateInterval, update);
  // The first chord is shown during the count-in.
  showChord(plan.bars.slice(first).flatMap((bar) => bar[3])[0]?.[1] ?? null);
  show();
}

export function stop() {
  stopTicker?.();
  stopTicker = null;
  clearTimeout(startTimer);
  startTimer = 0;
  clearTimeout(showTimer);
  cancelAnimationFrame(frame);
  cancelAnimationFrame(chordFrame);
  clearTimeout(restTimer);
  const wasPlaying = position !== null || coming.length > 0;
  position = null;
  coming = [];
  for (const player of band ?? []) player.stop();
  if (wasPlaying) document.dispatchEvent(new CustomEvent("silence", { detail: "tune" }));
  clearDisplay();
  setPlaying("tune", false);
}

function makeBand() {
  if (!band) {
    band = parts.map(({ timbre, options }) => makePlayer(timbre, options));
    setLevels();
  }
  setTimbres(band);
}

/**
 * Gives the players their instruments, as soon as these have loaded.
 * @param {import("./voices.js").Player[]} band
 */
function setTimbres(band) {
  const [left, right, bass, drums] = band;
  left.timbre = right.timbre = currentTimbre();
  // Bass and drums are missed more than the layers of the piano.
  loadTrio().then((trio) => {
    bass.timbre = trio.bass;
    drums.timbre = trio.drums;
  }).catch(console.info).then(loadLayers);
}

/** The time of the audio context in seconds. */
function now() {
  return band ? band[0].context.currentTime : 0;
}

/** Schedules the next notes. */
function update() {
  // A hidden page has no frames, but a set list goes on.
  if (document.hidden && coming.some(({ isEnd, time }) => isEnd && time <= audibleTime())) return show();
  if (!position) return;
  if (band) band[0].timbre = band[1].timbre = currentTimbre();
  const known = coming.length;
  // On a device that was late to schedule, more is scheduled ahead.
  const isLate = position.horizon < now() + 0.05 && position.horizon > position.begin;
  if (!document.hidden && isLate) ahead = Math.min(maximumAhead, ahead + minimumAhead);
  // A closed context is replaced when the page is shown again.
  if (band?.[0].context.state !== "closed") schedule(now() + (document.hidden ? hiddenAhead : ahead));
  if (known === 0 && coming.length > 0) wait();
  refresh();
}

/**
 * Schedules what begins before a time, in more than one task on a slow device: strikes with many notes take long.
 * @param {number} until a time of the audio context
 */
function schedule(until) {
  clearTimeout(restTimer);
  const start = performance.now();
  while (position && plan) {
    const { bar, tick, time } = position;
    const at = (/** @type {number} */ other) => time + (other - tick) * tickLength;
    const cue = bar[3][position.cue];
    const strike = bar[2][position.strike];
    if (cue && (!strike || cue[0] <= strike[1])) {
      if (at(cue[0]) > until) break;
      coming.push({ time: at(cue[0]), chord: cue[1] });
      position.cue += 1;
    } else if (strike) {
      if (at(strike[1]) > until) break;
      // The timers of a hidden page are slow, and there is nothing to be held up.
      const isDue = document.hidden || at(strike[1]) < now() + dueTime;
      if (!isDue && performance.now() > start + maximumTask) {
        until = at(strike[1]);
        restTimer = setTimeout(update);
        break;
      }
      play(strike, at(strike[1]));
      position.strike += 1;
    } else {
      const end = at(bar[1]);
      if (end > until) break;
      advance(end);
    }
  }
  if (position) position.horizon = Math.max(position.horizon, until);
}

/**
 * Asks the engine for the next pass, and moves to it. Without an answer this pass is repeated.
 * @param {Position} position at the end of a pass
 * @param {number} time of this end
 * @returns {number | null} the turn to continue at; null after the last pass
 */
function nextPass(position, time) {
  if (!plan) return null;
  const { pass = 1, passes = 1, loop } = plan;
  const isLooped = loop !== null;
  position.pass = Math.max(position.pass, pass);
  if (!isLooped && position.pass >= passes) return null;
  position.pass += 1;
  position.time = time;
  isTurning = true;
  try {
    send(`${plan.hears ?? "tunes"} pass ${pass + 1}`);
  } finally {
    isTurning = false;
  }
  tickLength = 60 / plan.tempo / plan.beat;
  return Math.min(isLooped ? plan.loop?.[0] ?? 0 : 0, plan.bars.length - 1);
}

/**
 * Moves the position to the next bar.
 * @param {number} time the end of the current bar
 */
function advance(time) {
  if (!position || !plan) return;
  const { turn, counted } = position;
  let next = turn;
  if (turn < 0) {
    const isCounting = counted < plan.countIn.length;
    next = isCounting ? turn : Math.min(-1 - turn, plan.bars.length - 1);
    position.counted += 1;
  } else {
    // A loop that was chosen in a later bar begins after this bar.
    const isLoopEnd = plan.loop !== null && turn >= plan.loop[1];
    if (!isLoopEnd && turn + 1 < plan.bars.length) {
      next = turn + 1;
    } else if (plan.passes !== undefined) {
      const turning = nextPass(position, time);
      // The answer may have stopped the tune.
      if (!position) return;
      if (turning === null) return finish(time);
      next = turning;
    } else if (isLoopEnd) {
      next = plan.loop?.[0] ?? 0;
    } else if (position.pass < (plan.choruses ?? 1)) {
      position.pass += 1;
      next = 0;
    } else {
      return finish(time);
    }
  }
  position.turn = next;
  position.bar = next < 0 ? plan.countIn[position.counted - 1] : plan.bars[next];
  position.tick = 0;
  position.time = time;
  position.strike = 0;
  position.cue = 0;
  if (next >= 0) coming.push({ time, bar: position.bar[0] });
}

/**
 * Ends the tune.
 * @param {number} time
 */
function finish(time) {
  coming.push({ time, isEnd: true });
  position = null;
}

/**
 * @param {Strike} strike
 * @param {number} time
 */
function play([part, , length, velocity, ...pitches], time) {
  // After a suspension, for example by a print dialog, all late notes would sound at once.
  if (!band || plan?.muted.includes(part) || now() - time > maximumDelay) return;
  const player = band[part];
  if (!player) return;
  const begin = Math.max(time, now());
  const gain = gainOf(velocity);
  // A MIDI device has no level for each part. This velocity has the gain of the level: see gainOf() and setLevels().
  const sent = Math.round(velocity * ((plan?.levels?.[part] ?? 100) / 100) ** (4 / 3));
  const duration = length * tickLength;
  const detail = pitches.map((pitch) => {
    playNote(player, part, { pitch, velocity, start: begin, duration }, plan?.brushes === true);
    return { pitch, start: begin, ideal: time, duration, gain, velocity: sent, part };
  });
  document.dispatchEvent(new CustomEvent("notes", { detail }));
}

// MARK: Display

/** Shows the bar and chord that sound now, and waits for the next. */
function show() {
  clearTimeout(showTimer);
  cancelAnimationFrame(frame);
  const time = audibleTime();
  /** @type {number | undefined} */
  let bar;
  /** @type {number | undefined} */
  let chord;
  let isOver = false;
  while (coming.length > 0 && coming[0].time <= time) {
    const item = coming.shift();
    bar = item?.bar ?? bar;
    chord = item?.chord ?? chord;
    if (item?.looks) takeLooks(item.looks);
    isOver ||= item?.isEnd === true;
    if (plan?.hears && item?.chord !== undefined) {
      const delay = time - item.time;
      const cueTime = engineTime(performance.now() - 1000 * delay);
      send(`${plan.hears} cue ${item.chord} ${cueTime}${delay > maximumCueDelay ? " late" : ""}`);
    }
  }
  if (bar !== undefined) showBar(bar);
  if (chord !== undefined) showNext(chord, bar !== undefined);
  if (isOver) {
    stop();
    return end();
  }
  wait();
}

/**
 * Shows a chord.
 * @param {number} chord
 * @param {boolean} isWithBar whether this frame shows a bar already. On a slow device, painting both takes too long.
 */
function showNext(chord, isWithBar) {
  cancelAnimationFrame(chordFrame);
  if (isWithBar) chordFrame = requestAnimationFrame(() => showChord(chord));
  else showChord(chord);
}

/** Reports that the last bar is over. */
function end() {
  send(`${plan?.hears ?? "tunes"} ended`);
}

/** Requests a frame for the next item only, to save the battery of a device on a music stand. */
function wait() {
  clearTimeout(showTimer);
  if (coming.length === 0) return;
  const delay = coming[0].time - audibleTime();
  showTimer = setTimeout(() => (frame = requestAnimationFrame(show)), Math.max(0, 1000 * delay - 8));
}

/** The time of the audio context that is audible now, after the latency of the output. */
function audibleTime() {
  const context = band?.[0].context;
  return context ? context.currentTime - (context instanceof AudioContext ? context.outputLatency || 0 : 0) : 0;
}

document.addEventListener("visibilitychange", () => {
  update();
  if (!document.hidden && (position || coming.length > 0)) show();
});
// If the system has closed the audio context, all times move to the clock of the new one.
onReplacement(() => {
  const before = now();
  band = null;
  // Near the end, all is scheduled, but not shown yet.
  if (!position && coming.length === 0) return;
  makeBand();
  const shift = now() - before;
  for (const item of coming) item.time += shift;
  if (position) {
    position.time += shift;
    position.begin += shift;
    position.horizon += shift;
  }
  update();
  show();
});
addEventListener("pagehide", () => {
  const wasPlaying = position !== null || coming.length > 0 || startTimer !== 0;
  stop();
  // The page may be restored from the back/forward cache and must not show a playing tune. An exercise ends by itself
  // when the page is hidden.
  if (wasPlaying && !plan?.hears) send("tunes stopped");
});
