// @ts-check
// Server-sent events, read with fetch, because EventSource cannot send a key. Like EventSource, it reconnects when the
// connection is lost, sends the last event ID, and gives up if the response is not an event stream.

import { asked, onOtherKey } from "./key.js";

/** Milliseconds before reconnecting, unless the server sets another value. */
const usualPause = 3000;

/** @typedef {{ type: string, data: string, lastId: string }} ServerEvent an event with the last event ID */

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
  const reader = eventReader();
  while (!controller.signal.aborted) {
    // The reason does not matter.
    await readEvents(url, reader, controller).catch(() => {});
    if (connection === controller) listeners.forEach(({ miss }) => miss());
    await new Promise((resolve) => setTimeout(resolve, reader.pause()));
  }
}

/**
 * Reads events until the connection ends.
 * @param {string} url
 * @param {ReturnType<typeof eventReader>} reader
 * @param {AbortController} controller
 */
async function readEvents(url, reader, controller) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "text/event-stream" };
  if (reader.lastId()) headers["Last-Event-ID"] = reader.lastId();
  const response = await asked(url, { headers, cache: "no-store", signal: controller.signal });
  const isStream = response.status === 200 && response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!isStream || !response.body) return controller.abort();
  const chunks = response.body.getReader();
  const decoder = new TextDecoder();
  reader.begin();
  for (;;) {
    const { done, value } = await chunks.read();
    if (done) return;
    for (const { type, lastId } of reader.read(decoder.decode(value, { stream: true }))) {
      if (type === "change") listeners.forEach(({ hear }) => hear(lastId));
    }
  }
}

/** Parses an event stream as specified in the HTML standard. The text can be cut into pieces anywhere. */
export function eventReader() {
  let rest = "";
  let lastId = "";
  let pause = usualPause;

  /**
   * @param {string} text
   * @returns {ServerEvent[]} the events that it completes
   */
  function read(text) {
    const whole = rest + text;
    // A line feed may follow, which is part of the same line end.
    const half = whole.endsWith("\r") ? "\r" : "";
    const blocks = whole.slice(0, whole.length - half.length).replace(/\r\n?/g, "\n").split("\n\n");
    rest = blocks.pop() + half;
    return blocks.flatMap(eventsIn);
  }

  /** @param {string} block the lines before an empty line */
  function eventsIn(block) {
    let type = "message";
    /** @type {string[]} */
    const data = [];
    for (const line of block.split("\n")) {
      // A line that starts with a colon is a comment.
      const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
      if (name === "event") type = value || "message";
      else if (name === "data") data.push(value);
      else if (name === "id" && !value.includes("\0")) lastId = value;
      else if (name === "retry" && /^\d+$/.test(value)) pause = Number(value);
    }
    return data.length > 0 ? [{ type, data: data.join("\n"), lastId }] : [];
  }

  return { begin: () => (rest = ""), read, lastId: () => lastId, pause: () => pause };
}
