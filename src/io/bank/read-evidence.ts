import { join } from "node:path";
import type { Lookup, Source } from "../../answer/verify-answer.ts";
import { isSecretPath } from "../../secrets/is-secret-path.ts";
import type { Paths } from "../disk/paths.ts";
import { readProjectHead, statOf } from "../disk/read.ts";

/** memory-reader sees 50 KB of a file, but a quote may come from any part of a longer one. */
const LONGEST = 1024 * 1024;

/**
 * Opens the files that an answer names. A path counts as the agent's tools take it, else from the project's root, else
 * from the bank. Only text in the project is opened, and no file that holds secrets.
 */
export function createReadEvidence(paths: Paths): Lookup {
  return (path) => {
    if (isSecretPath(path)) return { kind: "secret" };
    const bases = [undefined, paths.root, paths.bank];
    const sources = bases.map((base) => readSource(paths, path, base));
    const found = sources.find(({ kind }) => kind === "text" || kind === "secret");
    return found ?? sources.find(({ kind }) => kind !== "missing") ?? { kind: "missing" };
  };
}

function readSource(paths: Paths, path: string, base: string | undefined): Source {
  const target = paths.toTarget(path, base);
  if (isSecretPath(target.path) || isSecretPath(target.alias ?? "")) return { kind: "secret" };
  if (target.place === "outside") return { kind: "outside" };
  // The bank itself may be a link to another folder.
  const { root, name } =
    target.place === "bank" && target.doc !== undefined
      ? { root: paths.bank, name: target.doc }
      : { root: paths.root, name: target.path };
  const stats = statOf(join(root, name));
  if (stats === undefined) return { kind: "missing" };
  if (!stats.isFile()) return { kind: "unreadable" };
  if (stats.size > LONGEST) return { kind: "too-large" };
  const head = readProjectHead(root, name, LONGEST);
  if (head === undefined) return { kind: "unreadable" };
  return { kind: "text", text: head.text, mtime: stats.mtime.toISOString() };
}
