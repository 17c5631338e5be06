// Instruments made of recorded notes. `make` defines the format of the files.

import { asset } from "../assets.js";
import { decayLength } from "./voices.js";

/** Seconds of silence before each note. */
const lead = 0.05;
/** The loop of a held note, in seconds of its recording: after the attack and before the recording fades. */
const loop = { start: 1.2, end: 2.3 };
/** Seconds of the crossfade at the end of the loop. */
const crossfade = 0.5;

/**
 * A decoded file.
 * @typedef {{ buffer: AudioBuffer, beginning: number }} Sprite with the seconds at which its first note begins
 */

/**
 * The notes of a keyboard instrument in its file.
 * @typedef {object} Layout
 * @property {number} lowest MIDI number of the first note
 * @property {number} step semitones from one note to the next
 * @property {number} count number of notes
 * @property {number} slot seconds for each note, with the silence before it
 */

/**
 * The recording of some velocities.
 * @typedef {object} Layer
 * @property {number} from its lowest velocity
 * @property {Sprite} sprite
 * @property {number} [first] the index of its first note in the file
 */

/**
 * Loads and decodes a file of notes.
 * @param {string} name
 * @returns {Promise<Sprite>}
 */
export async function loadSprite(name) {
  const url = asset(`sound/${name}.mp3`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const data = await response.arrayBuffer();
  // The service worker does not install recordings, so it is asked to cache those that are used.
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: url.href })).catch(() => {});
  // An offline context needs no user gesture.
  const buffer = await new OfflineAudioContext(1, 1, 44100).decodeAudioData(data);
  // Decoders add different amounts of silence at the beginning.
  const first = buffer.getChannelData(0).findIndex((sample) => Math.abs(sample) > 0.02);
  return { buffer, beginning: first / buffer.sampleRate - 0.003 };
}

/**
 * The sound of recorded notes in one or more layers. A layer can be added later.
 * @param {Layer[]} layers with rising velocities
 * @param {Layout} layout
 * @returns {import("./voices.js").Timbre["sound"]}
 */
export function sampled(layers, { lowest, step, count, slot }) {
  /** @type {WeakMap<Sprite, Map<number, LoopedNote>>} by the index of the recorded note */
  const loopedNotes = new WeakMap();
  return (context, { pitch, start, gain, isHeld, velocity, elapsed }) => {
    const { sprite, first = 0 } = layers.filter(({ from }) => velocity >= from).at(-1) ?? layers[0];
    const nearest = Math.min(count - 1, Math.max(0, Math.round((pitch - lowest) / step)));
    const source = context.createBufferSource();
    const rate = 2 ** ((pitch - lowest - nearest * step) / 12);
    source.playbackRate.value = rate;
    const from = Math.max(0, (first + nearest) * slot + sprite.beginning);
    if (isHeld) {
      const known = loopedNotes.get(sprite) ?? new Map();
      loopedNotes.set(sprite, known);
      const looped = known.get(nearest) ?? loopNote(sprite.buffer, from);
      known.set(nearest, looped);
      source.buffer = looped.buffer;
      Object.assign(source, { loop: true, loopStart: loop.start, loopEnd: loop.end });
      const over = Math.min(elapsed * rate, loop.start);
      // The loop itself has no decay, so the gain decays instead.
      const loopStart = start + (loop.start - over) / rate;
      const decay = looped.decay / rate;
      gain.setTargetAtTime(0, loopStart, decay);
      source.start(start, over);
      source.stop(loopStart + decayLength * decay);
    } else {
      source.buffer = sprite.buffer;
      const over = Math.min(elapsed * rate, slot - lead);
      source.start(start, from + over, slot - lead - over);
    }
    return { sources: [source], output: source };
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
