import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { detectLanguage, languageOfLocale } from "../../bank/language.ts";
import { ENTRY } from "../../bank/layout.ts";
import { findBank } from "../../io/bank/find-bank.ts";
import { attempt, readText } from "../../io/disk/read.ts";
import type { Log } from "../../runtime/project.ts";
import { readSettings } from "../../runtime/settings.ts";

/** Thrown before a tool runs: the host shows the model exactly this message. */
export class Refusal extends Error {
  override readonly name = "MemoryBankRefusal";
}

interface PluginStart {
  readonly directory: string;
  readonly worktree: string;
  /** The plugin options from the user's config. */
  readonly options: unknown;
  readonly packageRoot: URL;
  readonly print: (level: "debug" | "warn" | "error", message: string) => void;
}

export type Started = NonNullable<ReturnType<typeof startPlugin>>;

/** What the prompts and permissions of our agents need to know of the project. */
export type Place = ReturnType<Started["place"]>;

/**
 * What both lines of OpenCode do for a directory before anybody speaks there; undefined where the user has switched us
 * off. The project itself is opened later: see `open-plugin.ts`.
 */
export function startPlugin({ directory, worktree, options, packageRoot, print }: PluginStart) {
  const { settings, problems } = readSettings(process.env, options, { directory, worktree });
  if (settings.disabled) return undefined;
  // Some hosts have no log; go on without it.
  const send = (level: Parameters<typeof print>[0], message: string) =>
    attempt(() => print(level, message), undefined);
  const log: Log = {
    warn: (message) => send("warn", message),
    error: (message, error) =>
      send("error", `${message}: ${error instanceof Error ? error.stack : String(error)}`),
    debug: settings.debug ? (message) => send("debug", message) : undefined,
  };
  for (const problem of problems) log.warn(problem);
  const locale = languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]);
  const claims = sharedClaims();
  const claim = Symbol(directory);
  claims.set(directory, claim);
  const isHeld = () => claims.get(directory) === claim;

  /** Logs a failure of ours, so that the host goes on. */
  async function safely(what: string, act: () => void | Promise<void>): Promise<void> {
    if (!isHeld()) return;
    try {
      // An event is not waited for: what its handler does before it waits itself is done at once.
      await act();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      log.error(`${what} failed`, error);
    }
  }

  return {
    directory,
    worktree,
    settings,
    locale,
    log,
    safely,

    place() {
      const { root, bank } = findBank({ directory, worktree }, settings.bank);
      const entry = readText(join(bank, ENTRY)) ?? "";
      return {
        language: settings.lang ?? detectLanguage(entry) ?? locale,
        root,
        directory,
        worktree,
        bank,
        writer: settings.writer,
        /** The folder of the package that holds the skill. */
        skills: fileURLToPath(new URL("dist/skills", packageRoot)),
      };
    },

    release(): void {
      if (isHeld()) claims.delete(directory);
    },
  };
}

/**
 * Two copies of the plugin (global and project config) serve the same directory in one process: the copy loaded
 * last acts, the others stay silent. The last and not the first, so that a host which starts a project again
 * without disposing of the old instance is served by the new one.
 */
function sharedClaims(): Map<string, symbol> {
  const key = Symbol.for("agent-memory-bank.claims");
  const found: unknown = Reflect.get(globalThis, key);
  if (found instanceof Map) return found;
  const claims = new Map<string, symbol>();
  Reflect.set(globalThis, key, claims);
  return claims;
}
