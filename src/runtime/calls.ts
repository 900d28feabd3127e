import { setTimeout } from "node:timers/promises";
import { BANK_FOLDER } from "../bank/layout.ts";
import { realPathOf } from "../io/disk/paths.ts";
import { attempt } from "../io/disk/read.ts";
import { changesDoc, isWrite } from "../policy/call.ts";
import { decide, isGate } from "../policy/decide.ts";
import { renderEffect } from "../policy/effect-notice.ts";
import { isAnswered, toResultEvents, toTalkEvents, withVerified } from "../policy/result-events.ts";
import { REMINDER } from "../policy/proposals/advance-proposals.ts";
import { renderReminder } from "../policy/proposals/render-proposals.ts";
import { renderVerdict, toUnjudged } from "../policy/verdict.ts";
import type { Decision, Effect, EffectCheck, Notice, ToolCall, ToolResult } from "../types.ts";
import type { Found } from "./effect-checks.ts";
import type { Delivery, IncomingCall, Project } from "./project.ts";
import type { CallUnderWay } from "./sessions.ts";
import { changingFiles, createRootFiles } from "./root-files.ts";
import { checkAnswer, readBy, withNotes } from "./workers.ts";
import type { WrittenDoc } from "./written-docs.ts";

/** Calls of one step run in parallel: a write waits up to this many ms for a read that would open its gate. */
const PATIENCE = 2000;
/** A write may be announced just before the read of the same step: it waits this many ms for that read to begin. */
const GRACE = 30;
const LOOK_AGAIN = 10;
/** A turn that changed this many files may have settled something worth saving. */
const MANY_FILES = 3;

/** Comparing docs loads the rules for secrets, so that only a call that writes into the bank loads this module. */
const loadDocs = () => import("./written-docs.ts");

