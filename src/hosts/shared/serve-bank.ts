import { languageOfLocale } from "../../bank/language.ts";
import { buryDead, showLife } from "../../io/disk/lives.ts";
import { realPathOf } from "../../io/disk/paths.ts";
import { openRuntime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import { readSettings } from "../../runtime/settings.ts";
import type { HostWords } from "../../types.ts";
import { HOST_CONFIG_PATHS } from "../known-hosts.ts";
import { findWorktree } from "./find-worktree.ts";
import { readHookInput } from "./hook-input.ts";
import { type HookDialect, createHooks } from "./hooks.ts";
import { field, textField } from "./payload.ts";
import { type RefreshNotes, fromNotes, refresh } from "./refresh-tool.ts";
import { SWITCHED_OFF, type ToolServer, toText } from "./tool-server.ts";

/** What a server of hooks must know of its host. */
export interface ServedHost {
  readonly dialect: HookDialect;
  readonly words: HostWords;
  /** Where the host was started. */
  readonly directory: string;
  readonly refreshTool: { readonly name: string; readonly calledAs: string };
  /** The field beside a call's arguments that has its id. */
  readonly callKey: string;
}

const LOG: Log = {
  warn: (message) => process.stderr.write(`[memory-bank] ${message}\n`),
  error: (message, error) => process.stderr.write(`[memory-bank] ${message}: ${describe(error)}\n`),
};

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Where each thread has its own server, a server shows that it lives: without that, calls are refused. */
export function serveBank(host: ServedHost): ToolServer {
  const server = openServer(host);
  let shown: string | undefined;
  return {
    ...server,
    call(params) {
      const thread = threadOf(params);
      if (thread !== undefined && shown === undefined) showLife(thread);
      shown ??= thread;
      return server.call(params);
    },
    close() {
      if (shown !== undefined) buryDead();
      return server.close();
    },
  };
}

function threadOf(params: unknown): string | undefined {
  return textField(params, "_meta", "threadId");
}

function openServer(host: ServedHost): ToolServer {
  const { dialect, words, refreshTool, callKey } = host;
  const directory = realPathOf(host.directory);
  const worktree = findWorktree(directory);
  const read = readSettings(process.env, undefined, { directory, worktree });
  for (const problem of read.problems) LOG.warn(problem);
  if (read.settings.disabled) return SWITCHED_OFF;

  // The prompt block must fit into the host's hooks.
  const maxChars = Math.min(read.settings.maxChars, dialect.room.mostChars);
  const settings = { ...read.settings, maxChars };
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
    // The host itself shows a refusal to the person.
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
    notes,
  });

  async function answerRefresh(params: unknown): Promise<object> {
    const callID = textField(params, "_meta", callKey) ?? "";
    const session = threadOf(params) ?? hooks.callerOf(callID);
    if (session === undefined) throw new Error("[Memory Bank] Nobody announced this call.");
    const { text, notes: noted } = await refresh(runtime, field(params, "arguments"), async () => ({
      session,
      tool: refreshTool.calledAs,
      mayEdit: runtime.sessions.of(session).mayEdit,
      ask: async () => {},
    }));
    notes.set(callID, noted);
    return toText(text, { _meta: fromNotes(noted) });
  }

  async function call(params: unknown): Promise<object> {
    await recovering;
    if (field(params, "name") === refreshTool.name) {
      return answerRefresh(params).catch((error: unknown) =>
        toText(error instanceof Error ? error.message : String(error), { isError: true }),
      );
    }
    const input = readHookInput(field(params, "arguments"), threadOf(params));
    const answer = await hooks.answer(input).catch((error: unknown) => {
      LOG.error(`${input.event} failed`, error);
      return {};
    });
    return toText(JSON.stringify(answer));
  }

  return { isOff: false, call, close: async () => runtime.close() };
}
