import { changesDoc, isWrite } from "../policy/call.ts";
import { decide, isGate } from "../policy/decide.ts";
import { guidelineTopic, toNotice } from "../policy/notice.ts";
import { isAnswered, toResultEvents, toTalkEvents, withVerified } from "../policy/result-events.ts";
import type { EffectCheck, Judgement, Notice, ToolCall, ToolResult } from "../types.ts";
import { NO_ANSWER, lookAtAnswer } from "./look-at-answer.ts";
import { type WrittenDoc, withDocChanges, withPresent } from "./doc-changes.ts";
import { createFindings } from "./findings.ts";
import type { Delivery, IncomingCall } from "./incoming-call.ts";
import { renderMoment } from "./offers.ts";
import type { Project } from "./project.ts";
import { refuseUnjudged } from "./refuse-unjudged.ts";
import type { CallUnderWay } from "./sessions.ts";
import { createRootFiles } from "./root-files.ts";
import { readBy, withNotes } from "./workers.ts";

/** Calls of one step run in parallel: a write waits this long for a read that would open its gate. */
const PATIENCE = 2000;
/** A write may be announced just before the read of the same step. */
const GRACE = 30;

/** At once where nothing must be waited for: most calls wait for nothing. */
type Soon<Value> = Promise<Value> | Value;
type LazyNotice = () => Notice | undefined;

