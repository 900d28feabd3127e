import type { Host } from "../host.ts";
import { CODEX } from "./about.ts";
import { environmentOf, readSetups } from "./setup/codex-places.ts";
import { WORDS } from "./words.ts";

export const codexHost: Host = {
  ...CODEX,
  words: WORDS,
  isSetUp: (start) => readSetups(start).some(({ hasHooks }) => hasHooks),
  readGiven: (start) => ({ env: environmentOf(start) }),
  load: async () => (await import("./setup/setup.ts")).SETUP,
};
