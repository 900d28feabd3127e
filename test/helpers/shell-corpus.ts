import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findOtherBanks } from "../../src/io/bank/other-banks.ts";
import { createPaths } from "../../src/io/disk/paths.ts";
import { toShellCall } from "../../src/runtime/shell-call.ts";
import { decide } from "../../src/policy/decide.ts";
import { NEW_SESSION } from "../../src/policy/session.ts";
import { fillIn, makeTemplate, sandboxEnvironment } from "../fixtures/shell-corpus/run-command.mjs";
import { aBank, aPolicy } from "./builders.ts";

export interface Truth {
  readonly command: string;
  readonly group: string;
  readonly workdir?: string;
  /** Its words do not say what it does to the bank. */
  readonly byDeeds?: true;
  /** Found by running the command: see generate.mjs. */
  readonly changesBank: boolean;
}

export const TRUTH = JSON.parse(
  readFileSync(new URL("../fixtures/shell-corpus/truth.json", import.meta.url), "utf8"),
) as Truth[];

/** Groups of commands that were made up to get past the analysis. */
export const ATTACKS = new Set([
  "assigned-behind-conditions",
  "unknown-substitutions",
  "globs-wide",
  "links-made",
  "sed-writes",
  "options-that-write",
  "launched",
  "environments",
  "git-runs-programs",
  "jobs",
  "scripts-edited",
  "forged-journals",
  "other-banks",
  "unseen",
]);

export interface CorpusJudge {
  readonly isRefused: (entry: Pick<Truth, "command" | "workdir">) => boolean;
  /** It is taken for a write of a project's file, or of one that cannot be told. */
  readonly isGated: (entry: Pick<Truth, "command" | "workdir">) => boolean;
  /** The bank is compared before and after it. */
  readonly isChecked: (entry: Truth) => boolean;
  readonly remove: () => void;
}

/** Judges commands of the corpus in the project that they were run in. */
export function openCorpus(): CorpusJudge {
  const template = makeTemplate();
  const { root } = template;
  const { env: before } = process;
  process.env = sandboxEnvironment(template.template);
  const bank = join(root, "memory-bank");
  const others = findOtherBanks({ directory: root, root, bank });
  others.holding(join(root, "packages/api/memory-bank/MEMORY.md"));
  const paths = createPaths({ directory: root, root, bank, others, isCaseInsensitive: false });
  const [anyBank, policy] = [aBank(), aPolicy({ guardMode: "off" })];
  const place = (workdir = ".") => ({ folder: join(root, workdir), root, paths });
  return {
    isRefused({ command, workdir }) {
      const call = toShellCall(fillIn(command, root), place(workdir));
      const { decision } = decide(call, NEW_SESSION, anyBank, policy);
      return decision.kind === "refuse";
    },
    isGated: ({ command, workdir }) =>
      policy.assessRisk(toShellCall(fillIn(command, root), place(workdir))).level !== "low",
    isChecked: ({ command, workdir }) =>
      toShellCall(fillIn(command, root), place(workdir)).effectCheck !== undefined,
    remove() {
      process.env = before;
      template.remove();
    },
  };
}
