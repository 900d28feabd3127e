import { relative } from "node:path";
import type { Config } from "@opencode-ai/plugin";
import memoryReaderPrompt from "../../../skills/memory-bank/references/memory-reader-prompt.md";
import { BANK_FOLDER, BANK_WRITER, MEMORY_READER } from "../../bank/layout.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { secretReadPermissions } from "../../secrets/is-secret-path.ts";
import type { Text } from "../../types.ts";
import { ABOUT_AGENTS } from "../shared/plugin-sources.ts";
import { field, textsIn } from "../shared/payload.ts";
import writerPrompt from "../shared/texts/writer-prompt.md";
import type { Place } from "./start-plugin.ts";
import { REFRESH_COMMAND, REFRESH_TOOL } from "./words.ts";

type Action = "allow" | "deny";

/** What an agent may do: for a tool as a whole, or by patterns of paths, of which the last that fits decides. */
export type Permission = Readonly<Record<string, Action | Readonly<Record<string, Action>>>>;

/** The prompt of the refresh command; what the user adds follows it. The next step comes with the tool's plan. */
export const REFRESH_WORDS: Text = {
  en: `Bring the memory bank up to date with ${REFRESH_TOOL}: the plan first.`,
  zh: `用 ${REFRESH_TOOL} 更新记忆库：先给出计划。`,
};

export const REFRESH_DESCRIPTION: Text = {
  en: "Build, adopt, upgrade, migrate or refresh the memory bank",
  zh: "建立、接管、升级、迁移或刷新记忆库",
};

/** Our subagents, for OpenCode 1 and 2. */
export function ownAgents(place: Place) {
  const { directory, bank, writer } = place;
  const folder = `${toSlashes(relative(directory, bank))}/`;
  // Prompts name the folder that banks have by default.
  const named = (prompt: string) => prompt.replaceAll(`${BANK_FOLDER}/`, folder);
  const reader = {
    name: MEMORY_READER,
    description: ABOUT_AGENTS[MEMORY_READER],
    prompt: named(memoryReaderPrompt),
    permission: readerPermission(place),
  };
  if (writer !== "subagent") return [reader];
  const docs = `${toSlashes(relative(place.worktree, bank))}/*.md`;
  const permission = { ...reader.permission, edit: { "*": "deny", [docs]: "allow" } } as const;
  const description = ABOUT_AGENTS[BANK_WRITER];
  return [reader, { name: BANK_WRITER, description, prompt: named(writerPrompt), permission }];
}

/**
 * Read-only, and only files of the project, without what holds secrets. Searching by content is left out: it would
 * show lines of files that may not be read.
 */
function readerPermission({ root, worktree }: Place): Permission {
  // The host counts paths from the work tree, which is the whole disk where there is no git.
  const inside = toSlashes(relative(worktree, root));
  const prefix = inside === "" ? "" : `${inside}/`;
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
  // The published type does not know this field either.
  const present: unknown = Reflect.get(config, "skills");
  Reflect.set(config, "skills", { ...Object(present), paths: [...paths, skills] });
}
