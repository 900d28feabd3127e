import type { Language, Text } from "../../types.ts";
import entryEn from "./en/entry.md";
import patternsEn from "./en/patterns.md";
import progressEn from "./en/progress.md";
import techEn from "./en/tech.md";
import entryZh from "./zh/entry.md";
import patternsZh from "./zh/patterns.md";
import progressZh from "./zh/progress.md";
import techZh from "./zh/tech.md";

/** The docs that a new bank has. */
export type TemplateName = "entry" | "tech" | "patterns" | "progress";

const OWN_WORDS: Text = {
  en: "## Notes\n\n<!-- This block is yours: the agent reads it and never changes it. -->",
  zh: "## 用户笔记\n\n<!-- 本区块属于你：Agent 会读，但绝不改动。 -->",
};

/** An empty user block, with which each doc ends. */
export function userBlock(language: Language): string {
  return `<!-- USER_BLOCK_START -->\n\n${OWN_WORDS[language]}\n<!-- USER_BLOCK_END -->\n`;
}

/** A doc's title and text, with the markers of both blocks. */
function withBlocks(doc: string, language: Language): string {
  const [title = "", ...lines] = doc.split("\n");
  const machine = `<!-- MACHINE_BLOCK_START -->\n${lines.join("\n")}\n<!-- MACHINE_BLOCK_END -->`;
  return `${title}\n\n${machine}\n\n${userBlock(language)}`;
}

export const TEMPLATES: Readonly<Record<Language, Readonly<Record<TemplateName, string>>>> = {
  en: {
    entry: withBlocks(entryEn, "en"),
    tech: withBlocks(techEn, "en"),
    patterns: withBlocks(patternsEn, "en"),
    progress: withBlocks(progressEn, "en"),
  },
  zh: {
    entry: withBlocks(entryZh, "zh"),
    tech: withBlocks(techZh, "zh"),
    patterns: withBlocks(patternsZh, "zh"),
    progress: withBlocks(progressZh, "zh"),
  },
};
