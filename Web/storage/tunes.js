// @ts-check
// The tunes that are kept: in this browser, and on our server where there is one.

import { keeper } from "./keeping.js";
import { ofTunes } from "./kinds.js";

export const tunes = keeper(ofTunes);
