// Generates actions: mostly those that the screen offers, sometimes with other numbers and words, and sometimes actions
// that no screen offers.

import { readFileSync, readdirSync } from "node:fs";
import { features, rawValues } from "./features.mjs";
import { adoption, chordset } from "./files.mjs";

const unescape = (text) =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/**
 * The actions and links in a piece of HTML.
 * @param {string} html
 * @returns {{ actions: [kind: string, action: string, value: string][], links: string[] }}
 */
function offersIn(html) {
  const actions = [];
  const links = [];
  for (const [, kind, text] of html.matchAll(actionAttribute)) actions.push([kind, unescape(text)]);
  for (const [, address] of html.matchAll(/ href="(\/[^"]*)"/g)) links.push(unescape(address));
  return { actions, links };
}

const actionAttribute = / data-(action|alternate|press|input|change|blur|keyed|drag|file|pad|cell)="([^"]*)"/g;

/** The actions on the page, by region. */
export class Screen {
  #regions = new Map();
  /** Addresses that were offered or visited. They are kept when the screen changes. */
  links = [];
  /** The fields that the host stores until the next visit: name, value, name, value … */
  remembered = [];

  /** @param {[string, string][]} regions */
  show(regions) {
    for (const [id, html] of regions) {
      // A new screen has none of the regions of the previous one.
      if (id === "screen") for (const part of this.#regions.keys()) if (!fixed.has(part)) this.#regions.delete(part);
      const found = offersIn(html);
      this.#regions.set(id, found.actions);
      for (const link of found.links) this.addLink(link);
    }
  }

  /** @param {string} link */
  addLink(link) {
    if (this.links.length < 200) this.links.push(link);
    else this.links[link.length % 200] = link;
  }

  /** A random action of a random region. Choosing the region first keeps a hundred pads from hiding a button. */
  offer(random) {
    const filled = [...this.#regions.values()].filter((actions) => actions.length);
    return filled.length ? random.pick(random.pick(filled)) : null;
  }
}

const fixed = new Set(["instruments", "asides", "tools", "notice"]);

/** Actions that the host sends by itself, with “#” in place of each number. */
const hostActions = (() => {
  const folder = new URL("../../Web/", import.meta.url);
  const found = new Set();
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith(".js")) continue;
    const text = readFileSync(new URL(name, folder), "utf8");
    const start = `(?:${features.join("|")}) [a-z]`;
    for (const [, quoted, template] of text.matchAll(new RegExp(`"(${start}[^"]*)"|\`(${start}[^\`]*)\``, "g"))) {
      const action = (quoted ?? template).replaceAll("${pad.dataset.pad}", "# # #");
      found.add(action.replaceAll(/\$\{position\([^}]*\}/g, "# #").replaceAll(/\$\{[^}]*\}/g, "#"));
    }
  }
  // These are written with the name of the kind as a placeholder.
  for (const kind of ["chordsets", "tunes"]) found.add(`${kind} adopt`);
  if (found.size < 20) throw new Error("Tests/fuzz: the host's own actions are not found in Web any more.");
  return [...found];
})();

