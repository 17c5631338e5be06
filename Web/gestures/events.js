// Turns DOM events into actions. Elements carry their actions as attributes, so a few listeners on the document serve
// all screens:
//
//   data-action="A"                  a click sends A
//     data-alternate="B"               with Shift B: see long-press.js
//                                      "{now}" in A stands for the page's clock, in milliseconds, "{date}" for seconds
//                                      since 1970, and "{seed}" for a random number of 64 bits
//   data-press="A"                   pressing it down sends A
//   data-input="A"                   typing sends A with the field's text
//   data-change="A"                  a change event (Enter, or leaving the field) sends A with the field's text, and
//                                      resets the field
//   data-keys="Enter Space Mod+z"    pressing one of these keys inside sends K and the key's name with the field's
//     data-keyed="K"                   text, and prevents the default; Mod is Ctrl or ⌘
//   data-blur="A"                    leaving the field sends A with its text, but not when the focus
//                                      stays inside the same data-scope
//   data-keepfocus                   pressing it does not move the focus

import { fillPlaceholders } from "../loop/environment.js";

/**
 * Sends an action to the engine.
 * @callback Send
 * @param {string} action
 * @param {string} [value] the text of the field that the action comes from
 * @param {string} [source] the attribute that the action comes from: see isOffered()
 * @param {string} [address] the address of the link that the action comes from
 * @returns {void}
 */

let handlesLinks = true;

/** The most milliseconds between the two clicks of a double click. */
const doubleClickTime = 500;
/** The most pixels between them. */
const doubleClickDistance = 8;

/** @type {{ element: HTMLElement, event: MouseEvent } | null} what was clicked last */
let last = null;

/** Lets the browser follow links, for when there is no engine and the server has to answer. */
export function leaveLinksToTheBrowser() {
  handlesLinks = false;
}

/** @param {Send} send */
export function listen(send) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    /** @param {PointerEvent} event */
    pointerdown(event) {
      const element = event.button === 0 ? closest(event, "[data-press]") : null;
      const press = element?.dataset.press;
      if (press !== undefined) send(fillPlaceholders(press), undefined, press);
    },

    /** @param {MouseEvent} event */
    click(event) {
      const element = closest(event, "[data-action], a[href]");
      if (!element) return;
      const isLink = element.matches("a[href]");
      const isStray = isLink && isSecondClick(event);
      last = { element, event };
      if (isStray) return event.preventDefault();
      // With a modifier or another button the browser opens the link elsewhere.
      if (isLink && !(isPlain(event) && handlesLinks)) return;
      const { action, alternate } = element.dataset;
      if (action === undefined) return jumpToTarget(event, element);
      if (isLink) event.preventDefault();
      const source = event.shiftKey && alternate ? alternate : action;
      const address = element instanceof HTMLAnchorElement ? element.href : undefined;
      send(fillPlaceholders(source), undefined, source, address);
    },

    /** @param {Event} event */
    input(event) {
      const field = closest(event, "[data-input]");
      if (!field) return;
      // A date of which a part is being typed.
      if (field instanceof HTMLInputElement && field.validity.badInput) return;
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
      if (event.key === "Escape" && isPopoverOpen()) return;
      const name = event.key === " " ? "Space" : event.ctrlKey || event.metaKey ? latinName(event) : event.key;
      const key = event.ctrlKey || event.metaKey ? `Mod+${withShift(name, event)}` : name;
      const element = keyListener(event, key);
      if (!element) return;
      event.preventDefault();
      send(`${element.dataset.keyed} ${key}`, text(element), element.dataset.keyed);
    },

    /** @param {FocusEvent} event */
    focusout(event) {
      const field = closest(event, "[data-blur]");
      // If it is still the active element, the window has lost the focus and not the field.
      if (!field || field === document.activeElement || !field.isConnected) return;
      const to = event.relatedTarget;
      if (to instanceof Node && field.closest("[data-scope]")?.contains(to)) return;
      const action = field.dataset.blur ?? "";
      send(action, text(field), action);
    },
  };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener);
  // The events that early/events.js has recorded.
  for (const event of takeEarlyEvents()) listeners[event.type](event);

  // The field contains the name of the present chord, which typing replaces. Selecting waits until the browser has
  // placed the caret.
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.closest(".combine .symbol"))) return;
    const selecting = setTimeout(() => target === document.activeElement && target.select());
    // On a slow device typing may come first, and must not be selected.
    target.addEventListener("beforeinput", () => clearTimeout(selecting), { once: true });
  });

  // The default action of mousedown, which touch fires too, moves the focus. Preventing pointerdown does not stop it.
  document.addEventListener("mousedown", (event) => {
    if (closest(event, "[data-keepfocus]")) event.preventDefault();
  });
}

