// Stores practice results: one line of text per answer, in this browser only. All tabs share one database. Lines are
// only appended, so tabs never overwrite each other. The engine evaluates them, and ignores repeated lines.

import { fillPlaceholders, timestamp } from "../loop/environment.js";
import * as devices from "./devices.js";
import { answer, oneStore } from "./indexed-db.js";
import { journalOf } from "./journal.js";
import { leavingGuard } from "./status.js";
import * as tuneLog from "./tune-log.js";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {string[]} lines that are not stored yet */
let waiting = [];
let isWriting = false;
/** @type {number | undefined} the time up to which practice was deleted elsewhere, in seconds */
let pruned;
/** Whether the engine has received the stored lines. */
let isHanded = false;
/** The state that the engine knows: "here" if lines are stored, "nowhere" if not. */
let told = "";
/** @type {IDBValidKey | null} the key of the last line that the engine has received */
let lastTold = null;

const guardLeaving = leavingGuard(() => false);

const store = oneStore("chord-combiner-practice", "lines", { autoIncrement: true });

/** Milliseconds before storage that did not respond is tried again. */
const retryDelay = 15_000;

const journal = journalOf("chord-combiner-practice-unended-");

const otherTabs = "BroadcastChannel" in window ? new BroadcastChannel("chord-combiner-practice") : null;
otherTabs?.addEventListener("message", ({ data }) => {
  if (data === "") tell("here", []);
  else send("practise learn", stamped(data));
});

let isOpen = false;

devices.serve({
  own: async () => ({ lines: [...(await stored()).lines, ...waiting], tunes: tuneLog.ownLines() }),
  arrived: () => {
    tuneLog.pass();
    if (isOpen) hand();
  },
  prune,
});

/** @param {import("../gestures/events.js").Send} receiver of all stored lines, and of those that other tabs add */
export async function open(receiver) {
  send = receiver;
  if (!isOpen) {
    journal.takeOver(async (text) => {
      const lines = new Set(devices.left(text.split("\n").filter(Boolean), pruned));
      waiting.push(...lines);
      const isSaved = save();
      if (isOpen) hand();
      if (isSaved) return true;
      await write();
      return !waiting.some((line) => lines.has(line));
    });
  }
  await devices.ready();
  isOpen = true;
  await hand();
}

async function stored() {
  const [keys, texts] = await store.view((all) => Promise.all([answer(all.getAllKeys()), answer(all.getAll())]));
  return { keys, lines: written(texts) };
}

/**
 * The lines among what the database has, which other programs may have changed.
 * @param {any[]} texts
 * @returns {string[]}
 */
const written = (texts) => texts.filter((text) => typeof text === "string");

/**
 * Deletes the lines up to a time.
 * @param {number} seconds since 1970
 */
async function prune(seconds) {
  pruned = Math.max(pruned ?? 0, seconds);
  waiting = devices.left(waiting, seconds);
  save();
  await store.edit(async (all) => {
    const lines = devices.left(written(await answer(all.getAll())), seconds);
    all.clear();
    for (const line of lines) all.add(line);
  });
}

async function hand() {
  try {
    const { keys, lines } = await stored();
    lastTold = keys.at(-1) ?? null;
    isHanded = true;
    tell("here", [...lines, ...waiting]);
  } catch (error) {
    console.info(error);
    isHanded = false;
    tell("nowhere", waiting);
    if (error instanceof DOMException && error.name === "TimeoutError") setTimeout(hand, retryDelay);
  }
  write();
}

/**
 * @param {string} state
 * @param {string[]} lines
 */
function tell(state, lines) {
  told = state;
  send(fillPlaceholders(`practise adopt ${state} {now} {date}`), stamped(lines.join("\n")));
  for (const device of devices.otherDevices()) send("practise device", stamped(device.lines.join("\n")));
  send(`practise offer ${devices.standing() === "offered" ? "yes" : "no"}`);
}

/**
 * Adds the UTC offset to lines of earlier versions, which have only seconds. It determines the day of an answer.
 * @param {string} lines
 */
function stamped(lines) {
  return lines.replace(/(^|")(\d{1,12})(?= [a-z])/gm, (_, mark, seconds) => mark + timestamp(Number(seconds)));
}

/** @param {string} state sent if the engine knows another one */
function tellState(state) {
  if (told === state) return;
  told = state;
  send(`practise keeping ${state}`);
}

/** @param {string} lines */
export function keep(lines) {
  waiting.push(...lines.split("\n"));
  save();
  otherTabs?.postMessage(lines);
  write();
  devices.changed();
}

/** Writes the waiting lines. If that fails, they wait for the next answer. */
async function write() {
  if (isWriting || waiting.length === 0) return;
  isWriting = true;
  const lines = new Set(waiting);
  try {
    await store.edit(async (all) => lines.forEach((line) => all.add(line)));
    // Others may have been added or deleted meanwhile.
    waiting = waiting.filter((line) => !lines.has(line));
    save();
    if (isHanded) tellState("here");
    // The engine lacks the lines that could not be read before.
    else hand();
  } catch (error) {
    console.info(error);
    tellState("nowhere");
    return;
  } finally {
    isWriting = false;
  }
  write();
}

/**
 * Replaces the lines that the engine has received by fewer ones, unless another tab has done so.
 * @param {string} lines
 */
export async function fold(lines) {
  const last = lastTold;
  if (last === null) return;
  lastTold = null;
  await store.edit(async (all) => {
    if ((await answer(all.getKey(last))) === undefined) return;
    all.delete(IDBKeyRange.upperBound(last));
    for (const line of lines.split("\n")) all.add(line);
  }).catch(console.info);
}

/** Deletes all lines. */
export async function forget() {
  waiting = [];
  save();
  try {
    await store.edit(async (all) => all.clear());
    devices.forget();
    otherTabs?.postMessage("");
    tell("here", waiting);
  } catch (error) {
    console.info(error);
    // Shows the lines that are still stored.
    await hand();
  }
}

/** Saves the waiting lines for the next page, in case this one is closed. The next answer repeats what failed. */
function save() {
  journal.lock();
  const isSaved = journal.write(waiting.join("\n") || null);
  guardLeaving(!isSaved && waiting.length > 0);
  return isSaved;
}
