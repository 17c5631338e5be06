// @ts-check
// What is done about the shelf as a whole: the server is asked, links are handed out and taken in. Keys go from here to the
// server, to the clipboard and to other programs, and into elements of the page that the engine leaves alone. The engine is
// told all but them, for what it is told is kept to be done once more.

import { timeout } from "../loop/environment.js";
import { addressOf, linkedKeyName, takeLinkedKey } from "../loop/router.js";
import { download } from "../files/download.js";
import { copy, shareAddress } from "../sharing/share.js";
import { isOfInputMethod } from "../gestures/events.js";
import { chordsets } from "./chordsets.js";
import { asked, isKey, keepKeyring, keyring, learnOfShelf, learnOfStored, makeShelf, newKey, onKeyring, promote, shelfAddress } from "./key.js";
import { forgetShelf, onReadShelves, readShelves, rememberShelf, renameShelf } from "./read-shelves.js";
import { members } from "./mending.js";
import { reset } from "./reset.js";
import { tunes } from "./tunes.js";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};

/**
 * What is here: an own shelf, or none (yet); one that the server does not know any more; or nothing of that, since
 * the server keeps all for who is at this computer, or keeps nothing.
 * @typedef {"asking" | "owner" | "none" | "lost" | "alone" | "absent"} Standing
 */

/** @type {Standing} */
let standing = "asking";
let isReachable = true;

/**
 * Why something was not done: there was no answer, so that it is not certain; the server did not want to; which of two keys
 * holds is not known; a link leads nowhere; the browser keeps no key.
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
 * A shelf that a link has led to, and that is not the one of this browser.
 * @typedef {object} Visit
 * @property {string} [key]
 * @property {"asking" | "own" | "owner" | "reader" | "unknown" | "damaged" | "foreign" | "absent" | "unreachable"} access own:
 *   this browser has it; foreign: it is another server's; absent: there are no shelves here
 * @property {string} [name] of a foreign one that of its server
 * @property {number} [chordsets] how many
 * @property {number} [tunes]
 * @property {number} [revision] another one after each change of what is on it
 * @property {{ chordsets: { title: string }[], tunes: { title: string }[] }} [all] all that is on it, for who may read it
 */

/** @type {Visit | null} */
let visit = null;
/** How many links have been followed, to know the answer about the last. */
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
  "stop-reader": () => change("DELETE", "/reader").then((key) => learnOfShelf(key, { reader: undefined, nextReader: undefined, hasReaders: false })),
  renew,
  export: save,
  leave,
  delete: () => change("DELETE", "").then(leave),
  reset: async () => {
    if (!(await reset())) throw new Failure("unkept");
  },
  begin,
  enter,
  dismiss: async () => see(null),
  retry: async () => {
    // What is found can be used at once, and not only when it is known next that the server is there.
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
 * Without what only a server has to know of them.
 * @param {Record<string, any>[] | undefined} all
 * @param {import("./kinds.js").Kind} kind
 */
function contents(all, kind) {
  return (all ?? []).map(({ id, ...one }) => ({ id, ...members(one, kind.content) }));
}

/** Tasks of which the engine hears without being told that they are done. */
const isQuiet = (/** @type {string} */ task) => ["open", "dismiss", "revisit", "forget", "read", "take-copies"].includes(task);

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
    // Not a word of any other error: it may have the key in it.
    send(`shelf failed ${task} ${error instanceof Failure ? error.reason : "unanswered"}`);
    await look();
  } finally {
    underWay -= 1;
    if (isMissed) lookAgain();
  }
}

/** How many tasks are. */
let underWay = 0;
/** How many have been so far. */
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
  // Names, and what concerns the keys, are not announced. Without a shelf there are no changes.
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

// MARK: What the server knows

/** What the engine knows already. */
let told = "";

/**
 * The keys to the shelves of others, as the engine knows their places.
 * @type {string[]}
 */
let listed = [];

/** Tells the engine all that is known, where that is news. */
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
  });
  if (all === told) return;
  told = all;
  send("shelf adopt", all);
}

const titles = (/** @type {{ title: string }[]} */ all) => all.map(({ title }) => title);

