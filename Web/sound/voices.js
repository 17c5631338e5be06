// A polyphonic player: voices that play one note each, mixed into one output. It works in every kind of audio context,
// so tests can render its sound offline.

import { mixerOf } from "./mixer.js";

/** Time constant in seconds of a voice that is stopped. */
const stopTime = 0.012;
/** The number of time constants after which a voice ends. Its gain is 1/3000 then. */
export const decayLength = 8;
/** Maximum number of voices of a player. More are not needed, and slow phones could not compute them. */
const maximumVoices = 32;
/** Time constant in seconds with which the plain voice fades when the chosen timbre has loaded, and seconds for it. */
const crossfadeConstant = 0.06;
const crossfadeTime = 0.18;

/**
 * @typedef {object} Timbre
 * @property {string} name
 * @property {number} level gain that makes all timbres equally loud
 * @property {number} attack in seconds; less than 4 ms clicks
 * @property {(pitch: number) => number} release time constant in seconds
 * @property {(context: BaseAudioContext, note: NoteOn) => Source} sound
 * @property {(pitch: number) => number} [pan] position from −1, left, to 1
 * @property {(struck: number, sounding: number) => boolean} [stops] whether a note stops another one; without it, one
 *   of the same pitch
 * @property {boolean} [isPlain] whether it plays only until another one has loaded
 * @property {() => Promise<void>} [loadLayers] loads the recordings of other velocities
 */

/**
 * @typedef {object} NoteOn
 * @property {number} pitch MIDI number
 * @property {number} start in seconds of the context's clock
 * @property {AudioParam} gain the envelope, to which a timbre can add a decay after the attack
 * @property {boolean} isHeld whether its end is not known yet
 * @property {number} velocity from 1 to 127, for timbres that get brighter
 * @property {number} elapsed seconds of the note that are over already
 */

/**
 * @typedef {object} Source
 * @property {AudioScheduledSourceNode[]} sources the first of them ends last
 * @property {AudioNode} output
 */

/**
 * What a voice passes through. Attack and release have a gain node each, so that a release during the attack does not
 * click. Strips are used again, because a browser deletes the nodes of all notes of a minute in one task.
 * @typedef {object} Strip
 * @property {GainNode} envelope
 * @property {GainNode} fader
 * @property {StereoPannerNode | null} panner
 * @property {AudioScheduledSourceNode | null} source the one that ends last; null while the strip is free
 */

