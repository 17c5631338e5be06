// Connects to MIDI devices. Each message of an input sounds here first (through.js), then goes to the engine.
//
// The engine gets the ports in an action, in lines:
//
//   granted
//   in 1 Piano          an input, by number and name
//   out 2 Synthesizer   an output
//   own 1 yes           whether input 1 has a sound of its own; no line if that was not asked yet
//   to 2 5              the output through which the page plays, and the channel

import { now } from "../loop/environment.js";
import { choice, choose } from "./choices.js";
import * as history from "./history.js";
import { receive } from "./instruments.js";
import { endLeftNotes, isEchoOfOutput, playThrough } from "./output.js";
import * as through from "./through.js";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {Map<string, number>} the engine's number of each input; 0 is the page itself */
const inputNumbers = new Map();
/** @type {Map<string, number>} */
const outputNumbers = new Map();
/** @type {MIDIAccess | null} */
let granted = null;
/** The number of the one input that is listened to; 0 for all. */
let listened = 0;

/** @param {import("../gestures/events.js").Send} receiver */
export function reportTo(receiver) {
  send = receiver;
  history.reportTo(receiver);
  // The lights of an instrument must not stay on after the page is closed.
  addEventListener("pagehide", () => granted && send("play shine off"));
  // A page in the background ignores what is played, for another page or program.
  document.addEventListener("visibilitychange", () => document.hidden && through.releaseAll());
}

export function isGranted() {
  return granted !== null;
}

/** @type {Promise<void> | null} the pending request */
let request = null;

/** Requests access to MIDI, once at a time. The browser may ask the user for permission. */
export function enable() {
  request ??= requestMIDI().finally(() => (request = null));
  return request;
}

async function requestMIDI() {
  if (!navigator.requestMIDIAccess) return send("play access", reasonForNoMIDI());
  try {
    const access = await navigator.requestMIDIAccess({ sysex: false });
    // Each access object has its own ports. Those of an earlier one would deliver every message again.
    if (granted && granted !== access) disconnect(granted);
    access.onstatechange = () => connect(access);
    if (!granted) history.start();
    connect(access);
  } catch (error) {
    const isRefusal = error instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(error.name);
    send("play access", isRefusal ? "refused" : "unsupported");
  }
}

/** Why the browser has no Web MIDI: a word for the engine. */
function reasonForNoMIDI() {
  if (!isSecureContext) return "insecure";
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad reports to be a Mac, but Macs have no touch screen.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return "ios";
  return /Safari/.test(userAgent) && !/Chrom|Android|Edg/.test(userAgent) ? "safari" : "missing";
}

/** @param {MIDIAccess} access */
function disconnect(access) {
  access.onstatechange = null;
  for (const [, port] of access.inputs) port.onmidimessage = null;
}

/** Reports the connected devices to a new engine. */
export function reconnect() {
  if (!granted) return;
  connect(granted);
  history.report();
}

/** @param {MIDIAccess} access */
function connect(access) {
  granted = access;
  const inputs = present(access.inputs, inputNumbers);
  const outputs = present(access.outputs, outputNumbers);
  for (const { port, number } of inputs) {
    port.onmidimessage = ({ data, timeStamp }) => data && hear(number, nameOf(port), data, timeStamp);
  }
  const ids = new Set(inputs.map(({ port }) => port.id));
  for (const [id, number] of inputNumbers) {
    if (ids.has(id)) continue;
    through.forget(number);
    send(`play unplugged ${number} ${now()}`);
  }
  const output = outputs.find(({ port }) => nameOf(port) === choice("output"));
  const channel = Math.min(16, Math.max(1, Number(choice("channel")) || 1));
  playThrough(output?.port ?? null, channel - 1);
  endLeftNotes(outputs.map(({ port }) => port));
  const lines = [
    "granted",
    ...inputs.map(({ port, number }) => `in ${number} ${nameOf(port)}`),
    ...outputs.map(({ port, number }) => `out ${number} ${nameOf(port)}`),
  ];
  for (const { port, number } of inputs) {
    const own = choice(`own ${nameOf(port)}`);
    if (own) lines.push(`own ${number} ${own}`);
  }
  if (output) lines.push(`to ${output.number} ${channel}`);
  send("play access", lines.join("\n"));
}

/**
 * The connected ports, each with its permanent number.
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

/** @param {MIDIPort} port */
function nameOf({ name }) {
  return (name ?? "").replaceAll("\n", " ");
}

/**
 * Receives a message of an input.
 * @param {number} number
 * @param {string} name
 * @param {Uint8Array} data
 * @param {number} [time] when it arrived
 */
function hear(number, name, data, time = performance.now()) {
  if (isEchoOfOutput(name, data, time)) return;
  const isHeard = listened === 0 || listened === number || ![...inputNumbers].some(isListened);
  // On the stage, keys play light chords, which have their own sound.
  const isSilent = !isHeard || choice(`own ${name}`) === "yes" || document.querySelector("[data-picture=stage]");
  if (!document.hidden) through.receive(number, name, data, !isSilent, time);
  if (isHeard) history.keep(data, time);
  receive(number, data, time);
}

/** @param {[id: string, number: number]} input */
function isListened([id, number]) {
  const port = granted?.inputs.get(id);
  return number === listened && port !== undefined && port.state !== "disconnected";
}

/**
 * @param {string} output its number
 * @param {Uint8Array} bytes
 */
export function sendBytes(output, bytes) {
  for (const [id, port] of granted?.outputs ?? []) {
    // Sending to a disconnected port would throw.
    if (outputNumbers.get(id) === Number(output) && port.state !== "disconnected") port.send(bytes);
  }
}

/**
 * Changes how devices are used.
 * @param {string[]} words one of
 *
 *     own INPUT yes|no        whether an input, by its number, has a sound of its own
 *     through OUTPUT          plays through an output; 0 is the page's own sound
 *     channel CHANNEL         from 1
 *     listen INPUT            0 for all
 *     silence                 ends the notes of all inputs, and lifts their pedals
 *     history show NAME       opens what was played in the last minutes as a file of this name
 *     history delete|on|off   deletes it; keeps it from now on, or does not
 */
export function arrange(...words) {
  const [what, value, other] = words;
  const nameIn = (/** @type {Map<string, number>} */ numbers, /** @type {Iterable<[string, MIDIPort]>} */ ports) =>
    [...ports].filter(([id]) => numbers.get(id) === Number(value)).map(([, port]) => nameOf(port))[0] ?? "";
  if (what === "history") return void history.arrange(value, other);
  if (what === "silence") return through.releaseAll();
  if (what === "listen") {
    listened = Number(value);
    return through.releaseAll();
  }
  if (!granted) return;
  if (what === "own") {
    through.release(Number(value));
    choose(`own ${nameIn(inputNumbers, granted.inputs)}`, other);
  } else if (what === "through") {
    through.releaseAll();
    choose("output", nameIn(outputNumbers, granted.outputs));
  } else if (what === "channel") {
    choose("channel", value);
  }
  connect(granted);
}
