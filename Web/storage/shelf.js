// Carries out tasks for the shelf as a whole: asks the server, shares links and follows them. Keys are passed only to
// the server, to the clipboard, to other programs, and to elements of the page that the engine does not patch. The
// engine never receives a key, because its actions are logged for a replay.

import { addressOf, linkedKeyName, takeLinkedKey } from "../loop/router.js";
import { download } from "../files/download.js";
import { copy, shareAddress } from "../sharing/share.js";
import { isOfInputMethod } from "../gestures/events.js";
import {
  asked, isKey, keepKeyring, keyring, learnOfShelf, learnOfStored, makeShelf, newKey, onKeyring, promote, shelfAddress,
} from "./key.js";
import * as devices from "./devices.js";
import { forgetShelf, onReadShelves, readShelves, rememberShelf, renameShelf } from "./read-shelves.js";
import { readRecord, writeRecord } from "./records.js";
import { members } from "./repair.js";
import { reset } from "./reset.js";
import { chordsets, tunes } from "./stores.js";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};

/**
 * The state of this browser's shelf.
 * - owner: it has a shelf; none: it has none yet; lost: the server no longer knows it
 * - alone: the server stores items without keys, for one user; absent: the server stores nothing
 * @typedef {"asking" | "owner" | "none" | "lost" | "alone" | "absent"} Standing
 */

/** @type {Standing} */
let standing = "asking";
let isReachable = true;

/**
 * Why a task failed.
 * - unanswered: there was no response, so the outcome is uncertain; refused: the server refused
 * - undecided: it is not known which of two keys is valid; gone: the link is invalid; unkept: the key cannot be stored
 * @typedef {"unanswered" | "refused" | "undecided" | "gone" | "unkept"} Reason
 */

