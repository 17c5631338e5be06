// @ts-check
// The four timbres. Two are recordings, of which only the chosen one is loaded; two are synthesized.

import { asset } from "../assets.js";
import { decayLength, frequency, wave } from "./voices.js";

/** @typedef {import("./voices.js").Timbre} Timbre */

/** @type {Record<string, () => Promise<Timbre>>} */
const loaders = {
  piano: () => sampled("piano", 4, 16, 1),
  "electric-piano": () => sampled("electric-piano", 6, 11, 1),
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

// Recordings: the format is defined in `make`.

/** MIDI number of the first recorded note. */
const lowest = 36;
/** Seconds for each note, and the silence before it. */
const slot = 3;
const lead = 0.05;
/** The loop of a held note, in seconds of its recording: after the attack and before the recording fades. */
const loop = { start: 1.2, end: 2.3 };
/** Seconds of the crossfade at the end of the loop. */
const crossfade = 0.5;

/**
 * Loads a timbre from a file of recorded notes.
 * @param {string} name of the timbre and of its file
 * @param {number} step semitones from one recorded note to the next
 * @param {number} count number of recorded notes
 * @param {number} level
 * @returns {Promise<Timbre>}
 */
async function sampled(name, step, count, level) {
  const sprite = await decode(await load(asset(`sound/${name}.mp3`)));
  // Decoders add different amounts of silence at the beginning.
  const first = sprite.getChannelData(0).findIndex((sample) => Math.abs(sample) > 0.02);
  const beginning = first / sprite.sampleRate - 0.003;
  /** @type {Map<number, LoopedNote>} by the index of the recorded note */
  const loopedNotes = new Map();
  return {
    name,
    level,
    attack: 0.004,
    release: 0.06,
    sound(context, { pitch, start, gain, isHeld }) {
      const nearest = Math.min(count - 1, Math.max(0, Math.round((pitch - lowest) / step)));
      const source = context.createBufferSource();
      const rate = 2 ** ((pitch - lowest - nearest * step) / 12);
      source.playbackRate.value = rate;
      const from = Math.max(0, nearest * slot + beginning);
      if (isHeld) {
        const looped = loopedNotes.get(nearest) ?? loopNote(sprite, from);
        loopedNotes.set(nearest, looped);
        source.buffer = looped.buffer;
        Object.assign(source, { loop: true, loopStart: loop.start, loopEnd: loop.end });
        // The loop itself has no decay, so the gain decays instead.
        const loopStart = start + loop.start / rate;
        const decay = looped.decay / rate;
        gain.setTargetAtTime(0, loopStart, decay);
        source.start(start);
        source.stop(loopStart + decayLength * decay);
      } else {
        source.buffer = sprite;
        source.start(start, from, slot - lead);
      }
      return { sources: [source], output: source };
    },
  };
}

/**
 * @typedef {object} LoopedNote a recorded note that can be held
 * @property {AudioBuffer} buffer
 * @property {number} decay time constant in seconds of its natural decay
 */

/**
 * Makes a loop of a recorded note: removes the decay between the two times, and crossfades the end into the samples
 * before the start.
 * @param {AudioBuffer} sprite
 * @param {number} from seconds
 * @returns {LoopedNote}
 */
function loopNote(sprite, from) {
  const { sampleRate } = sprite;
  /** @param {number} seconds */
  const at = (seconds) => Math.round(seconds * sampleRate);
  const recorded = sprite.getChannelData(0).subarray(at(from), at(from) + at(loop.end));
  const [start, end, width] = [at(loop.start), at(loop.end), at(crossfade)];
  const ratio = loudness(recorded, start - width, start) / loudness(recorded, end - width, end);
  const loss = Math.log(ratio) / (loop.end - loop.start);
  /** @param {number} index */
  const even = (index) => recorded[index] * Math.exp(((index - start) / sampleRate) * loss);
  const buffer = new AudioBuffer({ length: end, sampleRate });
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < end; index++) {
    const progress = (index - end + width) / width;
    if (index < start) samples[index] = recorded[index];
    else if (progress < 0) samples[index] = even(index);
    else {
      // An equal-power crossfade, because the two parts differ in phase.
      const angle = (progress * Math.PI) / 2;
      samples[index] = even(index) * Math.cos(angle) + even(index - end + start) * Math.sin(angle);
    }
  }
  // The measured decay can be close to zero or negative. The limits keep it natural and finite.
  return { buffer, decay: Math.min(7, Math.max(1.5, 1 / loss)) };
}

/**
 * The root mean square of some samples, never zero.
 * @param {Float32Array} samples
 * @param {number} from
 * @param {number} to
 */
function loudness(samples, from, to) {
  let sum = 0;
  for (let index = from; index < to; index++) sum += samples[index] ** 2;
  return Math.sqrt(sum / (to - from)) + 1e-6;
}

/** @param {URL} url */
async function load(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const data = await response.arrayBuffer();
  // On a first visit the service worker was not active for this request, so it is asked to cache the file.
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: url.href })).catch(() => {});
  return data;
}

/**
 * Decodes a sound file with an offline context, which needs no user gesture.
 * @param {ArrayBuffer} data
 */
function decode(data) {
  return new OfflineAudioContext(1, 1, 44100).decodeAudioData(data);
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
  release: 0.04,
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
  release: 0.15,
  sound: layered([
    { partials: mellow, cents: 0 },
    ...[-7, 7].map((cents) => ({ partials: mellow.map((strength) => 0.35 * strength), cents })),
  ]),
};
