// @ts-check
// What the engine asks of the browser, beyond showing its regions.

import { remember } from "./memory.js";
import { pushRoute, replaceRoute } from "./router.js";

/** @type {Record<string, (...words: string[]) => void>} */
const effects = {
  push: pushRoute,
  replace: replaceRoute,
  title: (text) => (document.title = text),
  announce,
  remember: (...words) => remember(pairs(words)),
  focus: (id) => document.getElementById(id)?.focus(),
};

/** @param {string[]} effect its name, then its arguments */
export function perform([name, ...words]) {
  effects[name]?.(...words);
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
 * @param {string[]} words
 * @returns {[string, string][]}
 */
function pairs(words) {
  /** @type {[string, string][]} */
  const result = [];
  for (let i = 0; i + 1 < words.length; i += 2) result.push([words[i], words[i + 1]]);
  return result;
}
