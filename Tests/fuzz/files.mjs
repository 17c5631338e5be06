// Generates files and links: valid ones, damaged ones and hostile ones.

/** A number of variable length, as in MIDI files. */
const variable = (number) => {
  const bytes = [number & 127];
  for (let rest = number >>> 7; rest; rest >>>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
};
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));
const bigEndian = (number, count) =>
  Array.from({ length: count }, (_, index) => (number >>> (8 * (count - 1 - index))) & 255);

/** Damages bytes: some are changed, deleted or duplicated, or the end is missing. */
function damaged(bytes, random) {
  const copy = [...bytes];
  for (let count = random.below(4); count > 0 && copy.length; count--) {
    const place = random.below(copy.length);
    const span = random.below(1 + Math.min(40, copy.length - place));
    switch (random.below(4)) {
      case 0: copy[place] = random.pick([0, 1, 127, 128, 255, random.below(256)]); break;
      case 1: copy.splice(place, span); break;
      case 2: copy.splice(place, 0, ...copy.slice(place, place + span)); break;
      case 3: if (random.chance(0.3)) copy.length = place; break;
    }
  }
  return copy;
}

function track(random) {
  const events = [];
  const meter = () => [0xff, 0x58, 4, random.pick([0, 1, 4, 255]), random.pick([0, 2, 7, 8]), 24, 8];
  const tempo = () => [0xff, 0x51, 3, ...random.pick([[0, 0, 0], [0, 0, 1], [7, 161, 32], [255, 255, 255]])];
  const note = () => [0x90 | random.pick([0, 0, 1, 9, 15]), 36 + random.below(50), random.pick([0, 0, 64, 127])];
  const chord = () => [0, 4, 7].flatMap((step, index) => [...(index ? [0] : []), 0x90, random.below(100) + step, 90]);
  const zone = () => [0xb0, 101, 0, 0, 0xb0, 100, random.pick([0, 6]), 0, 0xb0, 6, random.pick([0, 7, 15, 127])];
  const other = () => random.pick([
    [0xe0 | random.below(16), random.below(128), random.below(128)],
    [0xb0, random.pick([64, 74, 120, 121, 123, 6, 38]), random.below(128)],
    [0xd0, 90], [0xa0, 60, 90], [0xc0, 5], [0xf0, 2, 125, 247], [0xf7, 1, 0xff], [0xff, 3, 2, 65, 66],
  ]);
  const maximumDelta = 0xfffffff;
  for (let count = random.below(60); count > 0; count--) {
    const delta = random.pick([0, 0, 1, 24, 96, 480, random.below(5000), maximumDelta, 0x3ffffff]);
    // Notes and chords are listed several times, so that many of them sound at once.
    events.push(...variable(delta), ...random.pick([meter, tempo, note, note, note, chord, chord, zone, other])());
  }
  return [...events, 0, 0xff, 0x2f, 0];
}

function midi(random) {
  const tracks = Array.from({ length: random.pick([0, 1, 1, 2, 3, 12]) }, () => track(random));
  const chunks = tracks.flatMap((bytes) =>
    [...letters(random.chance(0.97) ? "MTrk" : "Junk"), ...bigEndian(bytes.length, 4), ...bytes]);
  const division = random.pick([1, 24, 96, 480, 32767, 0, 0x8001]);
  const format = random.pick([0, 1, 1, 1, 2]);
  const header = [...bigEndian(format, 2), ...bigEndian(tracks.length, 2), ...bigEndian(division, 2)];
  return [...letters("MThd"), ...bigEndian(6, 4), ...header, ...chunks];
}

/** Files that have caused errors before, to be damaged further. */
const difficultFiles = [
  // Bars of a 128th over more than 2³⁰ quarter notes, twice: more bars than 32 bits can count.
  "4d546864000000060001000100014d54726b0000002200ff5804010718089fffff7fff5804010718089fffff7fff58040107180800ff2f00",
];

const number = (random) =>
  random.pick(["0", "1", "-1", "0.5", "1e9", "1e-9", "-0", "360", "1e400", "99999999999999999999", "null"]);
