// @ts-check
// Turns DOM events into actions. Elements carry their actions as attributes, so a few listeners on the document serve
// all screens:
//
//   data-action="A"                  a click sends A
//     data-alternate="B"               with Shift B: see presses.js
//                                      "{now}" in A stands for the page's clock, in milliseconds, "{date}" for seconds
//                                      since 1970, and "{seed}" for a random number of 64 bits
//   data-press="A"                   pressing it down sends A
//   data-input="A"                   typing sends A with the field's text
//   data-change="A"                  ending to type, by Enter or by leaving the field, sends A with its text; what is
//                                      not taken then is gone from the field
//   data-keys="Enter Space Mod+z"    pressing one of these keys inside sends K and the key's name,
//     data-keyed="K"                   with the field's text, and nothing else happens; Mod is Ctrl or ⌘
//   data-blur="A"                    leaving the field sends A with its text, but not when the focus
//                                      stays inside the same data-scope
//   data-keepfocus                   pressing it leaves the focus where it is

import { filled } from "../loop/circumstances.js";

/**
 * Sends an action to the engine.
 * @callback Send
 * @param {string} action
 * @param {string} [value] the text of the field that the action comes from
 * @param {string} [source] the attribute that the action comes from: see isOffered()
 * @param {string} [address] where the link leads that the action comes from
 * @returns {void}
 */

let areLinksOurs = true;

/** Without an engine it is the server that answers links. */
export function leaveLinksToTheBrowser() {
  areLinksOurs = false;
}

/** @param {Send} send */
export function listen(send) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    /** @param {PointerEvent} event */
    pointerdown(event) {
      const element = event.button === 0 ? closest(event, "[data-press]") : null;
      const press = element?.dataset.press;
      if (press !== undefined) send(filled(press), undefined, press);
    },

    /** @param {MouseEvent} event */
    click(event) {
      const element = closest(event, "[data-action], a[href]");
      if (!element) return;
      const isLink = element.matches("a[href]");
      // With a modifier or another button the browser opens the link elsewhere.
      if (isLink && !(isPlain(event) && areLinksOurs)) return;
      const { action, alternate } = element.dataset;
      if (action === undefined) return jump(event, element);
      if (isLink) event.preventDefault();
      const source = event.shiftKey && alternate ? alternate : action;
      send(filled(source), undefined, source, element instanceof HTMLAnchorElement ? element.href : undefined);
    },

    /** @param {Event} event */
    input(event) {
      const field = closest(event, "[data-input]");
      if (!field) return;
      const action = field.dataset.input ?? "";
      send(action, text(field), action);
    },

    /** @param {Event} event */
    change(event) {
      const field = closest(event, "[data-change]");
      if (!(field instanceof HTMLInputElement)) return;
      const action = field.dataset.change ?? "";
      send(action, field.value, action);
      field.value = field.defaultValue;
    },

    /** @param {KeyboardEvent} event */
    keydown(event) {
      if (event.altKey || isOfInputMethod(event)) return;
      if (event.key === "Escape" && isCovered()) return;
      const name = event.key === " " ? "Space" : event.ctrlKey || event.metaKey ? latin(event) : event.key;
      const key = event.ctrlKey || event.metaKey ? `Mod+${withShift(name, event)}` : name;
      const element = listener(event, key);
      if (!element) return;
      event.preventDefault();
      send(`${element.dataset.keyed} ${key}`, text(element), element.dataset.keyed);
    },

    /** @param {FocusEvent} event */
    focusout(event) {
      const field = closest(event, "[data-blur]");
      // Still the active element: the whole window has lost the focus, not the field.
      if (!field || field === document.activeElement || !field.isConnected) return;
      const to = event.relatedTarget;
      if (to instanceof Node && field.closest("[data-scope]")?.contains(to)) return;
      const action = field.dataset.blur ?? "";
      send(action, text(field), action);
    },
  };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener);
  // Recorded by early/events.js.
  for (const event of takeEarlyEvents()) listeners[event.type](event);

  // The field lies over the name that it begins with, and what is typed takes its place. The browser puts the caret where
  // the finger was first.
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.closest(".combine .symbol"))) return;
    const selecting = setTimeout(() => target === document.activeElement && target.select());
    // On a busy device typing may come first, and must not be selected and typed over.
    target.addEventListener("beforeinput", () => clearTimeout(selecting), { once: true });
  });

  // It is the mouse event, which touch raises too, that moves the focus; pointerdown comes too early
  // to prevent it.
  document.addEventListener("mousedown", (event) => {
    if (closest(event, "[data-keepfocus]")) event.preventDefault();
  });
}

