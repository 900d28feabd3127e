import { execFileSync } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type BankLocation, findBank } from "../io/bank/find-bank.ts";
import { createKeyTriggerCheck } from "../io/has-key-trigger.ts";
import { type OpenBank, openBank } from "../io/bank/open-bank.ts";
import { type Settings, readSettings } from "../runtime/read-settings.ts";
import { surroundings } from "../io/disk/state-folder.ts";
// oxlint-disable-next-line no-restricted-imports -- until the registry of hosts has the words
import { WORDS } from "../hosts/opencode/words.ts";
import type { HostWords, Language } from "../types.ts";
import { readPluginOptions } from "./plugin-options.ts";
import { localeIn, speak } from "./say.ts";
import { Stop } from "./stop.ts";

export interface Opened {
  readonly location: BankLocation;
  readonly bank: OpenBank;
  readonly settings: Settings;
  readonly problems: readonly string[];
  /** Of the host whose agents it is about. */
  readonly words: HostWords;
}

/**
 * The bank and the settings as a host started in `dir` would see them; in another language where that is
 * wanted. From here on it is spoken of in its own.
 */
export function open(dir: string, lang?: Language): Opened {
  const location = locate(dir);
  const options = readPluginOptions(location.directory, location.worktree);
  const { settings, problems } = readSettings(process.env, options);
  const found = [...problems];
  const { directory, worktree } = location;
  const bank = openBank({
    ...settings,
    lang: lang ?? settings.lang,
    directory,
    worktree,
    locale: localeIn(process.env),
    words: WORDS,
    hasKeyTrigger: createKeyTriggerCheck({ machine: surroundings(), directory, worktree }),
    onProblem: (problem) => found.push(problem),
  });
  speak(bank.language);
  return { location, bank, settings, problems: found, words: WORDS };
}

/** Where the bank of a host started in `dir` is, without looking into it. */
export function locate(dir: string): BankLocation & { readonly worktree: string } {
  const directory = settledFolder(dir);
  const worktree = worktreeOf(directory);
  return { ...findBank(directory, worktree), worktree };
}

function settledFolder(dir: string): string {
  const folder = resolve(dir);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Stop(2, { en: `${dir} is not a folder`, zh: `${dir} 不是文件夹` });
  }
  return realpathSync(folder);
}

/** `/`, as OpenCode says it, where there is no git. */
function worktreeOf(directory: string): string {
  try {
    return execFileSync("git", ["rev-parse", "--show-toplevel"], {
      cwd: directory,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "/";
  }
}
