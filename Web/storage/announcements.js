// @ts-check
// Server-sent events, read with fetch, since EventSource cannot send a key. What it does otherwise is done here as well: it
// asks again when the connection is lost, says what it has heard last, and gives up where there are no events.

import { asked } from "./key.js";

/** Milliseconds until a connection that was lost is asked for again, unless the server says how many. */
const usualPause = 3000;

/** @typedef {{ type: string, data: string, lastId: string }} Announcement lastId: the latest that the server has said */

/**
 * @typedef {object} Connection
 * @property {() => boolean} isClosed whether it will not be asked for again
 * @property {() => void} close
 */

/**
 * @param {string} url
 * @param {(announcement: Announcement) => void} hear
 * @param {() => void} miss called when the connection is lost, or cannot be had
 * @returns {Connection}
 */
export function followAnnouncements(url, hear, miss) {
  const controller = new AbortController();
  const reader = announcementReader();
  let isClosed = false;

  async function follow() {
    while (!isClosed) {
      // How it was lost makes no difference.
      await hearOut().catch(() => {});
      if (!controller.signal.aborted) miss();
      await new Promise((resolve) => setTimeout(resolve, reader.pause()));
    }
  }

  /** Until the connection ends. */
  async function hearOut() {
    /** @type {Record<string, string>} */
    const headers = { Accept: "text/event-stream" };
    if (reader.lastId()) headers["Last-Event-ID"] = reader.lastId();
    const response = await asked(url, { headers, cache: "no-store", signal: controller.signal });
    const isStream = response.status === 200 && response.headers.get("content-type")?.startsWith("text/event-stream");
    if (!isStream || !response.body) {
      isClosed = true;
      controller.abort();
      return miss();
    }
    const chunks = response.body.getReader();
    const decoder = new TextDecoder();
    reader.begin();
    for (;;) {
      const { done, value } = await chunks.read();
      if (done) return;
      reader.read(decoder.decode(value, { stream: true })).forEach(hear);
    }
  }

  follow();
  return {
    isClosed: () => isClosed,
    close: () => {
      isClosed = true;
      controller.abort();
    },
  };
}

/** Reads a stream of events as the HTML standard describes it, wherever it is cut into pieces. */
export function announcementReader() {
  let rest = "";
  /** Whether the line before has ended with a carriage return, of which a line feed may be the other half. */
  let isHalfEnded = false;
  let type = "";
  /** @type {string[]} */
  let data = [];
  let id = "";
  let lastId = "";
  let pause = usualPause;

  function begin() {
    rest = "";
    isHalfEnded = false;
    type = "";
    data = [];
    id = lastId;
  }

  /**
   * @param {string} text
   * @returns {Announcement[]} those that end in it
   */
  function read(text) {
    if (text === "") return [];
    const whole = rest + (isHalfEnded && text.startsWith("\n") ? text.slice(1) : text);
    isHalfEnded = text.endsWith("\r");
    const lines = whole.split(/\r\n|\r|\n/);
    rest = lines.pop() ?? "";
    return lines.flatMap((line) => take(line) ?? []);
  }

  /**
   * @param {string} line
   * @returns {Announcement | null} the one that it ends
   */
  function take(line) {
    if (line === "") return end();
    // Nothing before the colon: a comment.
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "event") type = value;
    else if (name === "data") data.push(value);
    else if (name === "id" && !value.includes("\0")) id = value;
    else if (name === "retry" && /^\d+$/.test(value)) pause = Number(value);
    return null;
  }

  function end() {
    lastId = id;
    const announcement = data.length > 0 ? { type: type || "message", data: data.join("\n"), lastId } : null;
    type = "";
    data = [];
    return announcement;
  }

  return { begin, read, lastId: () => lastId, pause: () => pause };
}
