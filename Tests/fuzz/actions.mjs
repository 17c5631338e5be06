// What somebody at the page does: mostly what its screens offer, with other numbers and words now and then, and sometimes
// what nobody offers.

import { readFileSync, readdirSync } from "node:fs";
import { features, rawValues } from "./features.mjs";
import { adoption, chordset } from "./files.mjs";

const plain = (text) =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/**
 * What a piece of HTML offers.
 * @param {string} html
 * @returns {{ actions: [kind: string, action: string, value: string][], links: string[] }}
 */
function offers(html) {
  const actions = [];
  const links = [];
  for (const [, kind, text] of html.matchAll(/ data-(action|alternate|press|input|change|blur|keyed|drag|file|pad|cell)="([^"]*)"/g)) {
    actions.push([kind, plain(text)]);
  }
  for (const [, address] of html.matchAll(/ href="(\/[^"]*)"/g)) links.push(plain(address));
  return { actions, links };
}

/** What lies on the page, region by region. */
export class Screen {
  #regions = new Map();
  /** Addresses that were offered or gone to; they stay known. */
  links = [];
  /** What the host was told to keep until the next visit: name, value, name, value … */
  remembered = [];

  /** @param {[string, string][]} regions */
  show(regions) {
    for (const [id, html] of regions) {
      // A new screen has none of the parts of the one before.
      if (id === "screen") for (const part of this.#regions.keys()) if (!fixed.has(part)) this.#regions.delete(part);
      const found = offers(html);
      this.#regions.set(id, found.actions);
      for (const link of found.links) this.meet(link);
    }
  }

  /** @param {string} link */
  meet(link) {
    if (this.links.length < 200) this.links.push(link);
    else this.links[link.length % 200] = link;
  }

  /** One of what is offered, first of all regions alike, so that a hundred pads do not hide a button. */
  offer(dice) {
    const filled = [...this.#regions.values()].filter((actions) => actions.length);
    return filled.length ? dice.of(dice.of(filled)) : null;
  }
}

const fixed = new Set(["instruments", "asides", "tools", "notice"]);

/** Actions that the host sends by itself, with “#” where it puts a number. */
const fromHost = (() => {
  const folder = new URL("../../Web/", import.meta.url);
  const found = new Set();
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith(".js")) continue;
    const text = readFileSync(new URL(name, folder), "utf8");
    const start = `(?:${features.join("|")}) [a-z]`;
    for (const [, quoted, template] of text.matchAll(new RegExp(`"(${start}[^"]*)"|\`(${start}[^\`]*)\``, "g"))) {
      const action = quoted ?? template;
      found.add(action.replaceAll("${pad.dataset.pad}", "# # #").replaceAll(/\$\{place\([^}]*\}/g, "# #").replaceAll(/\$\{[^}]*\}/g, "#"));
    }
  }
  // By what keeps one kind or the other.
  for (const kind of ["chordsets", "tunes"]) found.add(`${kind} adopt`);
  if (found.size < 20) throw new Error("Tests/fuzz: the host's own actions are not found in Web any more.");
  return [...found];
})();

const keys = ["Enter", " ", "Escape", "Home", "End", "Delete", "Backspace", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "/", "?", "home", "Mod+z", "1"];
const values = [
  "", "0", "1", "-1", "8", "127", "128", "100.5", "2147483647", "-2147483648", "4294967296", "1e9", "NaN", "C", "Cma7", "F#m7b5",
  "Cma13(#11)/E", "D", "upper", "lower", "true", "on", "all", "♯", "🎹", "<b>\"&'", "x".repeat(2000), " ", "\n", "a\nb", "‮",
  "|: Dm7 G7 | 1. Cmaj7 :| 2. C6 |]", "Title: T\nTime: 3/4\n[A]\n| Segno C | % | To Coda F | D.S. al Coda |\n| Coda G |]", "upper-structure", "walking",
];
const numbers = ["0", "1", "2", "3", "7", "8", "15", "60", "100", "127", "128", "1000", "100000", "-1", "-8", "2147483647", "-2147483648", "2147483648", "9999999999", "1.5", "x"];
const shelfTasks = rawValues("ShelfTask");
const shelfFailures = rawValues("Failure", "OwnShelfVerb");
const routes = [
  "/", "/combine", "/combine/C", "/combine/Cma7/D", "/select/lower/C/D", "/select/upper/Cma7", "/details/Cma7/D", "/chord/Cma9",
  "/chord/Cma13(♯11)", "/scale/C/Lydian", "/circle", "/circle/F♯", "/circle/D_dorian", "/play", "/play/linnstrument", "/play/linnstrument/48.52.55.58_61.64.69/C7/A/pair", "/linnstrument", "/settings", "/help", "/board", "/board/C7", "/board/_/A",
  "/lights", "/lights/a/1", "/lights/b/stage", "/lights/a/sheet", "/chordsets/c/8", "/tunes", "/tunes/blues", "/tunes/late-october", "/tunes/a", "/tunes/rhythm-changes/staff", "/tunes/blues/voicings", "/tune/QQ", "/practise", "/practise/due", "/practise/results", "/practise/course/shells", "/practise/play_chord_7", "/practise/hear_voicing_mi7_rootless-a/shuffled", "/practise/play_cadence_minor/in_time_200_beats_1", "/practise/complete_pair_C7_+_A", "/practise/echo_scale_Dorian", "/practise/x", "/shelf", "/nowhere", "/chord/H", "//", "/%", "",
];

