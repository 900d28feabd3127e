import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { Config } from "@opencode-ai/plugin";
import memoryReaderPrompt from "../../../skills/memory-bank/references/memory-reader-prompt.md";
import { BANK_FOLDER, BANK_WRITER, LIMITS, MEMORY_READER } from "../../bank/layout.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { secretReadPermissions } from "../../secrets/is-secret-path.ts";
import type { Language, Text, WriterMode } from "../../types.ts";
import { field, textsIn } from "../shared/payload.ts";
import writerPrompt from "../shared/texts/writer-prompt.md";
import { REFRESH_COMMAND, REFRESH_TOOL } from "./words.ts";

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

type Action = "allow" | "deny";

/** What an agent may do: for a tool as a whole, or by patterns of paths, of which the last that fits decides. */
export type Permission = Readonly<Record<string, Action | Readonly<Record<string, Action>>>>;

/** A subagent of ours, as both lines of OpenCode are told of it. */
interface OwnAgent {
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  readonly permission: Permission;
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
  const { language, directory, bank, writer } = place;
  const folder = `${toSlashes(relative(directory, bank))}/`;
  // Prompts name the folder that banks have by default.
  const named = (prompt: string) => prompt.replaceAll(`${BANK_FOLDER}/`, folder);
  const reader = {
    name: MEMORY_READER,
    description: READER[language],
    prompt: named(memoryReaderPrompt),
    permission: readerPermission(place),
  };
  if (writer !== "subagent") return [reader];
  const docs = `${toSlashes(relative(place.worktree, bank))}/*.md`;
  const permission = { ...reader.permission, edit: { "*": "deny", [docs]: "allow" } } as const;
  const description = WRITER[language];
  return [reader, { name: BANK_WRITER, description, prompt: named(writerPrompt), permission }];
}

/**
 * Read-only, and only files of the project, without what holds secrets. Searching by content is left out: it would
 * show lines of files that may not be read.
 */
function readerPermission({ root, worktree }: Place): Permission {
  // The host counts paths from the work tree, which is the whole disk where there is no git.
  const isDisk = worktree === dirname(worktree);
  const prefix = isDisk ? `${toSlashes(relative(worktree, root))}/` : "";
  return {
    "*": "deny",
    glob: "allow",
    list: "allow",
    read: {
      "*": "deny",
      [`${prefix}*`]: "allow",
      ...secretReadPermissions(),
      "../*": "deny",
    },
  };
}

/** OpenCode 1: the command, the subagents and the skill. Field by field, what the user defined under the same name stays. */
export function register(config: Config, place: Place): void {
  const { language, skills } = place;
  config.command = {
    ...config.command,
    [REFRESH_COMMAND]: {
      description: REFRESH_DESCRIPTION[language],
      // The user sees it as their message.
      template: `${REFRESH_WORDS[language]} $ARGUMENTS`,
      ...config.command?.[REFRESH_COMMAND],
    },
  };
  const agents = ownAgents(place).map(({ name, ...agent }) => {
    // The published type knows only some of the permissions that the host has.
    const own: object = { mode: "subagent", ...agent };
    return [name, { ...own, ...config.agent?.[name] }] as const;
  });
  config.agent = { ...config.agent, ...Object.fromEntries(agents) };
  const paths = textsIn(field(config, "skills", "paths"));
  if (!existsSync(skills) || paths.includes(skills)) return;
  // Nor does it know this.
  const present: unknown = Reflect.get(config, "skills");
  Reflect.set(config, "skills", { ...Object(present), paths: [...paths, skills] });
}
