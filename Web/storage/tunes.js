// @ts-check
// The store of tunes: in this browser, and on the server if there is one.

import { keeper } from "./keeping.js";
import { ofTunes } from "./kinds.js";

export const tunes = keeper(ofTunes);
