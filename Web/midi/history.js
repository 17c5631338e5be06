// Keeps the last ten minutes of MIDI input, so that music played before you press Record is not lost.
//
// Messages are written to IndexedDB in batches. What was not written when the page closes is in localStorage, and the
// next page writes it. Two tabs receive the same messages; duplicates are dropped when they are read.

import { openFiles } from "../files/open.js";
import { answer, oneStore } from "../storage/indexed-db.js";
import { parsed, readRecord, recordNames, setAside, writeRecord } from "../storage/records.js";
import { settingsWith } from "../storage/memory.js";
import { choice, choose } from "./choices.js";
import { bytes, hexadecimal } from "./instruments.js";

/** Milliseconds that are kept. */
const length = 600_000;
/** Milliseconds between a message and the writing of its batch. */
const batchTime = 2000;
/** Messages after which a batch is written at once, and the maximum number of those that are kept. */
const batchSize = 5000;
const maximumMessages = 200_000;
/** Silences longer than this many milliseconds are shortened to it. A longer one begins a new progression anyway. */
const maximumSilence = 5000;
/** Maximum size in characters of what is in localStorage, which other records need more. */
const maximumUnwritten = 500_000;
/** Milliseconds that a batch may lie in the future. Later ones are from a wrong clock and would outdate all others. */
const maximumLead = 60_000;
/** Milliseconds within which the same message from two tabs is one. */
const echoTime = 5;

const name = "chord-combiner-midi";
const unwritten = `${name}-unwritten-`;
const ownUnwritten = unwritten + Math.random().toString(36).slice(2);

/**
 * @typedef {object} Batch
 * @property {number} from in milliseconds since 1970
 * @property {number} to
 * @property {string} lines a message is `TIME HEX`, with the time since `from`
 */

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {{ time: number, hex: string }[]} */
let pending = [];
let timer = 0;
/** Whether anything is kept. */
let hasAny = false;

/** @param {import("../gestures/events.js").Send} receiver */
export function reportTo(receiver) {
  send = receiver;
}

function isOn() {
  return choice("history") !== "off";
}

/** Tells the engine whether messages are kept, and whether there are any. */
export function report() {
  send(isOn() ? (hasAny ? "play kept some" : "play kept none") : "play kept off");
}

/** Looks for what earlier pages have kept. */
export async function start() {
  addEventListener("pagehide", leave);
  const records = recordNames(unwritten);
  const batches = records.flatMap((record) => {
    const batch = intact(parsed(readRecord(record)));
    if (batch.length === 0) setAside(record);
    return batch;
  });
  // Deleted after they are written. A batch that two pages write is one.
  await write(batches).then(() => records.forEach((record) => writeRecord(record, null))).catch(console.info);
  const isFilled = (await count().catch(() => 0)) > 0;
  // A note may have come meanwhile.
  hasAny ||= isFilled;
  report();
}

/**
 * A stored batch without damaged messages.
 * @param {any} batch
 * @returns {Batch[]} none if nothing can be read
 */
function intact(batch) {
  const { from, to, lines } = batch ?? {};
  const isSound = Number.isFinite(from) && Number.isFinite(to) && typeof lines === "string";
  if (!isSound || Math.max(from, to) > Date.now() + maximumLead) return [];
  const whole = lines.split("\n").filter((line) => /^-?\d+(\.\d)? [89a-e][\da-f]([0-7][\da-f]){1,2}$/.test(line));
  return whole.length > 0 ? [{ from, to, lines: whole.join("\n") }] : [];
}

/**
 * Keeps a message of a channel.
 * @param {Uint8Array} data
 * @param {number} [timeStamp]
 */
export function keep(data, timeStamp) {
  if (data[0] >= 0xf0 || !isOn()) return;
  const age = timeStamp !== undefined && timeStamp > 0 ? performance.now() - timeStamp : 0;
  pending.push({ time: Date.now() - (age >= 0 && age < 10_000 ? age : 0), hex: hexadecimal(data) });
  if (!hasAny && data[0] >> 4 === 9) {
    hasAny = true;
    report();
  }
  if (pending.length >= batchSize) flush().catch(console.info);
  else timer ||= setTimeout(() => flush().catch(console.info), batchTime);
}

/** Takes the pending messages as a batch. */
function batch() {
  clearTimeout(timer);
  timer = 0;
  if (pending.length === 0) return [];
  // Two batches of one time would be one.
  const from = pending[0].time + Math.random() / 1000;
  const to = pending[pending.length - 1].time;
  const lines = pending.map(({ time, hex }) => `${Math.round(10 * (time - from)) / 10} ${hex}`).join("\n");
  pending = [];
  return [{ from, to, lines }];
}

async function flush() {
  const batches = batch();
  await write(batches).catch((error) => {
    // Storage does not respond. The next page tries again.
    for (const one of batches) writeUnwritten(unwritten + one.from, one);
    throw error;
  });
}

/** The page is closing. There is no time for a transaction. */
function leave() {
  for (const one of batch()) writeUnwritten(`${ownUnwritten}-${one.from}`, one);
}

/**
 * Writes a batch to localStorage, unless there is too much already.
 * @param {string} record
 * @param {Batch} batch
 */
