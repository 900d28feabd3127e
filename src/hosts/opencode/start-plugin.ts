import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { detectLanguage, languageOfLocale } from "../../bank/language.ts";
import { ENTRY } from "../../bank/layout.ts";
import { findBank } from "../../io/bank/find-bank.ts";
import { attempt, readText } from "../../io/disk/read.ts";
import type { Log } from "../../runtime/project.ts";
import { readSettings } from "../../runtime/settings.ts";
import type { Place } from "./registrations.ts";

/** Thrown before a tool runs: the host shows the model exactly this message. */
export class Refusal extends Error {
  override readonly name = "MemoryBankRefusal";
}

export interface PluginStart {
  readonly directory: string;
  readonly worktree: string;
  /** As the user's config has them. */
  readonly options: unknown;
  readonly packageRoot: URL;
  readonly print: (level: "debug" | "warn" | "error", message: string) => void;
}

export type Started = NonNullable<ReturnType<typeof startPlugin>>;

const DONE = Promise.resolve();

/**
 * What both lines of OpenCode do for a directory before anybody speaks there; undefined where the user has switched us
 * off. The project itself is opened later: see `open-plugin.ts`.
 */
export function startPlugin({ directory, worktree, options, packageRoot, print }: PluginStart) {
  const { settings, problems } = readSettings(process.env, options, { directory, worktree });
  if (settings.disabled) return undefined;
  const log = createLog(print, settings.debug);
  for (const problem of problems) log.warn(problem);
  const locale = languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]);
  const claims = sharedClaims();
  const claim = Symbol(directory);
  claims.set(directory, claim);
  const isHeld = () => claims.get(directory) === claim;

  /** A failure of ours is logged and the host goes on. What needs no waiting costs no waiting. */
  function safely(what: string, act: () => void | Promise<void>): Promise<void> {
    if (!isHeld()) return DONE;
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
    directory,
    worktree,
    settings,
    locale,
    log,
    safely,

    /** What the prompts and permissions of what we register speak of. */
    place(): Place {
      const { root, bank } = findBank({ directory, worktree }, settings.bank);
      const entry = readText(join(bank, ENTRY)) ?? "";
      return {
        language: settings.lang ?? detectLanguage(entry) ?? locale,
        root,
        directory,
        worktree,
        bank,
        writer: settings.writer,
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

/** A host without a log is no reason to stop. */
function createLog(print: PluginStart["print"], isDebug: boolean): Log {
  const send = (level: Parameters<typeof print>[0], message: string) =>
    attempt(() => print(level, message), undefined);
  return {
    warn: (message) => send("warn", message),
    error: (message, error) =>
      send(
        "error",
        `${message}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
    debug: isDebug ? (message) => send("debug", message) : undefined,
  };
}
