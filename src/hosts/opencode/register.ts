import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { Config } from "@opencode-ai/plugin";
import { skillFolders } from "./setup/host-places.ts";
import { findOtherSkills } from "./setup/our-copies.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { readText } from "../../io/disk/read-text.ts";
import { surroundings } from "../../io/disk/state-folder.ts";
import memoryReaderPrompt from "../../../skills/memory-bank/references/memory-reader-prompt.md";
import { BANK_FOLDER, BANK_WRITER, LIMITS, MEMORY_READER, SKILL } from "../../bank/layout.ts";
import type { Language, WriterMode } from "../../types.ts";
import { isRecord } from "../shared/payload.ts";
import { type ReaderPermission, readerPermission, writerPermission } from "./agent-permissions.ts";
import { REFRESH_COMMAND, REFRESH_TOOL } from "./words.ts";
import writerPrompt from "../shared/texts/writer-prompt.md";

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

/**
 * The command, the subagent and the skill. Field by field, what the user defined under the same name stays.
 * Returns what the user should know of it.
 */
export function register(config: Config, place: Place): string[] {
  const { language, root, worktree, bank, writer, skills } = place;
  config.command = {
    ...config.command,
    [REFRESH_COMMAND]: {
      description: {
        en: "Build, adopt, upgrade, migrate or refresh the memory bank",
        zh: "建立、接管、升级、迁移或刷新记忆库",
      }[language],
      // The user sees it as their message; what comes next the tool says with its plan.
      template: {
        en: `Bring the memory bank up to date with ${REFRESH_TOOL}: the plan first. $ARGUMENTS`,
        zh: `用 ${REFRESH_TOOL} 更新记忆库：先给出计划。$ARGUMENTS`,
      }[language],
      ...config.command?.[REFRESH_COMMAND],
    },
  };
  config.agent = {
    ...config.agent,
    [MEMORY_READER]: {
      mode: "subagent",
      description: {
        en: `Read-only: gathers context and evidence from the memory bank. For evidence, a suspected conflict, several topics, more than ${directDocs} docs or ${directLines} lines`,
        zh: `只读：从记忆库收集上下文与证据。需要证据、怀疑有冲突、涉及多个主题、超过 ${directDocs} 个文档或 ${directLines} 行时使用`,
      }[language],
      prompt: named(memoryReaderPrompt, place),
      permission: toPermission(readerPermission(root, worktree)),
      ...config.agent?.[MEMORY_READER],
    },
  };
  if (writer === "subagent") {
    config.agent[BANK_WRITER] = {
      mode: "subagent",
      description: {
        en: "The only agent that writes the memory bank: saves what the user has confirmed. Its prompt names the target doc, the content and the user's words",
        zh: "唯一可以写记忆库的代理：把用户已确认的内容写入指定文档。提示词须包含目标文档、内容和用户的原话",
      }[language],
      prompt: named(writerPrompt, place),
      permission: toPermission(writerPermission(bank, root, worktree)),
      ...config.agent[BANK_WRITER],
    };
  }
  if (!existsSync(skills)) return [`the skill is not registered: there is no folder ${skills}`];
  addSkillFolder(config, skills);
  return copiedSkills(place);
}

/** Prompts name the folder that banks have by default. */
function named(prompt: string, { directory, bank }: Place): string {
  return prompt.replaceAll(`${BANK_FOLDER}/`, `${toSlashes(relative(directory, bank))}/`);
}

/** The published type knows only some of the permissions that the host has. */
function toPermission(permission: ReaderPermission): object {
  return permission;
}

function copiedSkills({ directory, worktree, skills }: Place): string[] {
  const shipped = readText(join(skills, SKILL, "SKILL.md"));
  if (shipped === undefined) return [];
  const folders = skillFolders(surroundings(), directory, worktree);
  return findOtherSkills(folders, shipped).map(
    (path) =>
      `the skill in ${path} is another version than the one of this plugin, and the host may take it instead: remove that folder`,
  );
}

/** The published config type lags behind the host: `skills.paths` is not in it. */
function addSkillFolder(config: Config, folder: string): void {
  const current: unknown = Reflect.get(config, "skills");
  const skills = isRecord(current) ? current : {};
  const paths: unknown[] = Array.isArray(skills["paths"]) ? skills["paths"] : [];
  if (paths.includes(folder)) return;
  Reflect.set(config, "skills", { ...skills, paths: [...paths, folder] });
}
