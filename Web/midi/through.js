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
 * What sounds of one input. Its MPE zones follow the same rules as on the screen (MIDIPort.swift).
 * @typedef {object} Sounding
 * @property {Map<number, () => void>} notes functions that release the notes, by channel and key
 * @property {Set<number>} keys those that are down
 * @property {Set<number>} pedals the channels whose sustain pedal is down
 * @property {Set<number>} soft the channels whose soft pedal is down
 * @property {Map<number, number[]>} parameters the halves of the registered parameter that each channel has selected
 * @property {number} lower the number of member channels of the lower zone, which channel 0 manages
 * @property {number} upper that of the upper zone, which channel 15 manages
 * @property {boolean} isLinnStrument
 */

const allChannels = [...Array(16).keys()];

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
  const channel = status & 15;
  const place = channel * 128 + key;
  if (kind === 9 && value > 0) {
    const isMuted = !isSounding || isOutput(name) || isDrum(channel, input);
    if (!isEcho(port, key, value, time) && !isMuted) strike(input, data, place, channel);
  } else if (kind === 8 || kind === 9) {
    input.keys.delete(place);
    if (!isDown(input, input.pedals, channel)) end(input, place);
  } else if (kind === 11) {
    control(input, channel, key, value);
  }
}

/** @returns {Sounding} */
function newInput(/** @type {string} */ name) {
  const isLinnStrument = name.split(" ").includes("LinnStrument");
  return {
    notes: new Map(), keys: new Set(), pedals: new Set(), soft: new Set(), parameters: new Map(),
    // It may have announced its zone before this page was opened.
    lower: isLinnStrument ? 15 : 0, upper: 0, isLinnStrument,
  };
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
  const force = Math.max(1, Math.round(velocity * (isDown(input, input.soft, channel) ? softness : 1)));
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
 * The channel that manages the MPE zone of a channel; -1 outside of zones.
 * @param {Sounding} input
 * @param {number} channel
 */
function manager({ lower, upper }, channel) {
  if (lower > 0 && channel <= lower) return 0;
  return upper > 0 && channel >= 15 - upper ? 15 : -1;
}

/**
 * Whether a pedal of a channel or of its zone is down.
 * @param {Sounding} input
 * @param {Set<number>} pedals
 * @param {number} channel
 */
const isDown = (input, pedals, channel) => pedals.has(channel) || pedals.has(manager(input, channel));

/**
 * The channels that a message on a channel reaches: from a manager, all of its zone.
 * @param {Sounding} input
 * @param {number} channel
 */
function reached(input, channel) {
  return manager(input, channel) === channel
    ? allChannels.filter((other) => manager(input, other) === channel)
    : [channel];
}

/**
 * Ends the notes of some channels whose keys are up, unless the sustain pedal is down.
 * @param {Sounding} input
 * @param {number[]} channels
 */
function endReleased(input, channels) {
  for (const place of placesOf(input, channels)) {
    if (!input.keys.has(place) && !isDown(input, input.pedals, place >> 7)) end(input, place);
  }
}

/**
 * The sounding notes of some channels.
 * @param {Sounding} input
 * @param {number[]} channels
 */
const placesOf = (input, channels) => [...input.notes.keys()].filter((place) => channels.includes(place >> 7));

/**
 * Lifts all keys of some channels.
 * @param {Sounding} input
 * @param {number[]} channels
 */
function liftKeys(input, channels) {
  for (const place of placesOf(input, channels)) input.keys.delete(place);
}

/**
 * Lifts the pedals of some channels, and forgets what they have selected.
 * @param {Sounding} input
 * @param {number[]} channels
 */
function reset({ pedals, soft, parameters }, channels) {
  for (const channel of channels) for (const state of [pedals, soft, parameters]) state.delete(channel);
}

/**
 * @param {Sounding} input
 * @param {number} channel
 * @param {number} number
 * @param {number} value
 */
function control(input, channel, number, value) {
  const all = reached(input, channel);
  if (number === 64) {
    const isReversed = settingsWith([])["sustain-pedal"] === "yes";
    if (value >= 64 !== isReversed) return void input.pedals.add(channel);
    input.pedals.delete(channel);
    endReleased(input, all);
  } else if (number === 67) {
    if (value >= 64) input.soft.add(channel);
    else input.soft.delete(channel);
  } else if (number === 121) {
    // Reset All Controllers lifts the pedals (MIDI RP-015).
    reset(input, all);
    endReleased(input, all);
  } else if (number === 120) {
    // All Sound Off ends what a pedal sustains, too.
    endAll(input, all);
  } else if (number >= 123) {
    // All Notes Off is like lifting all keys.
    liftKeys(input, all);
    endReleased(input, all);
  } else if (number === 100 || number === 101) {
    const [high, low] = input.parameters.get(channel) ?? [-1, -1];
    input.parameters.set(channel, number === 101 ? [value, low] : [high, value]);
  } else if (number === 98 || number === 99) {
    // The next value belongs to a parameter that is not registered.
    input.parameters.delete(channel);
  } else if (number === 6 && input.parameters.get(channel)?.join() === "0,6") {
    setZone(input, channel, value);
  }
}

/**
 * @param {Sounding} input
 * @param {number[]} channels
 */
function endAll(input, channels) {
  liftKeys(input, channels);
  for (const place of placesOf(input, channels)) end(input, place);
}

/**
 * Sets an MPE zone, as MIDIPort.swift does.
 * @param {Sounding} input
 * @param {number} channel its manager
 * @param {number} members
 */
function setZone(input, channel, members) {
  if ((channel !== 0 && channel !== 15) || members > 15) return;
  const before = allChannels.map((other) => manager(input, other));
  // A new zone takes channels from the other one, which needs a manager and at least one member.
  const left = members === 0 ? 15 : Math.max(0, 14 - members);
  if (channel === 0) [input.lower, input.upper] = [members, Math.min(input.upper, left)];
  else [input.lower, input.upper] = [Math.min(input.lower, left), members];
  const changed = allChannels.filter((other) =>
    other === channel || manager(input, other) === channel || manager(input, other) !== before[other]);
  reset(input, changed);
  endAll(input, changed);
}

/**
 * Whether a note of a channel is a drum, as in the engine.
 * @param {number} channel
 * @param {Sounding} input
 */
function isDrum(channel, input) {
  if (channel !== 9 || input.isLinnStrument || manager(input, channel) >= 0) return false;
  return settingsWith([])["channel-10"] !== "yes";
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
 * Ends all notes of an input, and lifts its pedals. Its zones stay, which it announced only once.
 * @param {number} port
 */
export function release(port) {
  const input = inputs.get(port);
  if (!input) return;
  for (const end of input.notes.values()) end();
  for (const state of [input.notes, input.keys, input.pedals, input.soft, input.parameters]) state.clear();
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
