// Plays through a MIDI output in place of the page's own sound: whatever a "notes" event reports (see
// sound/playback.js), and what comes from keyboards without a sound of their own.
//
// Browsers cannot take back what was sent with a time stamp, so nothing is sent more than 100 ms ahead. Each Note On
// gets exactly one Note Off, whose time stamp follows that of the Note On.

import { every } from "../loop/ticker.js";
import { audioTime, playElsewhere } from "../sound/playback.js";

/** Milliseconds by which messages are sent ahead. What ends all notes follows within 5 ms. */
const ahead = 95;
/** Milliseconds between two looks at what is due. */
const interval = 25;
/** Milliseconds after a message was due, within which it may come back from its device. */
const loopTime = 40;
/** The part of drums in a plan, which has the drum channel. */
const drums = 3;
const drumChannel = 9;

/** @typedef {"page" | "tune" | "live"} Source what plays a note: the page, a tune, or a MIDI keyboard */
/** @typedef {{ time: number, id: number, place: number, velocity: number, source: Source }} Item velocity 0 ends it */

/** @type {MIDIOutput | null} */
let port = null;
let channel = 0;
/** @type {Item[]} what is not sent yet */
let queue = [];
/** @type {Map<number, { id: number, source: Source }>} the notes that were sent, by channel and key */
const sounding = new Map();
/** @type {Map<string, Set<number>>} notes that sounded in outputs when they were unplugged, by the output's id */
const left = new Map();
/** @type {Map<number, number>} the latest time stamp of each key, by channel and key */
const latest = new Map();
/** @type {Map<number, { id: number, time: number, place: number }>} the page's notes without an end, by pitch */
const open = new Map();
/** @type {{ place: number, velocity: number, time: number }[]} notes that may come back */
let sent = [];
let count = 0;
/** @type {(() => void) | null} */
let stopTicker = null;

/**
 * Plays through an output from now on.
 * @param {MIDIOutput | null} output null for the page's own sound
 * @param {number} number its channel, from 0
 */
export function playThrough(output, number) {
  if (output === port && number === channel) return;
  silenceAll();
  port = output;
  channel = number;
  playElsewhere(output !== null);
}

/**
 * Ends what sounded in outputs when they were unplugged. A synthesizer with its own power still sounds.
 * @param {MIDIOutput[]} outputs those that are connected
 */
export function endLeftNotes(outputs) {
  for (const output of outputs) {
    for (const place of left.get(output.id) ?? []) {
      output.send([0x80 | (place >> 7), place & 127, 64], Math.max(performance.now(), latest.get(place) ?? 0));
    }
    left.delete(output.id);
  }
}

/** The name of a device, without the words that tell its ports apart. */
function device(/** @type {string | null} */ name) {
  return (name ?? "").toLowerCase().replace(/\b(in|out|input|output)\b/g, "").replace(/\s+/g, " ").trim();
}

/**
 * Whether an input belongs to the device through which the page plays.
 * @param {string} name
 */
export function isOutput(name) {
  return port !== null && device(port.name) === device(name);
}

/**
 * Whether a Note On is one that was sent, and has come back: from the same device or, unchanged, through a loop of
 * cables or programs. A Note Off that comes back ends nothing.
 * @param {string} name the name of the input
 * @param {Uint8Array} data
 * @param {number} time when it arrived, which may be long ago on a busy page
 */
export function isEchoOfOutput(name, [status, key, velocity], time) {
  if (sent.length === 0 || status >> 4 !== 9 || velocity === 0) return false;
  const handled = performance.now();
  // Some systems report 0, or times with another origin.
  const now = time > handled - 1000 && time <= handled ? time : handled;
  sent = sent.filter(({ time }) => now - time < loopTime);
  const place = (status & 15) * 128 + key;
  const isSame = isOutput(name);
  const index = sent.findIndex((note) =>
    note.place === place && note.time <= now + 2 && (isSame || note.velocity === velocity));
  if (index >= 0) sent.splice(index, 1);
  return index >= 0;
}

/**
 * Plays a note of a MIDI keyboard at once.
 * @param {number} key
 * @param {number} velocity
 * @returns {(() => void) | null} ends the note; null if the page plays by itself
 */
export function forward(key, velocity) {
  if (!port) return null;
  const source = /** @type {const} */ ("live");
  const item = { time: performance.now(), id: ++count, place: channel * 128 + key, velocity, source };
  transmit(item);
  return () => transmit({ ...item, time: Math.max(performance.now(), item.time), velocity: 0 });
}

