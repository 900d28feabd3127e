import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { askGit, runGit } from "../disk/run-git.ts";
import type { Surroundings } from "../disk/state-folder.ts";
import { inTempFolder } from "../disk/temp-folder.ts";

/** The repository's own config file; for a linked work tree or a submodule, the one that git reads there. */
export function repositoryConfig(folder: string): string {
  return resolve(folder, runGit(folder, ["rev-parse", "--git-path", "config"]).trim());
}

/** The config file that `git config --global` would write. */
export function userConfig({ env, home }: Surroundings): string | undefined {
  const named = env["GIT_CONFIG_GLOBAL"];
  if (named) return named;
  if (home === undefined) return undefined;
  const plain = join(home, ".gitconfig");
  const xdg = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "git", "config");
  return !existsSync(plain) && existsSync(xdg) ? xdg : plain;
}

/** A config's text after git's own edits: other lines stay as they are. */
export function editGitConfig(text: string, edits: readonly (readonly string[])[]): string {
  return inTempFolder((folder) => {
    const file = join(folder, "config");
    writeFileSync(file, text);
    for (const edit of edits) runGit(folder, ["config", "--file", file, ...edit]);
    return readFileSync(file, "utf8");
  });
}

/** The value that git uses in a folder, from whichever config. */
export function gitSetting(folder: string, name: string): string | undefined {
  return askGit(folder, ["config", "--get", name])?.replace(/\n$/, "");
}

/** The value of a file's `merge` attribute. */
export function mergeAttribute(folder: string, path: string): string | undefined {
  return askGit(folder, ["check-attr", "-z", "merge", "--", path])?.split("\0")[2];
}
