import type { PluginInput } from "@opencode-ai/plugin";
import { toNameTest } from "../../patterns/name-glob.ts";
import type { Log } from "../../runtime/project.ts";
import { field, isRecord, textField } from "../shared/payload.ts";

/** Which agents may edit the bank: who may not has nothing to offer. The host is asked once. */
export function createAgents(client: PluginInput["client"], log: Log, bankPath: () => string) {
  let known: Promise<ReadonlyMap<string, unknown>> | undefined;

  async function load(): Promise<ReadonlyMap<string, unknown>> {
    try {
      const { data } = await client.app.agents();
      const agents: readonly unknown[] = Array.isArray(data) ? data : [];
      return new Map(agents.map((agent) => [textField(agent, "name") ?? "", agent]));
    } catch (error) {
      log.error("could not load the host's agents", error);
      // Asked again with the next message.
      known = undefined;
      return new Map();
    }
  }

  return {
    /** Of an agent that the host does not tell of, whatever the caller holds for safe. */
    async mayEdit(name: string | undefined, ifUnknown = true): Promise<boolean> {
      known ??= load();
      const agent = (await known).get(name ?? "");
      if (agent === undefined) return ifUnknown;
      return !isPlanMode(agent) && allowsEdit(field(agent, "permission"), bankPath());
    },
  };
}

export type Agents = ReturnType<typeof createAgents>;

/** A blanket `allow` of the user's overrides the rules of the host's own agents; its plan mode is read-only all the same. */
function isPlanMode(agent: unknown): boolean {
  return field(agent, "native") === true && field(agent, "name") === "plan";
}

/** The last rule that fits decides. */
export function allowsEdit(rules: unknown, path: string): boolean {
  if (!Array.isArray(rules)) return textField(rules, "edit") !== "deny";
  const fitting = rules.findLast(
    (rule: unknown) =>
      isRecord(rule) &&
      fits(textField(rule, "permission") ?? "", "edit") &&
      fits(textField(rule, "pattern") ?? "", path),
  );
  return field(fitting, "action") !== "deny";
}

/** As the host matches: a star stands for any characters, a question mark for one. */
function fits(pattern: string, text: string): boolean {
  const glob = pattern.replaceAll(/[[\]\\]/g, String.raw`\$&`);
  return toNameTest(glob)(text);
}

/** A session in which nobody answers questions: the host forbids them in one-shot runs. */
export function isUnattended(session: unknown): boolean {
  const rules = field(session, "permission");
  if (!Array.isArray(rules)) return false;
  const last = rules.findLast((rule: unknown) => textField(rule, "permission") === "question");
  return field(last, "action") === "deny";
}
