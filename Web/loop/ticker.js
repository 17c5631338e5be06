// @ts-check
// A timer that a hidden tab does not slow down: it runs in a worker (workers/ticker.js).

import { asset } from "../assets.js";

/**
 * Calls back at an interval until it is stopped.
 * @param {number} milliseconds
 * @param {() => void} callback
 * @returns {() => void} stops it
 */
export function every(milliseconds, callback) {
  let timer = 0;
  // Without a worker, the page's own timer is better than none.
  const useTimer = () => (timer ||= setInterval(callback, milliseconds));
  /** @type {Worker | null} */
  let worker = null;
  try {
    worker = new Worker(asset("workers/ticker.js"));
    worker.onmessage = callback;
    worker.onerror = useTimer;
    worker.postMessage(milliseconds);
  } catch {
    useTimer();
  }
  return () => {
    worker?.terminate();
    clearInterval(timer);
    // A timer that an error would start later.
    if (worker) worker.onerror = null;
  };
}
