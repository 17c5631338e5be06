// @ts-check
// What is done about the shelf as a whole: the server is asked, links are handed out and taken in. Keys go from here to the
// server, to the clipboard and to other programs, and into elements of the page that the engine leaves alone. The engine is
// told all but them, for what it is told is kept to be done once more.

import { patience } from "../loop/circumstances.js";
import { addressOf, takeBrought } from "../loop/router.js";
import { copy } from "../sharing/share.js";
import { chordsets } from "./chordsets.js";
import { asked, isKey, keepKeyring, keyring, learnOfShelf, newKey, onOtherKey, shelfAddress } from "./key.js";
import { members } from "./replica.js";
import { tunes } from "./tunes.js";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};

/**
 * What somebody has here: an own shelf, or none (yet); one that the server does not know any more; or nothing of that, since
 * the server keeps all for who is at this computer, or keeps nothing.
 * @typedef {"asking" | "owner" | "none" | "lost" | "alone" | "absent"} Standing
 */

/** @type {Standing} */
let standing = "asking";
let isReachable = true;

/**
 * A shelf that a link has led to, and that is not the one of this browser.
 * @typedef {object} Visit
 * @property {string} [key]
 * @property {"asking" | "own" | "owner" | "reader" | "unknown" | "damaged" | "unreachable"} access own: this browser has it
 * @property {string} [name]
 * @property {number} [chordsets] how many
 * @property {number} [tunes]
 * @property {{ chordsets: { title: string }[], tunes: { title: string }[] }} [all] all that is on it, for who may read it
 */

/** @type {Visit | null} */
let visit = null;
/** Where the key of it outlives a reload of this tab. */
const place = "chord-combiner-visited-shelf";

let isListening = false;

/** @type {Record<string, (...words: string[]) => Promise<unknown>>} */
const tasks = {
  open,
  rename: (name) => change("PATCH", "", { name }).then(() => learnOfShelf({ name })),
  "copy-own": () => handOut("own", copy),
  "copy-reader": () => handOut("reader", copy),
  "share-own": () => handOut("own", share),
  "share-reader": () => handOut("reader", share),
  "make-reader": makeReader,
  "stop-reader": () => change("DELETE", "/reader").then(() => learnOfShelf({ reader: undefined, hasReaders: false })),
  renew,
  export: save,
  leave,
  delete: () => change("DELETE", "").then(leave),
  begin,
  enter,
  dismiss: async () => see(null),
  read: async (place) => {
    const [kind, number] = place.split(" ");
    const [one] = kind === "tunes"
      ? contents(visit?.all?.tunes.slice(Number(number)), tunes.kind)
      : contents(visit?.all?.chordsets.slice(Number(number)), chordsets.kind);
    send(`shelf opened ${kind}`, JSON.stringify(one));
  },
  "take-copies": async (seed) => send(`shelf copies ${seed}`, JSON.stringify({
    chordsets: contents(visit?.all?.chordsets, chordsets.kind), tunes: contents(visit?.all?.tunes, tunes.kind),
  })),
};

/**
 * Without what only a server has to know of them.
 * @param {Record<string, any>[] | undefined} all
 * @param {import("./replica.js").Kind} kind
 */
function contents(all, kind) {
  return (all ?? []).map(({ id, ...one }) => ({ id, ...members(one, kind.content) }));
}

/** Tasks of which the engine hears without being told that they are done. */
const isQuiet = (/** @type {string} */ task) => ["open", "dismiss", "read", "take-copies"].includes(task);

/**
 * @param {import("../gestures/events.js").Send} receiver
 * @param {string} task
 * @param {string[]} words
 */
export async function carryOut(receiver, task, ...words) {
  send = receiver;
  try {
    await tasks[task](...words);
    tell();
    if (!isQuiet(task)) send(`shelf done ${task}`);
  } catch {
    // Not a word of the error: it may have the key in it.
    send(`shelf failed ${task}`);
    await look();
  }
}

async function open() {
  listen();
  const text = takeBrought();
  await Promise.all([look(), text === null ? seeAgain() : follow(text)]);
}

