// @ts-check
// Server-sent events, read with fetch, because EventSource cannot send a key. Like EventSource, it reconnects when the
// connection is lost, sends the last event ID, and gives up if the response is not an event stream.

import { asked } from "./key.js";

/** Milliseconds before reconnecting, unless the server sets another value. */
const usualPause = 3000;

/** @typedef {{ type: string, data: string, lastId: string }} Announcement an event with the last event ID */

/**
 * @typedef {object} Connection
 * @property {() => boolean} isClosed whether it has been given up
 * @property {() => void} close
 */

/**
 * Connects to a stream of events.
 * @param {string} url
 * @param {(announcement: Announcement) => void} hear
 * @param {() => void} miss called when the connection is lost or fails
 * @returns {Connection}
 */
export function followAnnouncements(url, hear, miss) {
  const controller = new AbortController();
  const reader = announcementReader();
  let isClosed = false;

  async function follow() {
    while (!isClosed) {
      // The reason does not matter.
      await hearOut().catch(() => {});
      if (!controller.signal.aborted) miss();
      await new Promise((resolve) => setTimeout(resolve, reader.pause()));
    }
  }

  /** Reads events until the connection ends. */
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

/** Parses an event stream as specified in the HTML standard. The text can be cut into pieces anywhere. */
export function announcementReader() {
  let rest = "";
  /** Whether the last piece ended with a carriage return, which a line feed may follow. */
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
   * @returns {Announcement[]} the events that it completes
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
   * @returns {Announcement | null} the event that it completes
   */
  function take(line) {
    if (line === "") return end();
    // A line that starts with a colon is a comment.
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
