// @ts-check
// What came of practising: lines of text, one for each answer, kept in this browser and nowhere else. All its tabs share one
// database, to which lines are only ever added, so that none overwrites what another has written; what they come to the engine
// says, for which a line that stands there twice is one.

import { fillPlaceholders, timestamp } from "../loop/environment.js";
import { answer, ending, inTime, openDatabase, openingTime } from "./requests.js";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {Promise<IDBDatabase> | null} */
let database = null;
/** @type {string[]} lines that are not kept yet */
let waiting = [];
let isWriting = false;
/** Whether the engine was given what is kept. */
let isHanded = false;
/** Where the engine knows them to be kept: "here", or "nowhere". */
let told = "";
/** @type {IDBValidKey | null} the last of those that the engine was given */
let lastTold = null;

/** Milliseconds until storage that did not answer is asked again. */
const retryDelay = 15_000;

/**
 * Where a page that goes leaves what it has begun to keep: the browser may end it before that is done. One place for each tab,
 * which holds a lock of that name for as long as it lives.
 */
const places = "chord-combiner-practice-unended-";
const place = places + Math.random().toString(36).slice(2);
navigator.locks?.request(place, () => new Promise(() => {})).catch(() => {});

const otherTabs = "BroadcastChannel" in window ? new BroadcastChannel("chord-combiner-practice") : null;
otherTabs?.addEventListener("message", ({ data }) => {
  if (data === "") tell("here", []);
  else send("practise learn", stamped(data));
});

/** @param {import("../gestures/events.js").Send} receiver who is given all that is kept, and what other tabs add to it */
export async function open(receiver) {
  send = receiver;
  await takeUp();
  await hand();
}

async function hand() {
  try {
    const lines = (await opened()).transaction("lines").objectStore("lines");
    const [keys, texts] = await inTime(Promise.all([answer(lines.getAllKeys()), answer(lines.getAll())]));
    lastTold = keys.at(-1) ?? null;
    isHanded = true;
    tell("here", [...texts.filter((text) => typeof text === "string"), ...waiting]);
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
}

/**
 * Lines of former versions say only in which second an answer came. How far the clock was ahead of Greenwich then, and so on
 * which day it was, the browser knows.
 * @param {string} lines
 */
function stamped(lines) {
  return lines.replace(/(^|")(\d{1,12})(?= [a-z])/gm, (_, mark, seconds) => mark + timestamp(Number(seconds)));
}

/** @param {string} state told if the engine knows otherwise */
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
}

/** Writes all that waits; what cannot be written waits for the next answer. */
async function write() {
  if (isWriting || waiting.length === 0) return;
  isWriting = true;
  const lines = [...waiting];
  try {
    await edit((store) => lines.forEach((line) => store.add(line)));
    waiting = waiting.slice(lines.length);
    save();
    if (isHanded) tellState("here");
    // The engine lacks what could not be read before.
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
 * Puts fewer lines in the place of the many that the engine was given, unless another tab has done so.
 * @param {string} lines
 */
export async function fold(lines) {
  const last = lastTold;
  if (last === null) return;
  lastTold = null;
  const change = async (/** @type {IDBObjectStore} */ store) => {
    if ((await answer(store.getKey(last))) === undefined) return;
    store.delete(IDBKeyRange.upperBound(last));
    for (const line of lines.split("\n")) store.add(line);
  };
  await edit(change).catch(console.info);
}

/** Deletes all of it for good. */
export async function forget() {
  waiting = [];
  save();
  try {
    await edit((store) => store.clear());
    otherTabs?.postMessage("");
    tell("here", []);
  } catch (error) {
    console.info(error);
    // What is still there is seen to be.
    await hand();
  }
}

/** What waits outlives the page, if there is room for it. */
function save() {
  try {
    if (waiting.length === 0) localStorage.removeItem(place);
    else localStorage.setItem(place, waiting.join("\n"));
    removeEventListener("beforeunload", beAsked);
  } catch {
    // It is tried again with the next answer.
    if (waiting.length > 0) addEventListener("beforeunload", beAsked);
    else removeEventListener("beforeunload", beAsked);
  }
}

/** @param {Event} event */
const beAsked = (event) => event.preventDefault();

/** Takes over what tabs that are gone could not end. */
async function takeUp() {
  try {
    const locks = await navigator.locks?.query();
    const alive = new Set(locks?.held?.map(({ name }) => name));
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(places) || name === place || alive.has(name)) continue;
      waiting.push(...(localStorage.getItem(name) ?? "").split("\n").filter(Boolean));
      save();
      localStorage.removeItem(name);
    }
  } catch (error) {
    console.info(error);
  }
}

/** @param {(store: IDBObjectStore) => unknown} change all of it is done, or nothing */
async function edit(change) {
  const transaction = (await opened()).transaction("lines", "readwrite");
  const end = ending(transaction);
  await inTime(Promise.all([change(transaction.objectStore("lines")), end]));
}

/** The database, asked for again where it could not be had. */
function opened() {
  database ??= inTime(openLines(), openingTime);
  database.catch(() => (database = null));
  return database;
}

async function openLines() {
  const isWhole = (/** @type {IDBDatabase} */ { objectStoreNames }) => objectStoreNames.contains("lines");
  const result = await openDatabase(
    "chord-combiner-practice", 1, (made) => made.createObjectStore("lines", { autoIncrement: true }), isWhole, async () => async () => {});
  // A newer page in another tab must not wait for this one.
  result.onversionchange = () => {
    result.close();
    database = null;
  };
  return result;
}