/**
 * @typedef {object} Voice
 * @property {number} pitch MIDI number
 * @property {number} loudness from 0 to 1
 * @property {number} velocity from 1 to 127
 * @property {number} start in seconds of the context's clock
 * @property {number} end infinite while it is held
 * @property {boolean} isHeld
 * @property {Timbre} timbre
 * @property {Strip} strip
 * @property {AudioScheduledSourceNode[]} sources
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
  isPlain: true,
  level: 0.19,
  attack: 0.004,
  release: () => 0.06,
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
  /** @type {Timbre} */
  #timbre = plain;
  #out;
  #volume;
  #maximum;
  /** @type {Voice[]} in the order in which they were struck */
  #voices = [];
  /** @type {Strip[]} */
  #freeStrips = [];

  /**
   * @param {BaseAudioContext} context
   * @param {number} volume from 0 to 1
   * @param {{ room?: number, voices?: number }} [options] how much of it sounds in the room, from 0 to 1, and the
   *   maximum number of voices
   */
  constructor(context, volume, options = {}) {
    const { room = 0.16, voices = maximumVoices } = options;
    this.context = context;
    this.#maximum = voices;
    this.#out = context.createGain();
    this.#volume = context.createGain();
    this.#volume.gain.value = volume;
    const mixer = mixerOf(context);
    this.#out.connect(this.#volume).connect(mixer.input);
    if (room === 0) return;
    const send = context.createGain();
    send.gain.value = room;
    this.#volume.connect(send).connect(mixer.room);
  }

  /** @param {number} volume from 0 to 1 */
  set volume(volume) {
    this.#volume.gain.setTargetAtTime(volume, this.context.currentTime, 0.02);
  }

  /** @param {number} level its level in the band, from 0 to 1 */
  set level(level) {
    this.#out.gain.setTargetAtTime(level, this.context.currentTime, 0.02);
  }

  /** The timbre of new notes. One that has just loaded takes over those of the plain one. */
  get timbre() {
    return this.#timbre;
  }

  set timbre(timbre) {
    const hasLoaded = this.#timbre.isPlain && !timbre.isPlain;
    this.#timbre = timbre;
    if (hasLoaded) this.#crossfade();
  }

  #crossfade() {
    const now = this.context.currentTime + 0.01;
    for (const voice of this.#voices) {
      if (voice.end < now + crossfadeTime) continue;
      const old = { ...voice };
      const elapsed = Math.max(0, now - voice.start);
      voice.timbre = this.#timbre;
      Object.assign(voice, this.#begin(voice, elapsed));
      this.release(old, elapsed > 0 ? now : this.context.currentTime, elapsed > 0 ? crossfadeConstant : stopTime);
      if (voice.end < Infinity) this.release(voice, voice.end);
    }
  }

  /**
   * Begins a note.
   * @param {number} pitch MIDI number
   * @param {number} loudness from 0 to 1
   * @param {number} start in seconds of the context's clock
   * @param {boolean} isHeld whether its end is not known yet
   * @param {number} velocity from 1 to 127; it changes the timbre and not the loudness
   * @returns {Voice}
   */
  strike(pitch, loudness, start, isHeld = false, velocity = 80) {
    const note = { pitch, loudness, velocity, start, end: Infinity, isHeld, timbre: this.#timbre };
    const begun = this.#begin(note, 0);
    // A repeated note stops the previous one, as on a string.
    const stops = this.#timbre.stops ?? ((struck, sounding) => struck === sounding);
    for (const other of this.#voices) {
      if (other.end > start && stops(pitch, other.pitch)) this.release(other, start, stopTime);
    }
    /** @type {Voice} */
    const voice = { ...note, ...begun };
    this.#voices.push(voice);
    const surplus = this.#voices.length - this.#maximum;
    for (const oldest of this.#voices.slice(0, Math.max(0, surplus))) this.release(oldest, start, stopTime);
    return voice;
  }

  /**
   * Starts the sources of a note.
   * @param {Omit<Voice, "strip" | "sources">} note
   * @param {number} elapsed seconds that are over already
   */
  #begin({ pitch, loudness, velocity, start, isHeld, timbre }, elapsed) {
    const { context } = this;
    const begin = start + elapsed;
    const strip = this.#strip(Boolean(timbre.pan));
    const { envelope, fader, panner } = strip;
    const attack = elapsed > 0 ? crossfadeTime : timbre.attack;
    for (const { gain } of [envelope, fader]) gain.cancelScheduledValues(0);
    fader.gain.setValueAtTime(1, begin);
    envelope.gain.setValueAtTime(0, begin);
    envelope.gain.linearRampToValueAtTime(loudness * timbre.level, begin + attack);
    if (panner && timbre.pan) panner.pan.value = timbre.pan(pitch);
    const { sources, output } = timbre.sound(
      context, { pitch, start: begin, gain: envelope.gain, isHeld, velocity, elapsed });
    output.connect(envelope);
    strip.source = sources[0];
    sources[0].onended = () => {
      output.disconnect();
      this.#voices = this.#voices.filter((other) => other.strip !== strip);
      strip.source = null;
      this.#freeStrips.push(strip);
    };
    return { strip, sources };
  }

  /**
   * A free strip, or a new one.
   * @param {boolean} isPanned
   * @returns {Strip}
   */
  #strip(isPanned) {
    const place = this.#freeStrips.findIndex(({ panner }) => Boolean(panner) === isPanned);
    if (place >= 0) return this.#freeStrips.splice(place, 1)[0];
    const [envelope, fader] = [this.context.createGain(), this.context.createGain()];
    const panner = isPanned ? this.context.createStereoPanner() : null;
    envelope.connect(fader).connect(panner ?? this.#out);
    panner?.connect(this.#out);
    return { envelope, fader, panner, source: null };
  }

  /**
   * Releases a note. One that has not started stays silent; after its end, its strip may play another.
   * @param {Voice} voice
   * @param {number} time in seconds of the context's clock
   * @param {number} [timeConstant] in seconds
   */
  release(voice, time, timeConstant = voice.timbre.release(voice.pitch)) {
    voice.end = time;
    const { fader, source: playing } = voice.strip;
    if (playing !== voice.sources[0]) return;
    fader.gain.cancelScheduledValues(time);
    fader.gain.setTargetAtTime(0, time, timeConstant);
    for (const source of voice.sources) source.stop(time + decayLength * timeConstant);
  }

  /** Stops all notes, including scheduled ones. */
  stop() {
    for (const voice of this.#voices) this.release(voice, this.context.currentTime, stopTime);
    this.#voices = [];
  }
}
