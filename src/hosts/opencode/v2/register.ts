import { join } from "node:path";
import { SKILL } from "../../../bank/layout.ts";
import { readText } from "../../../io/disk/read.ts";
import { REFRESH_LISTED, fromNotes } from "../../shared/refresh-tool.ts";
import { field, listIn, textField } from "../../shared/payload.ts";
import {
  type Permission,
  REFRESH_DESCRIPTION,
  REFRESH_WORDS,
  ownAgents,
} from "../registrations.ts";
import type { Plugin } from "../open-plugin.ts";
import type { Place } from "../start-plugin.ts";
import { REFRESH_COMMAND, REFRESH_TOOL } from "../words.ts";
import type { Context } from "./context.ts";

/** The refresh command and its tool, the subagents and the skill. */
export async function register(
  ctx: Context,
  plugin: Pick<Plugin, "refresh">,
  place: Place,
): Promise<void> {
  const { language, skills } = place;
  const description = REFRESH_DESCRIPTION[language];
  const words = REFRESH_WORDS[language];
  await ctx.agent.transform((draft) => {
    for (const { name, description: text, prompt, permission } of ownAgents(place))
      call(draft, "update", name, (agent: unknown) => {
        const permissions = [...listIn(agent, "permissions"), ...toRules(permission)];
        const own = { description: text, mode: "subagent", system: prompt, permissions };
        Object.assign(Object(agent), own);
      });
  });
  const ask = (input: unknown) => {
    const text = `${words} ${textField(input, "prompt", "text") ?? ""}`.trim();
    return ctx.session.prompt?.({ sessionID: field(input, "sessionID"), text });
  };
  await ctx.command.transform((draft) => {
    // Released versions have `add`, the pre-release has `update`.
    if (call(draft, "add", { name: REFRESH_COMMAND, description, execute: ask })) return;
    const template = `${words} $ARGUMENTS`;
    call(draft, "update", REFRESH_COMMAND, (command: unknown) =>
      Object.assign(Object(command), { description, template }),
    );
  });
  const location = join(skills, SKILL, "SKILL.md");
  const skill = readText(location);
  if (skill !== undefined) {
    const content = skill.replace(/^---\n[^]*?\n---\n/, "");
    const about = /^description: *(.+)$/m.exec(skill)?.[1] ?? SKILL;
    const added = { id: SKILL, name: SKILL, description: about, location, content };
    await ctx.skill.transform((draft) => call(draft, "add", added));
  }
  const { inputSchema: input, ...tool } = { ...REFRESH_LISTED, name: REFRESH_TOOL };
  await ctx.tool.transform((draft) =>
    call(draft, "add", { ...tool, input, options: { codemode: false }, execute }),
  );

  async function execute(input: unknown, context: unknown): Promise<object> {
    const [session, agent] = [textField(context, "sessionID"), textField(context, "agent")];
    const { text, notes } = await plugin.refresh(input, session ?? "", agent);
    return { content: text, metadata: fromNotes(notes) };
  }
}

/** Calls what a draft may not have. */
function call(draft: unknown, name: string, ...given: readonly unknown[]): boolean {
  const act: unknown = Reflect.get(Object(draft), name);
  if (typeof act !== "function") return false;
  act.apply(draft, given);
  return true;
}

/** `{ read: { "*.md": "allow" } }` → the list of rules that OpenCode 2 takes; the last that fits decides. */
function toRules(permission: Permission): object[] {
  return Object.entries(permission).flatMap(([action, effect]) =>
    typeof effect === "string"
      ? [{ action, resource: "*", effect }]
      : Object.entries(effect).map(([resource, each]) => ({ action, resource, effect: each })),
  );
}
