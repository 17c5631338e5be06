// The end of the chain that all players share: a little room, and a limiter.

import { whenIdle } from "../loop/environment.js";

/**
 * @typedef {object} Mixer
 * @property {AudioNode} input
 * @property {AudioNode} room receives what should sound in the room as well
 */

/** @type {WeakMap<BaseAudioContext, Mixer>} */
const mixers = new WeakMap();

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

/**
 * The mixer of an audio context.
 * @param {BaseAudioContext} context
 * @returns {Mixer}
 */
export function mixerOf(context) {
  const known = mixers.get(context);
  if (known) return known;
  const limiter = context.createWaveShaper();
  limiter.curve = limiterCurve;
  const input = context.createGain();
  input.gain.value = 1 / headroom;
  input.connect(limiter).connect(context.destination);
  const room = context.createGain();
  const mixer = { input, room };
  mixers.set(context, mixer);
  // In steps: on a slow device, all of it would delay the first note by a tenth of a second.
  const later = context instanceof AudioContext ? whenIdle : (/** @type {() => void} */ step) => step();
  const { sampleRate } = context;
  const length = Math.round(reverberation * sampleRate);
  const buffer = new AudioBuffer({ numberOfChannels: 2, length, sampleRate });
  later(() => {
    const state = fillImpulse(buffer.getChannelData(0), sampleRate, 1);
    later(() => {
      fillImpulse(buffer.getChannelData(1), sampleRate, state);
      later(() => {
        // A device may close it at any time.
        if (context.state === "closed") return;
        room.connect(new ConvolverNode(context, { buffer, disableNormalization: true })).connect(input);
      });
    });
  });
  return mixer;
}

/** Seconds until the reverberation is 60 dB weaker, and before it begins. */
const reverberation = 0.7;
const preDelay = 0.012;

/**
 * Fills a channel with the impulse response of a small room: noise that decays and gets darker. Left and right differ,
 * so it is wide.
 * @param {Float32Array} samples
 * @param {number} sampleRate
 * @param {number} state of a generator with a fixed seed, so the room is always the same
 * @returns {number} the state with which the other channel begins
 */
function fillImpulse(samples, sampleRate, state) {
  const { length } = samples;
  let smoothed = 0;
  let energy = 0;
  let envelope = 1;
  const decay = 10 ** (-3 / length);
  for (let index = Math.round(preDelay * sampleRate); index < length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const progress = index / length;
    smoothed += (0.6 - 0.45 * progress) * (state / 2 ** 31 - smoothed);
    envelope *= decay;
    samples[index] = smoothed * envelope;
    energy += samples[index] ** 2;
  }
  // It passes noise at its level.
  const level = 1 / Math.sqrt(energy);
  for (let index = 0; index < length; index++) samples[index] *= level;
  return state;
}
