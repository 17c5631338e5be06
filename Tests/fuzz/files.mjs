// Files and links as people open them, and as nobody should have to.

const vary = (number) => {
  const bytes = [number & 127];
  for (let rest = number >>> 7; rest; rest >>>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
};
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));
const big = (number, count) => Array.from({ length: count }, (_, place) => (number >>> (8 * (count - 1 - place))) & 255);

/** Damage: bytes changed, cut out, doubled, or the end missing. */
function damaged(bytes, dice) {
  const copy = [...bytes];
  for (let count = dice.below(4); count > 0 && copy.length; count--) {
    const place = dice.below(copy.length);
    const span = dice.below(1 + Math.min(40, copy.length - place));
    switch (dice.below(4)) {
      case 0: copy[place] = dice.of([0, 1, 127, 128, 255, dice.below(256)]); break;
      case 1: copy.splice(place, span); break;
      case 2: copy.splice(place, 0, ...copy.slice(place, place + span)); break;
      case 3: if (dice.often(0.3)) copy.length = place; break;
    }
  }
  return copy;
}

function track(dice) {
  const events = [];
  const meter = () => [0xff, 0x58, 4, dice.of([0, 1, 4, 255]), dice.of([0, 2, 7, 8]), 24, 8];
  const tempo = () => [0xff, 0x51, 3, ...dice.of([[0, 0, 0], [0, 0, 1], [7, 161, 32], [255, 255, 255]])];
  const note = () => [0x90 | dice.of([0, 0, 1, 9, 15]), 36 + dice.below(50), dice.of([0, 0, 64, 127])];
  const chord = () => [0, 4, 7].flatMap((step, place) => [...(place ? [0] : []), 0x90, dice.below(100) + step, 90]);
  const zone = () => [0xb0, 101, 0, 0, 0xb0, 100, dice.of([0, 6]), 0, 0xb0, 6, dice.of([0, 7, 15, 127])];
  const other = () => dice.of([
    [0xe0 | dice.below(16), dice.below(128), dice.below(128)], [0xb0, dice.of([64, 74, 120, 121, 123, 6, 38]), dice.below(128)],
    [0xd0, 90], [0xa0, 60, 90], [0xc0, 5], [0xf0, 2, 125, 247], [0xf7, 1, 0xff], [0xff, 3, 2, 65, 66],
  ]);
  const longest = 0xfffffff;
  for (let count = dice.below(60); count > 0; count--) {
    const delta = dice.of([0, 0, 1, 24, 96, 480, dice.below(5000), longest, 0x3ffffff]);
    // One kind more often than by chance, so that it piles up.
    events.push(...vary(delta), ...dice.of([meter, tempo, note, note, note, chord, chord, zone, other])());
  }
  return [...events, 0, 0xff, 0x2f, 0];
}

function midi(dice) {
  const tracks = Array.from({ length: dice.of([0, 1, 1, 2, 3, 12]) }, () => track(dice));
  const chunks = tracks.flatMap((bytes) => [...letters(dice.often(0.97) ? "MTrk" : "Junk"), ...big(bytes.length, 4), ...bytes]);
  const division = dice.of([1, 24, 96, 480, 32767, 0, 0x8001]);
  const format = dice.of([0, 1, 1, 1, 2]);
  return [...letters("MThd"), ...big(6, 4), ...big(format, 2), ...big(tracks.length, 2), ...big(division, 2), ...chunks];
}

/** Beginnings that lead to what has gone wrong once, and damage from there. */
const hard = [
  // Bars of a 128th over more than 2³⁰ quarter notes, twice: more bars than 32 bits count.
  "4d546864000000060001000100014d54726b0000002200ff5804010718089fffff7fff5804010718089fffff7fff58040107180800ff2f00",
];

const number = (dice) => dice.of(["0", "1", "-1", "0.5", "1e9", "1e-9", "-0", "360", "1e400", "99999999999999999999", "null"]);
const words = ["", "Dusk", "<b>&amp;\"'", "‮abc", "é\u0301", "🎹", "a".repeat(600), "\\u0000", "\u2028"];
const symbols = ["C", "F♯mi7", "Cma13(#11)", "Bb", "H", "", "C/E", "x".repeat(300)];

function lumi(dice) {
  const names = ["x", "y", "hue", "purity", "brightness", "opacity", "scale", "sides", "path", "spin", "tempo", "wrong"];
  return `{${names.filter(() => dice.often(0.2)).map((name) => `"${name}":${number(dice)}`).join(",")}}`;
}

