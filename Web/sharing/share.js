// Shares links and texts: Clipboard API and Web Share API.

import { addressOf } from "../loop/router.js";

// The style sheet hides the Share buttons without it.
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
 * @param {string} url an absolute address
 */
export async function shareAddress(title, url) {
  try {
    await navigator.share({ title, url });
  } catch {
    // The share sheet was closed. The link can still be copied.
  }
}

/**
 * Copies a text to the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The API is not available on insecure pages or was denied. The older command may still work.
    return copySelection(text);
  }
}

/**
 * The absolute address of a route. Parentheses are escaped, because programs that detect links in a text stop there.
 * @param {string} route
 */
export function link(route) {
  return addressOf(route).href.replaceAll("(", "%28").replaceAll(")", "%29");
}

/**
 * An address with the route in the fragment, which works on every copy of the page and is not sent to the server.
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
