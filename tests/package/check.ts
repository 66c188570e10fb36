// Compiled, never run: a host's page as the module's types must allow it, under --strict.

import * as namesake from "namesake";

export const everything: object = namesake;
