// Holds the two parts of the engine against the whole that they were cut from (Web/second-part.awk, Web/move-data.awk):
// together they begin with the same memory, to the byte, and alone the first part says the same to all that it can do.
//
//   node Tests/fuzz/parts.mjs [--actions N] [--seed S] [--page FOLDER] [--whole FILE]

import { parseArgs } from "node:util";
import { done, routes, Screen } from "./actions.mjs";
import { chance } from "./chance.mjs";
import { compiled, whole } from "./engine.mjs";

const { values: options } = parseArgs({
  options: {
    actions: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    page: { type: "string", default: ".build-web" },
    whole: { type: "string", default: ".build-wasm/whole.wasm" },
  },
});
const parts = await compiled(options.page);
if (!parts.isParted) {
  console.log("The engine is whole: there was no tool to part it.");
  process.exit(0);
}
const uncut = await whole(options.whole);

function fail(why) {
  console.error(why);
  process.exit(1);
}

const [here, there] = [parts.begin().bytes(), uncut.begin().bytes()];
if (here.length !== there.length) fail(`The parts have ${here.length} bytes of memory, and the whole ${there.length}.`);
const other = here.findIndex((byte, address) => byte !== there[address]);
if (other >= 0) fail(`With both parts memory is not as in the whole engine, from ${other} on.`);
const moved = parts.beginAlone().bytes().reduce((sum, byte, address) => sum + Number(byte !== there[address]), 0);
if (moved === 0) fail("The second part brings no constants.");

const dice = chance(Number(options.seed));
/** So many steps does an engine see before a fresh one takes its place. */
const visit = 200;
let count = 0;
let waiting = 0;
while (count < Number(options.actions)) {
  const [first, all] = [parts.beginAlone(), uncut.begin()];
  const screen = new Screen();
  const clock = { now: dice.below(100_000) };
  const steps = [];
  const compare = (how, ...fields) => {
    steps.push([how, ...fields]);
    const said = first[how](...fields);
    if (said !== all[how](...fields)) {
      fail(`The first part alone says something else than the whole engine to the last of these:\n${steps.map((step) => JSON.stringify(step)).join("\n")}`);
    }
    const { regions, late } = JSON.parse(said);
    screen.show([...regions, ...late]);
  };
  const route = dice.of(routes.filter((route) => !first.waits("app go", route)));
  compare("start", route, dice.of(["path", "fragment"]));
  for (let taken = 0; taken < visit; taken++) {
    const [how, ...fields] = done(screen, clock, dice);
    // Nobody tells the first part alone that the second is there.
    if (how !== "send" || fields[0].startsWith("app whole")) continue;
    if (first.waits(...fields)) {
      waiting += 1;
      continue;
    }
    compare("send", ...fields);
    count += 1;
  }
}
console.log(
  `Memory is the same, ${moved} bytes of it from the second part; so is what the first alone says to ${count} actions (${waiting} others wait).`,
);
