import type { ProjectFacts } from "../../scan/facts.ts";
import { scanProject } from "../../scan/scan-project.ts";
import { scanFiles } from "./scan-files.ts";

/** What the files of a project say about it, with what kept us from reading them. */
export function readProjectFacts(root: string): ProjectFacts {
  const { files, ruleTexts, names, problems } = scanFiles(root);
  const facts = scanProject(files, names, ruleTexts);
  return { ...facts, problems: [...problems, ...facts.problems] };
}
