import { join, relative } from "node:path";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { attempt, readText } from "../disk/read.ts";
import { REAL_DISK } from "../disk/disk.ts";
import { toSlashes } from "../disk/paths.ts";
import type { BankPlace } from "../plan/check-plan.ts";

/** Where a branch left another one. */
export interface Base {
  /** The other one, as it was named or found. */
  readonly ref: string;
  readonly commit: string;
}

export type BaseResult =
  | { readonly kind: "base"; readonly base: Base }
  | { readonly kind: "no-git" | "no-default" }
  | { readonly kind: "no-ref" | "no-history"; readonly ref: string };

/** A doc that differs from the base: by commits, or in the work tree. */
export interface BranchDoc {
  /** Inside the bank, with `/`. */
  readonly path: string;
  /** What it was called there, where git takes it for the same. */
  readonly from: string;
}

/** Names of the branch that a change is to go into, where a build server says it. */
const TARGETS = ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"];

/** Where the branch that is checked out left `asked`, or the default branch. */
export function findBase(root: string, asked: string | undefined): BaseResult {
  const git = (...args: string[]) => attempt(() => REAL_DISK.git(root, args, "").trim(), undefined);
  if (git("rev-parse", "--verify", "--quiet", "HEAD^{commit}") === undefined)
    return { kind: "no-git" };
  const isCommit = (ref: string) =>
    !ref.startsWith("-") &&
    git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`) !== undefined;
  const ref = (asked === undefined ? defaults(git) : [asked, `origin/${asked}`]).find(isCommit);
  if (ref === undefined)
    return asked === undefined ? { kind: "no-default" } : { kind: "no-ref", ref: asked };
  const commit = git("merge-base", "HEAD", ref);
  return commit === undefined || commit === ""
    ? { kind: "no-history", ref }
    : { kind: "base", base: { ref, commit } };
}

function defaults(git: (...args: string[]) => string | undefined): string[] {
  const target = TARGETS.flatMap((name) => process.env[name] || []).map((name) => `origin/${name}`);
  const head = git("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD") || [];
  return [...target, ...[head].flat(), "origin/main", "origin/master", "main", "master"];
}

/** The docs of a bank that differ from the base, sorted by path. */
export function listBranchDocs({ root, bank }: BankPlace, { commit }: Base): BranchDoc[] {
  const folder = `${toSlashes(relative(root, bank))}/`;
  const git = (...args: string[]) => REAL_DISK.git(root, ["--literal-pathspecs", ...args], "");
  const options = ["--name-status", "-z", "-M", "--no-ext-diff", `--relative=${folder}`];
  const docs = new Map<string, string>();
  // `M\0path\0`, `R090\0old\0new\0`, and so on.
  const words = git("diff", ...options, commit, "--", folder).split("\0");
  for (let at = 0; at + 1 < words.length;) {
    const end = at + (words[at]?.startsWith("R") ? 3 : 2);
    const [from = "", to = from] = words.slice(at + 1, end);
    docs.set(to, from);
    at = end;
  }
  const untracked = git("ls-files", "--others", "--exclude-standard", "-z", "--", folder);
  for (const name of untracked.split("\0"))
    docs.set(name.slice(folder.length), name.slice(folder.length));
  return [...docs]
    .map(([path, from]) => ({ path, from }))
    .filter(({ path }) => path.endsWith(DOC_EXTENSION))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A doc's text at the base, and now; undefined where it is not there. */
export function readBranchDoc(
  { root, bank }: BankPlace,
  { commit }: Base,
  { path, from }: BranchDoc,
): { readonly before: string | undefined; readonly after: string | undefined } {
  const old = toSlashes(relative(root, join(bank, from)));
  const show = () => REAL_DISK.git(root, ["cat-file", "blob", `${commit}:${old}`], "");
  return { before: attempt(show, undefined), after: readText(join(bank, path)) };
}
