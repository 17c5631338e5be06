// The four timbres. Two are recordings, of which only the chosen one is loaded; two are synthesized.

import { loadSprite, sampled } from "./samples.js";
import { decayLength, frequency, wave } from "./voices.js";

/** @typedef {import("./voices.js").Timbre} Timbre */

/** @type {Record<string, () => Promise<Timbre>>} */
const loaders = {
  piano: loadPiano,
  "electric-piano": loadElectricPiano,
  organ: async () => organ,
  "soft-synth": async () => softSynth,
};

/** @type {Map<string, Promise<Timbre>>} loaded or loading timbres */
const timbres = new Map();

/**
 * Loads a timbre. After a failure the next call tries again.
 * @param {string} name as in the settings
 * @returns {Promise<Timbre>}
 */
export function loadTimbre(name) {
  const timbre = timbres.get(name) ?? loaders[name]();
  timbres.set(name, timbre);
  timbre.catch(() => timbres.delete(name));
  return timbre;
}

/** Where a key is heard, from left to right. */
const pan = (/** @type {number} */ pitch) => Math.max(-0.35, Math.min(0.35, (pitch - 62) / 80));

/** Dampers stop short strings faster. The highest ones have none, but ring briefly. */
const damping = (/** @type {number} */ pitch) => (pitch > 88 ? 0.15 : 0.11 - 0.001 * (pitch - 36));

/**
 * The piano has one recording at first, for medium velocities. Those of soft and loud ones are loaded when needed.
 * @returns {Promise<Timbre>}
 */
async function loadPiano() {
  const layers = [{ from: 0, sprite: await loadSprite("piano") }];
  /** @type {Promise<void> | null} */
  let others = null;
  const loadLayers = async () => {
    const [soft, loud] = await Promise.all(["piano-soft", "piano-loud"].map(loadSprite));
    const medium = { ...layers[0], from: 56 };
    layers.splice(0, 1, { from: 0, sprite: soft }, medium, { from: 104, sprite: loud });
  };
  return {
    name: "piano", level: 2.1, attack: 0.004, release: damping, pan,
    sound: sampled(layers, { lowest: 36, step: 4, count: 16, slot: 3 }),
    loadLayers: () => {
      others ??= loadLayers();
      others.catch(() => (others = null));
      return others;
    },
  };
}

/** @returns {Promise<Timbre>} */
async function loadElectricPiano() {
  const layers = [{ from: 0, sprite: await loadSprite("electric-piano") }];
  return {
    name: "electric-piano", level: 2, attack: 0.004, release: damping, pan,
    sound: sampled(layers, { lowest: 36, step: 6, count: 11, slot: 3 }),
  };
}

// Synthesis

/**
 * One oscillator of a note.
 * @typedef {object} Layer
 * @property {number[]} partials amplitudes, from the fundamental on
 * @property {number} cents detuning
 * @property {number} [decay] time constant in seconds, if it decays
 */

/**
 * A sound made of several oscillators.
 * @param {Layer[]} layers
 * @returns {Timbre["sound"]}
 */
function layered(layers) {
  return (context, { pitch, start }) => {
    const output = context.createGain();
    const sources = layers.map(({ partials, cents, decay }) => {
      const source = context.createOscillator();
      source.setPeriodicWave(wave(context, partials));
      source.frequency.value = frequency(pitch);
      source.detune.value = cents;
      source.start(start);
      if (decay) {
        const envelope = context.createGain();
        envelope.gain.setTargetAtTime(0, start, decay);
        source.connect(envelope).connect(output);
        source.stop(start + decayLength * decay);
      } else {
        source.connect(output);
      }
      return source;
    });
    return { sources, output };
  };
}

/**
 * An electric organ with the drawbars 8', 4', 2⅔', 2', 1⅗', 1⅓' and 1' and percussion on the third partial. The lower
 * drawbars are not used, so the bass of a chord stays as written.
 * @type {Timbre}
 */
const organ = {
  name: "organ",
  level: 0.134,
  attack: 0.008,
  release: () => 0.04,
  sound: layered([
    { partials: [1, 0.7, 0.5, 0.28, 0.1, 0.12, 0, 0.16], cents: 0 },
    { partials: [0, 0, 0.5], cents: 0, decay: 0.12 },
  ]),
};

const mellow = [1, 0.42, 0.24, 0.15, 0.1, 0.07, 0.05, 0.035, 0.025, 0.02];

/**
 * A synthesizer pad: three detuned oscillators with weak high partials, slow attack and slow release.
 * @type {Timbre}
 */
const softSynth = {
  name: "soft-synth",
  level: 0.17,
  attack: 0.025,
  release: () => 0.15,
  sound: layered([
    { partials: mellow, cents: 0 },
    ...[-7, 7].map((cents) => ({ partials: mellow.map((strength) => 0.35 * strength), cents })),
  ]),
};
