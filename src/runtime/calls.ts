import { setTimeout } from "node:timers/promises";
import { BANK_FOLDER } from "../bank/layout.ts";
import { realPathOf } from "../io/disk/paths.ts";
import { attempt } from "../io/disk/read.ts";
import { changesDoc, isWrite } from "../policy/call.ts";
import { decide, guidelineTopic, isGate } from "../policy/decide.ts";
import { renderEffect } from "../policy/effect-notice.ts";
import { isAnswered, toResultEvents, toTalkEvents, withVerified } from "../policy/result-events.ts";
import { REMINDER } from "../policy/proposals/advance-proposals.ts";
import { renderReminder } from "../policy/proposals/render-proposals.ts";
import { renderVerdict, toUnjudged } from "../policy/verdict.ts";
import type { Effect, Judgement, Notice, ToolCall, ToolResult } from "../types.ts";
import type { Found } from "./effect-checks.ts";
import type { Delivery, IncomingCall, Project } from "./project.ts";
import type { CallUnderWay } from "./sessions.ts";
import { changingFiles, createRootFiles } from "./root-files.ts";
import { NO_ANSWER, checkAnswer, readBy, withNotes } from "./workers.ts";
import type { WrittenDoc } from "./written-docs.ts";

/** Calls of one step run in parallel: a write waits this long for a read that would open its gate. */
const PATIENCE = 2000;
/** A write may be announced just before the read of the same step. */
const GRACE = 30;
const LOOK_AGAIN = 10;
/** A turn that changed this many files may have settled something. */
const MANY_FILES = 3;

type LazyNotice = () => Notice | undefined;

/** Comparing docs needs the rules for secrets: nobody but who writes into the bank pays for them. */
const loadDocs = () => import("./written-docs.ts");

