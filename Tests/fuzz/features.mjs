// Finds the features of the page, which are the first words of its actions, in the Swift sources.

import { readFileSync, readdirSync } from "node:fs";

const sources = new URL("../../Sources/Interface/", import.meta.url);
const paths = readdirSync(sources, { recursive: true });

/** @param {string} name of a type with a file of its own */
function source(name) {
  const path = paths.find((path) => path.split("/").at(-1) === `${name}.swift`);
  if (!path) throw new Error(`Tests/fuzz: Sources/Interface has no ${name}.swift.`);
  return readFileSync(new URL(path, sources), "utf8");
}

/**
 * The raw values of a Swift enumeration of strings.
 * @param {string} name
 * @param {string} file the file that declares it, without extension
 */
export function rawValues(name, file = name) {
  const declaration = new RegExp(`^( *)(?:\\w+ )*enum ${name}: String\\b.*?{$(.*?)^\\1}$`, "ms");
  const body = source(file).match(declaration)?.[2] ?? "";
  const cases = [...body.matchAll(/^ *case (\w.*)$/gm)].flatMap(([, names]) => names.split(", "));
  if (cases.length === 0) throw new Error(`Tests/fuzz: ${file}.swift has no cases of ${name}.`);
  return cases.map((one) => one.match(/= "(.*)"$/)?.[1] ?? one);
}

/** All features, such as `choosing`, `shelf` and `stage`: those of `Action`, and the parts of `ChordsetsVerb`. */
export const features = [...rawValues("Feature", "Action"), ...rawValues("Part", "ChordsetsVerb")];
