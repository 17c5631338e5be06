// Attacks the engine as it is built for the page: random actions and random files, the same in every run with the same
// seed. Where it traps, or answers with what is no JSON or no whole HTML, the shortest sequence that is found to do so is
// printed.
//
//   node Tests/fuzz/fuzz.mjs [--actions N] [--files N] [--seed S] [--page FOLDER]

import { parseArgs } from "node:util";
import { done, recalled, routes, Screen } from "./actions.mjs";
import { chance } from "./chance.mjs";
import { checked, checkMemory } from "./checks.mjs";
import { compiled } from "./engine.mjs";
import { opened } from "./files.mjs";

const { values: options } = parseArgs({
  options: {
    actions: { type: "string", default: "100000" },
    files: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    page: { type: "string", default: ".build-web" },
  },
});
const [actions, files, seed] = [options.actions, options.files, options.seed].map(Number);
const engines = await compiled(options.page);

/** So many steps does an engine see before a fresh one takes its place: a fault is found again in a short sequence. */
const visit = 500;
/** A file is read in a few dozen pieces at most. */
const mostPieces = 1000;

/** Takes one step, and all that the engine asks for after it. */
function take(engine, screen, [how, ...fields]) {
  if (how === "picture") {
    const numbers = engine.picture(Number(fields[0]), Number(fields[1]));
    if (!numbers.every(Number.isFinite)) throw new Error("a picture with what is no number");
    return;
  }
  if (how === "answer") return void engine.answer(fields[0]);
  if (how === "decide") {
    const answer = engine.decide(fields[0]);
    if (answer !== "") JSON.parse(answer);
    return;
  }
  let { regions, effects } = checked(how === "start" ? engine.start(...fields) : engine.send(...fields));
  screen.show(regions);
  for (let pieces = 0; effects.some(([name]) => name === "readOn"); pieces++) {
    if (pieces > mostPieces) throw new Error("a file without end");
    ({ regions, effects } = checked(engine.send("play read-on")));
    screen.show(regions);
  }
  for (const [name, ...words] of effects) {
    if (["push", "replace", "copyWholeLink"].includes(name)) screen.meet(words[0]);
    if (["remember", "rememberKey", "settings"].includes(name)) screen.remembered = words;
  }
  checkMemory(engine.memory());
}

/** @returns {{ at: number, error: unknown } | null} where a sequence fails, and how */
function failure(steps) {
  const engine = engines.begin();
  const screen = new Screen();
  for (const [at, step] of steps.entries()) {
    try {
      take(engine, screen, step);
    } catch (error) {
      return { at, error };
    }
  }
  return null;
}

/** The shortest sequence that still fails, found by leaving out halves, quarters and so on. */
function shrunk(steps) {
  let shortest = steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let start = 0; start < shortest.length; ) {
      const shorter = [...shortest.slice(0, start), ...shortest.slice(start + size)];
      const failed = shorter.length ? failure(shorter) : null;
      if (failed) shortest = shorter.slice(0, failed.at + 1);
      else start += size;
    }
  }
  return shortest;
}

const began = performance.now();
let count = 0;
let fileCount = 0;
const dice = chance(seed);
/** What the visit before has left with the browser. */
let remembered = [];
while (count < actions || fileCount < files) {
  const engine = engines.begin();
  const screen = new Screen();
  const clock = { now: dice.below(100_000) };
  const steps = [];
  const step = (what) => {
    steps.push(what);
    try {
      take(engine, screen, what);
    } catch (error) {
      report(steps, error);
    }
  };
  step(["start", dice.of(routes), dice.of(["path", "fragment"]), ...recalled(remembered, dice)]);
  for (let taken = 0; taken < visit && (count < actions || fileCount < files); taken++) {
    // Files are spread evenly among the actions.
    if (fileCount * actions < files * (count + 1) || count >= actions) {
      if (fileCount < files) step(opened(dice, screen.links));
      fileCount += 1;
    } else {
      step(done(screen, clock, dice));
      count += 1;
    }
  }
  remembered = screen.remembered;
}
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${count} actions and ${Math.min(fileCount, files)} files in ${seconds} s, seed ${seed}: every answer was whole.`);

function report(steps, error) {
  const shortest = shrunk(steps);
  const again = failure(shortest);
  console.error(`After ${count} actions and ${fileCount} files with the seed ${seed}: ${error}`);
  console.error(`The shortest sequence found that fails, of ${shortest.length} steps (${again?.error ?? "not every time"}):`);
  for (const step of shortest) console.error(`  ${JSON.stringify(step)}`);
  process.exit(1);
}