function writeUnwritten(record, batch) {
  const text = JSON.stringify(batch);
  const size = recordNames(unwritten).reduce((sum, name) => sum + (readRecord(name)?.length ?? 0), text.length);
  if (size <= maximumUnwritten) writeRecord(record, text);
}

const { edit: change } = oneStore(name, "batches", { keyPath: "from" });

function count() {
  return change((batches) => answer(batches.count()));
}

/**
 * Writes batches, and deletes those that are too old.
 * @param {Batch[]} batches
 */
async function write(batches) {
  if (batches.length === 0) return;
  await change(async (stored) => {
    for (const one of batches) stored.put(one);
    const latest = Math.max(...batches.map(({ to }) => to));
    stored.delete(IDBKeyRange.lowerBound(Date.now() + maximumLead));
    await answer(stored.delete(IDBKeyRange.upperBound(latest - length - batchTime)));
  });
}

/**
 * @param {string} word
 * @param {string} title of the file
 */
export async function arrange(word, title) {
  try {
    if (word === "show") await show(title);
    if (word === "on" || word === "off") choose("history", word);
    if (word === "delete") {
      batch();
      for (const record of recordNames(unwritten)) writeRecord(record, null);
      await change((batches) => answer(batches.clear()));
      hasAny = false;
    }
  } catch (error) {
    console.info(error);
  }
  report();
}

/**
 * Opens what was played as a MIDI file.
 * @param {string} title
 */
async function show(title) {
  await flush();
  /** @type {Batch[]} */
  const batches = await change((stored) => answer(stored.getAll()));
  const file = midiFile(following(settingsWith([]), messages(batches)));
  await openFiles([new File([file], title, { type: "audio/midi" })], "play open-file");
}

/**
 * Changes messages as the settings take them, for a file that is opened without these settings: the pedal may be
 * reversed, and there may be notes on channel 10, where files have drums. In MPE, channel 10 is one of many.
 * @param {Record<string, string>} settings
 * @param {{ time: number, hex: string }[]} all
 */
function following(settings, all) {
  const hasNotes = settings["channel-10"] === "yes" && !all.some(({ hex }) => /^b[0f]6406/.test(hex));
  return all.map(({ time, hex }) => {
    const message = bytes(hex);
    const isPedal = message[0] >> 4 === 11 && message[1] === 64;
    if (isPedal && settings["sustain-pedal"] === "yes") message[2] = 127 - message[2];
    if (hasNotes && (message[0] & 15) === 9) message[0] &= 0xf0;
    return { time, hex: hexadecimal(message) };
  });
}

/**
 * The messages of the last minutes in order, each once.
 * @param {Batch[]} batches
 */
export function messages(batches) {
  const all = batches.flatMap(intact).flatMap(({ from, lines }) => lines.split("\n").map((line) => {
    const [time, hex] = line.split(" ");
    return { time: from + Number(time), hex };
  })).sort((one, other) => one.time - other.time);
  const begin = (all[all.length - 1]?.time ?? 0) - length;
  /** @type {Map<string, number>} */
  const last = new Map();
  return all.filter(({ time, hex }) => {
    const isEcho = time - (last.get(hex) ?? -Infinity) < echoTime;
    last.set(hex, time);
    return time >= begin && !isEcho;
  }).slice(-maximumMessages);
}

/**
 * A MIDI file of messages. It has 120 beats per minute with 500 ticks each, so a tick is a millisecond.
 * @param {{ time: number, hex: string }[]} messages in order of time
 */
export function midiFile(messages) {
  const body = [0, 0xff, 0x51, 3, 0x07, 0xa1, 0x20];
  /** @type {Map<string, number[]>} the messages that end what sounds */
  const open = new Map();
  /** How many milliseconds the silences were shortened by. */
  let cut = messages[0]?.time ?? 0;
  let last = 0;
  let written = 0;
  const add = (/** @type {number} */ ticks, /** @type {Iterable<number>} */ message) => {
    body.push(...variableLength(Math.max(0, Math.round(ticks) - written)), ...message);
    written = Math.max(written, Math.round(ticks));
  };
  for (const { time, hex } of messages) {
    const message = [...bytes(hex)];
    const [status, number, value] = message;
    if (open.size === 0 && time - cut - last > maximumSilence) cut = time - last - maximumSilence;
    const kind = status >> 4;
    const key = `${status & 15} ${kind === 11 ? "pedal" : number}`;
    if (kind === 9 && value > 0) open.set(key, [0x80 | (status & 15), number, 64]);
    else if (kind === 8 || kind === 9) open.delete(key);
    else if (kind === 11 && number === 64 && value >= 64) open.set(key, [status, 64, 0]);
    else if (kind === 11 && number === 64) open.delete(key);
    last = time - cut;
    add(last, message);
  }
  for (const message of open.values()) add(last + 1, message);
  body.push(0, 0xff, 0x2f, 0);
  const size = body.length;
  return Uint8Array.from([
    0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 500 >> 8, 500 & 255,
    0x4d, 0x54, 0x72, 0x6b, size >>> 24, (size >> 16) & 255, (size >> 8) & 255, size & 255, ...body,
  ]);
}

/** @param {number} number */
function variableLength(number) {
  const digits = [number & 127];
  while ((number >>= 7) > 0) digits.unshift((number & 127) | 128);
  return digits;
}