const words = ["", "Dusk", "<b>&amp;\"'", "‮abc", "é\u0301", "🎹", "a".repeat(600), "\\u0000", "\u2028"];
const symbols = ["C", "F♯mi7", "Cma13(#11)", "Bb", "H", "", "C/E", "x".repeat(300)];

function lumi(random) {
  const names = [
    "x", "y", "hue", "purity", "brightness", "opacity", "scale", "sides", "path", "spin", "tempo", "wrong",
  ];
  return `{${names.filter(() => random.chance(0.2)).map((name) => `"${name}":${number(random)}`).join(",")}}`;
}

function lightChord(random) {
  const members = [];
  if (random.chance(0.3)) members.push(`"background":{"hue":${number(random)}}`);
  if (random.chance(0.3)) members.push(`"bpm":${number(random)}`);
  if (random.chance(0.4)) {
    members.push(`"lumis":[${Array.from({ length: random.pick([0, 1, 3, 40]) }, () => lumi(random))}]`);
  }
  if (random.chance(0.4)) {
    const lower = JSON.stringify(random.pick(symbols));
    members.push(`"music":{"lower":${lower},"upper":${random.chance(0.5) ? "null" : '"D"'}}`);
  }
  return `{${members.join(",")}}`;
}

/** A chordset as JSON; most are valid. */
export function chordset(random, id = random.pick(["a", "b", "c", "d-1", "profile", ""])) {
  const isValid = random.chance(0.6);
  const background = `{"hue":${random.below(360)}}`;
  const valid =
    `{"background":${background},"lumis":[{"hue":120,"sides":3}],"music":{"lower":"Cma7","upper":"D"}}`;
  const count = random.chance(0.95) ? 8 : random.pick([0, 7, 9]);
  const chords = Array.from({ length: count }, () => (isValid ? valid : lightChord(random)));
  return `{"id":${JSON.stringify(id)},"title":${JSON.stringify(random.pick(words))},"chords":[${chords}]}`;
}

function document(random) {
  const sets = Array.from({ length: random.pick([0, 1, 2, 5]) }, () => chordset(random));
  const version = random.pick(["1", "1", "1", "1", "2", "1.0", "\"1\""]);
  return `{"format":"chord-combiner/chordsets","version":${version},"chordsets":[${sets}]}`;
}

const deep = (random) => random.pick(["[", '{"a":']).repeat(random.pick([63, 64, 65, 100_000]));

/** The stored chordsets, as the host passes them to the engine. */
export function adoption(random) {
  const sets = Array.from({ length: random.pick([0, 1, 3]) }, () => {
    const set = chordset(random);
    return random.chance(0.2) ? set.replace("{", '{"copyOf":"a",') : set;
  });
  const state = random.pick(["sent", "waiting", "alone", "asking", "unkept", "?"]);
  const waiting = random.pick(["0", "3", "-1", "1e99"]);
  return `{"state":"${state}","waiting":${waiting},"chordsets":[${sets}],"returned":["x"]}`;
}

/** A question about chordsets that were changed in two places: see decide.swift. */
export function question(random) {
  const ask = random.pick([
    "save", "delete", "reorder", "mergeReport", "confirmChange", "confirmAddition", "confirmDeletion", "confirmMove",
    "confirmOrder", "moves", "?",
  ]);
  const edition = () => `{"version":${number(random)},"content":${random.below(4)}}`;
  const item = () => `{${[
    `"id":"${random.pick(["a", "b", "c"])}"`, `"content":${random.below(4)}`, `"position":${number(random)}`,
    `"version":${number(random)}`, `"base":${random.chance(0.5) ? edition() : "null"}`,
    `"isDeleted":${random.chance(0.2)}`,
  ]}}`;
  const some = (make) => `[${Array.from({ length: random.below(4) }, make)}]`;
  const report = () => `{${[
    `"database":"d"`, `"epoch":"${random.pick(["e", "f"])}"`, `"since":${number(random)}`,
    `"revision":${number(random)}`, `"changed":${some(item)}`, `"deleted":${some(item)}`,
  ]}}`;
  return `{${[
    `"ask":"${ask}"`, `"id":"${random.pick(["a", "b", ""])}"`, `"edition":${edition()}`,
    `"seed":"${random.below(100)}"`, `"content":${random.below(4)}`, `"items":${some(item)}`,
    `"isComplete":${random.chance(0.5)}`, `"before":{"time":9,"revision":${number(random)}}`, `"report":${report()}`,
    `"sent":${some(item)}`, `"order":["b","a"]`, `"version":${number(random)}`, `"mark":"m"`,
    `"isAlone":${random.chance(0.5)}`,
  ]}}`;
}

