// The server's events, read with fetch, because EventSource cannot send a key. Like EventSource, it reconnects when the
// connection is lost, and gives up if the response is not an event stream.

import { asked, onOtherKey } from "./key.js";

/** Milliseconds before reconnecting. */
const pause = 3000;

/**
 * All kinds of items share one connection, because browsers limit the number of connections to a server, and many tabs
 * can be open.
 * @type {{ hear: (revision: string) => void, miss: () => void }[]}
 */
const listeners = [];
/** @type {AbortController | null} ends the connection; null if there is none */
let connection = null;

/**
 * Calls back for each change on the server, and when the connection is lost or fails.
 * @param {(revision: string) => void} hear
 * @param {() => void} miss
 */
export function onServerChange(hear, miss) {
  listeners.push({ hear, miss });
}

/**
 * Connects to the server's events while the page is visible.
 * @param {string} address of any of the kinds
 */
export function connect(address) {
  if (document.hidden || (connection && !connection.signal.aborted)) return;
  connection = new AbortController();
  follow(`${address}/events`, connection);
}

function disconnect() {
  connection?.abort();
  connection = null;
}

// Events are about one shelf only.
onOtherKey(disconnect);
document.addEventListener("visibilitychange", () => document.hidden && disconnect());

/**
 * @param {string} url
 * @param {AbortController} controller
 */
async function follow(url, controller) {
  while (!controller.signal.aborted) {
    // The reason does not matter.
    await readEvents(url, controller).catch(() => {});
    if (connection === controller) listeners.forEach(({ miss }) => miss());
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * Reads events until the connection ends.
 * @param {string} url
 * @param {AbortController} controller
 */
async function readEvents(url, controller) {
  const headers = { Accept: "text/event-stream" };
  const response = await asked(url, { headers, cache: "no-store", signal: controller.signal });
  const isStream = response.status === 200 && response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!isStream || !response.body) return controller.abort();
  const chunks = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await chunks.read();
    if (done) return;
    let revisions;
    [revisions, rest] = changesIn(rest + decoder.decode(value, { stream: true }));
    for (const revision of revisions) listeners.forEach(({ hear }) => hear(revision));
  }
}

/**
 * The revisions of the changes in a text, as News.swift writes them, and the beginning of the next event.
 * @param {string} text
 * @returns {[string[], string]}
 */
export function changesIn(text) {
  const end = text.lastIndexOf("\n\n") + 1;
  return [Array.from(text.slice(0, end).matchAll(/^event: change\nid: (\d+)$/gm), ([, id]) => id), text.slice(end)];
}
