import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Config } from "@opencode-ai/plugin";
import memoryReaderPrompt from "../../../skills/memory-bank/references/memory-reader-prompt.md";
import { MEMORY_READER, REFRESH_COMMAND, REFRESH_TOOL } from "../../bank/layout.ts";
import type { Language } from "../../types.ts";
import { isRecord } from "./payload.ts";
import refreshEn from "./texts/refresh-command.en.md";
import refreshZh from "./texts/refresh-command.zh.md";

/** Beside the built file in the package: `dist/plugin.js` and `skills/`. */
const SKILLS = fileURLToPath(new URL("../skills", import.meta.url));

/** The command, the subagent and the skill. Field by field, what the user defined under the same name stays. */
export function register(config: Config, language: Language): { readonly missing: string[] } {
  const zh = language === "zh";
  config.command = {
    ...config.command,
    [REFRESH_COMMAND]: {
      description: zh
        ? "建立、升级、迁移或刷新记忆库"
        : "Build, upgrade, migrate or refresh the memory bank",
      template: (zh ? refreshZh : refreshEn).replaceAll("{tool}", REFRESH_TOOL),
      ...config.command?.[REFRESH_COMMAND],
    },
  };
  config.agent = {
    ...config.agent,
    [MEMORY_READER]: {
      mode: "subagent",
      description: zh
        ? "只读：从记忆库收集上下文与证据（超过 3 个文档、需要证据或怀疑冲突时使用）"
        : "Read-only: gathers context and evidence from the memory bank (more than 3 docs, evidence asked for, or a suspected conflict)",
      prompt: memoryReaderPrompt,
      permission: { edit: "deny", bash: "deny", webfetch: "deny" },
      ...config.agent?.[MEMORY_READER],
    },
  };
  if (!existsSync(SKILLS)) return { missing: [`the skill (no folder ${SKILLS})`] };
  addSkillFolder(config);
  return { missing: [] };
}

/** The published config type lags behind the host: `skills.paths` is not in it. */
function addSkillFolder(config: Config): void {
  const current: unknown = Reflect.get(config, "skills");
  const skills = isRecord(current) ? current : {};
  const paths: unknown[] = Array.isArray(skills["paths"]) ? skills["paths"] : [];
  if (paths.includes(SKILLS)) return;
  Reflect.set(config, "skills", { ...skills, paths: [...paths, SKILLS] });
}