export { routes };

/** A text with something else in it. */
function mutated(text, dice) {
  const words = text.split(" ");
  const place = dice.below(words.length);
  switch (dice.below(6)) {
    case 0: words[place] = dice.of(numbers); break;
    case 1: words.splice(place, 1); break;
    case 2: words.splice(place, 0, dice.of(numbers)); break;
    case 3: words[place] = dice.of(values).slice(0, 40); break;
    case 4: words.push(dice.of(keys)); break;
    case 5: words[place] = dice.of(words); break;
  }
  return words.join(" ");
}

/** What was kept, or what somebody has made of it. */
export function recalled(words, dice) {
  return words.map((word, place) => (place % 2 && dice.often(0.1) ? dice.of(values) : word));
}

/**
 * The host fills in the time, which mostly goes on, and seeds.
 * @param {{ now: number }} clock
 */
function filled(action, clock, dice) {
  clock.now = (clock.now + dice.of([0, 1, 16, 16, 50, 250, 1000, 100_000])) % 2 ** 31;
  const now = dice.often(0.99) ? clock.now : dice.below(2 ** 31);
  return action.replaceAll("{now}", String(now)).replaceAll("{date}", String(1_790_000_000 + Math.floor(now / 1000)) + dice.of(["", "+60", "-480"])).replaceAll("{seed}", () => String(dice.below(2 ** 32)));
}

/** What came of practising, with lines that are none. */
function practised(dice) {
  const line = () => dice.of([
    `17900000${dice.below(100)}${dice.of(["", "+60", "-480", "+0~1924905600"])} ${dice.of(["right", "wrong", "almost", "missed"])} ${dice.below(20_000)} ${dice.below(6)} played play ${dice.below(12)} chord 7`,
    `17900000${dice.below(100)} right 900 5 chosen hear ${dice.below(14)} voicing mi7 rootless-a`, dice.of(values), "{}", "",
  ]);
  return Array.from({ length: dice.below(30) }, line).join("\n");
}

/** What the host knows about the shelf, as it passes it to `shelf adopt`. */
function shelf(dice) {
  const visit = {
    access: dice.of(["asking", "own", "owner", "reader", "unknown", "damaged", "unreachable", "foreign", "absent", "?"]),
    name: dice.of(values), chordsets: dice.below(3), tunes: dice.below(3),
    titles: dice.often(0.5) ? { chordsets: [dice.of(values)], tunes: [dice.of(values), "b"] } : null,
  };
  return JSON.stringify({
    standing: dice.of(["asking", "owner", "none", "lost", "alone", "absent", "?"]), isReachable: dice.often(0.8), name: dice.of(values),
    hasReaders: dice.often(0.5), hasReadersLink: dice.often(0.5), visit: dice.often(0.6) ? visit : null,
    reading: dice.often(0.5) ? [dice.of(values), "b"] : [], visitIsRemembered: dice.often(0.3),
  });
}

/** What the host passes with `shelf opened` and `shelf copies`: one item, or all of them. */
function shelfContents(action, dice) {
  const tune = JSON.stringify({ id: "a", title: dice.of(values), text: `Title: a\n| ${dice.of(values)} | G7 |` });
  if (action.startsWith("shelf copies")) return `{"chordsets":[${chordset(dice)}],"tunes":[${tune}]}`;
  return action.endsWith("tunes") ? tune : chordset(dice);
}

