// @ts-check
// The four timbres. Two are played from recordings, of which only the chosen one is fetched; two are computed.

import { asset } from "../assets.js";
import { fading, frequency, wave } from "./voices.js";

/** @typedef {import("./voices.js").Timbre} Timbre */

/** @type {Record<string, () => Promise<Timbre>>} */
const makers = {
  piano: () => sampled("piano", 4, 16, 1),
  "electric-piano": () => sampled("electric-piano", 6, 11, 1),
  organ: async () => organ,
  "soft-synth": async () => softSynth,
};

/** @type {Map<string, Promise<Timbre>>} those that are there, or on their way */
const timbres = new Map();

/**
 * @param {string} name as the settings have it
 * @returns {Promise<Timbre>} fails where it cannot be fetched; asked once more, it is tried once more
 */
export function timbreCalled(name) {
  const timbre = timbres.get(name) ?? makers[name]();
  timbres.set(name, timbre);
  timbre.catch(() => timbres.delete(name));
  return timbre;
}

// Recordings: see make.

const lowest = 36;
const slot = 3;
const lead = 0.05;
/**
 * Between these two times, in seconds of a recording, a note that is held goes round: its beginning is over, and the end
 * of the recording has not begun to fade.
 */
const loop = { start: 1.2, end: 2.3 };
/** Seconds in which one round passes into the next. */
const crossing = 0.5;

/**
 * @param {string} name of the file, too
 * @param {number} step semitones from one recorded note to the next
 * @param {number} count how many there are
 * @param {number} level
 * @returns {Promise<Timbre>}
 */
async function sampled(name, step, count, level) {
  const sprite = await decoded(await fetched(asset(`sound/${name}.mp3`)));
  // Decoders differ in how much silence they put before it.
  const first = sprite.getChannelData(0).findIndex((sample) => Math.abs(sample) > 0.02);
  const beginning = first / sprite.sampleRate - 0.003;
  /** @type {Map<number, Round>} by the place of the note */
  const rounds = new Map();
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
        const round = rounds.get(nearest) ?? roundOf(sprite, from);
        rounds.set(nearest, round);
        source.buffer = round.buffer;
        Object.assign(source, { loop: true, loopStart: loop.start, loopEnd: loop.end });
        // What has been taken from the recording, so that it can go round, is given back.
        const turn = start + loop.start / rate;
        const decay = round.decay / rate;
        gain.setTargetAtTime(0, turn, decay);
        source.start(start);
        source.stop(turn + fading * decay);
      } else {
        source.buffer = sprite;
        source.start(start, from, slot - lead);
      }
      return { sources: [source], output: source };
    },
  };
}

/**
 * @typedef {object} Round a recorded note that can go on for as long as it is held
 * @property {AudioBuffer} buffer
 * @property {number} decay how quickly it dies away by itself, as a time constant in seconds
 */

/**
 * Between the two times of the loop the note is made evenly loud, and its end passes into what comes before its
 * beginning.
 * @param {AudioBuffer} sprite
 * @param {number} from seconds
 * @returns {Round}
 */
function roundOf(sprite, from) {
  const { sampleRate } = sprite;
  /** @param {number} seconds */
  const at = (seconds) => Math.round(seconds * sampleRate);
  const recorded = sprite.getChannelData(0).subarray(at(from), at(from) + at(loop.end));
  const [start, end, width] = [at(loop.start), at(loop.end), at(crossing)];
  const loss = Math.log(level(recorded, start - width, start) / level(recorded, end - width, end)) / (loop.end - loop.start);
  /** @param {number} index */
  const even = (index) => recorded[index] * Math.exp(((index - start) / sampleRate) * loss);
  const buffer = new AudioBuffer({ length: end, sampleRate });
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < end; index++) {
    const crossed = (index - end + width) / width;
    if (index < start) samples[index] = recorded[index];
    else if (crossed < 0) samples[index] = even(index);
    else {
      // The two are of different phases, so it is their powers that add up.
      const turned = (crossed * Math.PI) / 2;
      samples[index] = even(index) * Math.cos(turned) + even(index - end + start) * Math.sin(turned);
    }
  }
  // What is left of a stroke dies away more slowly than the stroke, but no string and no tine sounds for ever.
  return { buffer, decay: Math.min(7, Math.max(1.5, 1 / loss)) };
}

/**
 * How loud it is on the whole.
 * @param {Float32Array} samples
 * @param {number} from
 * @param {number} to
 */
function level(samples, from, to) {
  let sum = 0;
  for (let index = from; index < to; index++) sum += samples[index] ** 2;
  return Math.sqrt(sum / (to - from)) + 1e-6;
}

/** @param {URL} url */
async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const data = await response.arrayBuffer();
  // At a first visit it is not cached yet: the service worker has just come, or is on its way.
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: url.href })).catch(() => {});
  return data;
}

/**
 * Any context can decode, and this one makes no sound, so that it needs no gesture.
 * @param {ArrayBuffer} data
 */
function decoded(data) {
  return new OfflineAudioContext(1, 1, 44100).decodeAudioData(data);
}

// Computed

/**
 * One of the tones that make up a note.
 * @typedef {object} Layer
 * @property {number[]} partials how strong each is, from the fundamental on
 * @property {number} cents how far it is from the note
 * @property {number} [decay] how quickly it dies away, as a time constant in seconds; where it does not, nothing
 */

/**
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
        const dying = context.createGain();
        dying.gain.setTargetAtTime(0, start, decay);
        source.connect(dying).connect(output);
        source.stop(start + fading * decay);
      } else {
        source.connect(output);
      }
      return source;
    });
    return { sources, output };
  };
}

/**
 * The drawbars of an electric organ, those of 8', 4', 2⅔', 2', 1⅗', 1⅓' and 1', with the percussion of its third partial
 * at the beginning. The lower ones stay in, so that a chord has the bass that it is written with.
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
 * Three tones a little apart, which float against each other, with weak high partials and soft ends.
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
