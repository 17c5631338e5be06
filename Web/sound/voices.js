// @ts-check
// What sounds: voices that play one note each, and the way from them to the loudspeaker. It works in
// every kind of audio context, so that a test can render what would be heard.

/** Time constants in seconds: how quickly a voice fades that is to be gone at once. */
const swift = 0.012;
/** After so many time constants a voice is at a three-thousandth, and may end. */
export const fading = 8;
/** The maximum number of voices: more are not needed, and a slow phone could not compute them. */
const mostVoices = 32;

/**
 * @typedef {object} Timbre what notes sound like
 * @property {string} name
 * @property {number} level what makes it as loud as the others
 * @property {number} attack seconds until a note is there; less than 4 ms clicks
 * @property {number} release how quickly a note fades when it is let go, as a time constant in seconds
 * @property {(context: BaseAudioContext, note: Beginning) => Sounding} sound
 */

/**
 * @typedef {object} Beginning
 * @property {number} pitch MIDI number
 * @property {number} start in seconds of the context's clock
 * @property {AudioParam} gain how loud it is once it is there; it may die away from then on
 * @property {boolean} isHeld whether its end is not known yet
 */

/**
 * @typedef {object} Sounding
 * @property {AudioScheduledSourceNode[]} sources the first of them ends last
 * @property {AudioNode} output
 */

/**
 * @typedef {object} Voice
 * @property {number} pitch MIDI number
 * @property {GainNode} fader what lets go of it
 * @property {AudioScheduledSourceNode[]} sources
 * @property {number} softness the release of its timbre
 */

/** @param {number} pitch MIDI number */
export const frequency = (pitch) => 440 * 2 ** ((pitch - 69) / 12);

/** @type {WeakMap<BaseAudioContext, Map<number[], PeriodicWave>>} computing one takes longer than a note may */
const waves = new WeakMap();

/**
 * @param {BaseAudioContext} context
 * @param {number[]} partials how strong each is, from the fundamental on
 */
export function wave(context, partials) {
  const known = waves.get(context) ?? new Map();
  waves.set(context, known);
  const sines = Float32Array.of(0, ...partials);
  // As loud as the partials say, and not as loud as can be.
  const found = known.get(partials)
    ?? context.createPeriodicWave(new Float32Array(sines.length), sines, { disableNormalization: true });
  known.set(partials, found);
  return found;
}

const few = [1, 0.45, 0.22, 0.12, 0.06, 0.03];

/**
 * A few partials, each weaker than the one below it: no piano, but a note that is easy to hear. It is what plays until
 * the chosen timbre is there.
 * @type {Timbre}
 */
export const plain = {
  name: "",
  level: 0.19,
  attack: 0.004,
  release: 0.06,
  sound(context, { pitch, start, gain }) {
    const source = context.createOscillator();
    source.setPeriodicWave(wave(context, few));
    source.frequency.value = frequency(pitch);
    // Like a string, it dies away, a high one sooner.
    const decay = 0.7 * 2 ** ((60 - pitch) / 24);
    gain.setTargetAtTime(0, start + this.attack, decay);
    source.start(start);
    source.stop(start + this.attack + fading * decay);
    return { sources: [source], output: source };
  },
};

export class Player {
  /** As notes sound that begin from now on. */
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
    const ceiling = context.createWaveShaper();
    ceiling.curve = ceilingCurve;
    this.#out = context.createGain();
    this.#out.gain.value = 1 / headroom;
    this.#out.connect(ceiling).connect(this.#volume).connect(context.destination);
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
    // Attack and release are two faders, so that letting go during the attack is as smooth as later.
    const attacker = context.createGain();
    const fader = context.createGain();
    attacker.gain.setValueAtTime(0, start);
    attacker.gain.linearRampToValueAtTime(loudness * timbre.level, start + timbre.attack);
    const { sources, output } = timbre.sound(context, { pitch, start, gain: attacker.gain, isHeld });
    output.connect(attacker).connect(fader).connect(this.#out);
    // A string that is struck again is one string.
    for (const voice of this.#voices) if (voice.pitch === pitch) this.release(voice, start, swift);
    const voice = { pitch, fader, sources, softness: timbre.release };
    this.#voices.push(voice);
    sources[0].onended = () => {
      fader.disconnect();
      this.#voices = this.#voices.filter((other) => other !== voice);
    };
    const surplus = this.#voices.length - mostVoices;
    for (const oldest of this.#voices.slice(0, Math.max(0, surplus))) this.release(oldest, start, swift);
    return voice;
  }

  /**
   * Lets go of a note; of one that has not begun, before anything is heard of it.
   * @param {Voice} voice
   * @param {number} time in seconds of the context's clock
   * @param {number} [fall] how quickly it fades, as a time constant in seconds
   */
  release({ fader, sources, softness }, time, fall = softness) {
    fader.gain.cancelScheduledValues(time);
    fader.gain.setTargetAtTime(0, time, fall);
    for (const source of sources) source.stop(time + fading * fall);
  }

  /** Lets go of everything that sounds or waits. */
  stop() {
    for (const voice of this.#voices) this.release(voice, this.context.currentTime, swift);
    this.#voices = [];
  }
}

/** How far above full scale the sum of the voices may go before the ceiling's curve ends. */
const headroom = 8;

/**
 * Whatever is played at once, nothing is clipped: up to a bend the sum passes unchanged, above it it is
 * bent ever more, and never comes to full scale.
 */
const ceilingCurve = Float32Array.from({ length: 4097 }, (_, index) => {
  const sum = (index / 2048 - 1) * headroom;
  const bend = 0.6;
  const room = 0.98 - bend;
  const size = Math.abs(sum);
  return Math.sign(sum) * (size <= bend ? size : bend + room * Math.tanh((size - bend) / room));
});
