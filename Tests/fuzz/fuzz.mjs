// Fuzzes the engine of a built page with random actions and files. The same seed gives the same run. If the engine
// traps, or returns invalid JSON or HTML, the shortest failing sequence that is found is printed.
//
//   node Tests/fuzz/fuzz.mjs [--actions N] [--files N] [--seed S] [--page FOLDER]

import { parseArgs } from "node:util";
import { randomStep, recalled, routes, Screen } from "./actions.mjs";
import { checkedUpdate, checkMemory } from "./checks.mjs";
import { compileEngine } from "./engine.mjs";
import { openingStep } from "./files.mjs";
import { seededRandom } from "./random.mjs";

const { values: options } = parseArgs({
  options: {
    actions: { type: "string", default: "100000" },
    files: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    page: { type: "string", default: ".build-web" },
  },
});
const [actions, files, seed] = [options.actions, options.files, options.seed].map(Number);
const engines = await compileEngine(options.page);

/** Steps before the engine is replaced by a new one, so that failing sequences are short. */
const visitLength = 500;
/** Maximum number of pieces in which a file is read. A few dozen are normal. */
const maximumPieces = 1000;

/** Carries out a step, and what the engine requests after it. */
function carryOut(engine, screen, [how, ...fields]) {
  if (how === "picture") {
    const numbers = engine.picture(Number(fields[0]), Number(fields[1]));
    if (!numbers.every(Number.isFinite)) throw new Error("a picture with a number that is not finite");
    return;
  }
  if (how === "answer") return void engine.answer(fields[0]);
  if (how === "decide") {
    const answer = engine.decide(fields[0]);
    if (answer !== "") JSON.parse(answer);
    return;
  }
  let { regions, effects } = checkedUpdate(engine[how](...fields));
  screen.show(regions);
  for (let pieces = 0; effects.some(([name]) => name === "readOn"); pieces++) {
    if (pieces > maximumPieces) throw new Error("a file without end");
    ({ regions, effects } = checkedUpdate(engine.send("play read-on")));
    screen.show(regions);
  }
  for (const [name, ...words] of effects) {
    if (["push", "replace", "copyWholeLink"].includes(name)) screen.addLink(words[0]);
    if (["remember", "rememberKey", "settings"].includes(name)) screen.remembered = words;
  }
  checkMemory(engine.memory());
}

/** @returns {{ at: number, error: unknown } | null} the step at which a sequence fails */
function failure(steps) {
  const engine = engines.instantiate();
  const screen = new Screen();
  for (const [at, step] of steps.entries()) {
    try {
      carryOut(engine, screen, step);
    } catch (error) {
      return { at, error };
    }
  }
  return null;
}

/** A shorter sequence that still fails, found by leaving out halves, quarters and so on. */
function shrink(steps) {
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
const random = seededRandom(seed);
/** The fields that the previous visit has stored. */
let remembered = [];
while (count < actions || fileCount < files) {
  const engine = engines.instantiate();
  const screen = new Screen();
  const clock = { now: random.below(100_000) };
  const steps = [];
  const step = (next) => {
    steps.push(next);
    try {
      carryOut(engine, screen, next);
    } catch (error) {
      report(steps, error);
    }
  };
  step(["start", random.pick(routes), random.pick(["path", "fragment"]), ...recalled(remembered, random)]);
  for (let taken = 0; taken < visitLength && (count < actions || fileCount < files); taken++) {
    // Files are spread evenly among the actions.
    if (fileCount * actions < files * (count + 1) || count >= actions) {
      if (fileCount < files) step(openingStep(random, screen.links));
      fileCount += 1;
    } else {
      step(randomStep(screen, clock, random));
      count += 1;
    }
  }
  remembered = screen.remembered;
}
const seconds = ((performance.now() - began) / 1000).toFixed(1);
const done = `${count} actions and ${Math.min(fileCount, files)} files`;
console.log(`${done} in ${seconds} s, seed ${seed}: every result was well-formed.`);

function report(steps, error) {
  const shortest = shrink(steps);
  const again = failure(shortest);
  console.error(`After ${count} actions and ${fileCount} files with the seed ${seed}: ${error}`);
  const outcome = again?.error ?? "not every time";
  console.error(`The shortest sequence found that fails, of ${shortest.length} steps (${outcome}):`);
  for (const step of shortest) console.error(`  ${JSON.stringify(step)}`);
  process.exit(1);
}
