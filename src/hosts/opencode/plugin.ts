import { join, relative, sep } from "node:path";
import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import { languageOfLocale } from "../../bank/language.ts";
import { ENTRY, REFRESH_TOOL } from "../../bank/layout.ts";
import { createEffectChecks } from "../../io/effects/effect-checks.ts";
import { createKeyTriggerCheck } from "../../io/has-key-trigger.ts";
import { type KeepReason, keepVersions } from "../../io/kept/kept-versions.ts";
import type { KeptDoc } from "../../io/kept/incident.ts";
import { openBank } from "../../io/bank/open-bank.ts";
import { recoverBank } from "../../io/plan/recover-bank.ts";
import { renderRecovered } from "../../io/plan/render-recovered.ts";
import { stateFolderOf, surroundings } from "../../io/disk/state-folder.ts";
import { createWriteLedger } from "../../io/effects/write-ledger.ts";
import { readSettings } from "../../runtime/read-settings.ts";
import { anchorsOf, missingAnchors } from "../../policy/missing-anchors.ts";
import { createAssessRisk } from "../../policy/risk.ts";
import { isPosixShell } from "../../shell/foreign.ts";
import { createAgents } from "./agents.ts";
import { createBankHealth, runInWorker, toCheckJob } from "./bank-health.ts";
import { claimDirectory } from "./claim.ts";
import { type Workplace, isMainRequest, onChatMessage, onEvent, sessionOf } from "./hooks.ts";
import { type Decisions, SILENT, openDecisions } from "./decisions.ts";
import { createFinalTexts } from "./final-texts.ts";
import { createLog } from "./log.ts";
import { renderOffers } from "./offers.ts";
import { textField } from "./payload.ts";
import { noteTyped } from "./proposal-events.ts";
import { reconcile } from "./reconcile.ts";
import { createRefreshTool } from "./refresh-tool.ts";
import { register } from "./register.ts";
import { Refusal } from "./respond.ts";
import { type Sessions, createSessions } from "./sessions.ts";
import { createToolHooks } from "./tool-hooks.ts";

const DONE = Promise.resolve();

/** All state is made here: one instance per project directory that the host serves. */
async function server(input: PluginInput, options?: unknown): Promise<Hooks> {
  const { settings, problems } = readSettings(process.env, options);
  if (settings.disabled) return {};

  const { client, directory, worktree } = input;
  const log = createLog(client, settings.debug);
  for (const problem of problems) log.warn(problem);

  const locale = languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]);
  const bank = openBank({
    ...settings,
    directory,
    worktree,
    locale,
    hasKeyTrigger: createKeyTriggerCheck({ machine: surroundings(), directory, worktree }),
    onProblem: log.warn,
  });
  const { guardMode, approval, writer } = settings;
  const policy = { guardMode, approval, writer, assessRisk: createAssessRisk(settings) };
  const stateFolder = () => stateFolderOf(bank.paths.bank);
  const decisions: Decisions =
    settings.log === "off" ? SILENT : openDecisions(stateFolder, bank, () => sessions, log);
  const sessions: Sessions = createSessions(settings.readScope, decisions);
  let shell = process.platform === "win32" ? "powershell" : "sh";
  const isPosix = () => isPosixShell(shell);
  const keep = (docs: readonly KeptDoc[], reason: KeepReason) =>
    keepVersions(stateFolder(), docs, reason, Date.now());
  const effects = createEffectChecks({
    bank: () => bank.paths.bank,
    ledger: createWriteLedger(stateFolder),
    keep: (docs, words) => keep(docs, { rule: "guard-memory-files", words }),
    now: Date.now,
  });
  const texts = createFinalTexts();
  const bankPath = () => relative(worktree, join(bank.paths.bank, ENTRY)).replaceAll(sep, "/");
  const place: Workplace = {
    texts,
    agents: createAgents(client, log, bankPath),
    bank,
    sessions,
    policy,
    effects,
    keep,
    decisions,
    log,
    client,
    directory,
    root: bank.paths.root,
    isPosix,
  };
  const tools = createToolHooks(place);
  const health = createBankHealth({
    job: () => toCheckJob(bank, { ...settings, directory, locale }),
    run: runInWorker((error) => log.error("the check of the bank failed", error)),
    now: Date.now,
  });
  const claim = claimDirectory(directory);
  try {
    const recovered = recoverBank({ root: place.root, bank: bank.paths.bank });
    for (const note of renderRecovered(recovered, "en")) log.warn(note);
  } catch (error) {
    log.error("a plan that was interrupted could not be finished", error);
  }

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
    tool: { [REFRESH_TOOL]: createRefreshTool(place, { lang: settings.lang, locale }) },

    config: (config) =>
      safely("registration", () => {
        shell = textField(config, "shell") ?? shell;
        health.look();
        const language = settings.lang ?? bank.language;
        const { root } = place;
        const where = { language, root, directory, worktree, bank: bank.paths.bank, writer };
        for (const note of register(config, where)) log.warn(note);
      }),

    "command.execute.before": ({ command, arguments: words }, { parts }) =>
      safely("tracking the command", () => noteTyped(parts, command, words)),

    "chat.message": ({ sessionID }, message) =>
      safely("tracking the message", () => {
        health.look();
        return onChatMessage(place, tools, sessionID, message);
      }),

    "experimental.chat.messages.transform": (_, { messages }) =>
      safely("tracking the step", () => {
        const sessionID = sessionOf(messages);
        if (sessionID === undefined) return undefined;
        const settling = tools.settle(sessionID);
        const reconciling = reconcile(place, sessionID, messages);
        return settling === undefined
          ? reconciling
          : Promise.all([settling, reconciling]).then(() => undefined);
      }),

    "experimental.chat.system.transform": ({ sessionID }, { system }) =>
      safely("injection", () => {
        if (!isMainRequest(system)) return;
        if (sessionID !== undefined) texts.begin(sessionID);
        system.push(bank.renderPrompt());
        const found = health.line();
        if (found !== undefined) system.push(found);
        if (sessionID === undefined) return;
        const late = tools.renderLateNotices(sessionID);
        if (late !== undefined) system.push(late);
        system.push(...renderOffers(place, sessionID));
        if (guardMode === "off") return;
        const missing = missingAnchors(sessions.get(sessionID), bank);
        if (missing.length > 0) system.push(bank.renderAnchors(missing));
      }),

    "experimental.session.compacting": ({ sessionID }, { context }) =>
      safely("injection into the compaction", () => {
        sessions.expectCompaction(sessionID);
        texts.summarize(sessionID);
        const block = bank.renderBlock();
        if (block === undefined) return;
        context.push(block);
        const anchors = anchorsOf(sessions.get(sessionID).anchors, bank);
        if (anchors.length > 0) context.push(bank.renderAnchors(anchors));
      }),

    "tool.execute.before": ({ tool, sessionID, callID }, { args }) =>
      safely("the gate", () => tools.before(tool, sessionID, callID, args)),

    "tool.execute.after": ({ tool, sessionID, callID, args }, result) =>
      safely("the result", () => tools.after(tool, sessionID, callID, args, result)),

    "experimental.text.complete": ({ sessionID }, { text }) =>
      safely("tracking the text", () => {
        texts.say(sessionID, text);
        tools.heard(sessionID);
      }),

    event: ({ event }) => safely("tracking the session", () => onEvent(place, tools, event)),

    dispose: async () => {
      claim.release();
      await decisions.close();
    },
  };
}

const plugin: { id: string; server: (input: never, options?: unknown) => Promise<object> } = {
  id: "agent-memory-bank",
  server,
};

export default plugin;