const keys = [
  "Enter", " ", "Escape", "Home", "End", "Delete", "Backspace", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight",
  "/", "?", "home", "Mod+z", "1",
];
const values = [
  "", "0", "1", "-1", "8", "127", "128", "100.5", "2147483647", "-2147483648", "4294967296", "1e9", "NaN",
  "C", "Cma7", "F#m7b5", "Cma13(#11)/E", "D", "upper", "lower", "true", "on", "all",
  "♯", "🎹", "<b>\"&'", "x".repeat(2000), " ", "\n", "a\nb", "‮",
  "|: Dm7 G7 | 1. Cmaj7 :| 2. C6 |]",
  "Title: T\nTime: 3/4\n[A]\n| Segno C | % | To Coda F | D.S. al Coda |\n| Coda G |]", "upper-structure", "walking",
];
const numbers = [
  "0", "1", "2", "3", "7", "8", "15", "60", "100", "127", "128", "1000", "100000", "-1", "-8",
  "2147483647", "-2147483648", "2147483648", "9999999999", "1.5", "x",
];
const shelfTasks = rawValues("ShelfTask");
const shelfFailures = rawValues("Failure", "ShelfVerb");
const listeningProblems = rawValues("ListeningProblem", "ListeningState");
const routes = [
  "/", "/combine", "/combine/C", "/combine/Cma7/D", "/select/lower/C/D", "/select/upper/Cma7", "/details/Cma7/D",
  "/chord/Cma9", "/chord/Cma13(♯11)", "/scale/C/Lydian", "/circle", "/circle/F♯", "/circle/D_dorian",
  "/play", "/play/linnstrument", "/play/linnstrument/48.52.55.58_61.64.69/C7/A/pair", "/linnstrument",
  "/settings", "/help", "/board", "/board/C7", "/board/_/A",
  "/lights", "/lights/a/1", "/lights/b/stage", "/lights/a/sheet", "/chordsets/c/8",
  "/tunes", "/tunes/blues", "/tunes/late-october", "/tunes/a", "/tunes/rhythm-changes/staff", "/tunes/blues/voicings",
  "/tune/QQ", "/practise", "/practise/due", "/practise/results", "/practise/course/shells", "/practise/play_chord_7",
  "/practise/hear_voicing_mi7_rootless-a/shuffled", "/practise/play_cadence_minor/in_time_200_beats_1",
  "/practise/complete_pair_C7_+_A", "/practise/echo_scale_Dorian", "/practise/x",
  "/shelf", "/nowhere", "/chord/H", "//", "/%", "",
];

export { routes };

/** A text with one word changed. */
function mutated(text, random) {
  const words = text.split(" ");
  const place = random.below(words.length);
  switch (random.below(6)) {
    case 0: words[place] = random.pick(numbers); break;
    case 1: words.splice(place, 1); break;
    case 2: words.splice(place, 0, random.pick(numbers)); break;
    case 3: words[place] = random.pick(values).slice(0, 40); break;
    case 4: words.push(random.pick(keys)); break;
    case 5: words[place] = random.pick(words); break;
  }
  return words.join(" ");
}

/** Remembered fields, some with other values. */
export function recalled(words, random) {
  return words.map((word, index) => (index % 2 && random.chance(0.1) ? random.pick(values) : word));
}

/**
 * Fills in times and seeds, as the host does. Time goes on, with rare jumps.
 * @param {{ now: number }} clock
 */
function fillPlaceholders(action, clock, random) {
  clock.now = (clock.now + random.pick([0, 1, 16, 16, 50, 250, 1000, 100_000])) % 2 ** 31;
  const now = random.chance(0.99) ? clock.now : random.below(2 ** 31);
  const date = String(1_790_000_000 + Math.floor(now / 1000)) + random.pick(["", "+60", "-480"]);
  return action.replaceAll("{now}", String(now)).replaceAll("{date}", date)
    .replaceAll("{seed}", () => String(random.below(2 ** 32)));
}

/** A practice log with totals and days, whose numbers may be as large as one reads them. */
function exportedResults(random, time) {
  const number = () => random.pick([1, 20_717, 999_999_999]);
  const card = `play ${random.below(12)} chord 7`;
  const days = Array.from({ length: 3 }, () => `20717 ${number()} 0 253402300799`);
  const totals = [`${number()} 0 ${time} 2500 0 ${random.below(3_651)} ${number()} 0 ${number()} ${card}`];
  return JSON.stringify({ format: "chord-combiner-practice", version: 2, attempts: [], totals, days });
}

