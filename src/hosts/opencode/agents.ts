import { toNameTest } from "../../patterns/name-glob.ts";
import type { Log } from "../../runtime/project.ts";
import { field, listIn, textField } from "../shared/payload.ts";

export type Agents = ReturnType<typeof createAgents>;

/** Which agents may edit the bank: who may not has nothing to offer. The host is asked once, and again if it could not answer. */
export function createAgents(list: () => Promise<unknown>, log: Log, bankPath: () => string) {
  let known: Promise<readonly unknown[]> | undefined;

  async function load(): Promise<readonly unknown[]> {
    try {
      return listIn(await list(), "data");
    } catch (error) {
      log.error("could not load the host's agents", error);
      known = undefined;
      return [];
    }
  }

  return {
    async mayEdit(name: string | undefined, ifUnknown = true): Promise<boolean> {
      known ??= load();
      // OpenCode 2's agents have an id, and a name for people.
      const agent = (await known).find(
        (each) => (textField(each, "id") ?? textField(each, "name")) === name,
      );
      if (agent === undefined) return ifUnknown;
      // A blanket `allow` of the user's overrides the host's own rules; its plan mode is read-only all the same.
      return name !== "plan" && allowsEdit(agent, bankPath());
    },
  };
}

/** The last rule that fits decides. OpenCode 1 and 2 have other names for what is in a rule. */
function allowsEdit(agent: unknown, path: string): boolean {
  const rules = [...listIn(agent, "permission"), ...listIn(agent, "permissions")];
  const fitting = rules.findLast((rule) => {
    const what = textField(rule, "permission") ?? textField(rule, "action") ?? "";
    const where = textField(rule, "pattern") ?? textField(rule, "resource") ?? "";
    return fits(what, "edit") && fits(where, path);
  });
  return (field(fitting, "effect") ?? field(fitting, "action")) !== "deny";
}

/** As the host matches: a star stands for any characters, a question mark for one. */
function fits(pattern: string, text: string): boolean {
  const glob = pattern.replaceAll(/[[\]\\]/g, String.raw`\$&`);
  return toNameTest(glob)(text);
}

/** A session in which nobody answers questions: the host forbids them in one-shot runs. */
export function isUnattended(session: unknown): boolean {
  const last = listIn(session, "permission").findLast(
    (rule) => textField(rule, "permission") === "question",
  );
  return field(last, "action") === "deny";
}
