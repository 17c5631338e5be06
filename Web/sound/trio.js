// The parts of a tune, and their instruments other than those of the hands: double bass, drums and click. Recordings
// are loaded when a tune is first played. Until then the bass is synthesized, and the drums are silent.

import { loadSprite, sampled } from "./samples.js";
import { decayLength, frequency, wave } from "./voices.js";

/** @typedef {import("./voices.js").Timbre} Timbre */

const bassPartials = [1, 0.55, 0.25, 0.1, 0.04];
/**
 * A plucked bass.
 * @type {Timbre}
 */
const plainBass = {
  name: "bass", isPlain: true, level: 0.5, attack: 0.006, release: () => 0.05,
  sound(context, { pitch, start, gain }) {
    const source = context.createOscillator();
    source.setPeriodicWave(wave(context, bassPartials));
    source.frequency.value = frequency(pitch);
    const decay = 0.9;
    gain.setTargetAtTime(0, start + this.attack, decay);
    source.start(start);
    source.stop(start + this.attack + decayLength * decay);
    return { sources: [source], output: source };
  },
};

/**
 * Silence until the drums have loaded.
 * @type {Timbre}
 */
const noDrums = {
  name: "", isPlain: true, level: 0, attack: 0.004, release: () => 0.05,
  sound(context, { start }) {
    const source = context.createConstantSource();
    source.start(start);
    source.stop(start + 0.05);
    return { sources: [source], output: source };
  },
};

/**
 * The click of the count-in and the metronome.
 * @type {Timbre}
 */
const click = {
  name: "click", level: 1.7, attack: 0.001, release: () => 0.01,
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

/**
 * The drums in their file: pitch and seconds, as in `make`. Those of the brushes come after the others.
 * @type {[pitch: number, seconds: number][]}
 */
const sticks = [
  [38, 0.8], [37, 0.5], [40, 0.8], [36, 0.8], [42, 0.5], [44, 0.5], [51, 3], [59, 3], [53, 2.5],
];
/** @type {[pitch: number, seconds: number][]} */
const brushes = [[38, 0.6], [40, 1.2]];
const brushOffset = 100;
/** Where each drum stands, from left to right as the listener sees it. */
const positions = new Map([[42, -0.3], [44, -0.3], [51, 0.35], [53, 0.35], [59, 0.35]]);
const hiHats = new Set([42, 44]);

/**
 * @typedef {object} Trio
 * @property {Timbre} bass
 * @property {Timbre} drums pitches as in General MIDI; brushes are higher by `brushOffset`
 */

/** @type {Promise<Trio> | null} */
let trio = null;

/** Loads bass and drums. After a failure the next call tries again. */
export function loadTrio() {
  trio ??= Promise.all([loadBass(), loadDrums()]).then(([bass, drums]) => ({ bass, drums }));
  trio.catch(() => (trio = null));
  return trio;
}

/** @returns {Promise<Timbre>} */
async function loadBass() {
  const sprite = await loadSprite("bass");
  const count = 10;
  const layers = [{ from: 0, sprite }, { from: 84, sprite, first: count }];
  return {
    name: "bass", level: 2.1, attack: 0.003, release: () => 0.05,
    sound: sampled(layers, { lowest: 28, step: 3, count, slot: 2 }),
    // It has one voice.
    stops: () => true,
  };
}

/** @returns {Promise<Timbre>} */
async function loadDrums() {
  const { buffer, beginning } = await loadSprite("drums");
  /** @type {Map<number, { from: number, seconds: number }>} */
  const drums = new Map();
  let from = beginning;
  for (const [kit, offset] of /** @type {const} */ ([[sticks, 0], [brushes, brushOffset]])) {
    for (const [pitch, seconds] of kit) {
      drums.set(pitch + offset, { from: Math.max(0, from), seconds: seconds - 0.06 });
      from += seconds;
    }
  }
  const kick = /** @type {{ from: number, seconds: number }} */ (drums.get(36));
  drums.set(35, kick);
  return {
    name: "drums", level: 1.65, attack: 0.001, release: () => 0.05,
    pan: (pitch) => positions.get(pitch) ?? 0,
    // Cymbals ring on; the hi-hat is one pair of them.
    stops: (struck, sounding) => hiHats.has(struck) && hiHats.has(sounding),
    sound(context, { pitch, start, elapsed }) {
      // An unknown drum is played as a rim click.
      const drum = drums.get(pitch) ?? drums.get(37) ?? kick;
      const source = context.createBufferSource();
      source.buffer = buffer;
      const over = Math.min(elapsed, drum.seconds);
      source.start(start, drum.from + over, drum.seconds - over);
      return { sources: [source], output: source };
    },
  };
}

const hand = { timbre: undefined, options: { voices: 24 } };

/** The players of the parts: left hand, right hand, bass, drums and click. A hand has the chosen timbre. */
export const parts = [
  hand,
  hand,
  { timbre: plainBass, options: { room: 0.02, voices: 6 } },
  { timbre: noDrums, options: { room: 0.12, voices: 16 } },
  { timbre: click, options: { room: 0, voices: 4 } },
];

/**
 * The gain of a note: 12 dB for twice the velocity would be too much on a phone, so it is 9 dB.
 * @param {number} velocity from 1 to 127
 */
export const gainOf = (velocity) => 0.25 * (velocity / 80) ** 1.5;

/**
 * Plays a note of a part.
 * @param {import("./voices.js").Player} player
 * @param {number} part
 * @param {{ pitch: number, velocity: number, start: number, duration: number }} note
 * @param {boolean} hasBrushes whether the drummer plays with brushes
 */
export function playNote(player, part, { pitch, velocity, start, duration }, hasBrushes) {
  if (part === 3) {
    // Drums ring on.
    const isBrushed = hasBrushes && (pitch === 38 || pitch === 40);
    player.strike(pitch + (isBrushed ? brushOffset : 0), gainOf(velocity), start, false, velocity);
  } else {
    player.release(player.strike(pitch, gainOf(velocity), start, false, velocity), start + duration);
  }
}
