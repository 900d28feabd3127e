import { BANK_WRITER, LIMITS, MEMORY_READER } from "../../bank/layout.ts";
import type { HostWords } from "../../types.ts";

const { directDocs, directLines } = LIMITS;

/** Descriptions of our agents, for models. */
export const ABOUT_AGENTS = {
  [MEMORY_READER]: `Read-only: gathers context and evidence from the memory bank. For evidence, a suspected conflict, several topics, more than ${directDocs} docs or ${directLines} lines`,
  [BANK_WRITER]:
    "Saves to the memory bank what the user has confirmed, where the bank has one writer alone. Its prompt names the target doc, the content and the user's words",
} as const;

/** What a host gets in addition to the server. */
export interface PluginSources {
  readonly readerPrompt: string;
  readonly writerPrompt: string;
  /** The texts of the skill's files, by their paths in its folder. */
  readonly skill: Readonly<Record<string, string>>;
}

/** Shared texts use one host's names for our command and agents: replaces them with those of another host. */
export function inHostWords(text: string, words: HostWords): string {
  return text
    .replaceAll("/memory-bank-refresh", words.refresh)
    .replaceAll(/task\(\w+="([^"]+)"\)/g, (_, agent: string) =>
      words.delegate.replace("{agent}", agent),
    );
}