/** The attributes that hold actions, as their names in `dataset`. */
const attributes = ["action", "alternate", "press", "input", "change", "keyed", "blur"];

/**
 * Whether the screen has an element with an action. What was done before the engine was ready is answered only then.
 * @param {string} source the attribute that holds the action
 */
export function isOffered(source) {
  return attributes.some((name) => document.querySelector(`[data-${name}="${CSS.escape(source)}"]`));
}

/**
 * The text in fields that was typed before the engine was ready.
 * @returns {[action: string, value: string, source: string][]}
 */
export function typedSoFar() {
  /** @type {[string, string, string][]} */
  const typed = [];
  for (const field of document.querySelectorAll("[data-input]")) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    if (field.value && field.value !== field.defaultValue) {
      const action = field.dataset.input ?? "";
      typed.push([action, field.value, action]);
    }
  }
  return typed;
}

/**
 * Links to a place on the page, such as "skip to content", would be led astray by <base href>.
 * @param {MouseEvent} event
 * @param {HTMLElement} link
 */
function jump(event, link) {
  const href = link.getAttribute("href") ?? "";
  if (!href.startsWith("#") || href.startsWith("#/")) return;
  const place = document.getElementById(href.slice(1));
  if (!place) return;
  event.preventDefault();
  place.scrollIntoView();
  place.focus();
}

/**
 * The innermost element that listens to a key. What is pressed in a field belongs to the field: of the
 * keys outside it only Escape, which types nothing, is meant when pressed there.
 * @param {KeyboardEvent} event
 * @param {string} key
 */
function listener(event, key) {
  let element = closest(event, "[data-keys]");
  while (element && !element.dataset.keys?.split(" ").includes(key)) {
    element = element.parentElement?.closest("[data-keys]") ?? null;
  }
  const isInField = event.target instanceof Element && event.target.matches("input, textarea, select");
  return isInField && element !== event.target && key !== "Escape" ? null : element;
}

/**
 * Whether a key is meant for an input method. In Safari the Enter that ends a composition comes behind its end, and only its
 * code tells.
 * @param {KeyboardEvent} event
 */
export function isOfInputMethod(event) {
  return event.isComposing || event.keyCode === 229;
}

/**
 * What a key is called in shortcuts. Where it carries a letter of another script, as on Cyrillic, Greek and Hebrew keyboards,
 * that is the Latin letter of its place, which is printed beside the other one.
 * @param {KeyboardEvent} event
 */
function latin(event) {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const isLatin = /^(?:[\p{Script=Latin}\p{Punctuation}\p{Symbol}]|\p{ASCII}+)$/u.test(event.key);
  return letter && !isLatin ? letter : event.key;
}

/** Whether something lies over the page, which Escape closes: the browser does that itself. */
export function isCovered() {
  // A browser that does not know the selector would take offence at it outside of :is().
  return document.querySelector(":is(:popover-open)") !== null;
}

/**
 * In a shortcut only Shift makes a letter large, not Caps Lock.
 * @param {string} name
 * @param {KeyboardEvent} event
 */
function withShift(name, event) {
  if (name.length > 1) return name;
  return event.shiftKey ? name.toUpperCase() : name.toLowerCase();
}

/** @param {MouseEvent} event */
function isPlain(event) {
  return event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/**
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null} or an SVG element, which has all that is asked of it here
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** @param {Element} element */
function text(element) {
  return element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
    ? element.value
    : undefined;
}