/** Practice results, with some invalid lines. */
function practiceResults(random) {
  const time = () => `17900000${random.below(100)}`;
  const offset = () => random.pick(["", "+60", "-480", "+0~1924905600"]);
  const outcome = () => random.pick(["right", "wrong", "almost", "missed"]);
  const played = () => `${random.below(20_000)} ${random.below(6)} played play ${random.below(12)} chord 7`;
  const line = () => random.pick([
    `${time()}${offset()} ${outcome()} ${played()}`,
    `${time()} right 900 5 chosen hear ${random.below(14)} voicing mi7 rootless-a`, random.pick(values), "{}", "",
    exportedResults(random, time()),
  ]);
  return Array.from({ length: random.below(30) }, line).join("\n");
}

/** The state of the shelf, as the host passes it to `shelf adopt`. */
function shelf(random) {
  const visit = {
    access: random.pick([
      "asking", "own", "owner", "reader", "unknown", "damaged", "unreachable", "foreign", "absent", "?",
    ]),
    name: random.pick(values), chordsets: random.below(3), tunes: random.below(3),
    titles: random.chance(0.5) ? { chordsets: [random.pick(values)], tunes: [random.pick(values), "b"] } : null,
  };
  return JSON.stringify({
    standing: random.pick(["asking", "owner", "none", "lost", "alone", "absent", "?"]),
    isReachable: random.chance(0.8), name: random.pick(values),
    hasReaders: random.chance(0.5), hasReadersLink: random.chance(0.5), visit: random.chance(0.6) ? visit : null,
    reading: random.chance(0.5) ? [random.pick(values), "b"] : [], visitIsRemembered: random.chance(0.3),
  });
}

/** What the host passes with `shelf opened` and `shelf copies`: one item, or all items. */
function shelfContents(action, random) {
  const title = random.pick(values);
  const tune = JSON.stringify({ id: "a", title, text: `Title: a\n| ${random.pick(values)} | G7 |` });
  if (action.startsWith("shelf copies")) return `{"chordsets":[${chordset(random)}],"tunes":[${tune}]}`;
  return action.endsWith("tunes") ? tune : chordset(random);
}

function messages(random, clock) {
  const kinds = [0x80, 0x90, 0x90, 0x90, 0xa0, 0xb0, 0xb0, 0xd0, 0xe0];
  const status = () => random.pick(kinds) | random.pick([0, 0, 1, 15]);
  const byte = (number) => number.toString(16).padStart(2, "0");
  const line = () =>
    `${clock.now} ${random.below(3)} ` +
    random.pick([
      () => byte(status()) + byte(random.pick([64, 74, 101, 100, 6, 60, random.below(128)])) + byte(random.below(128)),
      () => `90${byte(48 + random.below(24))}64`, () => `c0${byte(random.below(128))}`, () => "f07d01f7", () => "f8",
      () => byte(random.below(256)),
    ])();
  return Array.from({ length: 1 + random.below(5) }, line).join("\n");
}

/**
 * The next random step.
 * @returns {[how: string, ...fields: (string | number[])[]]} a function of the engine and its arguments
 */
