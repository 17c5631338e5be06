// @ts-check
// What sounds: voices that play one note each, and the way from them to the loudspeaker. It works in
// every kind of audio context, so that a test can render what would be heard.

// The sprite: see make.
const lowest = 36;
const step = 4;
const count = 16;
const slot = 3;
const lead = 0.05;

/** Seconds; shorter ones click. */
const attack = 0.004;
/** How quickly a voice fades, as time constants in seconds: let go by the player, or to be gone at once. */
const release = { soft: 0.06, swift: 0.012 };
/** After so many time constants a voice is at a three-thousandth, and may end. */
const fading = 8;
/** More voices than this nobody needs, and a slow phone could not compute. */
const mostVoices = 32;

/**
 * @typedef {object} Voice
 * @property {number} pitch MIDI number
 * @property {GainNode} fader what lets go of it
 * @property {AudioScheduledSourceNode} source
 */

export class Piano {
  /** @type {AudioBuffer | null} */
  #sprite = null;
  /** Where in the sprite the first note begins, in seconds. */
  #beginning = 0;
  #plain;
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
    // A few partials, each weaker than the one below it: no piano, but a note that is easy to hear.
    const partials = Float32Array.of(0, 1, 0.45, 0.22, 0.12, 0.06, 0.03);
    this.#plain = context.createPeriodicWave(new Float32Array(partials.length), partials);
  }

  /** @param {number} volume from 0 to 1 */
  set volume(volume) {
    this.#volume.gain.setTargetAtTime(volume, this.context.currentTime, 0.02);
  }

  /**
   * The sixteen notes of the sprite; until they are there, a plain voice plays.
   * @param {AudioBuffer} sprite
   */
  set sprite(sprite) {
    this.#sprite = sprite;
    // Decoders differ in how much silence they put before it.
    const first = sprite.getChannelData(0).findIndex((sample) => Math.abs(sample) > 0.02);
    this.#beginning = first / sprite.sampleRate - 0.003;
  }

  /**
   * Begins a note.
   * @param {number} pitch MIDI number
   * @param {number} loudness from 0 to 1
   * @param {number} start in seconds of the context's clock
   * @returns {Voice}
   */
  strike(pitch, loudness, start) {
    const { context } = this;
    // Attack and release are two faders, so that letting go during the attack is as smooth as later.
    const attacker = context.createGain();
    const fader = context.createGain();
    attacker.gain.setValueAtTime(0, start);
    attacker.gain.linearRampToValueAtTime(loudness, start + attack);
    const source = this.#sprite
      ? this.#sampled(this.#sprite, pitch, start)
      : this.#synthesized(pitch, start, attacker.gain);
    source.connect(attacker).connect(fader).connect(this.#out);
    // A string that is struck again is one string.
    for (const voice of this.#voices) if (voice.pitch === pitch) this.release(voice, start, "swift");
    const voice = { pitch, fader, source };
    this.#voices.push(voice);
    source.onended = () => {
      fader.disconnect();
      this.#voices = this.#voices.filter((other) => other !== voice);
    };
    const surplus = this.#voices.length - mostVoices;
    for (const oldest of this.#voices.slice(0, Math.max(0, surplus))) this.release(oldest, start, "swift");
    return voice;
  }

  /**
   * Lets go of a note; of one that has not begun, before anything is heard of it.
   * @param {Voice} voice
   * @param {number} time in seconds of the context's clock
   * @param {keyof release} how
   */
  release({ fader, source }, time, how = "soft") {
    fader.gain.cancelScheduledValues(time);
    fader.gain.setTargetAtTime(0, time, release[how]);
    source.stop(time + fading * release[how]);
  }

  /** Lets go of everything that sounds or waits. */
  stop() {
    for (const voice of this.#voices) this.release(voice, this.context.currentTime, "swift");
    this.#voices = [];
  }

  /**
   * @param {AudioBuffer} buffer
   * @param {number} pitch
   * @param {number} start
   */
  #sampled(buffer, pitch, start) {
    const nearest = Math.min(count - 1, Math.max(0, Math.round((pitch - lowest) / step)));
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.playbackRate.value = 2 ** ((pitch - lowest - nearest * step) / 12);
    source.start(start, Math.max(0, nearest * slot + this.#beginning), slot - lead);
    return source;
  }

  /**
   * @param {number} pitch
   * @param {number} start
   * @param {AudioParam} gain
   */
  #synthesized(pitch, start, gain) {
    const source = this.context.createOscillator();
    source.setPeriodicWave(this.#plain);
    source.frequency.value = 440 * 2 ** ((pitch - 69) / 12);
    // Like a string, it dies away, a high one sooner.
    const decay = 0.7 * 2 ** ((60 - pitch) / 24);
    gain.setTargetAtTime(0, start + attack, decay);
    source.start(start);
    source.stop(start + attack + fading * decay);
    return source;
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
