import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { languageOfLocale } from "../../bank/language.ts";
import { ENTRY } from "../../bank/layout.ts";
import { type Identity, openRuntime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import { readSettings } from "../../runtime/settings.ts";
import type { ShowToast } from "../../runtime/decisions.ts";
import type { HostWords } from "../../types.ts";
import { HOST_CONFIG_PATHS } from "../known-hosts.ts";
import { claimDirectory } from "./claim.ts";
import type { Place } from "./registrations.ts";

/** Thrown before a tool runs: the host shows the model exactly this message. */
class Refusal extends Error {
  override readonly name = "MemoryBankRefusal";
}

export interface PluginStart {
  readonly directory: string;
  readonly worktree: string;
  /** As the user's config has them. */
  readonly options: unknown;
  readonly packageRoot: URL;
  readonly words: HostWords;
  readonly openLog: (isDebug: boolean) => Log;
  readonly lookUp: (id: string) => Promise<Identity>;
  readonly showToast?: ShowToast;
}

const DONE = Promise.resolve();

/** What both lines of OpenCode open for a directory; undefined where the user has switched us off. */
export function openPlugin(start: PluginStart) {
  const { directory, worktree, packageRoot, words, lookUp, showToast } = start;
  const { settings, problems } = readSettings(process.env, start.options, { directory, worktree });
  if (settings.disabled) return undefined;
  const log = start.openLog(settings.debug);
  for (const problem of problems) log.warn(problem);
  const runtime = openRuntime({
    directory,
    worktree,
    settings,
    locale: languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]),
    words,
    hostConfigs: HOST_CONFIG_PATHS,
    log,
    lookUp,
    ...(showToast && { showToast }),
  });
  const { bank } = runtime;
  const claim = claimDirectory(directory);

  /** A failure of ours is logged and the host goes on. What needs no waiting costs no waiting. */
  function safely(what: string, act: () => void | Promise<void>): Promise<void> {
    if (!claim.isHeld()) return DONE;
    try {
      return act()?.catch((error: unknown) => fail(what, error)) ?? DONE;
    } catch (error) {
      return fail(what, error);
    }
  }

  function fail(what: string, error: unknown): Promise<void> {
    if (error instanceof Refusal) return Promise.reject(error);
    log.error(`${what} failed`, error);
    return DONE;
  }

  return {
    settings,
    log,
    runtime,
    safely,
    isHeld: () => claim.isHeld(),
    /** The entry as rules of the host's permissions name it. */
    bankPath: () => relative(worktree, join(bank.paths.bank, ENTRY)).replaceAll(sep, "/"),
    /** What the prompts and permissions of what we register speak of. */
    place: (): Place => ({
      language: settings.lang ?? bank.language,
      root: bank.paths.root,
      directory,
      worktree,
      bank: bank.paths.bank,
      writer: settings.writer,
      skills: fileURLToPath(new URL("dist/skills", packageRoot)),
    }),
    async close(): Promise<void> {
      claim.release();
      runtime.close();
    },
  };
}

export function throwRefusal(message: string | undefined): void {
  if (message !== undefined) throw new Refusal(message);
}
