// @ts-check
// What the engine asks of the browser, beyond showing its regions.

import { ofChordsets, ofTunes } from "../storage/kinds.js";
import { remember, rememberSettings, settingsWith } from "../storage/memory.js";
import { persist } from "../storage/persisting.js";
import { nextPicture, readOn, sounding } from "../midi/files.js";
import { awaitAnswer, enableMIDI, findMIDI, later, sendMIDI, showPlayed } from "../midi/instruments.js";
import { pushRoute, replaceRoute, toTop } from "./router.js";
import { download } from "../sharing/download.js";
import { copy, link, share, wholeLink } from "../sharing/share.js";
import { play, setTimbre, setTransposition, setVolume, stop, sustain } from "../sound/playing.js";
import { filled, now } from "./circumstances.js";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {import("../storage/deciding.js").Decide} */
let decide = () => null;

/**
 * Some effects have an outcome, which is an action again; and some take a decision on the way.
 * @param {import("../gestures/events.js").Send} receiver
 * @param {import("../storage/deciding.js").Decide} decider
 */
export function reportTo(receiver, decider) {
  send = receiver;
  decide = decider;
}

/** @type {Record<string, (...words: string[]) => unknown>} */
const effects = {
  push: pushRoute,
  replace: replaceRoute,
  title: (text) => (document.title = text),
  announce,
  remember: (...words) => remember("chords", pairs(words)),
  rememberKey: (...words) => remember("key", pairs(words)),
  settings: (...words) => {
    postpone(() => rememberSettings(pairs(words)));
    const detail = settingsWith(pairs(words));
    dispatchEvent(new CustomEvent("appearance", { detail }));
  },
  download: (name, type, text) => {
    download(name, type, text).catch(() => send("app unpainted"));
  },
  focus,
  focusToType: (id) => matchMedia("(pointer: coarse)").matches || focus(id),
  top: toTop,
  play,
  playUnasked,
  hold: sustain,
  silence: stop,
  enableMIDI,
  later,
  awaitAnswer,
  played: showPlayed,
  sendMIDI,
  nextPicture,
  readOn,
  sounding,
  volume: setVolume,
  transposition: setTransposition,
  timbre: (name) => setTimbre(name, (before) => send(`settings unfetched ${name}`, before)),
  reveal,
  share,
  copyLink: (route) => put(link(route)),
  copy: put,
  copyWholeLink: (route) => put(wholeLink(route)),
  print: () => print(),
  fillScreen,
  leaveFullScreen,
  nextBar: (number, milliseconds) => setTimeout(() => send(`stage bar ${number} ${now()}`), Number(milliseconds)),
  openChordsets: (mode) => withStore("chordsets", (store) => store.open(mode, send, decide)),
  keepChordset: (text) => {
    persist();
    withStore("chordsets", (store) => store.keep(text));
  },
  orderChordsets: (...ids) => withStore("chordsets", (store) => store.order(ids)),
  removeChordset: (id) => withStore("chordsets", (store) => store.remove(id)),
  rehearse: (plan) => withClock((clock) => clock.rehearse(plan)),
  prepareTune: () => withClock((clock) => clock.prepare()),
  showHands: (looks) => withClock((clock) => clock.showHands(looks)),
  startTune: (turn) => withClock((clock) => clock.start(turn)),
  stopTune: () => clock && withClock((clock) => clock.stop()),
  rememberSitting: (text) => remember("sitting", [["sitting", text]]),
  openPractice: () => withPractice((practice) => practice.open(send)),
  keepPractice: (lines) => {
    persist();
    withPractice((practice) => practice.keep(lines));
  },
  foldPractice: (lines) => withPractice((practice) => practice.fold(lines)),
  forgetPractice: () => withPractice((practice) => practice.forget()),
  lookAtPractice: (milliseconds) => setTimeout(lookAtPractice, Number(milliseconds)),
  findMIDI,
  speak,
  openTunes: (mode) => withStore("tunes", (store) => store.open(mode, send, decide)),
  keepTune: (text) => {
    persist();
    withStore("tunes", (store) => store.keep(text));
  },
  orderTunes: (...ids) => withStore("tunes", (store) => store.order(ids)),
  removeTune: (id) => withStore("tunes", (store) => store.remove(id)),
  shelf: atShelf,
};