export function createCalls(project: Project) {
  const { root, bank, sessions, policy, log, effects, decisions } = project;
  const { record } = decisions;
  const rootFiles = createRootFiles(project);

  /** Looks at the bank after a call came back or failed. Until then, what is found in the bank may be its work. */
  async function end(
    id: string,
    callID: string,
    work: (entry: CallUnderWay) => Promise<void>,
  ): Promise<void> {
    const calls = sessions.find(id)?.calls;
    const entry = calls?.get(callID);
    if (entry === undefined) return;
    try {
      await work(entry);
    } finally {
      calls?.delete(callID);
    }
  }

  /** Logs and shows what happened to the bank. Returns what the model is told of it. */
  function describe(id: string, effect: Effect): string {
    decisions.changed(id, effect);
    return renderEffect(effect, policy.words, bank);
  }

  /** Keeps what a comparison found for the sessions that it concerns. Returns what there is to say of `own`. */
  function report(id: string, found: readonly Found[], own?: CallUnderWay): string | undefined {
    let said: string | undefined;
    for (const { call, effect } of found) {
      const text = describe(call?.session ?? id, effect);
      if (call === undefined) sessions.roots(id).forEach((each) => sessions.sayLater(each, text));
      else if (call === own) said = text;
      else sayLater(call.session, text);
    }
    return said;
  }

  function sayLater(id: string, text: string | undefined): void {
    if (text !== undefined) sessions.sayLater(sessions.rootOf(id), text);
  }

  /** Before a gate refuses: waits for a read that is on its way. Returns false if no read came back. */
  async function waitForReads(id: string, callID: string): Promise<boolean> {
    const before = sessions.of(id).session;
    const until = Date.now() + GRACE;
    while (Date.now() < until || sessions.isReading(id, callID, PATIENCE))
      await setTimeout(LOOK_AGAIN);
    return sessions.of(id).session !== before;
  }

  /** Returns the refusal if the call must not run. */
  async function judgeCall(id: string, incoming: IncomingCall): Promise<string | undefined> {
    // Some providers number their calls anew in each answer: an earlier call that failed may have this id.
    sessions.find(id)?.calls.delete(incoming.id);
    if (incoming.failure !== undefined) throw incoming.failure;
    if (incoming.call === undefined) return undefined;
    const { call, docs } = await withDocs(id, incoming.call);
    const decision = isWrite(call) ? await decideOn(id, incoming, call) : undefined;
    if (decision?.kind === "refuse") return decision.message;
    const check = toCheck(id, call);
    const entry: CallUnderWay = {
      session: id,
      startedAt: Date.now(),
      call,
      docs,
      check,
      notice: decision?.kind === "warn" ? decision.notice : undefined,
      rootFiles: check === undefined || check.cause === "reads" ? undefined : rootFiles.look(),
    };
    if (check !== undefined || docs.length > 0) report(id, effects.begin(entry));
    sessions.of(id).calls.set(incoming.id, entry);
    return undefined;
  }

  /** A script that this session or one of its subagents has written counts as the agent's own words. */
  function toCheck(id: string, { effectCheck }: ToolCall): EffectCheck | undefined {
    const isOwnScript = sessions.haveWritten(id, effectCheck?.scripts ?? []);
    return effectCheck && isOwnScript ? { ...effectCheck, cause: "own-words" } : effectCheck;
  }

  async function decideOn(id: string, incoming: IncomingCall, call: ToolCall): Promise<Decision> {
    const judge = () => decide(call, sessions.stateOf(id), bank, policy);
    let judgement = judge();
    const { decision } = judgement;
    const isGated = decision.kind !== "allow" && isGate(decision.rule);
    if (isGated && (await waitForReads(id, incoming.id))) judgement = judge();
    const { tool } = incoming;
    decisions.judged(id, tool, call, judgement);
    for (const { rule, verdict, error } of judgement.trace) {
      if (error !== undefined) log.error(`rule ${rule} failed on ${tool}`, error);
      log.debug?.(`${tool} ${rule}: ${verdict.kind} (${verdict.because.en})`);
    }
    return judgement.decision;
  }

  /** Adds what a structured tool does to docs. Changes by running commands are settled before the docs are read. */
  async function withDocs(id: string, call: ToolCall) {
    if (call.via !== "tool" || !call.writes.some(changesDoc)) return { call, docs: [] };
    report(id, effects.look());
    const { withDocChanges } = await loadDocs();
    return withDocChanges(call, realPathOf(root));
  }

  /** We failed on a call: if it names the bank, it is refused; otherwise the guard mode decides. */
  function unjudged(id: string, incoming: IncomingCall, error: unknown): string | undefined {
    log.error("the gate failed", error);
    if (incoming.isNeverRefused()) return undefined;
    const names = attempt(() => bank.paths.names(), [BANK_FOLDER]);
    const text = attempt(() => JSON.stringify(incoming.args).toLowerCase(), undefined);
    const namesBank = text === undefined || names.some((name) => text.includes(name));
    const mayRun = !namesBank && policy.guardMode !== "block";
    const rule = namesBank ? "guard-memory-files" : "read-before-write";
    decisions.unjudged(id, mayRun);
    if (mayRun) return undefined;
    const language = attempt(() => bank.language, "en");
    return renderVerdict("refuse", toUnjudged(error), rule, language);
  }

  /** Undoes damage to docs that could not be known before the call. Returns what there is to say of it. */
  async function restore(id: string, docs: readonly WrittenDoc[]): Promise<string | undefined> {
    if (docs.length === 0) return undefined;
    const { restoreDocs } = await loadDocs();
    const restored = restoreDocs(docs, project);
    return restored && describe(id, restored);
  }

  /** Ends a call that did not come back: it failed, or was stopped in the middle. */
  const settleCall = (id: string, callID: string) =>
    end(id, callID, (entry) => settleEntry(id, entry));

  async function settleEntry(id: string, entry: CallUnderWay): Promise<void> {
    // A write with a known outcome was judged beforehand: if the doc is different, another call did it.
    const unforeseen = entry.docs.filter(({ expected }) => expected === undefined);
    const restored = await restore(id, unforeseen);
    const effect = report(id, effects.finish(entry, true), entry);
    sayLater(id, restored ?? effect);
  }

  /** One notice per result. Asks again what was told: calls of one step are judged before the first notice is told. */
  function tell(id: string, delivery: Delivery, notices: (() => Notice | undefined)[]): void {
    for (const read of notices) {
      const { text, topic } = read() ?? {};
      if (text === undefined || (topic !== undefined && sessions.stateOf(id).told.has(topic)))
        continue;
      if (delivery.say(text) && topic !== undefined) record(id, { kind: "told", topic });
      return;
    }
  }

  /**
   * What the result of a write says about offers: once in a turn that changed a sensitive file or several files, and
   * nothing if the turn was told something else, or the user is not to be asked.
   */
  function remindOfOffer(id: string): Notice | undefined {
    const { proposals, parent, told } = sessions.stateOf(id);
    const { hasUser, isQuiet, changed, settledFiles } = proposals;
    if (parent !== undefined || !hasUser || isQuiet || told.size > 0) return undefined;
    if (policy.guardMode === "off" || !sessions.takesOffers(id)) return undefined;
    const levels = changed
      .filter((path) => !settledFiles.includes(path))
      .map((path) => policy.assessRisk(changingFiles([path])).level);
    const lasting = levels.filter((level) => level !== "low").length;
    if (!levels.includes("high") && lasting < MANY_FILES) return undefined;
    if (bank.renderBlock() === undefined) return undefined;
    return { text: renderReminder(bank.language), topic: REMINDER };
  }

  return {
    /** Returns the refusal if the call must not run. */
    async before(id: string, incoming: IncomingCall): Promise<string | undefined> {
      // The decision log has no line for this event.
      if (!sessions.of(id).session.isCalling) sessions.record(id, { kind: "called" });
      try {
        return await judgeCall(id, incoming);
      } catch (error) {
        return unjudged(id, incoming, error);
      }
    },

    /** Asks for the result only if the call concerned us. `toResult` returns undefined if it cannot be understood. */
    after: (
      id: string,
      callID: string,
      toResult: () => ToolResult | undefined,
      delivery: Delivery,
    ): Promise<void> =>
      end(id, callID, async (entry) => {
        const given = toResult();
        if (given === undefined) return settleEntry(id, entry);
        const { call, docs, notice } = entry;
        for (const event of toTalkEvents(given)) record(id, event);
        const result = withNotes(project, call, given, delivery);
        const answer = isAnswered(call, result)
          ? await checkAnswer(result.text, project)
          : undefined;
        for (const event of toResultEvents(call, result, { at: Date.now(), call: callID }))
          record(id, withVerified(event, answer?.verified));
        const restored = await restore(id, docs);
        const effect = report(id, effects.finish(entry), entry);
        const text = effect ?? answer?.notice ?? restored;
        const rootChange = entry.rootFiles && rootFiles.changedSince(entry.rootFiles, id);
        const { renderWritten } = docs.length > 0 ? await loadDocs() : {};
        tell(id, delivery, [
          () => (text === undefined ? undefined : { text, topic: undefined }),
          () => notice ?? rootChange,
          ...docs.map((doc) => () => renderWritten?.(doc, docs, project)),
          () => (isWrite(call) ? remindOfOffer(id) : undefined),
        ]);
      }),

    /** A call failed: it will not come back. */
    fail: settleCall,

    /** No call of this session is running any more. */
    async settle(id: string): Promise<void> {
      report(id, effects.look());
      for (const callID of sessions.find(id)?.calls.keys() ?? []) await settleCall(id, callID);
    },

    /** Looks at the bank before anything happens to it. */
    openBank: (id: string) => report(id, effects.look()),

    readBy: (worker: string) => readBy(project, worker),

    /** memory-reader's answer came as a message: the request that carries it says how much of it holds. */
    async takeAnswer(id: string, text: string): Promise<string | undefined> {
      const { notice, verified } = await checkAnswer(text, project);
      sayLater(id, notice);
      return verified;
    },
  };
}
