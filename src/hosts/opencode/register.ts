import { existsSync } from "node:fs";
import type { Config } from "@opencode-ai/plugin";
import { isRecord } from "../shared/payload.ts";
import { type Place, REFRESH_DESCRIPTION, REFRESH_WORDS, ownAgents } from "./registrations.ts";
import { REFRESH_COMMAND } from "./words.ts";

/** The command, the subagents and the skill. Field by field, what the user defined under the same name stays. */
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
  const agents = ownAgents(place).map(({ name, permission, ...agent }) => {
    // The published type knows only some of the permissions that the host has.
    const permissions: object = permission;
    const own = { mode: "subagent" as const, ...agent, permission: permissions };
    return [name, { ...own, ...config.agent?.[name] }] as const;
  });
  config.agent = { ...config.agent, ...Object.fromEntries(agents) };
  if (existsSync(skills)) addSkillFolder(config, skills);
}

/** The published config type lags behind the host: `skills.paths` is not in it. */
function addSkillFolder(config: Config, folder: string): void {
  const current: unknown = Reflect.get(config, "skills");
  const skills = isRecord(current) ? current : {};
  const paths: unknown[] = Array.isArray(skills["paths"]) ? skills["paths"] : [];
  if (paths.includes(folder)) return;
  Reflect.set(config, "skills", { ...skills, paths: [...paths, folder] });
}
