// A timer that a hidden tab does not slow down: it runs in a worker (workers/ticker.js).

import { asset } from "../assets.js";

/**
 * Calls back at an interval until it is stopped.
 * @param {number} milliseconds
 * @param {() => void} callback
 * @returns {() => void} stops it
 */
export function every(milliseconds, callback) {
  // The page's own timer, until the worker has started, or if there is none.
  const timer = setInterval(callback, milliseconds);
  /** @type {Worker | null} */
  let worker = null;
  try {
    worker = new Worker(asset("workers/ticker.js"));
    worker.onmessage = () => {
      clearInterval(timer);
      callback();
    };
    worker.postMessage(milliseconds);
  } catch (error) {
    console.info(error);
  }
  return () => {
    worker?.terminate();
    clearInterval(timer);
  };
}
