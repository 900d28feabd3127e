import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findOtherBanks } from "../../src/io/bank/other-banks.ts";
import { createPaths } from "../../src/io/disk/paths.ts";
import { toShellCall } from "../../src/runtime/shell-call.ts";
import { decide } from "../../src/policy/decide.ts";
import { NEW_SESSION } from "../../src/policy/session.ts";
import { fillIn, makeTemplate, sandboxEnvironment } from "../fixtures/shell-corpus/run-command.mjs";
import { aBank, aPolicy } from "./builders.ts";

/** One command of the corpus, with what running it changed: see generate.mjs. */
export interface Truth {
  /**
   * `plain` writes into a bank, as anybody can see; `other` changes one in a way that the words do not show.
   * `everyday` leaves banks alone and must pass; `in-vain` writes there by its words, without an effect.
   */
  readonly kind: "plain" | "other" | "everyday" | "in-vain";
  readonly group: string;
  readonly command: string;
  readonly workdir?: string;
  readonly changesBank: boolean;
  readonly changesOthers: boolean;
}

export const TRUTH = readFileSync(
  new URL("../fixtures/shell-corpus/commands.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Truth);

type Command = Pick<Truth, "command" | "workdir">;

/** Judges commands in the project that the corpus was run in. */
export function openCorpus() {
  const template = makeTemplate();
  const { root } = template;
  const { env: before } = process;
  process.env = sandboxEnvironment(template.template);
  const bank = join(root, "memory-bank");
  const others = findOtherBanks({ directory: root, root, bank });
  others.holding(join(root, "packages/api/memory-bank/MEMORY.md"));
  const paths = createPaths({ directory: root, root, bank, others, isCaseInsensitive: false });
  const [anyBank, policy] = [aBank(), aPolicy({ guardMode: "off" })];
  const toCall = ({ command, workdir = "." }: Command) =>
    toShellCall(fillIn(command, root), { folder: join(root, workdir), paths });
  return {
    isRefused: (entry: Command) =>
      decide(toCall(entry), NEW_SESSION, anyBank, policy).decision.kind === "refuse",
    /** It is taken for a write of a project's file. */
    isGated: (entry: Command) => policy.assessRisk(toCall(entry)).level !== "low",
    remove: () => {
      process.env = before;
      template.remove();
    },
  };
}
