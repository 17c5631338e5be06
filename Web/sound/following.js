// @ts-check
// What follows the clock of a tune on the screen: the element with the id "bar-N" has data-playing and is scrolled to, unless
// the reader has just scrolled elsewhere, and in #tune-now lies the chord that sounds. How each chord looks the engine has said
// before: asking it at every chord would take longer than a picture lasts.
//
//   data-look="name"      in #tune-now: this of the chord that sounds
//   [data-name="60"]      on its keyboard: where the name of a lit key goes

/** Milliseconds after scrolling during which the page does not scroll by itself. */
const leave = 4000;

/** @typedef {[pitch: number, hand: number, isRaised: number, name: string]} LitKey */
/**
 * How a chord is shown while it sounds; see OpenTune.looks.
 * @typedef {{ name: string, style: string, sentence: string, staff: string, keys: LitKey[] }} Look
 * @typedef {{ looks: Look[], chords: [look: number, next: number][] }} Looks
 */

/** @type {Looks} */
let looks = { looks: [], chords: [] };
/** @type {Map<string, DocumentFragment>} what has been read of the looks */
const read = new Map();
/** @type {number | null} the bar that is lit */
let bar = null;
/** @type {Element | null} */
let litBar = null;
/** @type {number | null} the chord that is shown */
let chord = null;

/**
 * Where chords are shown: its keys by their pitches.
 * @typedef {{ key: Element, kind: string, name: Element | null }} Key
 * @type {{ element: Element, keys: Map<number, Key>, lit: LitKey[], shown: Map<string, string> } | null}
 */
let stage = null;

let scrolledAt = -Infinity;
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Looks} newLooks */
export function take(newLooks) {
  looks = newLooks;
  read.clear();
  if (chord !== null) showChord(chord);
  readAhead(looks, 0);
}

/**
 * Reads looks before they are needed, one by one while nothing else is to be done.
 * @param {Looks} all
 * @param {number} place
 */
function readAhead(all, place) {
  if (all !== looks || place >= all.looks.length) return;
  const { name, style, staff } = all.looks[place];
  const next = () => {
    for (const html of [name, style, staff]) nodes(html);
    readAhead(all, place + 1);
  };
  if ("requestIdleCallback" in window) requestIdleCallback(next, { timeout: 500 });
  else setTimeout(next, 50);
}

/** @param {string} html */
function nodes(html) {
  let found = read.get(html);
  if (!found) {
    const template = document.createElement("template");
    template.innerHTML = html;
    read.set(html, (found = template.content));
  }
  return found.cloneNode(true);
}

/** @param {number | null} number */
export function showBar(number) {
  bar = number;
  const element = number === null ? null : document.getElementById(`bar-${number}`);
  // Before anything is changed, so that nothing need be laid out for it.
  if (element && performance.now() - scrolledAt >= leave) follow(element);
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
  const { top, bottom } = element.getBoundingClientRect();
  const floor = document.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
  if (top >= 0 && bottom + (bottom - top) <= floor) return;
  scrollBy({ top: top - Math.max(0, floor - 2 * (bottom - top)) / 3, behavior: isStill.matches ? "auto" : "smooth" });
}

/** @param {number | null} number as tunes count what sounds; null: none any more */
export function showChord(number) {
  chord = number;
  const [place, next] = looks.chords[number ?? -1] ?? [];
  const look = looks.looks[place ?? -1];
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
  press(found, look.keys);
}

/** Where chords are shown; empty as long as none is. */
function findStage() {
  const element = document.getElementById("tune-now")?.firstElementChild;
  if (!element?.querySelector("[data-look]")) return (stage = null);
  // One that the engine has drawn anew has lost what was shown.
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
 * @param {NonNullable<typeof stage>} stage
 * @param {LitKey[]} wanted
 */
function press(stage, wanted) {
  const stay = stage.lit.filter((one) => wanted.some((other) => String(other) === String(one)));
  for (const one of stage.lit) {
    const { key, kind, name } = stage.keys.get(one[0]) ?? {};
    if (stay.includes(one) || !key) continue;
    key.setAttribute("class", kind ?? "");
    name?.replaceChildren();
  }
  for (const one of wanted) {
    if (stay.some((other) => String(other) === String(one))) continue;
    const [pitch, hand, isRaised, text] = one;
    const { key, kind, name } = stage.keys.get(pitch) ?? {};
    const part = hand === 0 ? "lower" : "upper";
    key?.setAttribute("class", `${kind} lit ${part}`);
    name?.setAttribute("class", `note-name ${part}`);
    name?.toggleAttribute("data-raised", isRaised === 1);
    name?.replaceChildren(text);
  }
  stage.lit = wanted;
}

/** Shows once more what the engine has drawn over. */
export function refresh() {
  if (bar !== null && !litBar?.isConnected || litBar && !litBar.hasAttribute("data-playing")) {
    light(document.getElementById(`bar-${bar}`));
  }
  if (chord !== null && !document.getElementById("tune-now")?.firstElementChild?.hasAttribute("data-chord")) showChord(chord);
}

/** Nothing sounds any more. */
export function rest() {
  showBar(null);
  chord = null;
}

for (const gesture of ["wheel", "touchmove"]) addEventListener(gesture, () => (scrolledAt = performance.now()), { passive: true });
