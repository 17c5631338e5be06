// The features of the page, which are the first words of its actions, read from the Swift sources that read them.

import { readFileSync, readdirSync } from "node:fs";

const sources = new URL("../../Sources/Interface/", import.meta.url);
const paths = readdirSync(sources, { recursive: true });

/** @param {string} name of a type that has a file of its own */
function source(name) {
  const path = paths.find((path) => path.split("/").at(-1) === `${name}.swift`);
  if (!path) throw new Error(`Tests/fuzz: Sources/Interface has no ${name}.swift.`);
  return readFileSync(new URL(path, sources), "utf8");
}

/**
 * The labels of the cases in a switch over a string.
 * @param {string} text
 * @param {string} value that the switch is over
 */
function labels(text, value) {
  const body = text.match(new RegExp(`^( *)(?:.* )?switch ${value} {$(.*?)^ *}$`, "ms"))?.[2] ?? "";
  const cases = [...body.matchAll(/^ *case ("[^:]*?)(?: where [^:]*)?:/gm)];
  return cases.flatMap(([, label]) => [...label.matchAll(/"([^"]+)"/g)].map(([, word]) => word));
}

const action = source("Action");
const own = labels(action, "feature");
// What `Action` does not name is left to a type that names parts of its own.
const rest = [...action.matchAll(/^ *default: (\w+)\.read\(feature,/gm)].map(([, type]) => labels(source(type), "part"));

/** All features, such as `choosing`, `shelf` and `stage`. */
export const features = [...new Set([...own, ...rest.flat()])];
if (own.length < 10 || rest.length === 0 || rest.some((part) => part.length === 0)) {
  throw new Error(`Tests/fuzz: the features are not where they were in Action.swift; found ${features.join(", ") || "none"}.`);
}

/**
 * The raw values of a Swift enumeration of strings.
 * @param {string} name
 * @param {string} file that declares it, without its ending
 */
export function rawValues(name, file = name) {
  const body = source(file).match(new RegExp(`^( *)enum ${name}: String\\b.*?{$(.*?)^\\1}$`, "ms"))?.[2] ?? "";
  const cases = [...body.matchAll(/^ *case (\w.*)$/gm)].flatMap(([, names]) => names.split(", "));
  if (cases.length === 0) throw new Error(`Tests/fuzz: ${file}.swift has no cases of ${name}.`);
  return cases.map((one) => one.match(/= "(.*)"$/)?.[1] ?? one);
}