export function createCalls(project: Project) {
  const { root, bank, sessions, policy, log, effects, decisions } = project;
  const { record } = decisions;
  const rootFiles = createRootFiles(project);

  /** Looks after a call that has come back or failed, once. Until that is done, what is found in the bank may be its work. */
  async function end(
    id: string,
    callID: string,
    work: (entry: CallUnderWay) => Promise<void>,
  ): Promise<void> {
    const calls = sessions.find(id)?.calls;
    const entry = calls?.get(callID);
    if (entry === undefined || entry.stage === "ending") return;
    entry.stage = "ending";
    try {
      await work(entry);
    } finally {
      // Another call may have its id by now.
      if (calls?.get(callID) === entry) calls.delete(callID);
    }
  }

  function sayLater(id: string, text: string | undefined): void {
    if (text !== undefined) sessions.sayLater(sessions.rootOf(id), text);
  }

  /** Something happened to the bank: it is logged and shown. Returns what the model is told of it. */
  function describe(id: string, effect: Effect): string {
    decisions.changed(id, effect);
    return renderEffect(effect, policy.words, bank);
  }

  /** What comparisons of the bank bring to light is told later to whom it concerns. */
  function report(id: string, found: readonly Found[]): void {
    for (const { call, effect } of found) {
      const text = describe(call?.session ?? id, effect);
      if (call !== undefined) sayLater(call.session, text);
      else for (const each of sessions.roots(id)) sessions.sayLater(each.id, text);
    }
  }

  /** Returns what there is to say of this very call. */
  function finishEffects(id: string, entry: CallUnderWay, hasFailed: boolean): string | undefined {
    const found = effects.finish(entry, hasFailed);
    const others = found.filter(({ call }) => call !== entry);
    report(id, others);
    const own = found.find(({ call }) => call === entry);
    return own && describe(id, own.effect);
  }

  const judge = (call: ToolCall, id: string) => decide(call, sessions.stateOf(id), bank, policy);

  /** Before a gate says no: whose child is this session, and is the read on its way? False if nothing came of it. */
  async function learnMore(id: string, callID: string): Promise<boolean> {
    const known = () => [...sessions.chainOf(id)].map(({ session }) => session);
    const before = known();
    await sessions.lookUp(id);
    const until = Date.now() + GRACE;
    while (Date.now() < until || sessions.isReading(id, callID, PATIENCE))
      await setTimeout(LOOK_AGAIN);
    return known().some((each, index) => each !== before[index]);
  }

  /** The refusal, if the call must not run. */
  async function judgeCall(id: string, incoming: IncomingCall): Promise<string | undefined> {
    const { id: callID, tool } = incoming;
    // Some providers count their calls anew in each answer: an earlier one that failed may have this id.
    sessions.find(id)?.calls.delete(callID);
    if (incoming.failure !== undefined) throw incoming.failure;
    if (incoming.call === undefined) return undefined;
    const { call, docs } = writesDocs(incoming.call)
      ? await withDocs(id, incoming.call)
      : { call: incoming.call, docs: [] };
    const entry: CallUnderWay = {
      session: id,
      startedAt: Date.now(),
      call,
      docs,
      check: undefined,
      stage: "judged",
      notice: undefined,
    };
    sessions.of(id).calls.set(callID, entry);
    if (isWrite(call)) {
      let judgement = judge(call, id);
      const { decision } = judgement;
      const isGated = decision.kind !== "allow" && isGate(decision.rule);
      if (isGated && (await learnMore(id, callID))) judgement = judge(call, id);
      const refusal = conclude(id, tool, entry, judgement);
      if (refusal !== undefined) {
        sessions.find(id)?.calls.delete(callID);
        return refusal;
      }
    }
    begin(id, entry);
    return undefined;
  }

  /** What a structured tool does to docs. What a running command did to them is settled before they are read. */
  async function withDocs(id: string, call: ToolCall) {
    report(id, effects.look());
    const { withDocChanges } = await loadDocs();
    return withDocChanges(call, realPathOf(root));
  }

  /** Returns the refusal, if it is one. */
  function conclude(
    id: string,
    tool: string,
    entry: CallUnderWay,
    judgement: Judgement,
  ): string | undefined {
    const { decision, trace } = judgement;
    decisions.judged(id, tool, entry.call, judgement);
    for (const { rule, verdict, error } of trace) {
      if (error !== undefined) log.error(`rule ${rule} failed on ${tool}`, error);
      log.debug?.(`${tool} ${rule}: ${verdict.kind} (${verdict.because.en})`);
    }
    if (decision.kind === "warn") entry.notice = decision.notice;
    return decision.kind === "refuse" ? decision.message : undefined;
  }

  /** The call will run: how the bank is before it. */
  function begin(id: string, entry: CallUnderWay): void {
    const { effectCheck: check } = entry.call;
    // A script that this session, or one of its subagents, has written is the agent's own words.
    const isOwnScript = sessions.haveWritten(id, check?.scripts ?? []);
    entry.check = check && isOwnScript ? { ...check, cause: "own-words" } : check;
    if (check !== undefined || entry.docs.length > 0) report(id, effects.begin(entry));
    entry.stage = "running";
    if (check !== undefined && check.cause !== "reads") entry.rootFiles = rootFiles.look();
  }

  /** Our own failure on a call: what names the bank is not written unjudged, the rest follows the mode. */
  function unjudged(id: string, incoming: IncomingCall, error: unknown): string | undefined {
    sessions.find(id)?.calls.delete(incoming.id);
    log.error("the gate failed", error);
    if (incoming.isNeverRefused()) return undefined;
    const names = attempt(() => bank.paths.names(), [BANK_FOLDER]);
    const text = attempt(() => (JSON.stringify(incoming.args) ?? "").toLowerCase(), undefined);
    const namesBank = text === undefined || names.some((name) => text.includes(name));
    const mayRun = !namesBank && policy.guardMode !== "block";
    const rule = namesBank ? "guard-memory-files" : "read-before-write";
    decisions.unjudged(id, mayRun);
    if (mayRun) return undefined;
    const language = attempt(() => bank.language, "en");
    return renderVerdict("refuse", toUnjudged(error), rule, language);
  }

  /** Puts right what nobody could foresee of the docs. Returns what there is to say of it. */
  async function restore(
    id: string,
    docs: readonly WrittenDoc[],
  ): Promise<{ notice: string | undefined; guidelines: LazyNotice[] }> {
    if (docs.length === 0) return { notice: undefined, guidelines: [] };
    const { restoreDocs, renderWritten } = await loadDocs();
    const restored = restoreDocs(docs, project);
    const notice = restored && describe(id, restored);
    const { told } = sessions.stateOf(id);
    const unguided = docs.filter(({ doc }) => !told.has(guidelineTopic(doc)));
    return { notice, guidelines: unguided.map((doc) => () => renderWritten(doc, docs, project)) };
  }

  /** A call that did not come back: it failed, or was stopped in the middle. */
  const settleCall = (id: string, callID: string) =>
    end(id, callID, (entry) => settleEntry(id, entry));

  async function settleEntry(id: string, entry: CallUnderWay): Promise<void> {
    // What it was to write was judged: if something else is there, it is not this call's.
    const unforeseen = entry.docs.filter(({ expected }) => expected === undefined);
    const { notice } = await restore(id, unforeseen);
    const effect = finishEffects(id, entry, true);
    sayLater(id, notice ?? effect);
  }

  /** One notice per result. Some are said once per turn, although the calls of one step were all judged before the first was told. */
  function tell(id: string, notices: readonly LazyNotice[], delivery: Delivery): void {
    const { told } = sessions.stateOf(id);
    for (const read of notices) {
      const notice = read();
      if (notice === undefined || (notice.topic !== undefined && told.has(notice.topic))) continue;
      if (delivery.say(notice.text) && notice.topic !== undefined) {
        record(id, { kind: "told", topic: notice.topic });
      }
      return;
    }
  }

  /**
   * What the result of a write says about offers: once in a turn that changed a sensitive file or several files, and
   * nothing where the turn was told something else, or the user is not to be asked.
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
    /** The refusal, where the call must not run. */
    async before(id: string, incoming: IncomingCall): Promise<string | undefined> {
      if (!sessions.stateOf(id).isCalling) record(id, { kind: "called" });
      sessions.lateHeard(id);
      try {
        return await judgeCall(id, incoming);
      } catch (error) {
        return unjudged(id, incoming, error);
      }
    },

    /** The result is asked for where the call concerned us; undefined where nobody can understand it. */
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
        const result =
          given.worker === undefined ? given : withNotes(project, call, given, delivery);
        const answer = isAnswered(call, result)
          ? await checkAnswer(result.text, project)
          : NO_ANSWER;
        for (const event of toResultEvents(call, result, { at: Date.now(), call: callID }))
          record(id, withVerified(event, answer.verified));
        const restored = await restore(id, docs);
        const effect = finishEffects(id, entry, false);
        if (answer.hide !== undefined) delivery.change?.(answer.hide);
        const rootChange = entry.rootFiles && rootFiles.changedSince(entry.rootFiles, id);
        const texts = [effect, answer.notice, restored.notice];
        const notices: LazyNotice[] = [
          ...texts.map(
            (text) => () => (text === undefined ? undefined : { text, topic: undefined }),
          ),
          () => notice ?? rootChange,
          ...restored.guidelines,
          () => (isWrite(call) ? remindOfOffer(id) : undefined),
        ];
        tell(id, notices, delivery);
      }),

    /** A call failed: it will not come back. */
    fail: settleCall,

    /** Nothing of this session is running any more. */
    settle(id: string): Promise<unknown> | undefined {
      report(id, effects.look());
      const calls = sessions.find(id)?.calls;
      if (calls === undefined || calls.size === 0) return undefined;
      return Promise.all([...calls.keys()].map((callID) => settleCall(id, callID)));
    },

    /** How the bank is before anything happens to it. */
    openBank: (id: string) => report(id, effects.look()),

    readBy: (worker: string) => readBy(project, worker),

    /** memory-reader's answer came as a message: the request that carries it says what holds of it. */
    async takeAnswer(id: string, text: string): Promise<string | undefined> {
      const { notice, verified } = await checkAnswer(text, project);
      sayLater(id, notice);
      return verified;
    },
  };
}

/** By a structured tool. */
function writesDocs({ via, writes }: ToolCall): boolean {
  return via === "tool" && writes.some(changesDoc);
}
