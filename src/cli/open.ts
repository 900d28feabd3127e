import { execFileSync } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Host, StartPoint } from "../hosts/host.ts";
import { loadHosts } from "../hosts/registry.ts";
import { type BankLocation, askedBank, findBank, homeOf } from "../io/bank/find-bank.ts";
import { type OpenBank, openBank } from "../io/bank/open-bank.ts";
import { findOtherBanks } from "../io/bank/other-banks.ts";
import { toSlashes } from "../io/disk/paths.ts";
import { surroundings } from "../io/disk/state-folder.ts";
import { type Settings, type SettingsResult, readSettings } from "../runtime/settings.ts";
import type { Language } from "../types.ts";
import { findLeftover } from "../io/plan/unfinished.ts";
import { describeTrouble } from "../io/plan/plan-error.ts";
import { printError } from "./print.ts";
import { localeIn, say, speak } from "./say.ts";
import { Stop } from "./stop.ts";

export interface Opened {
  readonly location: Located;
  readonly bank: OpenBank;
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** Where the bank of a host started there is. */
export interface Located extends BankLocation, StartPoint {
  /** The one that it is about: set up there, else the first that we know. */
  readonly host: Host;
  readonly settings: Settings;
  /** Where each of them was set. */
  readonly sources: SettingsResult["sources"];
  /** Of the settings. */
  readonly problems: readonly string[];
}

/**
 * The bank and the settings as a host started in `dir` would see them; another folder than the settings name, and
 * another language, where that is asked for. From here on it is spoken of in its own.
 */
export async function open(dir: string, bank?: string, lang?: Language): Promise<Opened> {
  return openAt(await locate(dir, bank), lang);
}

export async function openAt(location: Located, lang?: Language): Promise<Opened> {
  const { host, directory, worktree, settings } = location;
  const found = [...location.problems];
  const bank = openBank({
    ...settings,
    lang: lang ?? settings.lang,
    directory,
    worktree,
    locale: localeIn(process.env),
    words: host.words,
    onProblem: (problem) => found.push(problem),
  });
  speak(bank.language);
  const leftover = findLeftover(location.bank);
  if (leftover !== undefined) found.push(say(describeTrouble("leftover", leftover)));
  return { location, bank, settings, problems: found };
}

/** Without looking into the bank, which is the folder `asked` where one is. */
export async function locate(dir: string, asked?: string): Promise<Located> {
  const directory = settledFolder(dir);
  const start = { directory, worktree: worktreeOf(directory), machine: surroundings() };
  const hosts = await loadHosts();
  const host = hosts.find((each) => each.isSetUp(start)) ?? hosts[0];
  const { env, options } = host.readGiven(start);
  const read = readSettings(env, options, start);
  const settings = { ...read.settings, bank: asked ?? read.settings.bank };
  const { sources, problems } = read;
  const location = findBank(start, settings.bank);
  if (asked !== undefined && askedBank(location.root, asked) === undefined) {
    throw new Stop(2, {
      en: `${asked} is not a folder inside the project (${location.root})`,
      zh: `${asked} 不是项目（${location.root}）内的文件夹`,
    });
  }
  return { ...location, ...start, host, settings, sources, problems };
}

/** Every bank of the work tree, by path, each as a host started beside it sees it. */
export async function locateAll(place: Located): Promise<Located[]> {
  const { root } = place;
  const others = findOtherBanks(place);
  await others.discover();
  const folders = [...(place.exists ? [place.bank] : []), ...others.list()].toSorted();
  if (folders.length === 0) requireBank(place);
  return Promise.all(
    folders.map((bank) => locate(homeOf({ root, bank }).home, toSlashes(relative(root, bank)))),
  );
}

export function requireBank({ bank, exists }: Located): void {
  if (exists) return;
  throw new Stop(2, {
    en: `there is no memory bank at ${bank}. To make one: memory-bank refresh`,
    zh: `${bank} 处没有记忆库。建立：memory-bank refresh`,
  });
}

/** Beside what a command answers. */
export function printProblems(command: string, { problems }: Opened): void {
  for (const problem of problems) printError(`memory-bank ${command}: ${problem}`);
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
