import { realpathSync } from "node:fs";
import { languageOfLocale } from "../../bank/language.ts";
import { openRuntime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import { readSettings } from "../../runtime/settings.ts";
import { buryDead, showLife } from "../../io/disk/lives.ts";
import type { HostWords } from "../../types.ts";
import { HOST_CONFIG_PATHS } from "../known-hosts.ts";
import { findWorktree } from "./find-worktree.ts";
import type { HookInput } from "./hook-input.ts";
import { type HookDialect, createHooks } from "./hooks.ts";
import { field } from "./payload.ts";
import { type RefreshNotes, fromNotes, refresh } from "./refresh-tool.ts";
import { take } from "./take.ts";
import { SWITCHED_OFF, type ToolServer, toText } from "./tool-server.ts";

/** What a server of hooks must know of its host. */
export interface ServedHost {
  readonly dialect: HookDialect;
  readonly words: HostWords;
  /** Where the host was started. */
  readonly directory: string;
  /** More than fits into its hooks is not asked for. */
  readonly mostChars: number;
  readonly refreshTool: { readonly name: string; readonly calledAs: string };
  /** A call of the hook → what it hands over. */
  readonly toHookInput: (params: unknown) => HookInput;
  /** A call → what the host calls it, and, where each session has a server of its own, that session. */
  readonly toCaller: (params: unknown) => { callID: string; session?: string | undefined };
}

const LOG: Log = {
  warn: (message) => process.stderr.write(`[memory-bank] ${message}\n`),
  error: (message, error) => process.stderr.write(`[memory-bank] ${message}: ${describe(error)}\n`),
};

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Where a session has a server of its own, it shows that it lives: a net is under those that have none. */
export function serveBank(host: ServedHost): ToolServer {
  const server = openServer(host);
  let shown: string | undefined;
  return {
    ...server,
    call(params) {
      const { session } = host.toCaller(params);
      if (session !== undefined && shown === undefined) showLife(session);
      shown ??= session;
      return server.call(params);
    },
    close() {
      if (shown !== undefined) buryDead();
      return server.close();
    },
  };
}

function openServer(host: ServedHost): ToolServer {
  const { dialect, words, refreshTool } = host;
  const directory = settled(host.directory);
  const worktree = findWorktree(directory);
  const read = readSettings(process.env, undefined, { directory, worktree });
  for (const problem of read.problems) LOG.warn(problem);
  if (read.settings.disabled) return SWITCHED_OFF;

  const settings = { ...read.settings, maxChars: Math.min(read.settings.maxChars, host.mostChars) };
  const toasts: string[] = [];
  const show = (text: string) => toasts.push(`Memory Bank: ${text}`);
  const notes = new Map<string, RefreshNotes>();
  const runtime = openRuntime({
    directory,
    worktree,
    settings,
    locale: languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]),
    words,
    hostConfigs: HOST_CONFIG_PATHS,
    log: LOG,
    // The host shows a refusal as it is.
    showToast: ({ kind, text }) => kind !== "refused" && show(text),
    // Each hook says whose session it is in.
    lookUp: async () => ({ parent: undefined, isUnattended: false }),
  });
  const recovering = runtime.recover();
  const hooks = createHooks({
    runtime,
    dialect,
    log: LOG,
    directory,
    takeToasts: () => toasts.splice(0),
    show: settings.toasts === "off" ? () => {} : show,
    guardMode: settings.guardMode,
    takeNotes: (callID) => take(notes, callID),
  });

  async function answerRefresh(params: unknown): Promise<object> {
    const caller = host.toCaller(params);
    const session = caller.session ?? hooks.callerOf(caller.callID);
    if (session === undefined) throw new Error("[Memory Bank] Nobody announced this call.");
    const { text, notes: noted } = await refresh(runtime, field(params, "arguments"), async () => ({
      session,
      tool: refreshTool.calledAs,
      mayEdit: runtime.sessions.of(session).mayEdit,
      ask: async () => {},
    }));
    notes.set(caller.callID, noted);
    return toText(text, { _meta: fromNotes(noted) });
  }

  async function call(params: unknown): Promise<object> {
    await recovering;
    if (field(params, "name") === refreshTool.name) return answerRefresh(params).catch(toFailure);
    const input = host.toHookInput(params);
    const answer = await hooks.answer(input).catch((error: unknown) => {
      LOG.error(`${input.event} failed`, error);
      return {};
    });
    return toText(JSON.stringify(answer));
  }

  return { isOff: false, call, close: async () => runtime.close() };
}

function toFailure(error: unknown): object {
  const text = error instanceof Error ? error.message : String(error);
  return toText(text, { isError: true });
}

function settled(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}
