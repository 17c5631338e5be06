// A worker that posts a message at the interval, in milliseconds, that it receives. See loop/ticker.js.

onmessage = ({ data }) => setInterval(() => postMessage(0), data);
