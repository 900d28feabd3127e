import type { ProjectFacts } from "../../src/scan/facts.ts";

/** Of a project of which nothing is known. */
export const NO_FACTS: ProjectFacts = {
  name: undefined,
  description: undefined,
  readme: undefined,
  readmeLanguage: undefined,
  languages: [],
  runtimes: [],
  frameworks: [],
  tools: [],
  packageManagers: [],
  workspaces: [],
  commands: [],
  folders: [],
  ruleFiles: [],
  taskFiles: [],
  sources: [],
};