let isLooking = false;
/** Whether there was a reason to look while that could not be. */
let isMissed = false;

/**
 * Looks at what others may have changed: the own shelf, and the one that is visited. One look at a time, however long its
 * answers take, and none while a task changes what there is to be seen.
 */
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
  // Without an answer, what was seen stays; and another screen may be open by now.
  if (visit !== seen || now.access === "unreachable") return;
  if (seen.access === "unreachable") return meet(seen.key, now);
  if (now.access === "reader") renameShelf({ key: seen.key, name: now.name ?? "" });
  if (now !== seen) see(now);
}

/** Asks the server. */
async function look() {
  if (standing === "asking" && keyring()) tell();
  for (;;) {
    const ring = keyring();
    const before = begun;
    const now = await standingNow().catch(() => null);
    // A task that began meanwhile may have changed what was asked about, on the server or here: who has just deleted a shelf
    // would be told that it is lost. It is looked at again once that task is done.
    if (begun !== before) return (isMissed = true);
    // It was about another one: this browser has taken another meanwhile, or one of two keys has turned out to hold.
    if (keyring()?.key !== ring?.key) continue;
    isReachable = now !== null;
    // Of who has a key it is known what he has; of who has none, that nothing is sent yet.
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
  // What another tab has changed meanwhile is newer.
  if (!ring || ring.reader !== before?.reader || ring.nextReader !== before?.nextReader || ring.name !== before?.name) return "owner";
  if (chordsets + tunes > 0) learnOfStored(ring.key);
  learnOfShelf(ring.key, { name, hasReaders });
  if (ring.reader || ring.nextReader) await settleReaders(ring, hasReaders);
  return "owner";
}

/**
 * Finds out with which of the keys that were made here others read: another device may have made a new one.
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
  // One that was made meanwhile is none of these.
  if (now?.reader === reader && now?.nextReader === nextReader) learnOfShelf(key, { reader: holding, nextReader: undefined });
}

/**
 * @param {RequestInit & { headers?: Record<string, string> }} [options]
 * @param {string} [key]
 */
const ask = (options, key) => asked(shelfAddress(), { signal: timeout(15_000), ...options }, key);

/**
 * Asks the server something of the own shelf. One that the server has forgotten, since it never held anything, is made again.
 * @param {() => Promise<Response>} ask
 */
async function askAgain(ask) {
  const response = await ask();
  const isMade = response.status === 401 && keyring()?.isNew && (await makeShelf().catch(() => false));
  return isMade ? ask() : response;
}

/**
 * @param {Response} response
 * @returns {Promise<any>} fails where it is no answer
 */
async function answerOf(response) {
  if (!response.ok) throw new Failure("refused");
  return response.json();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<string | undefined>} the key of the shelf that has changed
 */
async function change(method, path, body) {
  const headers = body && { "Content-Type": "application/json" };
  const options = { method, headers, body: body && JSON.stringify(body), signal: timeout(30_000) };
  const key = keyring()?.key;
  const response = await askAgain(() => asked(shelfAddress() + path, options, key));
  if (!response.ok) throw new Failure("refused");
  return key;
}

/** Before a key is given away or up: where it was to be renewed without an answer, the server says which one holds. */
async function settleKey() {
  if (!keyring()?.next) return;
  const response = await ask().catch(() => null);
  if (!response?.ok) throw new Failure("undecided");
}

// MARK: The own shelf

/** As with the own one, the new key is kept before the server hears of it. */
async function makeReader() {
  await settleKey();
  const reader = newKey();
  if (!learnOfShelf(keyring()?.key, { nextReader: reader })) throw new Failure("unkept");
  const key = await change("PUT", "/reader", { key: reader });
  learnOfShelf(key, { reader, nextReader: undefined, hasReaders: true });
}

/** The new key is kept before the server hears of it: whether its answer comes is not certain. */
async function renew() {
  await settleKey();
  const next = newKey();
  if (!learnOfShelf(keyring()?.key, { next })) throw new Failure("unkept");
  await change("PUT", "/key", { key: next });
  promote(next);
}

/**
 * All that is on a shelf.
 * @param {string} [key] to another one than the own
 */
async function exported(key) {
  const response = () => asked(`${shelfAddress()}/export`, { signal: timeout(60_000) }, key);
  return answerOf(await (key ? response() : askAgain(response)));
}

/** @param {string} name of the file */
async function save(name) {
  const all = JSON.stringify(await exported(), null, 1);
  await download(name, "application/json", all);
}

/**
 * While nothing is synchronised, in no tab.
 * @param {() => Promise<void>} task
 */
function whileStill(task) {
  return chordsets.alone(() => tunes.alone(task));
}

/** This browser gives up the key, and what it has of the shelf. */
async function leave() {
  await settleKey();
  await whileStill(async () => {
    // The key last: while it is here, no other shelf is made for what is not gone yet.
    await chordsets.empty();
    await tunes.empty();
    keepKeyring(null);
    standing = "none";
  });
}

/** A new shelf for what is here, in the place of one that is lost. */
async function begin() {
  const key = newKey();
  if (!(await ask({ method: "POST" }, key)).ok) throw new Failure("refused");
  await take(key);
}

/** @param {string} key of the shelf on which all is from now on */
async function take(key) {
  await settleKey();
  await whileStill(async () => {
    // The one that is given up for it may lead nowhere again.
    const response = await ask({}, key);
    if (response.status === 401) throw new Failure("gone");
    const { access, chordsets, tunes } = await answerOf(response);
    if (access !== "owner") throw new Failure("gone");
    if (!keepKeyring({ key, isNew: chordsets + tunes === 0 || undefined })) throw new Failure("unkept");
  });
  await look();
}

// MARK: Links

/**
 * @param {"own" | "reader"} whose
 * @returns {string | null} nothing where there is no such key
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
 * Goes where a link leads.
 * @param {string} text what stands behind its #
 */
async function follow(text) {
  // Programs that make links of addresses in a text take a full stop behind them along.
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
 * Sees what was not seen before, and remembers it.
 * @param {string} key
 * @param {Visit} found
 */
function meet(key, found) {
  // The owner who tries a readers’ link is no reader.
  if (found.access === "reader" && key !== keyring()?.reader) rememberShelf({ key, name: found.name ?? "" });
  see(found);
}

/** The visit of this tab goes on after a reload. */
async function seeAgain() {
  let key = null;
  try {
    key = sessionStorage.getItem(linkedKeyName);
  } catch {
    // Then it does not.
  }
  if (key && (!visit || visit.access === "unreachable")) await follow(key);
}

/**
 * @param {string} key
 * @param {Visit} [seen] what was seen there last
 * @returns {Promise<Visit>} the same where nothing has changed
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
  try {
    if (next?.key && next.access !== "unknown") sessionStorage.setItem(linkedKeyName, next.key);
    else sessionStorage.removeItem(linkedKeyName);
  } catch {
    // Then it ends with the page.
  }
  tell();
}

async function enter() {
  const key = visit?.key;
  if (!key) return;
  await take(key);
  see(null);
}

/** A link that is typed or pasted: an app that was installed is reached by no other way. */
function listenToField() {
  const use = (/** @type {Element} */ part) => {
    const field = part.closest(".link-entry")?.querySelector("input");
    const text = field?.value.trim();
    if (!field || !text) return field?.focus();
    field.value = "";
    const host = foreignHost(text);
    if (host === null) follow(text.slice(text.indexOf("#") + 1));
    // Its key is nothing that this server should be told.
    else see({ access: "foreign", name: host });
  };
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".link-entry button")) use(target);
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (key === "Enter" && !isOfInputMethod(event) && target instanceof Element && target.closest(".link-entry input")) use(target);
  });
}

/**
 * @param {string} text a link
 * @returns {string | null} the server to which it leads; nothing where that is ours, or none is named
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

// MARK: What the engine leaves to be filled in

/** @type {WeakMap<Element, string>} what stands in a place */
const filled = new WeakMap();

/** A link or its code, as long as the engine has a place for it on the screen, and as long as it is that one. */
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
    const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text: link }) };
    const response = await fetch(new URL("api/v1/qr", document.baseURI), { ...options, signal: timeout(15_000) });
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