/** One tune in each format that the tune reader knows. */
const tuneFiles = [
  "Title: A\nKey: Eb\nTime: 3/4\n[A]\n|: Ebmaj7 | Cm7 F7 | % |1 Bb7 :|2 Eb6 ||\nMelody: Eb4:2 G4 | r | Bb4 | .",
  "irealbook://One=Some One=Bossa=F=n=*A{T44F^7 |G-7 C7 |N1A-7 D7 }|N2F6 Z==Two=x=Waltz=D-=n=T34D- |A7#9 |XyQ|LZ",
  "irealb://A%3DB%3D%3DSwing%3DC%3D%3D1r34LbKcu7C%5E7LZ%7CA-7XyQ%3D%3D0%3D0",
  "{title: A}\n{key: G}\n{soc}\nWhen [G]the [Em7]saints [Am7/C]go [D7(b9)]in\n{eoc}\n",
  `<score-partwise><part-list><score-part id="P"/></part-list><part id="P"><measure><attributes>\
<divisions>2</divisions>\
<key><fifths>-1</fifths></key><time><beats>4</beats><beat-type>4</beat-type></time></attributes><harmony><root>\
<root-step>G</root-step></root><kind>minor-seventh</kind></harmony><note><pitch><step>D</step><octave>5</octave>\
</pitch><duration>8</duration></note><barline><repeat direction="backward" times="3"/></barline></measure></part>\
</score-partwise>`,
];

const utf8 = (text) => [...new TextEncoder().encode(text)];

/**
 * A step that opens a file or a link.
 * @returns {[how: string, ...fields: (string | number[])[]]} a function of the engine and its arguments
 */
export function openingStep(random, links) {
  const name = random.pick(["a.mid", "<b>.mid", "", "x".repeat(3000)]);
  const seed = String(BigInt(random.below(2 ** 32)) * BigInt(random.below(2 ** 32)));
  switch (random.below(10)) {
    case 8: case 9: {
      const action = `tunes open ${seed}${random.chance(0.3) ? " further" : ""}`;
      return ["openTunes", action, name, damaged(utf8(random.pick(tuneFiles)), random)];
    }
    case 0: case 1: case 2: {
      const bytes = random.chance(0.1)
        ? random.pick(difficultFiles).match(/../g).map((digits) => parseInt(digits, 16))
        : midi(random);
      return ["send", "play open-file", name, damaged(bytes, random)];
    }
    case 3: case 4: {
      const text = random.chance(0.05) ? deep(random) : document(random);
      const bytes = utf8(text);
      const content = random.chance(0.6) ? bytes : damaged(bytes, random);
      return ["send", `chordsets open ${seed}`, name, content];
    }
    case 5: {
      const text = adoption(random);
      return ["send", "chordsets adopt", random.chance(0.8) ? text : text.slice(0, random.below(text.length))];
    }
    case 6: {
      const text = question(random);
      return ["decide", random.chance(0.8) ? text : text.slice(0, random.below(text.length))];
    }
    default: {
      const letters = damaged([...(links.length ? random.pick(links) : "/chordset/AQAA")], random).map((part) =>
        typeof part === "string" ? part : random.pick(["A", "_", "/", "%", "é"]));
      return ["send", random.pick(["app go", "app visit"]), letters.join("")];
    }
  }
}
