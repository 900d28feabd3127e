import { realpathSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Host, StartPoint } from "../hosts/host.ts";
import { loadHosts } from "../hosts/registry.ts";
import { type BankLocation, askedBank, findBank, homeOf } from "../io/bank/find-bank.ts";
import { type OpenBank, openBank } from "../io/bank/open-bank.ts";
import { findOtherBanks } from "../io/bank/other-banks.ts";
import { toSlashes } from "../io/disk/paths.ts";
import { attempt } from "../io/disk/read.ts";
import { runGit } from "../io/disk/run-git.ts";
import { surroundings } from "../io/disk/state-folder.ts";
import { type SettingsResult, readSettings } from "../runtime/settings.ts";
import type { CheckInput } from "../check/check-input.ts";
import { type Base, findBase } from "../io/bank/git-docs.ts";
import { readCheckInput } from "../io/bank/read-check-input.ts";
import type { Language } from "../types.ts";
import { findLeftover } from "../io/plan/unfinished.ts";
import { describeTrouble } from "../io/plan/plan-error.ts";
import { printError } from "./print.ts";
import { hereAndNow, localeIn, say, speak } from "./say.ts";
import { Stop } from "./stop.ts";
import type { Options } from "./usage.ts";

export interface Opened {
  readonly location: Located;
  readonly bank: OpenBank;
  readonly problems: readonly string[];
}

/** The bank that a host started in this folder would use, with the settings that it would read. */
export interface Located extends BankLocation, StartPoint, SettingsResult {
  /** The first host that is set up for this folder, else the first known host. */
  readonly host: Host;
}

type Place = Pick<Options, "dir" | "bank">;

/**
 * Opens the bank that a host started in `dir` would use, or the folder in `--bank`, in the language `lang` if given.
 * From then on, messages are in the bank's language, unless the user asked for another one.
 */
export async function open(place: Place, lang?: Language): Promise<Opened> {
  return openAt(await locate(place), lang);
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
  return { location, bank, problems: found };
}

/** Finds the bank and reads the settings, without opening the bank. `--bank` overrides the folder in the settings. */
export async function locate({ dir, bank: asked }: Place): Promise<Located> {
  const directory = settledFolder(dir);
  const start = { directory, worktree: worktreeOf(directory), machine: surroundings() };
  const hosts = await loadHosts();
  const host = hosts.find((each) => each.isSetUp(start)) ?? hosts[0];
  const { env, options } = host.readGiven(start);
  const read = readSettings(env, options, start);
  const settings = { ...read.settings, bank: asked ?? read.settings.bank };
  const location = findBank(start, settings.bank);
  if (asked !== undefined && askedBank(location.root, asked) === undefined) {
    throw new Stop(2, {
      en: `${asked} is not a folder inside the project (${location.root})`,
      zh: `${asked} 不是项目（${location.root}）内的文件夹`,
    });
  }
  return { ...location, ...start, ...read, host, settings };
}

/** Every bank of the project, sorted by path, each as a host started in the folder that it belongs to sees it. */
export async function locateAll(place: Located): Promise<Located[]> {
  const { root } = place;
  const others = findOtherBanks(place);
  await others.discover();
  const folders = [...(place.exists ? [place.bank] : []), ...others.list()].toSorted();
  if (folders.length === 0) requireBank(place);
  return Promise.all(
    folders.map((bank) =>
      locate({ dir: homeOf({ root, bank }).home, bank: toSlashes(relative(root, bank)) }),
    ),
  );
}

export function requireBank({ bank, exists }: Located): void {
  if (exists) return;
  throw new Stop(2, {
    en: `there is no memory bank at ${bank}. To make one: memory-bank refresh`,
    zh: `${bank} 处没有记忆库。建立：memory-bank refresh`,
  });
}

/** The commit where this branch left the asked one. If git finds none, a Stop tells the user what to do. */
export function requireBase(root: string, asked: string | undefined): Base {
  const found = findBase(root, asked);
  if ("commit" in found) return found;
  throw new Stop(2, found);
}

/** Reads the whole bank for a check. Findings are in `lang`, else in the bank's language. */
export function readCheck({ location }: Opened, lang: Language | undefined): CheckInput {
  const { directory, settings, host } = location;
  const { words } = host;
  return readCheckInput(location, { ...settings, ...hereAndNow(), lang, directory, words });
}

/** Prints to stderr, so that the command's output stays as it is. */
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

/** The root of git's work tree; `/`, as hosts report it, if there is no git repository. */
function worktreeOf(directory: string): string {
  return attempt(() => runGit(directory, ["rev-parse", "--show-toplevel"]).trim(), "/");
}
