// The sound of MIDI keyboards that have none. A note sounds as soon as its message arrives, without the engine: here,
// or through the chosen output.
//
// A keyboard that sends on two ports, or whose messages come back through a loop of cables, sounds once. The device
// through which the page plays has a sound, so its own keys are silent here.

import { settingsWith } from "../storage/memory.js";
import { hold } from "../sound/playback.js";
import { forward, isOutput } from "./output.js";

/** Seconds from a message to its sound. The audio context needs no more to compute the first samples. */
const delay = 0.002;
/** `hold` allows itself this much in seconds. */
const usualDelay = 0.01;
/** Milliseconds within which the same message of another port is an echo. */
const echoTime = 16;
/** The factor of the soft pedal. */
const softness = 0.6;

/**
 * What sounds of one input.
 * @typedef {object} Sounding
 * @property {Map<number, () => void>} notes functions that release the notes, by channel and key
 * @property {Set<number>} keys those that are down
 * @property {Set<number>} pedals the channels whose sustain pedal is down
 * @property {Set<number>} soft the channels whose soft pedal is down
 * @property {number} parameter the selected registered parameter
 * @property {boolean} isMPE whether its channels are one instrument
 */

/** @type {Map<number, Sounding>} by the number of the input */
const inputs = new Map();
/** @type {{ port: number, text: string, time: number }[]} the last notes of all ports */
let recent = [];

/**
 * Sounds a message, or ends what it ends.
 * @param {number} port the number of the input
 * @param {string} name
 * @param {Uint8Array} data
 * @param {boolean} isSounding whether new notes sound
 * @param {number} [time] when it arrived
 */
export function receive(port, name, data, isSounding, time = 0) {
  const [status, key, value] = data;
  if (status === 0xff) return forget(port);
  const kind = status >> 4;
  const input = inputs.get(port) ?? newInput(name);
  inputs.set(port, input);
  // All channels of an MPE instrument share the pedals of its first one.
  const channel = input.isMPE ? 0 : status & 15;
  const place = (status & 15) * 128 + key;
  if (kind === 9 && value > 0) {
    const isMuted = !isSounding || isOutput(name) || isDrum(status & 15, input);
    if (!isEcho(port, key, value, time) && !isMuted) strike(input, data, place, channel);
  } else if (kind === 8 || kind === 9) {
    input.keys.delete(place);
    if (!input.pedals.has(channel)) end(input, place);
  } else if (kind === 11) {
    control(input, channel, status & 15, key, value);
  }
}

/** @returns {Sounding} */
function newInput(/** @type {string} */ name) {
  const isMPE = /\bLinnStrument\b/.test(name);
  return { notes: new Map(), keys: new Set(), pedals: new Set(), soft: new Set(), parameter: -1, isMPE };
}

/**
 * @param {Sounding} input
 * @param {Uint8Array} data
 * @param {number} place
 * @param {number} channel
 */
function strike(input, [, key, velocity], place, channel) {
  end(input, place);
  input.keys.add(place);
  const force = Math.max(1, Math.round(velocity * (input.soft.has(channel) ? softness : 1)));
  input.notes.set(place, forward(key, force) ?? hold(key, (0.5 * force) / 127, delay - usualDelay));
}

/**
 * @param {Sounding} input
 * @param {number} place
 */
function end(input, place) {
  input.notes.get(place)?.();
  input.notes.delete(place);
}

/**
 * Whether a message on a channel reaches all notes. In MPE, each note has a channel of its own, and a zone's manager is
 * the first or last channel.
 * @param {Sounding} input
 * @param {number} channel
 */
const isManager = (input, channel) => input.isMPE && (channel === 0 || channel === 15);

/**
 * The sounding notes that a message on a channel reaches.
 * @param {Sounding} input
 * @param {number} channel
 */
function reached(input, channel) {
  return [...input.notes.keys()].filter((place) => isManager(input, channel) || place >> 7 === channel);
}

/**
 * Ends the notes of a channel whose keys are up, unless the sustain pedal is down.
 * @param {Sounding} input
 * @param {number} channel
 */
function endReleased(input, channel) {
  if (input.pedals.has(input.isMPE ? 0 : channel)) return;
  for (const place of reached(input, channel)) if (!input.keys.has(place)) end(input, place);
}

/**
 * @param {Sounding} input
 * @param {number} channel whose pedals these are
 * @param {number} own the channel of the message
 * @param {number} number
 * @param {number} value
 */
function control(input, channel, own, number, value) {
  if (number === 64) {
    const isReversed = settingsWith([])["sustain-pedal"] === "yes";
    if (value >= 64 !== isReversed) return void input.pedals.add(channel);
    input.pedals.delete(channel);
    endReleased(input, channel);
  } else if (number === 67) {
    if (value >= 64) input.soft.add(channel);
    else input.soft.delete(channel);
  } else if (number === 121) {
    // Reset All Controllers lifts the pedals (MIDI RP-015).
    if (input.isMPE && !isManager(input, own)) return;
    input.pedals.delete(channel);
    input.soft.delete(channel);
    endReleased(input, channel);
  } else if (number === 120 || number >= 123) {
    // All Notes Off is like lifting all keys, and All Sound Off ends what a pedal sustains, too.
    for (const place of reached(input, own)) {
      input.keys.delete(place);
      if (number === 120) end(input, place);
    }
    endReleased(input, own);
  } else if (number === 100 || number === 101) {
    input.parameter = number === 101 ? value * 128 : (input.parameter & ~127) + value;
  } else if (number === 6 && input.parameter === 6) {
    // An MPE zone with this many channels.
    input.isMPE = value > 0;
  }
}

/**
 * Whether a note of a channel is a drum, as in the engine.
 * @param {number} channel
 * @param {Sounding} input
 */
function isDrum(channel, input) {
  return channel === 9 && !input.isMPE && settingsWith([])["channel-10"] !== "yes";
}

/**
 * Whether another port has just sent the same note, on any channel.
 * @param {number} port
 * @param {number} key
 * @param {number} velocity
 * @param {number} arrival
 */
function isEcho(port, key, velocity, arrival) {
  // Some systems report 0, or times with another origin.
  const now = performance.now();
  const time = arrival > now - 1000 && arrival <= now ? arrival : now;
  const text = `${key} ${velocity}`;
  recent = recent.filter((note) => Math.abs(time - note.time) < echoTime);
  if (recent.some((note) => note.port !== port && note.text === text)) return true;
  recent.push({ port, text, time });
  return false;
}

/**
 * Ends all notes of an input, and lifts its pedals. It is still MPE, which it announced only once.
 * @param {number} port
 */
export function release(port) {
  const input = inputs.get(port);
  if (!input) return;
  for (const end of input.notes.values()) end();
  for (const set of [input.notes, input.keys, input.pedals, input.soft]) set.clear();
}

/**
 * Forgets an input that was unplugged or reset.
 * @param {number} port
 */
export function forget(port) {
  release(port);
  inputs.delete(port);
}

/** Ends all notes of all inputs. */
export function releaseAll() {
  for (const port of [...inputs.keys()]) release(port);
}
