// @ts-check
// A polyphonic player: voices that play one note each, mixed into one output. It works in every kind of audio context,
// so tests can render its sound offline.

/** Time constant in seconds of a voice that is stopped. */
const stopTime = 0.012;
/** The number of time constants after which a voice ends. Its gain is 1/3000 then. */
export const decayLength = 8;
/** Maximum number of voices. More are not needed, and slow phones could not compute them. */
const maximumVoices = 32;

/**
 * @typedef {object} Timbre
 * @property {string} name
 * @property {number} level gain that makes all timbres equally loud
 * @property {number} attack in seconds; less than 4 ms clicks
 * @property {number} release time constant in seconds
 * @property {(context: BaseAudioContext, note: NoteOn) => Source} sound
 */

/**
 * @typedef {object} NoteOn
 * @property {number} pitch MIDI number
 * @property {number} start in seconds of the context's clock
 * @property {AudioParam} gain the envelope, to which a timbre can add a decay after the attack
 * @property {boolean} isHeld whether its end is not known yet
 */

/**
 * @typedef {object} Source
 * @property {AudioScheduledSourceNode[]} sources the first of them ends last
 * @property {AudioNode} output
 */

/**
 * @typedef {object} Voice
 * @property {number} pitch MIDI number
 * @property {GainNode} fader its release
 * @property {AudioScheduledSourceNode[]} sources
 * @property {number} releaseTime the release of its timbre
 */

/** @param {number} pitch MIDI number */
export const frequency = (pitch) => 440 * 2 ** ((pitch - 69) / 12);

/** @type {WeakMap<BaseAudioContext, Map<number[], PeriodicWave>>} a cache, since computing a wave delays a note */
const waves = new WeakMap();

/**
 * A periodic wave with these partials.
 * @param {BaseAudioContext} context
 * @param {number[]} partials amplitudes, from the fundamental on
 */
export function wave(context, partials) {
  const known = waves.get(context) ?? new Map();
  waves.set(context, known);
  const sines = Float32Array.of(0, ...partials);
  // Normalization would scale the amplitudes to the maximum.
  const found = known.get(partials)
    ?? context.createPeriodicWave(new Float32Array(sines.length), sines, { disableNormalization: true });
  known.set(partials, found);
  return found;
}

const plainPartials = [1, 0.45, 0.22, 0.12, 0.06, 0.03];

/**
 * A simple synthetic tone of six partials, which plays until the chosen timbre is loaded.
 * @type {Timbre}
 */
export const plain = {
  name: "",
  level: 0.19,
  attack: 0.004,
  release: 0.06,
  sound(context, { pitch, start, gain }) {
    const source = context.createOscillator();
    source.setPeriodicWave(wave(context, plainPartials));
    source.frequency.value = frequency(pitch);
    // Like a string, it decays, and high notes faster.
    const decay = 0.7 * 2 ** ((60 - pitch) / 24);
    gain.setTargetAtTime(0, start + this.attack, decay);
    source.start(start);
    source.stop(start + this.attack + decayLength * decay);
    return { sources: [source], output: source };
  },
};

export class Player {
  /** The timbre of new notes. */
  timbre = plain;
  #out;
  #volume;
  /** @type {Voice[]} in the order in which they were struck */
  #voices = [];

  /**
   * @param {BaseAudioContext} context
   * @param {number} volume from 0 to 1
   */
  constructor(context, volume) {
    this.context = context;
    this.#volume = context.createGain();
    this.#volume.gain.value = volume;
    const limiter = context.createWaveShaper();
    limiter.curve = limiterCurve;
    this.#out = context.createGain();
    this.#out.gain.value = 1 / headroom;
    this.#out.connect(limiter).connect(this.#volume).connect(context.destination);
  }

  /** @param {number} volume from 0 to 1 */
  set volume(volume) {
    this.#volume.gain.setTargetAtTime(volume, this.context.currentTime, 0.02);
  }

  /**
   * Begins a note.
   * @param {number} pitch MIDI number
   * @param {number} loudness from 0 to 1
   * @param {number} start in seconds of the context's clock
   * @param {boolean} isHeld whether its end is not known yet
   * @returns {Voice}
   */
  strike(pitch, loudness, start, isHeld = false) {
    const { context, timbre } = this;
    // Attack and release have a gain node each, so that a release during the attack does not click.
    const envelope = context.createGain();
    const fader = context.createGain();
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(loudness * timbre.level, start + timbre.attack);
    const { sources, output } = timbre.sound(context, { pitch, start, gain: envelope.gain, isHeld });
    output.connect(envelope).connect(fader).connect(this.#out);
    // A repeated note stops the previous one, as on a string.
    for (const voice of this.#voices) if (voice.pitch === pitch) this.release(voice, start, stopTime);
    const voice = { pitch, fader, sources, releaseTime: timbre.release };
    this.#voices.push(voice);
    sources[0].onended = () => {
      fader.disconnect();
      this.#voices = this.#voices.filter((other) => other !== voice);
    };
    const surplus = this.#voices.length - maximumVoices;
    for (const oldest of this.#voices.slice(0, Math.max(0, surplus))) this.release(oldest, start, stopTime);
    return voice;
  }

  /**
   * Releases a note. One that has not started stays silent.
   * @param {Voice} voice
   * @param {number} time in seconds of the context's clock
   * @param {number} [timeConstant] in seconds
   */
  release({ fader, sources, releaseTime }, time, timeConstant = releaseTime) {
    fader.gain.cancelScheduledValues(time);
    fader.gain.setTargetAtTime(0, time, timeConstant);
    for (const source of sources) source.stop(time + decayLength * timeConstant);
  }

  /** Stops all notes, including scheduled ones. */
  stop() {
    for (const voice of this.#voices) this.release(voice, this.context.currentTime, stopTime);
    this.#voices = [];
  }
}

/** The range of the limiter's curve, as a multiple of full scale. */
const headroom = 8;

/** The curve of a soft limiter: linear up to the knee, compressed above it, always below full scale. */
const limiterCurve = Float32Array.from({ length: 4097 }, (_, index) => {
  const sum = (index / 2048 - 1) * headroom;
  const knee = 0.6;
  const range = 0.98 - knee;
  const amplitude = Math.abs(sum);
  return Math.sign(sum) * (amplitude <= knee ? amplitude : knee + range * Math.tanh((amplitude - knee) / range));
});
