import { join } from "node:path";

/** In the state folder of the project, so that no repository can bring one. Only while a plan is applied. */
export function journalFile(stateFolder: string): string {
  return join(stateFolder, "apply.json");
}