export function randomStep(screen, clock, random) {
  const share = random.next();
  if (share < 0.74) {
    const [kind, text] = screen.offer(random) ?? ["action", `app go ${random.pick(routes)}`];
    let action = fillPlaceholders(text, clock, random);
    if (kind === "pad") action = fillPlaceholders(`play press ${text} ${random.below(4)} {now}`, clock, random);
    if (kind === "cell") {
      const press = `stage press ${text} ${random.below(128)} ${random.below(4)} {now}`;
      action = fillPlaceholders(press, clock, random);
    }
    if (kind === "keyed") action += ` ${random.pick(keys)}`;
    if (kind === "drag") action += ` ${random.below(5)}`;
    if (random.chance(0.12)) action = mutated(action, random);
    if (kind === "file") return ["send", action, "a.txt", [...new TextEncoder().encode(random.pick(values))]];
    const hasValue = ["input", "change", "blur", "keyed"].includes(kind) || random.chance(0.1);
    return hasValue ? ["send", action, random.pick(values)] : ["send", action];
  }
  if (share < 0.84) {
    const action = random.pick(hostActions);
    if (action.startsWith("play midi")) {
      const play = "play midi {now} {date}" + random.pick(["", "", "", " hidden"]);
      return ["send", fillPlaceholders(play, clock, random), messages(random, clock)];
    }
    if (action === "tunes adopt") {
      const tunes = ["a", "b"].map((id) => {
        const text = `Title: ${id}\n| ${random.pick(values)} | G7 |\n`
          + `Melody: r:8 C5 ${random.pick(values)} Bb4:12~ | Bb4:5/8 F#5`;
        return { id, title: id, text, setup: "swing=55 loop=0-1" };
      });
      return ["send", action, JSON.stringify({ state: "alone", tunes: tunes.slice(random.below(3)) })];
    }
    if (action === "chordsets adopt") return ["send", action, adoption(random)];
    if (action.startsWith("practise adopt")) {
      return ["send", fillPlaceholders("practise adopt here {now} {date}", clock, random), practiceResults(random)];
    }
    if (action === "shelf adopt") return ["send", action, shelf(random)];
    if (action.startsWith("shelf ")) {
      const words = { "shelf opened": ["tunes", "chordsets"], "shelf copies": ["0", "4711", "18446744073709551615"] };
      const choices = words[action.split(" #")[0]] ?? shelfTasks;
      const whole = action.replace("#", () => random.pick(choices)).replace("#", () => random.pick(shelfFailures));
      return ["send", whole, shelfContents(whole, random)];
    }
    if (action.startsWith("listen ")) {
      if (random.chance(0.1)) return ["send", `listen off ${random.pick(listeningProblems)}`];
      if (random.chance(0.4)) return ["send", random.pick(["listen ask", "listen on"]), "1 chosen A\n2 other B b\n3"];
      const pitches = () => random.pick(["-", "0", "4,11", "60,61,63", "127", "-5,200", "x"]);
      const words = random.pick([
        "right 900 - -", "unsure 400 - -", `not-yet 0 ${pitches()} ${pitches()}`, "tuned -",
        `tuned ${random.pick(numbers)}`,
      ]);
      return ["send", fillPlaceholders(`listen heard ${words} ${random.below(9e6)} {now} {date}`, clock, random)];
    }
    if (action === "play access") {
      return ["send", action, random.pick([
        "missing", "denied", "granted", "granted\nin 1 Keys\nout 1 Keys",
        "granted\nin 1 A\nin 2 B\nout 1 LinnStrument MIDI",
      ])];
    }
    const number = () => String(random.chance(0.7) ? random.below(130) : random.pick(numbers));
    const numbered = fillPlaceholders(action, clock, random).replaceAll("#", number);
    const changed = random.chance(0.1) ? mutated(numbered, random) : numbered;
    return ["send", changed, ...(random.chance(0.3) ? [random.pick(values)] : [])];
  }
  if (share < 0.92) {
    const route = random.chance(0.6) && screen.links.length ? random.pick(screen.links) : random.pick(routes);
    const letters = [...route];
    if (random.chance(0.15) && letters.length) {
      letters[random.below(letters.length)] = random.pick(["/", "#", "♭", "%", "A", "7", ""]);
    }
    return random.chance(0.5) ? ["send", "app go", letters.join("")] : ["send", `app visit ${letters.join("")}`];
  }
  if (share < 0.95) return ["send", random.pick(["app undo", "app redo", `app shortcut ${random.pick(keys)}`])];
  if (share < 0.97) return ["picture", String(clock.now), random.pick(["0", "1"])];
  if (share < 0.98) {
    const value = () => random.pick(values);
    return ["answer", `${value()}\t${value()}\n${value()} + ${value()}`];
  }
  const changed = mutated(mutated(random.pick([...hostActions, ...values]), random), random);
  return ["send", changed, ...(random.chance(0.5) ? [random.pick(values)] : [])];
}