export function createCalls(project: Project) {
  const { root, bank, sessions, policy, log, effects, decisions, record } = project;
  const { sayLater, report, finish, look } = createFindings(project);
  const rootFiles = createRootFiles(project);

  function take(id: string, callID: string): CallUnderWay | undefined {
    const calls = sessions.find(id)?.calls;
    const entry = calls?.get(callID);
    calls?.delete(callID);
    return entry;
  }

  function judge(call: ToolCall, id: string): Judgement {
    return decide(call, sessions.stateOf(id), bank, policy);
  }

  /** Before a gate says no: whose child is this session, and is the read on its way? False if nothing came of it. */
  async function learnMore(id: string, callID: string): Promise<boolean> {
    const known = () => [...sessions.chainOf(id)].map(({ session }) => session);
    const before = known();
    await project.identify(id);
    if (!(await waitForReads(id, callID))) {
      await new Promise((resolve) => setTimeout(resolve, GRACE));
      await waitForReads(id, callID);
    }
    const after = known();
    return after.length !== before.length || after.some((each, index) => each !== before[index]);
  }

  /** In the session and in those that it works for. False if there were none. */
  async function waitForReads(id: string, except: string): Promise<boolean> {
    const waits = [...sessions.chainOf(id)].flatMap(({ reads }) => reads.waits(PATIENCE, except));
    await Promise.all(waits);
    return waits.length > 0;
  }

  /** Returns the refusal, if it is one. */
  function conclude(
    id: string,
    { id: callID, tool }: IncomingCall,
    entry: CallUnderWay,
    { decision, trace, risk }: Judgement,
  ): Soon<string | undefined> {
    decisions.judged(id, tool, entry.call, { decision, trace, risk });
    for (const { rule, verdict, error } of trace) {
      if (error !== undefined) log.error(`rule ${rule} failed on ${tool}`, error);
      log.debug?.(`${tool} ${rule}: ${verdict.kind} (${verdict.because.en})`);
    }
    if (decision.kind === "refuse") {
      drop(id, callID);
      return decision.message;
    }
    if (decision.kind === "warn") entry.notice = decision.notice;
    return begin(id, callID, entry);
  }

  /** The call will run: how the bank was before it. */
  function begin(id: string, callID: string, { call, docs }: CallUnderWay): Soon<undefined> {
    const key = keyOf(id, callID);
    if (docs.length > 0) effects.startWrites(key, docs);
    if (call.effectCheck === undefined) return undefined;
    report(id, effects.begin(key, id, withOwnScripts(id, call.effectCheck)));
    if (call.effectCheck.cause !== "reads") rootFiles.begin(key);
    return undefined;
  }

  /** A script that this session, or one of its subagents, has written is the agent's own words. */
  function withOwnScripts(id: string, check: EffectCheck): EffectCheck {
    const { scripts = [], cause } = check;
    if (scripts.length === 0 || cause === "own-words") return check;
    const family = [...sessions.records()].filter(
      (record) => sessions.rootOf(record.id) === sessions.rootOf(id),
    );
    const isOwn = family.some(({ session }) =>
      scripts.some((path) => session.files.includes(path)),
    );
    return isOwn ? { ...check, cause: "own-words" } : check;
  }

  /** The call will not run. */
  function drop(id: string, callID: string): void {
    take(id, callID);
    sessions.find(id)?.reads.finish(callID);
  }

  function judgeCall(id: string, incoming: IncomingCall): Soon<string | undefined> {
    // Of a quick model, even of a tool that only looks, nobody may have looked at the bank yet.
    report(id, effects.open());
    // Some providers count their calls anew in each answer: an earlier one that failed may have this id.
    sessions.find(id)?.reads.finish(incoming.id);
    if (take(id, incoming.id) !== undefined) effects.forget(keyOf(id, incoming.id));
    const { call, failure } = incoming;
    if (failure !== undefined) return unjudged(id, incoming, failure);
    if (call === undefined) return undefined;
    if (call.via === "shell" || !call.writes.some(changesDoc)) return start(id, incoming, call, []);
    report(id, effects.lookCloser());
    return withDocChanges(call, root).then((changed) =>
      start(id, incoming, changed.call, changed.docs),
    );
  }

  /** Waits only where it would otherwise say no. */
  function start(
    id: string,
    incoming: IncomingCall,
    call: ToolCall,
    docs: readonly WrittenDoc[],
  ): Soon<string | undefined> {
    const entry: CallUnderWay = { call, docs, notice: undefined };
    const { calls, reads } = sessions.of(id);
    calls.set(incoming.id, entry);
    if (call.reads.length > 0) reads.start(incoming.id);
    if (!isWrite(call)) return begin(id, incoming.id, entry);
    const first = judge(call, id);
    const { decision } = first;
    if (decision.kind === "allow" || !isGate(decision.rule))
      return conclude(id, incoming, entry, first);
    return learnMore(id, incoming.id).then((isNew) =>
      conclude(id, incoming, entry, isNew ? judge(call, id) : first),
    );
  }

  function unjudged(id: string, incoming: IncomingCall, error: unknown): string | undefined {
    drop(id, incoming.id);
    log.error("the gate failed", error);
    if (incoming.isNeverRefused()) return undefined;
    const refusal = refuseUnjudged(error, incoming.args, project);
    decisions.unjudged(id, refusal === undefined);
    return refusal;
  }

  /** What the docs have become where nobody could foresee it. Returns what there is to say of it. */
  async function restore(
    id: string,
    docs: readonly WrittenDoc[],
  ): Promise<{ notice: string | undefined; guidelines: LazyNotice[] }> {
    if (docs.length === 0) return { notice: undefined, guidelines: [] };
    const { restoreDocs, renderWritten } = await import("./written-docs.ts");
    const { notice, restored, trace } = restoreDocs(docs, project);
    decisions.restored(id, restored, trace);
    const { told } = sessions.stateOf(id);
    const unguided = docs.filter(({ doc }) => !told.has(guidelineTopic(doc)));
    return { notice, guidelines: unguided.map((doc) => () => renderWritten(doc, docs, project)) };
  }

  /** What succeeded is known to the session before anybody waits for anything. */
  function recordResult(
    id: string,
    callID: string,
    call: ToolCall,
    result: ToolResult,
    verified?: string,
  ): void {
    const origin = { at: Date.now(), call: callID };
    for (const event of toResultEvents(call, result, origin)) {
      record(id, withVerified(event, verified));
    }
    sessions.find(id)?.reads.finish(callID);
  }

  /** A call that did not come back: it failed, or was stopped in the middle. */
  async function settleCall(id: string, callID: string): Promise<void> {
    sessions.find(id)?.reads.finish(callID);
    const entry = take(id, callID);
    if (entry === undefined) return;
    const key = keyOf(id, callID);
    // What it was to write was judged: if something else is there, it is not this call's.
    const unforeseen = entry.docs.filter(({ expected }) => expected === undefined);
    const { notice } = await restore(id, unforeseen);
    rootFiles.forget(key);
    report(id, effects.finishWrites(key, true));
    const effect = finish(id, key);
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

  /** What needs waiting for: an answer to check, docs to compare, an effect to look for. */
  async function finishCall(
    id: string,
    callID: string,
    { call, docs, notice }: CallUnderWay,
    result: ToolResult,
    delivery: Delivery,
  ): Promise<void> {
    const key = keyOf(id, callID);
    const answered = isAnswered(call, result);
    const answer = answered ? await lookAtAnswer(result.text, project) : NO_ANSWER;
    if (answered) recordResult(id, callID, call, result, answer.verified);
    const restored = await restore(id, docs);
    report(id, effects.finishWrites(key));
    const effect = call.effectCheck === undefined ? undefined : finish(id, key);
    if (answer.hide !== undefined) delivery.change?.(answer.hide);
    const rootChange = rootFiles.finish(key, id);
    const texts = [effect, answer.notice, restored.notice];
    tell(
      id,
      [
        ...texts.map((text) => () => (text === undefined ? undefined : toNotice(text))),
        () => notice ?? rootChange,
        ...restored.guidelines,
        () => (isWrite(call) ? renderMoment(project, id) : undefined),
      ],
      delivery,
    );
  }

  return {
    /** The refusal, where the call must not run. */
    before(id: string, incoming: IncomingCall): Soon<string | undefined> {
      if (!sessions.stateOf(id).isCalling) record(id, { kind: "called" });
      sessions.find(id)?.lateNotices.heard();
      try {
        const judged = judgeCall(id, incoming);
        return judged instanceof Promise
          ? judged.catch((error: unknown) => unjudged(id, incoming, error))
          : judged;
      } catch (error) {
        return unjudged(id, incoming, error);
      }
    },

    /** The result is asked for where the call concerned us; undefined where nobody can understand it. */
    after(
      id: string,
      callID: string,
      toResult: () => ToolResult | undefined,
      delivery: Delivery,
    ): Promise<void> | undefined {
      if (sessions.find(id)?.calls.has(callID) !== true) return undefined;
      const given = toResult();
      const entry = given === undefined ? undefined : take(id, callID);
      if (given === undefined || entry === undefined) return settleCall(id, callID);
      const { call, docs, notice } = entry;
      for (const event of toTalkEvents(given)) record(id, event);
      const result = withNotes(project, call, given, delivery);
      const answered = isAnswered(call, result);
      if (!answered) recordResult(id, callID, call, result);
      if (answered || docs.length > 0 || call.effectCheck !== undefined) {
        return finishCall(id, callID, entry, result, delivery);
      }
      const moment = () => (isWrite(call) ? renderMoment(project, id) : undefined);
      tell(id, [() => notice, moment], delivery);
      return undefined;
    },

    /** A call failed: it will not come back. */
    fail: settleCall,

    /** The host asks the user whether a call may run. */
    ask(id: string, callID: string, question: string): void {
      const entry = sessions.find(id)?.calls.get(callID);
      if (entry === undefined) return;
      entry.question = question;
      report(id, effects.pause(keyOf(id, callID)));
    },

    /** The user has answered. What they saved meanwhile is what the call finds, whatever the host made of it before. */
    answer(id: string, question: string): void {
      for (const [callID, entry] of sessions.find(id)?.calls ?? []) {
        if (entry.question !== question) continue;
        const key = keyOf(id, callID);
        report(id, effects.resume(key));
        entry.docs = entry.docs.map(withPresent);
        if (entry.docs.length > 0) effects.startWrites(key, entry.docs);
      }
    },

    /** Nothing of this session is running any more. */
    settle(id: string): Promise<unknown> | undefined {
      look(id);
      const calls = sessions.find(id)?.calls;
      if (calls === undefined || calls.size === 0) return undefined;
      return Promise.all([...calls.keys()].map((callID) => settleCall(id, callID)));
    },

    /** How the bank is before anything happens to it. */
    openBank: (id: string) => report(id, effects.openFound()),

    startTurn: (id: string) => look(id),

    readBy: (worker: string) => readBy(project, worker),

    /** memory-reader's answer came as a message: the request that carries it says what holds of it. */
    async takeAnswer(id: string, text: string): Promise<string | undefined> {
      const { notice, verified } = await lookAtAnswer(text, project);
      sayLater(id, notice);
      return verified;
    },
  };
}

/** By which the effects of a call are known. */
export function keyOf(id: string, callID: string): string {
  return `${id} ${callID}`;
}
