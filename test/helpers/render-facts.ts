import type { Fact, ProjectFacts } from "../../src/scan/facts.ts";

/** Facts as lines that can be read at a glance and compared. */
export function renderFacts(facts: ProjectFacts): string {
  const list = (label: string, found: readonly Fact[]) =>
    found.map(({ name, version, source }) =>
      [`${label}:`, name, version, `(${source})`].filter(Boolean).join(" "),
    );
  const lines = [
    ...(facts.name === undefined ? [] : [`name: ${facts.name}`]),
    ...(facts.description === undefined ? [] : [`description: ${facts.description}`]),
    ...list("language", facts.languages),
    ...list("runtime", facts.runtimes),
    ...list("framework", facts.frameworks),
    ...list("tool", facts.tools),
    ...list("manager", facts.packageManagers),
    ...facts.workspaces.map(({ name, source }) => `member: ${name} (${source})`),
    ...facts.commands.map(({ purpose, command, source }) => `${purpose} = ${command} (${source})`),
    ...facts.folders.map(({ path, role }) => `folder: ${path} (${role})`),
    ...facts.ruleFiles.map((path) => `rules: ${path}`),
  ];
  return `${lines.join("\n")}\n`;
}
