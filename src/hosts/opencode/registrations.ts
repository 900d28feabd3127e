import { relative } from "node:path";
import memoryReaderPrompt from "../../../skills/memory-bank/references/memory-reader-prompt.md";
import { BANK_FOLDER, BANK_WRITER, LIMITS, MEMORY_READER } from "../../bank/layout.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import type { Language, Text, WriterMode } from "../../types.ts";
import writerPrompt from "../shared/texts/writer-prompt.md";
import { type ReaderPermission, readerPermission, writerPermission } from "./agent-permissions.ts";
import { REFRESH_TOOL } from "./words.ts";

const { directDocs, directLines } = LIMITS;

export interface Place {
  readonly language: Language;
  readonly root: string;
  readonly directory: string;
  readonly worktree: string;
  readonly bank: string;
  readonly writer: WriterMode;
  /** The folder of the package that holds the skill. */
  readonly skills: string;
}

/** A subagent of ours, as both lines of OpenCode are told of it. */
export interface OwnAgent {
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  readonly permission: ReaderPermission;
}

/** The words before what the user adds to the refresh command. What comes next the tool says with its plan. */
export const REFRESH_WORDS: Text = {
  en: `Bring the memory bank up to date with ${REFRESH_TOOL}: the plan first.`,
  zh: `用 ${REFRESH_TOOL} 更新记忆库：先给出计划。`,
};

export const REFRESH_DESCRIPTION: Text = {
  en: "Build, adopt, upgrade, migrate or refresh the memory bank",
  zh: "建立、接管、升级、迁移或刷新记忆库",
};

const READER: Text = {
  en: `Read-only: gathers context and evidence from the memory bank. For evidence, a suspected conflict, several topics, more than ${directDocs} docs or ${directLines} lines`,
  zh: `只读：从记忆库收集上下文与证据。需要证据、怀疑有冲突、涉及多个主题、超过 ${directDocs} 个文档或 ${directLines} 行时使用`,
};

const WRITER: Text = {
  en: "The only agent that writes the memory bank: saves what the user has confirmed. Its prompt names the target doc, the content and the user's words",
  zh: "唯一可以写记忆库的代理：把用户已确认的内容写入指定文档。提示词须包含目标文档、内容和用户的原话",
};

export function ownAgents(place: Place): OwnAgent[] {
  const { language, root, worktree, bank, writer } = place;
  const reader = {
    name: MEMORY_READER,
    description: READER[language],
    prompt: named(memoryReaderPrompt, place),
    permission: readerPermission(root, worktree),
  };
  if (writer !== "subagent") return [reader];
  const permission = writerPermission(bank, root, worktree);
  const description = WRITER[language];
  return [
    reader,
    { name: BANK_WRITER, description, prompt: named(writerPrompt, place), permission },
  ];
}

/** Prompts name the folder that banks have by default. */
function named(prompt: string, { directory, bank }: Place): string {
  return prompt.replaceAll(`${BANK_FOLDER}/`, `${toSlashes(relative(directory, bank))}/`);
}