function lightChord(dice) {
  const members = [];
  if (dice.often(0.3)) members.push(`"background":{"hue":${number(dice)}}`);
  if (dice.often(0.3)) members.push(`"bpm":${number(dice)}`);
  if (dice.often(0.4)) members.push(`"lumis":[${Array.from({ length: dice.of([0, 1, 3, 40]) }, () => lumi(dice))}]`);
  if (dice.often(0.4)) {
    members.push(`"music":{"lower":${JSON.stringify(dice.of(symbols))},"upper":${dice.often(0.5) ? "null" : '"D"'}}`);
  }
  return `{${members.join(",")}}`;
}

/** One chordset as JSON; most are right. */
export function chordset(dice, id = dice.of(["a", "b", "c", "d-1", "profile", ""])) {
  const isRight = dice.often(0.6);
  const right = `{"background":{"hue":${dice.below(360)}},"lumis":[{"hue":120,"sides":3}],"music":{"lower":"Cma7","upper":"D"}}`;
  const count = dice.often(0.95) ? 8 : dice.of([0, 7, 9]);
  const chords = Array.from({ length: count }, () => (isRight ? right : lightChord(dice)));
  return `{"id":${JSON.stringify(id)},"title":${JSON.stringify(dice.of(words))},"chords":[${chords}]}`;
}

function document(dice) {
  const sets = Array.from({ length: dice.of([0, 1, 2, 5]) }, () => chordset(dice));
  const version = dice.of(["1", "1", "1", "1", "2", "1.0", "\"1\""]);
  return `{"format":"chord-combiner/chordsets","version":${version},"chordsets":[${sets}]}`;
}

const deep = (dice) => dice.of(["[", '{"a":']).repeat(dice.of([63, 64, 65, 100_000]));

/** What the host says of what is kept. */
export function adoption(dice) {
  const sets = Array.from({ length: dice.of([0, 1, 3]) }, () => {
    const set = chordset(dice);
    return dice.often(0.2) ? set.replace("{", '{"copyOf":"a",') : set;
  });
  const state = dice.of(["sent", "waiting", "alone", "asking", "unkept", "?"]);
  return `{"state":"${state}","waiting":${dice.of(["0", "3", "-1", "1e99"])},"chordsets":[${sets}],"returned":["x"]}`;
}

/** A question about chordsets that were changed in two places. */
export function question(dice) {
  const ask = dice.of(["keep", "remove", "arrange", "meet", "hear", "hearNew", "hearDeleted", "hearMoved", "hearOrdered", "moves", "unsent", "?"]);
  const edition = () => `{"version":${number(dice)},"content":${dice.below(4)}}`;
  const kept = () => `{"id":"${dice.of(["a", "b", "c"])}","content":${dice.below(4)},"position":${number(dice)},"version":${number(dice)},"base":${dice.often(0.5) ? edition() : "null"},"isDeleted":${dice.often(0.2)}}`;
  const some = (make) => `[${Array.from({ length: dice.below(4) }, make)}]`;
  return `{"ask":"${ask}","id":"${dice.of(["a", "b", ""])}","edition":${edition()},"content":${dice.below(4)},"chordsets":${some(kept)},"replica":{"chordsets":${some(kept)},"orderMark":"x"},"served":${some(kept)},"asked":${some(kept)},"sent":${some(kept)},"order":["b","a"],"version":${number(dice)},"mark":"m","isAlone":${dice.often(0.5)}}`;
}

const utf8 = (text) => [...new TextEncoder().encode(text)];

/**
 * A file or a link, and how it is opened.
 * @returns {[how: string, ...fields: (string | number[])[]]} a function of the engine and its parameters
 */
export function opened(dice, links) {
  const name = dice.of(["a.mid", "<b>.mid", "", "x".repeat(3000)]);
  const seed = String(BigInt(dice.below(2 ** 32)) * BigInt(dice.below(2 ** 32)));
  switch (dice.below(8)) {
    case 0: case 1: case 2: {
      const bytes = dice.often(0.1) ? dice.of(hard).match(/../g).map((digits) => parseInt(digits, 16)) : midi(dice);
      return ["send", "play open-file", name, damaged(bytes, dice)];
    }
    case 3: case 4: {
      const text = dice.often(0.05) ? deep(dice) : document(dice);
      const bytes = utf8(text);
      return ["send", `chordsets open ${seed}`, name, dice.often(0.6) ? bytes : damaged(bytes, dice)];
    }
    case 5: {
      const text = adoption(dice);
      return ["send", "chordsets adopt", dice.often(0.8) ? text : text.slice(0, dice.below(text.length))];
    }
    case 6: {
      const text = question(dice);
      return ["decide", dice.often(0.8) ? text : text.slice(0, dice.below(text.length))];
    }
    default: {
      const letters = damaged([...(links.length ? dice.of(links) : "/chordset/AQAA")], dice).map((part) =>
        typeof part === "string" ? part : dice.of(["A", "_", "/", "%", "é"]));
      return ["send", dice.of(["app go", "app visit"]), letters.join("")];
    }
  }
}
