import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { languageOfLocale } from "../../bank/language.ts";
import { ENTRY } from "../../bank/layout.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { attempt } from "../../io/disk/read.ts";
import { type Identity, openRuntime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import { readSettings } from "../../runtime/settings.ts";
import type { ShowToast } from "../../runtime/decisions.ts";
import { isPosixShell } from "../../shell/foreign.ts";
import type { HostWords } from "../../types.ts";
import { HOST_CONFIG_PATHS } from "../known-hosts.ts";
import type { HostTools, Understood } from "../shared/host-tools.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { createAgents } from "./agents.ts";
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
  readonly tools: HostTools;
  /** Undefined where the host does not say. */
  readonly shell: () => string | undefined;
  /** What the names of other programs' tools begin with. */
  readonly servers: () => readonly string[];
  readonly print: (level: "debug" | "warn" | "error", message: string) => void;
  readonly lookUp: (id: string) => Promise<Identity>;
  readonly listAgents: () => Promise<unknown>;
  readonly showToast?: ShowToast;
}

export interface Call {
  readonly id: string;
  readonly session: string;
  readonly tool: string;
  readonly args: unknown;
}

const DONE = Promise.resolve();

/** What both lines of OpenCode open for a directory; undefined where the user has switched us off. */
export async function openPlugin(start: PluginStart) {
  const { directory, worktree, packageRoot, words, tools, lookUp, showToast } = start;
  const { settings, problems } = readSettings(process.env, start.options, { directory, worktree });
  if (settings.disabled) return undefined;
  const log = createLog(start.print, settings.debug);
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
    // A host without a terminal shows nothing.
    ...(showToast && { showToast: (toast) => attempt(() => showToast(toast), undefined) }),
  });
  const { bank } = runtime;
  const claims = sharedClaims();
  const claim = Symbol(directory);
  claims.set(directory, claim);
  const isHeld = () => claims.get(directory) === claim;
  const around: Surroundings = {
    paths: () => bank.paths,
    directory,
    root: bank.paths.root,
    isPosix: () =>
      isPosixShell(start.shell() ?? (process.platform === "win32" ? "powershell" : "sh")),
    servers: start.servers,
  };
  // As rules of the host's permissions name it.
  const entryPath = () => toSlashes(relative(worktree, join(bank.paths.bank, ENTRY)));

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

  await runtime.recover();
  return {
    log,
    runtime,
    around,
    safely,
    isHeld,
    agents: createAgents(start.listAgents, log, entryPath),
    /** Throws the refusal, where the call must not run. `refuse`: what this line alone refuses. */
    async judge(
      { id, session, tool, args }: Call,
      refuse: (understood: Understood) => string | undefined = () => undefined,
    ): Promise<void> {
      const understood = await tools.understand(tool, args, around);
      const isNeverRefused = () => tools.isNeverRefused(tool);
      const refusal =
        refuse(understood) ??
        (await runtime.before(session, { id, tool, args, isNeverRefused, ...understood }));
      if (refusal !== undefined) throw new Refusal(refusal);
    },
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
    close(): void {
      if (isHeld()) claims.delete(directory);
      runtime.close();
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
