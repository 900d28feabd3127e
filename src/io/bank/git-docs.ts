import { join, relative } from "node:path";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import type { Text } from "../../types.ts";
import { realPathOf, toSlashes } from "../disk/paths.ts";
import { readText, statOf } from "../disk/read.ts";
import { askGit, runGit } from "../disk/run-git.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import type { BankPlace } from "../plan/check-plan.ts";

/** The commit at which a branch left another one. */
export interface Base {
  /** The other branch, as it was named or found. */
  readonly ref: string;
  readonly commit: string;
}

/** A doc that differs from the base, by commits or in the work tree. */
export interface BranchDoc {
  /** Inside the bank, with `/`. */
  readonly path: string;
  /** Its path at the base, if git takes the doc for a moved one. */
  readonly from: string;
}

/** Variables in which a build server gives the branch that a change is to go into. */
const TARGETS = ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"];

/** Where the current branch left `asked`, or the default branch; or why git cannot say, and what to do. */
export function findBase(root: string, asked: string | undefined): Base | Text {
  const git = (...args: string[]) => askGit(root, args)?.trim();
  if (git("rev-parse", "--verify", "--quiet", "HEAD^{commit}") === undefined)
    return {
      en: `${root} is not in a git repository with commits: there is nothing to compare with`,
      zh: `${root} 不在有提交的 git 仓库中：没有可比较的对象`,
    };
  const isCommit = (ref: string) =>
    !ref.startsWith("-") &&
    git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`) !== undefined;
  const ref = (asked === undefined ? defaults(git) : [asked, `origin/${asked}`]).find(isCommit);
  if (ref === undefined)
    return {
      en: `git knows no ${asked ?? "default branch"}. Name a branch, a tag or a commit`,
      zh: `git 不认识 ${asked ?? "默认分支"}。请给出分支、标签或提交`,
    };
  const commit = git("merge-base", "HEAD", ref);
  if (commit) return { ref, commit };
  return {
    en: `git has no commit that this branch and ${ref} share. If the clone is shallow: git fetch --unshallow`,
    zh: `git 中没有本分支与 ${ref} 共有的提交。如果是浅克隆：git fetch --unshallow`,
  };
}

function defaults(git: (...args: string[]) => string | undefined): string[] {
  const target = TARGETS.flatMap((name) => process.env[name] || []).map((name) => `origin/${name}`);
  const head = git("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD") || [];
  return [...target, ...[head].flat(), "origin/main", "origin/master", "main", "master"];
}

/** The docs of a bank that differ from the base, sorted by path. */
export function listBranchDocs({ root, bank }: BankPlace, { commit }: Base): BranchDoc[] {
  const folder = `${toSlashes(relative(root, bank))}/`;
  const git = (...args: string[]) => runGit(root, ["--literal-pathspecs", ...args]);
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

/** A doc's text at the base and now; undefined where the doc does not exist. */
export function readBranchDoc(
  { root, bank }: BankPlace,
  { commit }: Base,
  { path, from }: BranchDoc,
) {
  const old = toSlashes(relative(root, join(bank, from)));
  const before = askGit(root, ["cat-file", "blob", `${commit}:${old}`]);
  return { before, after: readText(join(bank, path)) };
}

/** Marks a line with a time; no path begins with it. */
const TIME = "\u0001";
const NAMES_ONLY = ["--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative"];

/**
 * When each doc last changed: at its last commit, or by the file system if git does not know the doc or the doc differs
 * from its commit (`isUncommitted`). Git is asked first, because a clone gives all files the same time.
 */
export function readChangeTimes(bank: string, paths: readonly string[]) {
  const git = (...args: string[]) =>
    (askGit(bank, [...args, ...NAMES_ONLY, "--", "."]) ?? "").split(/[\0\n]/);
  const committed = new Map<string, number>();
  let time = 0;
  // Newest first.
  for (const word of git("log", `--format=${TIME}%ct`)) {
    if (word.startsWith(TIME)) time = Number(word.slice(1)) * 1000;
    else if (!committed.has(word)) committed.set(word, time);
  }
  const changed = new Set(git("diff", "HEAD"));
  return new Map(
    paths.map((path) => {
      const isUncommitted = committed.has(path) && changed.has(path);
      const told = isUncommitted ? undefined : committed.get(path);
      const changedAt = told ?? statOf(join(bank, path))?.mtimeMs;
      return [path, { changedAt, isUncommitted }] as const;
    }),
  );
}

/** Docs of the bank that a merge, a rebase or the like has left unmerged; none without git. */
export function unmergedDocs(bank: string): string[] {
  const args = ["diff", "--name-only", "--diff-filter=U", "--relative", "-z", "--", "."];
  return [...new Set(askGit(bank, args)?.split("\0"))].filter((path) => path !== "");
}

/** The state folders of a bank; with `isInAll`, also those of the same bank in every work tree of the repository. */
export function stateFoldersOf({ root, bank }: BankPlace, isInAll: boolean): string[] {
  const listed = isInAll && askGit(root, ["worktree", "list", "--porcelain", "-z"]);
  const name = relative(realPathOf(root), realPathOf(bank));
  // Each work tree's lines begin with `worktree <path>`.
  const banks = (listed || "")
    .split("\0")
    .filter((line) => line.startsWith("worktree "))
    .map((line) => join(realPathOf(line.slice("worktree ".length)), name))
    .filter((path) => statOf(path) !== undefined);
  return [...new Set([realPathOf(bank), ...banks])].map((each) => stateFolderOf(each));
}
