import { dirname, join } from "node:path";
import { NEW_BANK_FOLDER, STAGING_FOLDER } from "../../bank/layout.ts";
import { lstatOf } from "../disk/read.ts";

/** In the state folder of the project, so that no repository can bring one. The file exists while a plan is applied. */
export function journalFile(stateFolder: string): string {
  return join(stateFolder, "apply.json");
}

/** A folder in which version 0.2.0 prepared a plan and did not finish it. It is reported, and left alone. */
export function findLeftover(bank: string): string | undefined {
  const places = [join(bank, STAGING_FOLDER), join(dirname(bank), NEW_BANK_FOLDER)];
  return places.find((path) => lstatOf(path)?.isDirectory() === true);
}