function messages(dice, clock) {
  const status = () => dice.of([0x80, 0x90, 0x90, 0x90, 0xa0, 0xb0, 0xb0, 0xd0, 0xe0]) | dice.of([0, 0, 1, 15]);
  const byte = (number) => number.toString(16).padStart(2, "0");
  const line = () =>
    `${clock.now} ${dice.below(3)} ` +
    dice.of([
      () => byte(status()) + byte(dice.of([64, 74, 101, 100, 6, 60, dice.below(128)])) + byte(dice.below(128)),
      () => `90${byte(48 + dice.below(24))}64`, () => `c0${byte(dice.below(128))}`, () => "f07d01f7", () => "f8", () => byte(dice.below(256)),
    ])();
  return Array.from({ length: 1 + dice.below(5) }, line).join("\n");
}

/**
 * The next thing that is done.
 * @returns {[how: string, ...fields: (string | number[])[]]}
 */
export function done(screen, clock, dice) {
  const share = dice.next();
  if (share < 0.74) {
    const [kind, text] = screen.offer(dice) ?? ["action", `app go ${dice.of(routes)}`];
    let action = filled(text, clock, dice);
    if (kind === "pad") action = filled(`play press ${text} ${dice.below(4)} {now}`, clock, dice);
    if (kind === "cell") action = filled(`stage press ${text} ${dice.below(128)} ${dice.below(4)} {now}`, clock, dice);
    if (kind === "keyed") action += ` ${dice.of(keys)}`;
    if (kind === "drag") action += ` ${dice.below(5)}`;
    if (dice.often(0.12)) action = mutated(action, dice);
    if (kind === "file") return ["send", action, "a.txt", [...new TextEncoder().encode(dice.of(values))]];
    const hasValue = ["input", "change", "blur", "keyed"].includes(kind) || dice.often(0.1);
    return hasValue ? ["send", action, dice.of(values)] : ["send", action];
  }
  if (share < 0.84) {
    const action = dice.of(fromHost);
    if (action.startsWith("play midi")) {
      return ["send", filled("play midi {now} {date}" + dice.of(["", "", "", " hidden"]), clock, dice), messages(dice, clock)];
    }
    if (action === "tunes adopt") {
      const tunes = ["a", "b"].map((id) => ({ id, title: id, text: `Title: ${id}\n| ${dice.of(values)} | G7 |\nMelody: r:8 C5 ${dice.of(values)} Bb4:12~ | Bb4:5/8 F#5`, setup: "swing=55 loop=0-1" }));
      return ["send", action, JSON.stringify({ state: "alone", tunes: tunes.slice(dice.below(3)) })];
    }
    if (action === "chordsets adopt") return ["send", action, adoption(dice)];
    if (action.startsWith("practise adopt")) {
      return ["send", filled("practise adopt here {now} {date}", clock, dice), practised(dice)];
    }
    if (action === "shelf adopt") return ["send", action, shelf(dice)];
    if (action.startsWith("shelf ")) {
      const words = { "shelf opened": ["tunes", "chordsets"], "shelf copies": ["0", "4711", "18446744073709551615"] };
      const place = words[action.split(" #")[0]] ?? shelfTasks;
      const whole = action.replace("#", () => dice.of(place)).replace("#", () => dice.of(shelfFailures));
      return ["send", whole, shelfContents(whole, dice)];
    }
    if (action === "play access") {
      return ["send", action, dice.of(["missing", "denied", "granted", "granted\nin 1 Keys\nout 1 Keys", "granted\nin 1 A\nin 2 B\nout 1 LinnStrument MIDI"])];
    }
    const numbered = filled(action, clock, dice).replaceAll("#", () => String(dice.often(0.7) ? dice.below(130) : dice.of(numbers)));
    return ["send", dice.often(0.1) ? mutated(numbered, dice) : numbered, ...(dice.often(0.3) ? [dice.of(values)] : [])];
  }
  if (share < 0.92) {
    const route = dice.often(0.6) && screen.links.length ? dice.of(screen.links) : dice.of(routes);
    const letters = [...route];
    if (dice.often(0.15) && letters.length) letters[dice.below(letters.length)] = dice.of(["/", "#", "♭", "%", "A", "7", ""]);
    return dice.often(0.5) ? ["send", "app go", letters.join("")] : ["send", `app visit ${letters.join("")}`];
  }
  if (share < 0.95) return ["send", dice.of(["app undo", "app redo", `app shortcut ${dice.of(keys)}`])];
  if (share < 0.97) return ["picture", String(clock.now), dice.of(["0", "1"])];
  if (share < 0.98) return ["answer", `${dice.of(values)}\t${dice.of(values)}\n${dice.of(values)} + ${dice.of(values)}`];
  return ["send", mutated(mutated(dice.of([...fromHost, ...values]), dice), dice), ...(dice.often(0.5) ? [dice.of(values)] : [])];
}
