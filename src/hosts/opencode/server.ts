import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import { languageOfLocale } from "../../bank/language.ts";
import { ENTRY } from "../../bank/layout.ts";
import { createKeyTriggerCheck } from "./setup/has-key-trigger.ts";
import { surroundings } from "../../io/disk/state-folder.ts";
import { openRuntime } from "../../runtime/open-runtime.ts";
import { readSettings } from "../../runtime/read-settings.ts";
import { isPosixShell } from "../../shell/foreign.ts";
import { HOST_CONFIG_PATHS, conversationsOn } from "../known-hosts.ts";
import { field, textField } from "../shared/payload.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { createAgents, isUnattended } from "./agents.ts";
import { claimDirectory } from "./claim.ts";
import { isMainRequest, onChatMessage, onEvent, sessionOf } from "./hooks.ts";
import { createLog } from "./log.ts";
import { noteTyped } from "./messages.ts";
import { followMessages } from "./reconcile.ts";
import { createRefreshTool } from "./refresh-tool.ts";
import { register } from "./register.ts";
import { createShowToast } from "./toast.ts";
import type { Understood } from "../shared/host-tools.ts";
import { TOOLS, toServerNames } from "./tools.ts";
import { appendText, changeText, noteWorker, toToolResult } from "./tool-result.ts";
import { REFRESH_TOOL, WORDS } from "./words.ts";

const DONE = Promise.resolve();

/** Thrown in `tool.execute.before`: the host shows the model exactly this message. */
class Refusal extends Error {
  override readonly name = "MemoryBankRefusal";
}

/** All state is made here: one instance per project directory that the host serves. */
export async function server(
  input: PluginInput,
  options: unknown,
  packageRoot: URL,
): Promise<Hooks> {
  const { client, directory, worktree } = input;
  const { settings, problems } = readSettings(process.env, options, { directory, worktree });
  if (settings.disabled) return {};

  const log = createLog(client, settings.debug);
  for (const problem of problems) log.warn(problem);

  const runtime = openRuntime({
    directory,
    worktree,
    settings,
    locale: languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]),
    words: WORDS,
    hostConfigs: HOST_CONFIG_PATHS,
    conversations: conversationsOn(surroundings()),
    log,
    showToast: createShowToast(client),
    checkWorker: new URL("dist/check-worker.js", packageRoot),
    hasKeyTrigger: createKeyTriggerCheck({ machine: surroundings(), directory, worktree }),
    async lookUp(id) {
      const { data } = await client.session.get({ path: { id } });
      return { parent: data?.parentID, isUnattended: isUnattended(data) };
    },
  });
  const { bank } = runtime;
  const { root } = bank.paths;
  let shell = process.platform === "win32" ? "powershell" : "sh";
  let configured: unknown;
  const around: Surroundings = {
    paths: () => bank.paths,
    directory,
    root,
    isPosix: () => isPosixShell(shell),
    // Other plugins may add theirs later.
    servers: () => toServerNames(field(configured, "mcp")),
  };
  const following = followMessages({ runtime, client, around, log });
  const bankPath = () => relative(worktree, join(bank.paths.bank, ENTRY)).replaceAll(sep, "/");
  const place = { runtime, agents: createAgents(client, log, bankPath), log };
  const claim = claimDirectory(directory);
  await runtime.recover();

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
    tool: { [REFRESH_TOOL]: createRefreshTool(runtime, place.agents) },

    config: (config) =>
      safely("registration", () => {
        shell = textField(config, "shell") ?? shell;
        configured = config;
        runtime.look();
        const language = settings.lang ?? bank.language;
        const { writer } = settings;
        const skills = fileURLToPath(new URL("dist/skills", packageRoot));
        const where = {
          language,
          root,
          directory,
          worktree,
          bank: bank.paths.bank,
          writer,
          skills,
        };
        for (const note of register(config, where)) log.warn(note);
      }),

    "command.execute.before": ({ command, arguments: words }, { parts }) =>
      safely("tracking the command", () => noteTyped(parts, command, words)),

    "chat.message": ({ sessionID }, message) =>
      safely("tracking the message", () => onChatMessage(place, sessionID, message)),

    "experimental.chat.messages.transform": (_, { messages }) =>
      safely("tracking the step", () => {
        const sessionID = sessionOf(messages);
        if (sessionID === undefined) return undefined;
        const settling = runtime.settle(sessionID);
        const reconciling = following.reconcile(sessionID, messages);
        return settling === undefined
          ? reconciling
          : Promise.all([settling, reconciling]).then(() => undefined);
      }),

    "experimental.chat.system.transform": ({ sessionID }, { system }) =>
      safely("injection", () => {
        if (!isMainRequest(system)) return;
        if (sessionID !== undefined) following.converse(sessionID);
        const { always, news, due } = runtime.renderRequest(sessionID);
        system.push(...always, ...news, ...due);
      }),

    "experimental.session.compacting": ({ sessionID }, { context }) =>
      safely("injection into the compaction", () => {
        following.summarize(sessionID);
        context.push(...runtime.renderCompaction(sessionID));
      }),

    "tool.execute.before": ({ tool, sessionID, callID }, { args }) =>
      safely("the gate", () => {
        const asked = TOOLS.understand(tool, args, around);
        const judge = (understood: Understood) => {
          const announced = {
            id: callID,
            tool,
            args,
            isNeverRefused: () => TOOLS.isNeverRefused(tool),
          };
          return runtime.before(sessionID, { ...announced, ...understood });
        };
        const refused = asked instanceof Promise ? asked.then(judge) : judge(asked);
        return refused instanceof Promise ? refused.then(throwRefusal) : throwRefusal(refused);
      }),

    "tool.execute.after": ({ tool, sessionID, callID, args }, result) =>
      safely("the result", () =>
        runtime.after(sessionID, callID, () => toToolResult(tool, args, result), {
          say: (text) => appendText(result, text),
          change: (toShown) => changeText(result, toShown),
          note: (worker) => noteWorker(result, worker),
        }),
      ),

    "experimental.text.complete": ({ sessionID }, { text }) =>
      safely("tracking the text", () => {
        if (following.isConversing(sessionID)) runtime.say(sessionID, text);
      }),

    event: ({ event }) => safely("tracking the session", () => onEvent(place, event)),

    dispose: async () => {
      claim.release();
      await runtime.close();
    },
  };
}

function throwRefusal(message: string | undefined): void {
  if (message !== undefined) throw new Refusal(message);
}
