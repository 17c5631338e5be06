// Shows the bar and chord that the sequencer plays. The element with the id "bar-N" gets data-playing and is scrolled
// into view, unless the user has just scrolled elsewhere. #tune-now shows the current chord. Its HTML was sent by the
// engine in advance, because asking the engine at every chord would take longer than a frame.
//
//   data-look="name"      in #tune-now: receives this part of the current chord
//   [data-name="60"]      on its keyboard: receives the name of a lit key

import { whenIdle } from "../loop/environment.js";

/** Milliseconds after the user has scrolled during which the page does not scroll by itself. */
const scrollPause = 4000;

/** @typedef {[pitch: number, hand: number, isRaised: number, name: string]} LitKey */
/**
 * How a chord is shown while it sounds; see OpenTune.looks.
 * @typedef {{ name: string, style: string, sentence: string, staff: string, keys: LitKey[] }} Look
 * @typedef {{ looks: Look[], chords: [look: number, next: number][] }} Looks
 */

/** @type {Looks} */
let looks = { looks: [], chords: [] };
/** @type {Map<string, DocumentFragment>} the parsed HTML of the looks */
const parsed = new Map();
/** @type {number | null} the lit bar */
let bar = null;
/** @type {Element | null} */
let litBar = null;
/** @type {number | null} the shown chord */
let chord = null;

/**
 * The element that shows the current chord, with its keys by pitch.
 * @typedef {{ key: Element, kind: string, name: Element | null }} Key
 * @type {{ element: Element, keys: Map<number, Key>, lit: LitKey[], shown: Map<string, string> } | null}
 */
let stage = null;

let scrolledAt = -Infinity;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Looks} newLooks */
export function takeLooks(newLooks) {
  looks = newLooks;
  parsed.clear();
  if (chord !== null) showChord(chord);
  parseAhead(looks, 0);
}

/**
 * Parses looks one by one while the browser is idle.
 * @param {Looks} all
 * @param {number} index
 */
function parseAhead(all, index) {
  if (all !== looks || index >= all.looks.length) return;
  const { name, style, staff } = all.looks[index];
  whenIdle(() => {
    for (const html of [name, style, staff]) nodes(html);
    parseAhead(all, index + 1);
  }, 500);
}

/** @param {string} html */
function nodes(html) {
  let fragment = parsed.get(html);
  if (!fragment) {
    const template = document.createElement("template");
    template.innerHTML = html;
    parsed.set(html, (fragment = template.content));
  }
  return fragment.cloneNode(true);
}

/** @param {number | null} number */
export function showBar(number) {
  bar = number;
  const element = number === null ? null : document.getElementById(`bar-${number}`);
  // Measures before any change, to avoid an extra layout.
  if (element && performance.now() - scrolledAt >= scrollPause) follow(element);
  light(element);
}

/** @param {Element | null} element */
function light(element) {
  if (litBar !== element) litBar?.removeAttribute("data-playing");
  element?.setAttribute("data-playing", "");
  litBar = element;
}

/** @param {Element} element */
function follow(element) {
  if (document.documentElement.hasAttribute("data-stand")) {
    return void element.dispatchEvent(new CustomEvent("reveal", { bubbles: true }));
  }
  const { top, bottom } = element.getBoundingClientRect();
  const floor = document.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
  if (top >= 0 && bottom + (bottom - top) <= floor) return;
  const behavior = reducedMotion.matches ? "auto" : "smooth";
  scrollBy({ top: top - Math.max(0, floor - 2 * (bottom - top)) / 3, behavior });
}

/** @param {number | null} number the index of the chord in the tune, or null for none */
export function showChord(number) {
  chord = number;
  const [current, next] = looks.chords[number ?? -1] ?? [];
  const look = looks.looks[current ?? -1];
  const found = look && findStage();
  if (!found) return;
  found.element.setAttribute("data-chord", String(number));
  const following = looks.looks[next ?? -1]?.name ?? "";
  for (const [part, html] of [["name", look.name], ["style", look.style], ["next", following], ["staff", look.staff]]) {
    const element = found.element.querySelector(`[data-look="${part}"]`);
    if (element && found.shown.get(part) !== html) element.replaceChildren(nodes(html));
    found.shown.set(part, html);
  }
  found.element.querySelector("[data-look=name]")?.toggleAttribute("hidden", false);
  found.element.querySelector(".tune-next")?.toggleAttribute("hidden", following === "");
  found.element.querySelector(".keyboard")?.setAttribute("aria-label", look.sentence);
  lightKeys(found, look.keys);
}

/** The element that shows the current chord, or null if the screen has none. */
function findStage() {
  const element = document.getElementById("tune-now")?.firstElementChild;
  if (!element?.querySelector("[data-look]")) return (stage = null);
  // The attribute is missing if the engine has patched the element since.
  if (stage?.element === element && element.hasAttribute("data-chord")) return stage;
  /** @type {Map<number, Key>} */
  const keys = new Map();
  for (const key of element.querySelectorAll("[data-pitch]")) {
    keys.set(Number(key.getAttribute("data-pitch")), { key, kind: key.getAttribute("class") ?? "", name: null });
  }
  for (const name of element.querySelectorAll("[data-name]")) {
    const key = keys.get(Number(name.getAttribute("data-name")));
    if (key) key.name = name;
  }
  return (stage = { element, keys, lit: [], shown: new Map() });
}

/**
 * Lights these keys and no others, and leaves keys that stay lit alone.
 * @param {NonNullable<typeof stage>} stage
 * @param {LitKey[]} wanted
 */
function lightKeys(stage, wanted) {
  const unchanged = stage.lit.filter((litKey) => wanted.some((other) => String(other) === String(litKey)));
  for (const litKey of stage.lit) {
    const { key, kind, name } = stage.keys.get(litKey[0]) ?? {};
    if (unchanged.includes(litKey) || !key) continue;
    key.setAttribute("class", kind ?? "");
    name?.replaceChildren();
  }
  for (const litKey of wanted) {
    if (unchanged.some((other) => String(other) === String(litKey))) continue;
    const [pitch, hand, isRaised, text] = litKey;
    const { key, kind, name } = stage.keys.get(pitch) ?? {};
    const part = hand === 0 ? "lower" : "upper";
    key?.setAttribute("class", `${kind} lit ${part}`);
    name?.setAttribute("class", `note-name ${part}`);
    name?.toggleAttribute("data-raised", isRaised === 1);
    name?.replaceChildren(text);
  }
  stage.lit = wanted;
}

/** Shows bar and chord again if the engine has patched their elements. */
export function refresh() {
  if (bar !== null && !litBar?.isConnected || litBar && !litBar.hasAttribute("data-playing")) {
    light(document.getElementById(`bar-${bar}`));
  }
  const shown = document.getElementById("tune-now")?.firstElementChild;
  if (chord !== null && !shown?.hasAttribute("data-chord")) showChord(chord);
}

/** Removes the lit bar. The last chord stays visible. */
export function clearDisplay() {
  showBar(null);
  chord = null;
}

for (const gesture of ["wheel", "touchmove"]) {
  addEventListener(gesture, () => (scrolledAt = performance.now()), { passive: true });
}