class Failure extends Error {
  /** @param {Reason} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * own: the shelf of this browser; foreign: on another server; absent: this server has no shelves.
 * @typedef {"own" | "owner" | "reader" | "unknown" | "damaged" | "foreign" | "absent"} KnownAccess
 * @typedef {KnownAccess | "asking" | "unreachable"} Access
 */

/**
 * A shelf that was opened with a link.
 * @typedef {object} Visit
 * @property {string} [key]
 * @property {Access} access
 * @property {string} [name] the name of the shelf, or of the server if it is foreign
 * @property {number} [chordsets] how many
 * @property {number} [tunes]
 * @property {number} [revision] changes with each change of its items
 * @property {{ chordsets: { title: string }[], tunes: { title: string }[] }} [all] all items, for a reader
 */

/** @type {Visit | null} */
let visit = null;
/** How many links have been followed, to ignore late responses about earlier ones. */
let visits = 0;

let isListening = false;

/** @type {Record<string, (...words: string[]) => Promise<unknown>>} */
const tasks = {
  open,
  rename: (name) => change("PATCH", "", { name }).then((key) => learnOfShelf(key, { name })),
  "copy-own": () => handOut("own", copy),
  "copy-reader": () => handOut("reader", copy),
  "share-own": () => handOut("own", (url) => shareAddress("Chord Combiner", url)),
  "share-reader": () => handOut("reader", (url) => shareAddress("Chord Combiner", url)),
  "make-reader": makeReader,
  "stop-reader": () => change("DELETE", "/reader").then((key) => {
    learnOfShelf(key, { reader: undefined, nextReader: undefined, hasReaders: false });
  }),
  renew,
  export: save,
  leave,
  delete: () => change("DELETE", "").then(leave),
  reset: async () => {
    if (!(await reset())) throw new Failure("unkept");
  },
  begin,
  enter,
  travel: () => devices.turn(true),
  // Without an answer of the server, nothing is on the shelf yet.
  stay: async () => (devices.standing() === "on" ? devices.turn(false) : devices.decline()),
  dismiss: async () => see(null),
  retry: async () => {
    // Both are updated, so that the visited shelf can be used at once.
    if (visit?.key) await Promise.all([look(), follow(visit.key)]);
    if (visit?.access === "unreachable") throw new Failure("unanswered");
  },
  revisit: async (place) => {
    const key = listed[Number(place)];
    if (key) await follow(key);
  },
  forget: async () => {
    if (visit?.key) forgetShelf(visit.key);
    see(null);
  },
  read: async (place) => {
    const [kind, number] = place.split(" ");
    const { kind: whole } = kind === "tunes" ? tunes : chordsets;
    const one = visit?.all?.[whole.name][Number(number)];
    if (one) send(`shelf opened ${kind}`, JSON.stringify(contents([one], whole)[0]));
  },
  "take-copies": async (seed) => send(`shelf copies ${seed}`, JSON.stringify({
    chordsets: contents(visit?.all?.chordsets, chordsets.kind), tunes: contents(visit?.all?.tunes, tunes.kind),
  })),
};

/**
 * Items without the members that only a server needs.
 * @param {Record<string, any>[] | undefined} all
 * @param {Sync.Kind} kind
 */
function contents(all, kind) {
  return (all ?? []).map(({ id, ...one }) => ({ id, ...members(one, kind.content) }));
}

/** Whether the engine learns the outcome of a task in another way than by the action “shelf done”. */
const isQuiet = (/** @type {string} */ task) =>
  ["open", "dismiss", "revisit", "forget", "read", "take-copies"].includes(task);

/**
 * @param {import("../gestures/events.js").Send} receiver
 * @param {string} task
 * @param {string[]} words
 */
export async function carryOut(receiver, task, ...words) {
  send = receiver;
  underWay += 1;
  begun += 1;
  try {
    await tasks[task](...words);
    tell();
    if (!isQuiet(task)) send(`shelf done ${task}`);
  } catch (error) {
    // Other errors are not reported, because their text may contain the key.
    send(`shelf failed ${task} ${error instanceof Failure ? error.reason : "unanswered"}`);
    await look();
  } finally {
    underWay -= 1;
    if (isMissed) lookAgain();
  }
}

/** The number of running tasks. */
let underWay = 0;
/** The number of tasks started so far. */
let begun = 0;

async function open() {
  listen();
  told = "";
  const text = takeLinkedKey();
  await Promise.all([look(), text === null ? seeAgain() : follow(text)]);
}

function listen() {
  if (isListening) return;
  isListening = true;
  const isOpen = () => document.querySelector(".own-shelf") !== null;
  const again = () => {
    if (isOpen() && !document.hidden) lookAgain();
  };
  onKeyring(() => {
    again();
    fill();
  });
  addEventListener("online", again);
  addEventListener("offline", again);
  document.addEventListener("visibilitychange", again);
  // Changes of names and keys are not announced, so the server is polled while there is a shelf.
  setInterval(() => (standing === "owner" || visit?.key) && !isLooking && again(), 10_000);
  onReadShelves(tell);
  addEventListener("shelf-link", () => {
    const text = takeLinkedKey();
    if (isOpen() && text !== null) follow(text);
  });
  listenToField();
  const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
  new MutationObserver(fill).observe(screen, { childList: true, subtree: true });
  fill();
}

// MARK: State on the server

/** The state that the engine knows. */
let told = "";

/**
 * The keys of other people's shelves. The engine refers to them by index.
 * @type {string[]}
 */
let listed = [];

/** Sends the state to the engine if it has changed. */
function tell() {
  const { name = "", hasReaders = false, reader } = keyring() ?? {};
  const seen = visit && {
    access: visit.access, name: visit.name ?? "", chordsets: visit.chordsets, tunes: visit.tunes,
    titles: visit.all && { chordsets: titles(visit.all.chordsets), tunes: titles(visit.all.tunes) },
  };
  const others = readShelves();
  listed = others.map(({ key }) => key);
  const all = JSON.stringify({
    standing, isReachable, name, hasReaders, hasReadersLink: hasReaders && reader !== undefined, visit: seen,
    reading: others.map(({ name }) => name), visitIsRemembered: visit?.key !== undefined && listed.includes(visit.key),
    devices: devices.standing(),
  });
  if (all === told) return;
  told = all;
  send("shelf adopt", all);
}

const titles = (/** @type {{ title: string }[]} */ all) => all.map(({ title }) => title);

let isLooking = false;
/** Whether another look is needed after the running one or after a task. */
let isMissed = false;

/** Updates the state of the own and the visited shelf. It never runs twice at a time, nor during a task. */
async function lookAgain() {
  isMissed = isLooking || underWay > 0;
  if (isMissed) return;
  isLooking = true;
  try {
    await look();
    await lookAtVisit();
  } finally {
    isLooking = false;
  }
  if (isMissed) lookAgain();
}

async function lookAtVisit() {
  const seen = visit;
  if (!seen?.key || seen.access !== "reader" && seen.access !== "unreachable") return;
  const now = await visited(seen.key, seen);
  // Without a response the last state stays. By now another shelf may be visited.
  if (visit !== seen || now.access === "unreachable") return;
  if (seen.access === "unreachable") return meet(seen.key, now);
  if (now.access === "reader") renameShelf({ key: seen.key, name: now.name ?? "" });
  if (now !== seen) see(now);
}

/** Updates the state of the own shelf. */
async function look() {
  if (standing === "asking" && keyring()) tell();
  for (;;) {
    const ring = keyring();
    const before = begun;
    const now = await standingNow().catch(() => null);
    // A task that started meanwhile may have changed the shelf. For example, a deleted shelf would be shown as lost.
    // The look is repeated after the task.
    if (begun !== before) return (isMissed = true);
    // The response is about another key than the present one.
    if (keyring()?.key !== ring?.key) continue;
    isReachable = now !== null;
    // Without a response, a browser with a key is an owner, and one without a key has sent nothing yet.
    if (now) standing = now;
    else if (standing === "asking" || standing === "none" || standing === "owner") standing = ring ? "owner" : "none";
    return tell();
  }
}

/** @returns {Promise<Standing>} */
async function standingNow() {
  const before = keyring();
  const response = await askAgain(() => ask());
  if (response.status === 404) return "absent";
  const ring = keyring();
  if (response.status === 401) return ring && !ring.isNew ? "lost" : "none";
  const { access, name, hasReaders, chordsets, tunes } = await answerOf(response);
  if (access !== "owner") return access === "alone" ? "alone" : "lost";
  // Changes that another tab has made meanwhile are newer than the response.
  const isSameReader = ring?.reader === before?.reader && ring?.nextReader === before?.nextReader;
  if (!ring || !isSameReader || ring.name !== before?.name) return "owner";
  if (chordsets + tunes > 0) learnOfStored(ring.key);
  learnOfShelf(ring.key, { name, hasReaders });
  if (ring.reader || ring.nextReader) await settleReaders(ring, hasReaders);
  return "owner";
}

/**
 * Finds out which of the readers' keys made here is valid, since another device may have made a new one.
 * @param {import("./key.js").Keyring} ring
 * @param {boolean} hasReaders
 */
async function settleReaders({ key, reader, nextReader }, hasReaders) {
  /** @type {string | undefined} */
  let holding;
  for (const one of hasReaders ? [nextReader, reader] : []) {
    if (one && !holding && (await ask({}, one)).status !== 401) holding = one;
  }
  const now = keyring();
  // A key that was made meanwhile is kept.
  if (now?.reader !== reader || now?.nextReader !== nextReader) return;
  learnOfShelf(key, { reader: holding, nextReader: undefined });
}

/**
 * @param {import("./key.js").RequestOptions} [options]
 * @param {string} [key]
 */
const ask = (options, key) => asked(shelfAddress(), { seconds: 15, ...options }, key);

/**
 * Sends a request about the own shelf. If the server has forgotten it because it was always empty, it is created again.
 * @param {() => Promise<Response>} ask
 */
async function askAgain(ask) {
  const response = await ask();
  const isMade = response.status === 401 && keyring()?.isNew && (await makeShelf().catch(() => false));
  return isMade ? ask() : response;
}

/**
 * The JSON of a successful response.
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function answerOf(response) {
  if (!response.ok) throw new Failure("refused");
  return response.json();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [json]
 * @returns {Promise<string | undefined>} the key of the changed shelf
 */
async function change(method, path, json) {
  const key = keyring()?.key;
  const response = await askAgain(() => asked(shelfAddress() + path, { method, json }, key));
  if (!response.ok) throw new Failure("refused");
  return key;
}

/** Finds out which key is valid after a renewal without a response. It is called before a key is shared or deleted. */
async function settleKey() {
  if (!keyring()?.next) return;
  const response = await ask().catch(() => null);
  if (!response?.ok) throw new Failure("undecided");
}

// MARK: The own shelf

/** Makes a readers' key. As with the own key, it is stored before it is sent. */
async function makeReader() {
  await settleKey();
  const reader = newKey();
  if (!learnOfShelf(keyring()?.key, { nextReader: reader })) throw new Failure("unkept");
  const key = await change("PUT", "/reader", { key: reader });
  learnOfShelf(key, { reader, nextReader: undefined, hasReaders: true });
}

/** Renews the key. The new key is stored before it is sent, because the response may be lost. */
async function renew() {
  await settleKey();
  const next = newKey();
  if (!learnOfShelf(keyring()?.key, { next })) throw new Failure("unkept");
  await change("PUT", "/key", { key: next });
  promote(next);
}

/**
 * The export of a shelf.
 * @param {string} [key] if it is not the own shelf
 */
async function exported(key) {
  const response = () => asked(`${shelfAddress()}/export`, { seconds: 60 }, key);
  return answerOf(await (key ? response() : askAgain(response)));
}

/** @param {string} name of the file */
async function save(name) {
  const all = JSON.stringify(await exported(), null, 1);
  await download(name, "application/json", all);
}

/**
 * Runs a task while no tab synchronizes.
 * @param {() => Promise<void>} task
 */
function whileStill(task) {
  return chordsets.alone(() => tunes.alone(() => devices.alone(task)));
}

/** Deletes the key and all items from this browser. */
async function leave() {
  await settleKey();
  await whileStill(async () => {
    // The key is deleted last. Without a key, a new shelf would be created for the remaining items.
    await chordsets.empty();
    await tunes.empty();
    keepKeyring(null);
    await devices.leaveShelf();
    standing = "none";
  });
}

/** Creates a new shelf for the local items after the old one was lost. */
async function begin() {
  const key = newKey();
  if (!(await ask({ method: "POST" }, key)).ok) throw new Failure("refused");
  await take(key);
}

/** @param {string} key the key of the shelf to be used from now on */
async function take(key) {
  await settleKey();
  await whileStill(async () => {
    // Checked before the old key is replaced.
    const response = await ask({}, key);
    if (response.status === 401) throw new Failure("gone");
    const { access, chordsets, tunes } = await answerOf(response);
    if (access !== "owner") throw new Failure("gone");
    if (!keepKeyring({ key, isNew: chordsets + tunes === 0 || undefined })) throw new Failure("unkept");
    await devices.leaveShelf();
  });
  await look();
}

// MARK: Links

/**
 * @param {"own" | "reader"} whose
 * @returns {string | null} null if there is no such key
 */
function linkOf(whose) {
  const key = whose === "own" ? keyring()?.key : keyring()?.reader;
  return key ? `${addressOf("/shelf").href}#${key}` : null;
}

/**
 * @param {"own" | "reader"} whose
 * @param {(link: string) => Promise<unknown>} way
 */
async function handOut(whose, way) {
  if (whose === "own") await settleKey();
  const link = linkOf(whose);
  if (!link || (await way(link)) === false) throw new Failure("refused");
}

/**
 * Opens a link to a shelf.
 * @param {string} text its fragment
 */
async function follow(text) {
  // Programs that detect links in a text may include a following period.
  const [key] = /^[\w-]*/.exec(text) ?? [""];
  if (!isKey(key)) return see({ access: "damaged" });
  if (key === keyring()?.key) {
    await look();
    return see({ access: standing === "lost" ? "unknown" : "own" });
  }
  see({ access: "asking", key });
  const mine = visits;
  const found = await visited(key);
  // Another link may have been followed since, or this one dismissed.
  if (mine === visits) meet(key, found);
}

/**
 * Shows a shelf that is visited for the first time, and remembers it.
 * @param {string} key
 * @param {Visit} found
 */
function meet(key, found) {
  // An owner who tries the readers' link is not added to the list.
  if (found.access === "reader" && key !== keyring()?.reader) rememberShelf({ key, name: found.name ?? "" });
  see(found);
}

/** Continues the visit of this tab after a reload. */
async function seeAgain() {
  const key = readRecord(linkedKeyName, "sessionStorage");
  if (key && (!visit || visit.access === "unreachable")) await follow(key);
}

/**
 * Asks the server about a shelf.
 * @param {string} key
 * @param {Visit} [seen] its last known state
 * @returns {Promise<Visit>} the same object if nothing has changed
 */
async function visited(key, seen) {
  try {
    const response = await ask({}, key);
    if (response.status === 401) return { access: "unknown", key };
    if (response.status === 404) return { access: "absent" };
    const { access, name, chordsets, tunes, revision } = await answerOf(response);
    if (access === "owner") return { access, key, name, chordsets, tunes };
    if (access !== "reader") return { access: "absent" };
    const isSame = seen?.all && seen.revision === revision;
    if (isSame && seen.name === name) return seen;
    const all = isSame ? seen.all : await exported(key);
    return { access, key, name, chordsets, tunes, revision, all };
  } catch {
    return { access: "unreachable", key };
  }
}

/** @param {Visit | null} next */
function see(next) {
  visits += 1;
  visit = next;
  // Without storage, the visit ends with the page.
  writeRecord(linkedKeyName, (next?.access !== "unknown" && next?.key) || null, "sessionStorage");
  tell();
}

async function enter() {
  const key = visit?.key;
  if (!key) return;
  await take(key);
  devices.offer();
  see(null);
}

/** Listens to the field for links, since an installed app cannot be opened with a link. */
function listenToField() {
  const use = (/** @type {Element} */ part) => {
    const field = part.closest(".link-entry")?.querySelector("input");
    const text = field?.value.trim();
    if (!field || !text) return field?.focus();
    field.value = "";
    const host = foreignHost(text);
    if (host === null) follow(text.slice(text.indexOf("#") + 1));
    // The key of another server is not sent to this one.
    else see({ access: "foreign", name: host });
  };
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".link-entry button")) use(target);
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (key !== "Enter" || isOfInputMethod(event)) return;
    if (target instanceof Element && target.closest(".link-entry input")) use(target);
  });
}

