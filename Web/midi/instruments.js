// Passes MIDI messages to the engine, from devices and from the page's own keys.
//
// Messages that arrive together become one action, and there is at most one action between two frames. The code for
// devices (devices.js) is loaded when they are first needed, or at once if MIDI was allowed on an earlier visit.

import { engineTime, fillPlaceholders, now } from "../loop/environment.js";
import { noteHeard } from "../loop/wake-lock.js";
import { openFiles } from "../files/open.js";
import { readRecord, writeRecord } from "../storage/records.js";

// The style sheet hides controls that need MIDI.
if (navigator.requestMIDIAccess) document.documentElement.dataset.midi = "";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {string[]} */
let pending = [];
/** Whether any message has been received. */
let hasReceived = false;

/** @type {(number: number, value: number) => void} */
let receiveController = () => {};

/**
 * Calls back at each control change.
 * @param {(number: number, value: number) => void} callback the controller and its value, both 0 to 127
 */
export function onController(callback) {
  receiveController = callback;
}

/** @param {import("../gestures/events.js").Send} receiver */
export function listenToInstruments(receiver) {
  send = receiver;
  // A hidden page may miss the release of keys.
  document.addEventListener("visibilitychange", () => document.hidden && hasReceived && send(`play panic ${now()}`));
  findMIDI();
  const hex = readRecord(recording);
  if (hex) openFiles([new File([bytes(hex)], "recording.mid")], "play restore-recording").catch(console.info);
}

/** The record of the last recording, and how many digits of it are stored at most: an hour of plain playing. */
const recording = "chord-combiner-recording";
const maximumDigits = 1_000_000;

/**
 * Stores the last recording for later visits.
 * @param {string} hex a MIDI file
 */
export function keepRecording(hex) {
  writeRecord(recording, hex && hex.length <= maximumDigits ? hex : null);
}

/** @type {typeof import("./devices.js") | null} */
let devices = null;

/** @type {Promise<void> | null} */
let loading = null;

async function loadDevices() {
  const loaded = await import("./devices.js");
  loaded.reportTo(send);
  devices = loaded;
}

/** Requests access to MIDI. The browser may ask the user for permission. */
export async function enableMIDI() {
  try {
    if (!devices) await (loading ??= loadDevices().finally(() => (loading = null)));
    await devices?.enable();
  } catch (error) {
    // There is no network.
    console.info(error);
    send("play access", "unsupported");
  }
}

/** Connects to devices if permission was granted before. */
export async function findMIDI() {
  if (!navigator.requestMIDIAccess || devices?.isGranted()) return;
  const name = /** @type {PermissionName} */ ("midi");
  const permission = await Promise.resolve(navigator.permissions?.query({ name })).catch(() => undefined);
  if (permission?.state === "granted") await enableMIDI();
}

/** Reports the connected devices to a new engine. */
export function reconnect() {
  devices?.reconnect();
}

/**
 * @param {string} output its number
 * @param {string} hex
 */
export function sendMIDI(output, hex) {
  devices?.sendBytes(output, bytes(hex));
}

/**
 * Changes how devices are used: see devices.js.
 * @param {string[]} words
 */
export function arrangeMIDI(...words) {
  devices?.arrange(...words);
}

/** @param {string} hex two digits for each byte */
export function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/**
 * Two hexadecimal digits for each byte.
 * @param {Iterable<number>} data
 */
export function hexadecimal(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Receives a message of a port.
 * @param {number} port
 * @param {Iterable<number>} message
 * @param {number} [time] when it arrived, which may be long before the next frame
 */
export function receive(port, message, time = performance.now()) {
  hasReceived = true;
  noteHeard();
  const [status, number, value] = message;
  if (status >> 4 === 0xb) receiveController(number, value);
  // Some systems report 0, or times with another origin. A time in the future would never be reached.
  if (!(time > 0 && time <= performance.now())) time = performance.now();
  if (pending.push(`${engineTime(time)} ${port} ${hexadecimal(message)}`) > 1) return;
  // A hidden page gets no frames, but must not miss the end of a note.
  if (document.hidden) flushMIDI();
  else if (isFrameDue) requestAnimationFrame(flushMIDI);
  else port2.postMessage(null);
}

/** Calls `flushNow` after the messages that wait already, such as those of a chord. */
const { port1, port2 } = new MessageChannel();
port1.onmessage = flushNow;
/** Whether messages were passed since the last frame. Later ones wait for the next. */
let isFrameDue = false;

function flushNow() {
  if (pending.length === 0) return;
  isFrameDue = true;
  requestAnimationFrame(() => (isFrameDue = false));
  flushMIDI();
}

/** Sends the pending messages to the engine. It is also called before every other action, to keep the order. */
export function flushMIDI() {
  if (pending.length === 0) return;
  const lines = pending;
  pending = [];
  send(fillPlaceholders(`play midi {now} {date}${document.hidden ? " hidden" : ""}`), lines.join("\n"));
}

/** @param {string} milliseconds */
export function later(milliseconds) {
  setTimeout(() => send(`play look ${now()}`), Number(milliseconds));
}

/**
 * @param {string} milliseconds
 * @param {string} question its number
 */
export function awaitAnswer(milliseconds, question) {
  setTimeout(() => send(`play unanswered ${question}`), Number(milliseconds));
}

/** @param {string} text MIDI numbers with commas */
export function numbers(text) {
  return text.split(",").filter(Boolean).map(Number);
}

/** The played keys of the lower and the upper keyboard: MIDI numbers with commas. */
let played = ["", ""];

/**
 * Marks the played keys on the keyboards of both chords. A key outside a keyboard's range is marked in another octave.
 * @param {...string} hands the keys of the lower and the upper keyboard; without them the last keys are marked again
 */
export function showPlayed(...hands) {
  if (hands.length === 0 && played.every((hand) => hand === "")) return;
  if (hands.length > 0) played = hands;
  for (const [index, panel] of ["lower", "upper"].entries()) {
    const pitches = new Set(numbers(played[index]));
    const keys = [...document.querySelectorAll(`#${panel} [data-pitch]`)];
    const drawn = new Set(keys.map((key) => Number(key.getAttribute("data-pitch"))));
    // Pitch classes of keys outside the drawn range.
    const folded = new Set([...pitches].filter((pitch) => !drawn.has(pitch)).map((pitch) => pitch % 12));
    for (const pitch of pitches) if (drawn.has(pitch)) folded.delete(pitch % 12);
    for (const key of keys) {
      const pitch = Number(key.getAttribute("data-pitch"));
      key.toggleAttribute("data-played", pitches.has(pitch) || folded.has(pitch % 12));
    }
  }
}
