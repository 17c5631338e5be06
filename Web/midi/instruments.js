// @ts-check
// Instruments at hand: asking for them, when a person wants it, and handing on what they send.
//
// Messages are gathered until the next picture, so that a storm of them costs one action for each.

import { heard } from "../loop/awake.js";
import { clock, filled, now } from "../loop/circumstances.js";

// The style shows what depends on it.
if (navigator.requestMIDIAccess) document.documentElement.dataset.midi = "";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {Map<string, number>} the number by which the engine knows an input; 0 is the page itself */
const inputNumbers = new Map();
/** @type {Map<string, number>} */
const outputNumbers = new Map();
/** @type {MIDIAccess | null} */
let granted = null;
/** @type {string[]} */
let waiting = [];
/** Whether anything was ever played. */
let hasHeard = false;

/** @param {import("../gestures/events.js").Send} receiver */
export function listenToInstruments(receiver) {
  send = receiver;
  // Keys released meanwhile would not be reported.
  document.addEventListener("visibilitychange", () => document.hidden && hasHeard && send(`play panic ${now()}`));
  // An instrument must not go on shining for a page that is gone.
  addEventListener("pagehide", () => granted && send("play shine off"));
}

/** @type {Promise<void> | null} the request that the browser has not answered yet */
let request = null;

/** Asks for the instruments, once at a time. The browser may ask the person in turn. */
export function enableMIDI() {
  request ??= requestMIDI().finally(() => (request = null));
  return request;
}

async function requestMIDI() {
  if (!navigator.requestMIDIAccess) return send("play access", "missing");
  try {
    const access = await navigator.requestMIDIAccess({ sysex: false });
    // Each answer has ports of its own, and those of the last one would go on sending beside them.
    if (granted && granted !== access) disconnect(granted);
    access.onstatechange = () => connect(access);
    connect(access);
  } catch (error) {
    const isRefusal = error instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(error.name);
    send("play access", isRefusal ? "refused" : "unsupported");
  }
}

/** @param {MIDIAccess} access */
function disconnect(access) {
  access.onstatechange = null;
  for (const [, port] of access.inputs) port.onmidimessage = null;
}

/** Looks for instruments where permission was granted before. */
export async function findMIDI() {
  if (!navigator.requestMIDIAccess || granted) return;
  const { state } = await Promise.resolve(navigator.permissions?.query({ name: /** @type {PermissionName} */ ("midi") })).catch(() => ({ state: "" })) ?? { state: "" };
  if (state === "granted") await enableMIDI();
}

/** Tells a new engine of the instruments that the one before it knew. */
export function reconnect() {
  if (granted) connect(granted);
}

/** @param {MIDIAccess} access */
function connect(access) {
  granted = access;
  const inputs = present(access.inputs, inputNumbers);
  for (const { port, number } of inputs) {
    port.onmidimessage = ({ data, timeStamp }) => data && hear(number, data, timeStamp);
  }
  const ids = new Set(inputs.map(({ port }) => port.id));
  for (const [id, number] of inputNumbers) {
    if (!ids.has(id)) send(`play unplugged ${number} ${now()}`);
  }
  const lines = [
    ...inputs.map((entry) => line("in", entry)),
    ...present(access.outputs, outputNumbers).map((entry) => line("out", entry)),
  ];
  send("play access", ["granted", ...lines].join("\n"));
}

/**
 * The ports that are there, each with the number that it keeps.
 * @template {MIDIPort} Port
 * @param {Iterable<[string, Port]>} ports
 * @param {Map<string, number>} numbers
 */
function present(ports, numbers) {
  return [...ports].filter(([, { state }]) => state !== "disconnected").map(([id, port]) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return { port, number };
  });
}

/**
 * @param {"in" | "out"} way
 * @param {{ port: MIDIPort, number: number }} entry
 */
function line(way, { port: { name }, number }) {
  return `${way} ${number} ${(name ?? "").replaceAll("\n", " ")}`;
}

/**
 * @param {string} output its number
 * @param {string} hex
 */
export function sendMIDI(output, hex) {
  for (const [id, port] of granted?.outputs ?? []) {
    // An instrument that was just unplugged needs no message.
    if (outputNumbers.get(id) === Number(output) && port.state !== "disconnected") port.send(bytes(hex));
  }
}

/** @param {string} hex two digits for each byte */
export function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/**
 * Two digits for each byte.
 * @param {Iterable<number>} data
 */
function hexadecimal(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Hands on a message, as if it came from that port.
 * @param {number} port
 * @param {Iterable<number>} message
 * @param {number} [time] when it came, which may be long before the next picture
 */
export function hear(port, message, time = performance.now()) {
  hasHeard = true;
  heard();
  // Some systems count from elsewhere: a time to come would never be reached, and 0 is none.
  if (!(time > 0 && time <= performance.now())) time = performance.now();
  if (waiting.push(`${clock(time)} ${port} ${hexadecimal(message)}`) > 1) return;
  // Pages that are not seen are not painted, but must not miss the end of a note.
  if (document.hidden) handOn();
  else requestAnimationFrame(handOn);
}

/** What was played comes before whatever follows it. */
export function handOn() {
  if (waiting.length === 0) return;
  const lines = waiting;
  waiting = [];
  send(filled(`play midi {now} {date}${document.hidden ? " hidden" : ""}`), lines.join("\n"));
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

/** What the lower and the upper keyboard are to show as played: MIDI numbers with commas. */
let played = ["", ""];

/**
 * Marks the keys of the chords' keyboards that are played: each as it lies, or else in the octaves that are drawn.
 * @param {...string} hands those of the lower and the upper keyboard; without them, as before on what was drawn anew
 */
export function showPlayed(...hands) {
  if (hands.length === 0 && played.every((hand) => hand === "")) return;
  if (hands.length > 0) played = hands;
  for (const [index, panel] of ["lower", "upper"].entries()) {
    const pitches = new Set(numbers(played[index]));
    const keys = [...document.querySelectorAll(`#${panel} [data-pitch]`)];
    const drawn = new Set(keys.map((key) => Number(key.getAttribute("data-pitch"))));
    // Those that lie beyond what is drawn.
    const folded = new Set([...pitches].filter((pitch) => !drawn.has(pitch)).map((pitch) => pitch % 12));
    for (const pitch of pitches) if (drawn.has(pitch)) folded.delete(pitch % 12);
    for (const key of keys) {
      const pitch = Number(key.getAttribute("data-pitch"));
      key.toggleAttribute("data-played", pitches.has(pitch) || folded.has(pitch % 12));
    }
  }
}
