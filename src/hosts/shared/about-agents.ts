import { BANK_WRITER, LIMITS, MEMORY_READER } from "../../bank/layout.ts";

const { directDocs, directLines } = LIMITS;

/** What our agents are for, as models read it. */
export const ABOUT_AGENTS = {
  [MEMORY_READER]: `Read-only: gathers context and evidence from the memory bank. For evidence, a suspected conflict, several topics, more than ${directDocs} docs or ${directLines} lines`,
  [BANK_WRITER]:
    "Saves to the memory bank what the user has confirmed, where the bank has one writer alone. Its prompt names the target doc, the content and the user's words",
} as const;
