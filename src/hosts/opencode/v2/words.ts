import type { HostWords } from "../../../types.ts";
import { WORDS } from "../words.ts";

/** What agents of OpenCode 2 call their tools, where it differs from OpenCode 1. */
export const WORDS_2: HostWords = {
  ...WORDS,
  read: 'read({ path: "{address}" })',
  readFrom: 'read({ path: "{address}", offset: {line} })',
  delegate: 'subagent({ agent: "{agent}" })',
  delegateWork: 'subagent({ agent: "{agent}", description: "{description}", prompt: "{prompt}" })',
  writeTools: { en: "write, edit or patch", zh: "write、edit 或 patch" },
};