/**
 * Only who looks after the shelf needs what does that.
 * @param {string} task
 * @param {string[]} words
 */
function atShelf(task, ...words) {
  import("../storage/synchronized.js").then(({ carryOut }) => carryOut(send, task, ...words), (error) => {
    console.info(error);
    send(`shelf failed ${task} unanswered`);
  });
}

/** @type {Promise<typeof import("../sound/clock.js")> | null} */
let clock = null;

/**
 * Only who plays tunes needs their clock.
 * @param {(clock: typeof import("../sound/clock.js")) => void} task
 */
function withClock(task) {
  clock ??= import("../sound/clock.js");
  const giveUp = () => {
    clock = null;
    for (const owner of ["tunes", "practise"]) send(`${owner} ended`);
  };
  clock.then((module) => {
    module.reportTo(send);
    task(module);
  }, (error) => {
    // Without a network, or since the page is being left.
    console.info(error);
    giveUp();
  }).catch((error) => {
    console.error(error);
    giveUp();
  });
}

/** @typedef {ReturnType<typeof import("../storage/keeping.js").keeper>} Store */
/** @typedef {"chordsets" | "tunes"} Kind */
/** @type {Map<Kind, Store>} */
const stores = new Map();
/** @type {Map<Kind, Promise<unknown>>} */
const coming = new Map();

/**
 * Only who has chordsets, or tunes, needs what keeps them. Once it is there, it is told at once: nothing may be handed to
 * the engine in between.
 * @param {Kind} kind
 * @param {(store: Store) => unknown} task
 * @param {boolean} [isUnasked] whether the engine did not ask for it
 */
function withStore(kind, task, isUnasked = false) {
  const store = stores.get(kind);
  if (store) return void task(store);
  const fetched = coming.get(kind) ?? fetchStore(kind).then((store) => stores.set(kind, store));
  coming.set(kind, fetched);
  fetched.then(() => task(/** @type {Store} */ (stores.get(kind)))).catch((error) => {
    console.error(error);
    coming.delete(kind);
    if (!isUnasked) send(`${kind} adopt`, JSON.stringify({ state: "unkept" }));
  });
}

/** @param {Kind} kind */
async function fetchStore(kind) {
  return (await import("../storage/synchronized.js"))[kind];
}

/**
 * Sends what earlier visits have left unsent, whatever screen is open. Without any, nothing is loaded for it.
 * @param {string} mode as of `openChordsets`
 */
export async function sendLeft(mode) {
  const there = await indexedDB.databases?.();
  for (const { name: kind, database } of [ofChordsets, ofTunes]) {
    const isThere = !there || there.some(({ name }) => name === database);
    const isLeft = Object.keys(localStorage).some((name) => name.startsWith(`${database}-unended-`));
    if (isThere || isLeft) withStore(kind, (store) => store.sendLeft(mode, decide).catch(console.error), true);
  }
}

/**
 * Brings something into sight, and out from under what stands at the bottom of a screen.
 * @param {string} id
 */
function reveal(id) {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: "nearest" });
  const dock = document.querySelector(".dock");
  if (!element || !dock || dock.contains(element)) return;
  const hidden = element.getBoundingClientRect().bottom - dock.getBoundingClientRect().top;
  if (hidden > 0) scrollBy(0, hidden);
}

function lookAtPractice() {
  send(filled("practise look {now} {date}"));
}