/**
 * @typedef {object} Note
 * @property {number} pitch
 * @property {number} start
 * @property {number | null} duration
 * @property {number} gain
 * @property {number} [part] only for the notes of a plan
 * @property {number} [velocity]
 */

document.addEventListener("notes", (event) => {
  if (!port) return;
  const { detail } = /** @type {CustomEvent<Note[]>} */ (event);
  const shift = performance.now() - 1000 * audioTime();
  for (const note of detail) {
    const { pitch, start, duration, gain, part } = note;
    const velocity = note.velocity ?? Math.round(127 * Math.min(1, Math.sqrt(1.4 * gain)));
    if (gain <= 0 || velocity <= 0 || !(pitch >= 0 && pitch < 128)) continue;
    const time = shift + 1000 * start;
    const place = (part === drums ? drumChannel : channel) * 128 + pitch;
    const source = part === undefined ? "page" : "tune";
    const id = ++count;
    queue.push({ time, id, place, velocity: Math.min(127, velocity), source });
    if (duration !== null) queue.push({ time: time + 1000 * duration, id, place, velocity: 0, source });
    else open.set(pitch, { id, time, place });
  }
  flush();
});

document.addEventListener("release", (event) => {
  const pitch = /** @type {CustomEvent<number>} */ (event).detail;
  const note = open.get(pitch);
  if (!note) return;
  open.delete(pitch);
  const time = Math.max(performance.now(), note.time + 1);
  queue.push({ time, id: note.id, place: note.place, velocity: 0, source: "page" });
  flush();
});

document.addEventListener("silence", (event) => {
  silence(/** @type {CustomEvent<string | null>} */ (event).detail === "tune" ? "tune" : "page");
});
addEventListener("pagehide", silenceAll);

/** Sends what is due soon. */
function flush() {
  const limit = performance.now() + ahead;
  // At the same time, a note ends before another begins.
  queue.sort((one, other) => one.time - other.time || one.velocity - other.velocity);
  const later = queue.findIndex(({ time }) => time > limit);
  for (const item of queue.splice(0, later < 0 ? queue.length : later)) transmit(item);
  if (queue.length > 0) stopTicker ??= every(interval, flush);
  else stopFlushing();
}

function stopFlushing() {
  stopTicker?.();
  stopTicker = null;
}

/**
 * Sends a Note On or a Note Off. A repeated note ends the one before it.
 * @param {Item} item
 */
function transmit({ time, id, place, velocity, source }) {
  const before = sounding.get(place);
  if (velocity === 0 && before?.id !== id) return;
  if (before) {
    sounding.delete(place);
    sendNote(place, 0, time);
  }
  if (velocity === 0) return;
  sounding.set(place, { id, source });
  sendNote(place, velocity, time);
}

/**
 * Sends a message of a key, not before those that were sent ahead of time.
 * @param {number} place
 * @param {number} velocity
 * @param {number} wanted its time
 */
function sendNote(place, velocity, wanted) {
  const time = Math.max(wanted, latest.get(place) ?? 0);
  latest.set(place, time);
  if (velocity > 0) sent.push({ place, velocity, time });
  else if (port?.state === "disconnected") left.set(port.id, (left.get(port.id) ?? new Set()).add(place));
  if (sent.length > 512) sent.splice(0, 256);
  post([(velocity > 0 ? 0x90 : 0x80) | (place >> 7), place & 127, velocity || 64], time);
}

/**
 * @param {number[]} bytes
 * @param {number} time
 */
function post(bytes, time) {
  // Sending to a disconnected port would throw.
  if (port && port.state !== "disconnected") port.send(bytes, time);
}

/**
 * Ends the notes of a source, and drops those that were not sent yet.
 * @param {Source} source
 */
function silence(source) {
  queue = queue.filter((item) => item.source !== source);
  if (source === "page") open.clear();
  const now = performance.now();
  for (const [place, note] of [...sounding]) {
    if (note.source !== source) continue;
    sounding.delete(place);
    sendNote(place, 0, now);
  }
  if (queue.length === 0) stopFlushing();
}

/** Ends all notes of the output. */
function silenceAll() {
  let last = performance.now();
  for (const time of latest.values()) last = Math.max(last, time);
  for (const source of /** @type {const} */ (["page", "tune", "live"])) silence(source);
  // After everything that was sent: for notes that others have left.
  for (const used of [channel, drumChannel]) post([0xb0 | used, 123, 0], last + 2);
}
