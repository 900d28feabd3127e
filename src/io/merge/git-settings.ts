import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { attempt } from "../disk/read.ts";
import { REAL_DISK } from "../disk/disk.ts";
import type { Surroundings } from "../disk/state-folder.ts";

/** The repository's own config: of a linked work tree or a submodule, the one that git reads there. */
export function repositoryConfig(folder: string): string {
  const path = REAL_DISK.git(folder, ["rev-parse", "--git-path", "config"], "").trim();
  return resolve(folder, path);
}

/** The user's config: the one that `git config --global` would write. */
export function userConfig({ env, home }: Surroundings): string | undefined {
  const named = env["GIT_CONFIG_GLOBAL"];
  if (named) return named;
  if (home === undefined) return undefined;
  const plain = join(home, ".gitconfig");
  const xdg = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "git", "config");
  return !existsSync(plain) && existsSync(xdg) ? xdg : plain;
}

/** A config's text as git itself edits it: other lines stay as they are. */
export function editGitConfig(text: string, edits: readonly (readonly string[])[]): string {
  const folder = mkdtempSync(join(tmpdir(), "memory-bank-config-"));
  try {
    const file = join(folder, "config");
    writeFileSync(file, text);
    for (const edit of edits) REAL_DISK.git(folder, ["config", "--file", file, ...edit], "");
    return readFileSync(file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What git goes by in a folder, whichever config says it. */
export function gitSetting(folder: string, name: string): string | undefined {
  return attempt(
    () => REAL_DISK.git(folder, ["config", "--get", name], "").replace(/\n$/, ""),
    undefined,
  );
}

/** What the attribute `merge` of a file is. */
export function mergeAttribute(folder: string, path: string): string | undefined {
  const args = ["check-attr", "-z", "merge", "--", path];
  return attempt(() => REAL_DISK.git(folder, args, "").split("\0")[2], undefined);
}
