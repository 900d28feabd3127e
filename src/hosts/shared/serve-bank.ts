import { inspect } from "node:util";
import { languageOfLocale } from "../../bank/language.ts";
import { findWorktree } from "../../io/bank/find-bank.ts";
import { realPathOf } from "../../io/disk/paths.ts";
import { openRuntime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import { readSettings } from "../../runtime/settings.ts";
import { HOST_CONFIG_PATHS } from "../known-hosts.ts";
import { readHookInput } from "./hook-input.ts";
import { type HookDialect, createHooks } from "./hooks.ts";
import { field, textField } from "./payload.ts";
import { REFRESH, fromNotes } from "./refresh-tool.ts";
import { type ToolServer, threadOf, toText } from "./tool-server.ts";

const LOG: Log = {
  warn: (message) => process.stderr.write(`[memory-bank] ${message}\n`),
  error: (message, error) => process.stderr.write(`[memory-bank] ${message}: ${inspect(error)}\n`),
};

/** Opens the project and answers the hooks of a host that was started in this folder. */
export function serveBank(dialect: HookDialect, start: string): ToolServer {
  const directory = realPathOf(start);
  const worktree = findWorktree(directory);
  const read = readSettings(process.env, undefined, { directory, worktree });
  for (const problem of read.problems) LOG.warn(problem);
  if (read.settings.disabled) return { call: async () => toText("{}"), close: async () => {} };

  // The prompt block must fit into the host's hooks.
  const maxChars = Math.min(read.settings.maxChars, dialect.room.mostChars);
  const settings = { ...read.settings, maxChars };
  const toasts: string[] = [];
  const runtime = openRuntime({
    directory,
    worktree,
    settings,
    locale: languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]),
    words: dialect.words,
    hostConfigs: HOST_CONFIG_PATHS,
    log: LOG,
    // The host itself shows refusals to the person.
    showToast: ({ kind, text }) => kind !== "refused" && toasts.push(text),
    // No need to ask the host: each hook names its session and parent.
    lookUp: async () => ({ parent: undefined, isUnattended: false }),
  });
  const recovering = runtime.recover();
  const hooks = createHooks({ runtime, dialect, log: LOG, directory, settings, toasts });

  async function call(params: unknown): Promise<object> {
    await recovering;
    const [args, thread] = [field(params, "arguments"), threadOf(params)];
    if (field(params, "name") === REFRESH) {
      const callID = textField(params, "_meta", dialect.callKey) ?? "";
      return hooks.refresh(callID, thread, args).then(
        ({ text, notes }) => toText(text, { _meta: fromNotes(notes) }),
        (error) =>
          toText(error instanceof Error ? error.message : String(error), { isError: true }),
      );
    }
    const input = readHookInput(args, thread);
    const answer = await hooks.answer(input).catch((error: unknown) => {
      LOG.error(`${input.event} failed`, error);
      return {};
    });
    return toText(JSON.stringify(answer));
  }

  return { call, close: async () => runtime.close() };
}