/**
 * @param {string} text a link
 * @returns {string | null} the host of the link, or null if it is ours or missing
 */
function foreignHost(text) {
  if (!/^https?:/i.test(text)) return null;
  try {
    const { href, host } = new URL(text);
    return href.startsWith(new URL(".", document.baseURI).href) ? null : host;
  } catch {
    return null;
  }
}

// MARK: Elements with keys

/** @type {WeakMap<Element, string>} the link that an element shows */
const filled = new WeakMap();

/** Writes links and QR codes into the elements for them. The engine does not patch their content. */
function fill() {
  for (const place of document.querySelectorAll("[data-withheld]")) {
    const [what, whose] = (place.getAttribute("data-withheld") ?? "").split(" ");
    const link = linkOf(whose === "reader" ? "reader" : "own") ?? "";
    if (!what || filled.get(place) === link) continue;
    filled.set(place, link);
    if (what === "link" || !link) place.textContent = link;
    else draw(link, place);
  }
}

/**
 * @param {string} link
 * @param {Element} place
 */
async function draw(link, place) {
  const show = (/** @type {Node | string} */ content) => filled.get(place) === link && place.replaceChildren(content);
  show("Drawing…");
  try {
    const url = new URL("api/v1/qr", document.baseURI).href;
    const response = await asked(url, { method: "POST", json: { text: link }, seconds: 15 }, "");
    if (!response.ok) throw new Failure("refused");
    const image = new Image();
    image.alt = "QR code of the link";
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await response.text())}`;
    await image.decode();
    show(image);
  } catch {
    show("The QR code needs the server, which cannot be reached. Use the link instead.");
  }
}