/**
 * Whether this is the second click of a double click on what is gone by now, and so not meant for what has come in its
 * place. Firefox counts it as the first one there.
 * @param {MouseEvent} event
 */
function isSecondClick(event) {
  if (!last || last.element.isConnected || event.detail === 0) return false;
  const distance = Math.hypot(event.clientX - last.event.clientX, event.clientY - last.event.clientY);
  return event.timeStamp - last.event.timeStamp < doubleClickTime && distance < doubleClickDistance;
}

/** The attributes that contain actions, by their names in `dataset`. */
const attributes = ["action", "alternate", "press", "input", "change", "keyed", "blur"];

/**
 * Whether the screen has an element with an action. Otherwise an action from before the engine was ready is dropped.
 * @param {string} source the attribute that contains the action
 */
export function isOffered(source) {
  return attributes.some((name) => document.querySelector(`[data-${name}="${CSS.escape(source)}"]`));
}

/**
 * The text that was typed into fields before the engine was ready.
 * @returns {[action: string, value: string, source: string][]}
 */
export function typedText() {
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
 * Follows a link to an element of the page, such as "skip to content". Browsers would resolve it against <base href>.
 * @param {MouseEvent} event
 * @param {HTMLElement} link
 */
function jumpToTarget(event, link) {
  const href = link.getAttribute("href") ?? "";
  if (!href.startsWith("#") || href.startsWith("#/")) return;
  const target = document.getElementById(href.slice(1));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView();
  target.focus();
}

/**
 * The innermost element that listens to a key. Keys pressed in a field are for the field. Only Escape, which types
 * nothing, also reaches the elements around it.
 * @param {KeyboardEvent} event
 * @param {string} key
 */
function keyListener(event, key) {
  let element = closest(event, "[data-keys]");
  while (element && !element.dataset.keys?.split(" ").includes(key)) {
    element = element.parentElement?.closest("[data-keys]") ?? null;
  }
  element ??= swipeKeys(event, key);
  const isInField = event.target instanceof Element && event.target.matches("input, textarea, select");
  return isInField && element !== event.target && key !== "Escape" ? null : element;
}

/**
 * The element whose keys do what a swipe of the screen does, if the focus is around it or nowhere: on arrival, or after
 * a click on a link in Safari. On the music stand arrow keys turn pages.
 * @param {KeyboardEvent} event
 * @param {string} key
 */
function swipeKeys({ target }, key) {
  const swiped = document.querySelector(":root:not([data-stand]) [data-swipe]:not([data-swipe=''])");
  const action = swiped?.getAttribute("data-swipe") ?? "";
  const element = document.querySelector(`[data-keyed="${CSS.escape(action)}"][data-keys~="${CSS.escape(key)}"]`);
  return element instanceof HTMLElement && target instanceof Element && target.contains(element) ? element : null;
}

/**
 * Whether a key is for an input method. In Safari the Enter that ends a composition follows the end of the composition,
 * and only its key code shows what it is.
 * @param {KeyboardEvent} event
 */
export function isOfInputMethod(event) {
  return event.isComposing || event.keyCode === 229;
}

/**
 * The name of a key in shortcuts. On Cyrillic, Greek or Hebrew keyboards it is the Latin letter at the same position,
 * which is also printed on the key.
 * @param {KeyboardEvent} event
 */
function latinName(event) {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const isLatin = /^(?:[\p{Script=Latin}\p{Punctuation}\p{Symbol}]|\p{ASCII}+)$/u.test(event.key);
  return letter && !isLatin ? letter : event.key;
}

/** Whether a popover is open. The browser itself closes it on Escape. */
export function isPopoverOpen() {
  // :is() makes older browsers ignore the unknown selector instead of throwing.
  return document.querySelector(":is(:popover-open)") !== null;
}

/**
 * A letter of a shortcut in the case that Shift gives it, whatever the state of Caps Lock.
 * @param {string} name
 * @param {KeyboardEvent} event
 */
function withShift(name, event) {
  if (name.length > 1) return name;
  return event.shiftKey ? name.toUpperCase() : name.toLowerCase();
}

/**
 * Suppresses the click that ends a swipe or drag.
 * @param {number} milliseconds time within which it must follow
 */
export function suppressNextClick(milliseconds) {
  addEventListener("click", suppress, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", suppress, { capture: true }), milliseconds);
}

/** @param {Event} event */
function suppress(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {MouseEvent} event */
function isPlain(event) {
  return event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/**
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null} It can be an SVG element, which has the same properties as far as they are used here.
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