function listen() {
  if (isListening) return;
  isListening = true;
  const isOpen = () => document.querySelector(".own-shelf") !== null;
  const again = () => {
    if (isOpen() && !document.hidden) look();
  };
  onOtherKey(again);
  addEventListener("online", again);
  addEventListener("offline", again);
  document.addEventListener("visibilitychange", again);
  addEventListener("brought", () => {
    const text = takeBrought();
    if (isOpen() && text !== null) follow(text);
  });
  listenToField();
  const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
  new MutationObserver(fill).observe(screen, { childList: true, subtree: true });
  fill();
}

// MARK: What the server knows

/** Tells the engine all that is known. */
function tell() {
  const { name = "", hasReaders = false, reader } = keyring() ?? {};
  const seen = visit && {
    access: visit.access, name: visit.name ?? "", chordsets: visit.chordsets, tunes: visit.tunes,
    titles: visit.all && { chordsets: titles(visit.all.chordsets), tunes: titles(visit.all.tunes) },
  };
  send("shelf adopt", JSON.stringify({
    standing, isReachable, name, hasReaders, hasReadersLink: hasReaders && reader !== undefined, visit: seen,
  }));
}

const titles = (/** @type {{ title: string }[]} */ all) => all.map(({ title }) => title);

/** Asks the server. */
async function look() {
  if (standing === "asking" && keyring()) tell();
  try {
    standing = await standingNow();
    isReachable = true;
  } catch {
    isReachable = false;
    // Of who has a key it is known what he has; of who has none, that nothing is sent yet.
    if (standing === "asking" || standing === "none" || standing === "owner") standing = keyring() ? "owner" : "none";
  }
  tell();
}

/** @returns {Promise<Standing>} */
async function standingNow() {
  const response = await asked(shelfAddress(), { signal: patience(15_000) });
  if (response.status === 404) return "absent";
  if (response.status === 401) return keyring() && !keyring()?.isNew ? "lost" : "none";
  const { access, name, hasReaders } = await answerOf(response);
  if (access !== "owner") return access === "alone" ? "alone" : "lost";
  const isRead = hasReaders && (await stillReads());
  learnOfShelf({ name, hasReaders, isNew: undefined, ...(isRead ? {} : { reader: undefined }) });
  return "owner";
}

/** Whether others read with the key that was made here: another device may have made a new one. */
async function stillReads() {
  const reader = keyring()?.reader;
  if (!reader) return false;
  return (await asked(shelfAddress(), { signal: patience(15_000) }, reader)).status !== 401;
}

/**
 * @param {Response} response
 * @returns {Promise<any>} fails where it is no answer
 */
