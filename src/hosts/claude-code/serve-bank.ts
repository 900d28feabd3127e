import { realpathSync } from "node:fs";
import { languageOfLocale } from "../../bank/language.ts";
import { openRuntime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import { readSettings } from "../../runtime/read-settings.ts";
import { surroundings } from "../../io/disk/state-folder.ts";
import { HOST_CONFIG_PATHS, conversationsOn } from "../known-hosts.ts";
import { findWorktree } from "../shared/find-worktree.ts";
import { field, textField } from "../shared/payload.ts";
import { SWITCHED_OFF, type ToolServer, toText } from "../shared/tool-server.ts";
import { MOST_CHARS, readHookInput } from "./hook-input.ts";
import { createHooks } from "./hooks.ts";
import { type RefreshNotes, fromNotes } from "./tool-result.ts";
import { REFRESH, REFRESH_TOOL, WORDS } from "./words.ts";

const LOG: Log = {
  warn: (message) => process.stderr.write(`[memory-bank] ${message}\n`),
  error: (message, error) => process.stderr.write(`[memory-bank] ${message}: ${describe(error)}\n`),
};

/** Who is asked at once has nothing to prepare for: it would only come later to the answer. */
const UNTIL_SPOKEN_TO = 20;

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export function serveBank(): ToolServer {
  const given = process.env["CLAUDE_PROJECT_DIR"] || process.cwd();
  const directory = settled(given);
  const worktree = findWorktree(directory);
  const read = readSettings(process.env, undefined, { directory, worktree });
  for (const problem of read.problems) LOG.warn(problem);
  if (read.settings.disabled) return SWITCHED_OFF;

  const settings = { ...read.settings, maxChars: Math.min(read.settings.maxChars, MOST_CHARS) };
  const toasts: string[] = [];
  const show = (text: string) => toasts.push(`Memory Bank: ${text}`);
  const notes = new Map<string, RefreshNotes>();
  const isUnattended = process.env["CLAUDE_CODE_ENTRYPOINT"] === "sdk-cli";
  const runtime = openRuntime({
    directory,
    worktree,
    settings,
    locale: languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]),
    words: WORDS,
    hostConfigs: HOST_CONFIG_PATHS,
    conversations: conversationsOn(surroundings()),
    log: LOG,
    checkWorker: new URL("../../check-worker.js", import.meta.url),
    // The host shows a refusal as it is.
    showToast: ({ kind, text }) => kind !== "refused" && show(text),
    lookUp: async () => ({ parent: undefined, isUnattended }),
  });
  const recovering = runtime.recover();
  const preparing = setTimeout(() => runtime.prepare(), UNTIL_SPOKEN_TO);
  const hooks = createHooks({
    runtime,
    log: LOG,
    directory,
    isUnattended,
    takeToasts: () => toasts.splice(0),
    show: settings.toasts === "off" ? () => {} : show,
    guardMode: settings.guardMode,
    takeNotes(callID) {
      const found = notes.get(callID);
      notes.delete(callID);
      return found;
    },
  });

  async function refresh(params: unknown): Promise<object> {
    const args = field(params, "arguments");
    const callID = textField(params, "_meta", "claudecode/toolUseId") ?? "";
    const session = hooks.callerOf(callID);
    const action = field(args, "action");
    if (session === undefined) throw new Error("[Memory Bank] Nobody announced this call.");
    if (action === "plan") {
      const { text, id } = await runtime.plan();
      return toAnswer(text, callID, { planned: id });
    }
    if (action !== "apply") throw new Error('[Memory Bank] action must be "plan" or "apply".');
    const { mayEdit } = runtime.sessions.of(session);
    const id = textField(args, "plan");
    const asked = { session, tool: REFRESH_TOOL, id, mayEdit, ask: async () => {} };
    const { text, docs } = await runtime.apply(asked);
    return toAnswer(text, callID, { applied: docs });
  }

  function toAnswer(text: string, callID: string, noted: RefreshNotes): object {
    notes.set(callID, noted);
    return toText(text, { _meta: fromNotes(noted) });
  }

  async function call(params: unknown): Promise<object> {
    clearTimeout(preparing);
    await recovering;
    if (field(params, "name") === REFRESH) return refresh(params).catch(toFailure);
    const input = readHookInput(field(params, "arguments"));
    const answer = await hooks.answer(input).catch((error: unknown) => {
      LOG.error(`${input.event} failed`, error);
      return {};
    });
    return toText(JSON.stringify(answer));
  }

  return { isOff: false, call, close: () => runtime.close() };
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
