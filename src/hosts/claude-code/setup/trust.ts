import { join } from "node:path";
import { projectRoot } from "../../../io/bank/find-bank.ts";
import { readJson, statOf } from "../../../io/disk/read.ts";
import type { StartPoint } from "../../host.ts";
import { field } from "../../shared/payload.ts";
import { settingsPlaces } from "./settings-places.ts";

/** Whether the user has told Claude Code to trust this project: only then it takes plugins from its settings. */
export function isTrusted(start: StartPoint): boolean {
  const state = readJson(settingsPlaces(start).state);
  const root = projectRoot(start.directory, start.worktree);
  // A linked work tree goes by its main one, which need not be looked for.
  if (statOf(join(root, ".git"))?.isFile()) return true;
  return field(state, "projects", root, "hasTrustDialogAccepted") === true;
}