async function answerOf(response) {
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function change(method, path, body) {
  const headers = body && { "Content-Type": "application/json" };
  const options = { method, headers, body: body && JSON.stringify(body), signal: patience(30_000) };
  const response = await asked(shelfAddress() + path, options);
  if (!response.ok) throw new Error(String(response.status));
}

// MARK: The own shelf

async function makeReader() {
  const reader = newKey();
  await change("PUT", "/reader", { key: reader });
  learnOfShelf({ reader, hasReaders: true });
}

/** The new key is kept before the server hears of it: whether its answer comes is not certain. */
async function renew() {
  // So it was once before, and which of the two holds is to be known first.
  if (keyring()?.next) await answerOf(await asked(shelfAddress(), { signal: patience(15_000) }));
  const next = newKey();
  learnOfShelf({ next });
  await change("PUT", "/key", { key: next });
  const ring = keyring();
  if (ring) keepKeyring({ ...ring, key: next, next: undefined });
}

/** @param {string} name of the file */
async function save(name) {
  const response = await asked(`${shelfAddress()}/export`, { signal: patience(60_000) });
  const all = JSON.stringify(await answerOf(response), null, 1);
  const { download } = await import("../sharing/download.js");
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
function leave() {
  return whileStill(async () => {
    // The key last: as long as it is here, nobody makes another shelf for what is not gone yet.
    await chordsets.empty();
    await tunes.empty();
    keepKeyring(null);
  });
}

/** A new shelf for what is here, in the place of one that is lost. */
async function begin() {
  const key = newKey();
  const response = await asked(shelfAddress(), { method: "POST", signal: patience(30_000) }, key);
  if (!response.ok) throw new Error(String(response.status));
  await take(key);
}

/** @param {string} key of the shelf on which all is from now on */
async function take(key) {
  await whileStill(async () => {
    if (!keepKeyring({ key })) throw new Error("The browser keeps no key.");
  });
  await look();
}

// MARK: Links

/** @param {"own" | "reader"} whose */
function linkOf(whose) {
  const ring = keyring();
  return `${addressOf("/shelf").href}#${(whose === "own" ? ring?.key : ring?.reader) ?? ""}`;
}

/**
 * @param {"own" | "reader"} whose
 * @param {(link: string) => Promise<boolean>} way
 */
async function handOut(whose, way) {
  if (!(await way(linkOf(whose)))) throw new Error("The link was not handed out.");
}

/**
 * @param {string} url
 * @returns {Promise<boolean>}
 */
async function share(url) {
  try {
    await navigator.share({ title: "Chord Combiner", url });
  } catch {
    // Whoever closes the sheet has changed their mind.
  }
  return true;
}

/**
 * Goes where a link leads.
 * @param {string} text what stands behind its #
 */
async function follow(text) {
  // Programs that make links of addresses in a text take a full stop behind them along.
  const [key] = /^[\w-]*/.exec(text) ?? [""];
  if (!isKey(key)) return see({ access: "damaged" });
  if (key === keyring()?.key) return see({ access: "own" });
  see({ access: "asking", key });
  see(await visited(key));
  if (visit?.access === "owner" && !keyring() && (await chordsets.isEmpty()) && (await tunes.isEmpty())) {
    await carryOut(send, "enter");
  }
}

/** The visit of this tab goes on after a reload. */
async function seeAgain() {
  let key = null;
  try {
    key = sessionStorage.getItem(place);
  } catch {
    // Then it does not.
  }
  if (key && (!visit || visit.access === "unreachable")) await follow(key);
}

/**
 * @param {string} key
 * @returns {Promise<Visit | null>}
 */
async function visited(key) {
  try {
    const response = await asked(shelfAddress(), { signal: patience(15_000) }, key);
    if (response.status === 401) return { access: "unknown" };
    const { access, name, chordsets, tunes } = await answerOf(response);
    if (access === "owner") return { access, key, name, chordsets, tunes };
    if (access !== "reader") return null;
    const all = await answerOf(await asked(`${shelfAddress()}/export`, { signal: patience(60_000) }, key));
    return { access, key, name, chordsets, tunes, all };
  } catch {
    return { access: "unreachable", key };
  }
}

/** @param {Visit | null} next */
function see(next) {
  visit = next;
  try {
    if (next?.key) sessionStorage.setItem(place, next.key);
    else sessionStorage.removeItem(place);
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
    follow(text.slice(text.indexOf("#") + 1));
  };
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".link-entry button")) use(target);
  });
  document.addEventListener("keydown", ({ target, key, isComposing }) => {
    if (key === "Enter" && !isComposing && target instanceof Element && target.closest(".link-entry input")) use(target);
  });
}

// MARK: What the engine leaves to be filled in

/** A link or its code, as long as the engine has a place for it on the screen. */
function fill() {
  for (const place of document.querySelectorAll("[data-withheld]:empty")) {
    const [what, whose] = (place.getAttribute("data-withheld") ?? "").split(" ");
    const link = linkOf(whose === "reader" ? "reader" : "own");
    if (what === "link") place.textContent = link;
    else if (what === "code") draw(link, place);
  }
}

/**
 * @param {string} link
 * @param {Element} place
 */
async function draw(link, place) {
  place.textContent = "Drawing …";
  try {
    const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text: link }) };
    const response = await fetch(new URL("api/v1/qr", document.baseURI), { ...options, signal: patience(15_000) });
    if (!response.ok) throw new Error(String(response.status));
    const image = new Image();
    image.alt = "QR code of the link";
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await response.text())}`;
    await image.decode();
    place.replaceChildren(image);
  } catch {
    place.textContent = "The code could not be drawn: the server draws it, and cannot be reached. The link does the same.";
  }
}
