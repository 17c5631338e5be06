// @ts-check
// Instruments at hand: asking for them, when a person wants it, and handing on what they send.
//
// Messages are gathered until the next picture, so that a storm of them costs one action for each.

/** @type {import("./events.js").Send} */
let send = () => {};
/** @type {Map<string, number>} the number by which the engine knows a port; 0 is the page itself */
const numbers = new Map();
/** @type {string[]} */
let waiting = [];
/** Whether anything was ever played. */
let hasHeard = false;

/** @param {import("./events.js").Send} receiver */
export function listenToInstruments(receiver) {
  send = receiver;
  // Nobody would tell of the keys that are let go meanwhile.
  document.addEventListener("visibilitychange", () => document.hidden && hasHeard && send("panic"));
}

/** Asks for the instruments. The browser may ask the person in turn. */
export async function enableMIDI() {
  if (!navigator.requestMIDIAccess) return send("midi-access", "missing");
  try {
    const access = await navigator.requestMIDIAccess({ sysex: false });
    access.onstatechange = () => connect(access);
    connect(access);
  } catch (error) {
    const isRefusal = error instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(error.name);
    send("midi-access", isRefusal ? "refused" : "unsupported");
  }
}

/** @param {MIDIAccess} access */
function connect(access) {
  const present = [...access.inputs.values()].filter(({ state }) => state !== "disconnected");
  for (const input of present) {
    const port = numbers.get(input.id) ?? numbers.size + 1;
    numbers.set(input.id, port);
    input.onmidimessage = ({ data }) => data && hear(port, data);
  }
  const ids = new Set(present.map(({ id }) => id));
  for (const [id, port] of numbers) {
    if (!ids.has(id)) send(`unplugged ${port} ${now()}`);
  }
  const ports = present.map(({ id, name }) => `${numbers.get(id)} ${(name ?? "").replaceAll("\n", " ")}`);
  send("midi-access", ["granted", ...ports].join("\n"));
}

/**
 * Hands on a message, as if it came from that port.
 * @param {number} port
 * @param {Iterable<number>} bytes
 */
export function hear(port, bytes) {
  hasHeard = true;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (waiting.push(`${port} ${digits}`) > 1) return;
  // Pages that are not seen are not painted, but must not miss the end of a note.
  if (document.hidden) handOn();
  else requestAnimationFrame(handOn);
}

function handOn() {
  const lines = waiting;
  waiting = [];
  send("midi", [now(), ...lines].join("\n"));
}

/** Milliseconds of the page's clock. */
export function now() {
  return Math.round(performance.now());
}

/** @param {string} milliseconds */
export function later(milliseconds) {
  setTimeout(() => send(`look ${now()}`), Number(milliseconds));
}

/**
 * Marks the keys of the chords' keyboards that are played: each as it lies, or else in the octaves that are drawn.
 * @param {string} lower MIDI numbers with commas
 * @param {string} upper
 */
export function showPlayed(lower, upper) {
  for (const [panel, hand] of [["lower", lower], ["upper", upper]]) {
    const pitches = new Set(hand.split(",").filter(Boolean).map(Number));
    const classes = new Set([...pitches].map((pitch) => pitch % 12));
    const keys = [...document.querySelectorAll(`#${panel} [data-pitch]`)];
    const drawn = new Set(keys.map((key) => Number(key.getAttribute("data-pitch"))));
    for (const key of keys) {
      const pitch = Number(key.getAttribute("data-pitch"));
      const isFolded = classes.has(pitch % 12) && ![...pitches].some((played) => played % 12 === pitch % 12 && drawn.has(played));
      key.toggleAttribute("data-played", pitches.has(pitch) || isFolded);
    }
  }
}
