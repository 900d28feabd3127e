import { execFileSync } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { StartPoint } from "../hosts/host.ts";
import { loadHosts } from "../hosts/registry.ts";
import { type BankLocation, findBank } from "../io/bank/find-bank.ts";
import { type OpenBank, openBank } from "../io/bank/open-bank.ts";
import { surroundings } from "../io/disk/state-folder.ts";
import { type Settings, readSettings } from "../runtime/read-settings.ts";
import type { HostWords, Language } from "../types.ts";
import { findForeign } from "../io/plan/look-at-staging.ts";
import { describeForeign } from "../io/plan/plan-error.ts";
import { localeIn, say, speak } from "./say.ts";
import { Stop } from "./stop.ts";

export interface Opened {
  readonly location: Located;
  readonly bank: OpenBank;
  readonly settings: Settings;
  readonly problems: readonly string[];
  /** What somebody else has left where a plan is staged; one of the problems. */
  readonly foreign: string | undefined;
  /** Of the host whose agents it is about. */
  readonly words: HostWords;
}

/** Where the bank of a host started there is. */
export type Located = BankLocation & StartPoint;

/**
 * The bank and the settings as a host started in `dir` would see them; in another language where that is
 * wanted. From here on it is spoken of in its own.
 */
export async function open(dir: string, lang?: Language): Promise<Opened> {
  return openAt(locate(dir), lang);
}

export async function openAt(location: Located, lang?: Language): Promise<Opened> {
  const [host] = await loadHosts();
  const { settings, problems } = readSettings(process.env, host.readOptions(location));
  const found = [...problems];
  const { directory, worktree } = location;
  const bank = openBank({
    ...settings,
    lang: lang ?? settings.lang,
    directory,
    worktree,
    locale: localeIn(process.env),
    words: host.words,
    hasKeyTrigger: host.createKeyTriggerCheck(location),
    onProblem: (problem) => found.push(problem),
  });
  speak(bank.language);
  const foreign = findForeign(location);
  if (foreign !== undefined) found.push(say(describeForeign(foreign)));
  return { location, bank, settings, problems: found, foreign, words: host.words };
}

/** Without looking into the bank. */
export function locate(dir: string): Located {
  const directory = settledFolder(dir);
  const worktree = worktreeOf(directory);
  return { ...findBank(directory, worktree), machine: surroundings(), worktree };
}

function settledFolder(dir: string): string {
  const folder = resolve(dir);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Stop(2, { en: `${dir} is not a folder`, zh: `${dir} 不是文件夹` });
  }
  return realpathSync(folder);
}

/** `/`, as hosts say it, where there is no git. */
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
