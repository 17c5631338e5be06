// @ts-check
// The way out for what people want to hand on: the clipboard, and the device's own sheet for sharing.

import { addressOf } from "../loop/router.js";

// The style shows what depends on it.
if ("share" in navigator) document.documentElement.dataset.shares = "";

/**
 * @param {string} title
 * @param {string} route
 */
export function share(title, route) {
  return shareAddress(title, link(route));
}

/**
 * @param {string} title
 * @param {string} url a whole address
 */
export async function shareAddress(title, url) {
  try {
    await navigator.share({ title, url });
  } catch {
    // Closing the sheet is a change of mind. The link can still be copied.
  }
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it stands in the clipboard now
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not on an insecure page, or not allowed: then as it was done before there was a clipboard to write to.
    return copySelection(text);
  }
}

/**
 * A whole address. Programs that make links of addresses in a text stop at a parenthesis.
 * @param {string} route
 */
export function link(route) {
  return addressOf(route).href.replaceAll("(", "%28").replaceAll(")", "%29");
}

/**
 * An address that works on any copy of the page, since all of it is in the fragment, which no server is told.
 * @param {string} route
 */
export function wholeLink(route) {
  const url = new URL(".", document.baseURI);
  url.hash = route;
  return url.href;
}

/** @param {string} text */
function copySelection(text) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "spoken";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
