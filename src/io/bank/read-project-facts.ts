import type { Convention, ProjectFacts } from "../../scan/facts.ts";
import { scanProject } from "../../scan/scan-project.ts";
import { findAddedSecrets } from "../../secrets/find-added-secrets.ts";
import { scanFiles } from "./scan-files.ts";

/** What the files of a project say about it, with what kept us from reading them. */
export function readProjectFacts(root: string): ProjectFacts {
  const { files, ruleFiles, names, problems } = scanFiles(root);
  const facts = scanProject(files, names, ruleFiles);
  return {
    ...facts,
    conventions: withoutSecrets(facts.conventions),
    problems: [...problems, ...facts.problems],
  };
}

/** What is secret in a project's text must not get into its bank. */
function withoutSecrets(conventions: readonly Convention[]): Convention[] {
  const text = conventions.map(({ words }) => words.en).join("\n");
  const lines = new Set(findAddedSecrets("", text).map(({ line }) => line));
  const rest = conventions.filter((_, index) => !lines.has(index + 1));
  return lines.size === 0 ? rest : withoutSecrets(rest);
}