// What day it is, and what is due, is asked for again whenever the page is seen again.
document.addEventListener("visibilitychange", () => {
  if (document.hidden && practice) send(filled("practise leave {now} {date}"));
  else seeAgain();
});
for (const event of ["focus", "pageshow"]) addEventListener(event, seeAgain);

function seeAgain() {
  if (!document.hidden && practice) lookAtPractice();
}

/** @type {Promise<typeof import("../storage/practice.js")> | null} */
let practice = null;

/**
 * Only who practises has anything to be kept of it.
 * @param {(practice: typeof import("../storage/practice.js")) => Promise<void> | void} task
 */
function withPractice(task) {
  practice ??= import("../storage/practice.js");
  practice.then(task).catch((error) => {
    console.error(error);
    practice = null;
    send("practise keeping nowhere");
  });
}

/**
 * Says something aloud, in the place of what is being said.
 * @param {string} text
 */
function speak(text) {
  if (!("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  if (text === "") return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = "en";
  speechSynthesis.speak(words);
}

/**
 * What sounds by itself, as a question by ear does: not before the first gesture of a visit, since browsers would not let it.
 * @param {string} manner
 * @param {string[]} chords
 */
function playUnasked(manner, ...chords) {
  const { userActivation } = /** @type {{ userActivation?: { hasBeenActive: boolean } }} */ (navigator);
  if (userActivation?.hasBeenActive !== false) play(manner, ...chords);
  else queueMicrotask(() => send(filled("practise unheard {now} {date}")));
}

/** A fresh engine may lack something of what is kept. */
export function reopen() {
  for (const store of stores.values()) store.reopen();
  practice?.then((module) => module.open(send)).catch(console.error);
}

function fillScreen() {
  if (document.fullscreenElement) leaveFullScreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

function leaveFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

/** What is not visible on the page itself. It can cost more than all the rest, so the new picture goes first. */
const unseen = new Set(["push", "replace", "title", "announce", "remember", "rememberKey", "rememberSitting", "timbre"]);

/** @type {(() => void)[]} */
const postponed = [];

/** @param {string[]} effect its name, then its arguments */
export function perform([name, ...words]) {
  const effect = effects[name];
  if (!effect) return console.error(`Unknown effect “${name}”.`);
  const carryOut = () => effect(...words);
  if (unseen.has(name)) postpone(carryOut);
  else carryOut();
}

/**
 * Puts something off until the new picture has been painted, or the next action comes.
 * @param {() => void} task
 */
export function postpone(task) {
  if (postponed.push(task) === 1) afterPainting(catchUp);
}

/** Does what has been postponed, in its order. */
export function catchUp() {
  for (const task of postponed.splice(0)) task();
}

addEventListener("pagehide", catchUp);

/** @param {() => void} callback */
function afterPainting(callback) {
  // Pages that are not seen are not painted.
  if (document.hidden) callback();
  else requestAnimationFrame(() => setTimeout(callback));
}

/**
 * Puts a text into the clipboard.
 * @param {string} text
 */
async function put(text) {
  send((await copy(text)) ? "app copied" : "app uncopied", text);
}

/**
 * Has a screen reader say the text.
 * @param {string} text
 */
function announce(text) {
  const announcer = document.getElementById("announcer");
  if (!announcer) return;
  // Only a change is read out. The invisible space makes the same text a change.
  announcer.textContent = announcer.textContent === text ? `${text}\u00A0` : text;
}

/**
 * A control is brought into view where it is not; a screen is where it is.
 * @param {string} id
 */
function focus(id) {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: element.tagName === "MAIN" });
  // What stands in a field is replaced by what is typed next, as in a browser's address bar.
  if (element instanceof HTMLInputElement) element.select();
}

/**
 * @param {string[]} words
 * @returns {[string, string][]}
 */
function pairs(words) {
  /** @type {[string, string][]} */
  const result = [];
  for (let i = 0; i + 1 < words.length; i += 2) result.push([words[i], words[i + 1]]);
  return result;
}
