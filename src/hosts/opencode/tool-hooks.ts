import { isWrite } from "../../policy/call.ts";
import { decide } from "../../policy/decide.ts";
import { createReadEvidence } from "../../io/bank/read-evidence.ts";
import { renderEffect } from "../../policy/effect-notice.ts";
import { judgeAnswer } from "../../answer/judge-answer.ts";
import type { Judgement, ToolCall } from "../../types.ts";
import { type WrittenDoc, withDocChanges } from "./doc-changes.ts";
import { type Workplace, identify } from "./hooks.ts";
import { createLateNotices } from "./late-notices.ts";
import { renderMoment } from "./offers.ts";
import { toTalkEvents } from "./proposal-events.ts";
import { Refusal, appendNotice, guidelineTopic, respond, textOf, topicOf } from "./respond.ts";
import {
  isAnswered,
  isMemoryReader,
  noteAnchors,
  noteWrites,
  toResultEvents,
  withVerified,
  workerOf,
} from "./result-events.ts";
import { refuseUnjudged } from "./refuse-unjudged.ts";
import { toToolCall } from "./tool-call.ts";
import { renderWritten, restoreDocs } from "./written-docs.ts";

/** Calls of one step run in parallel: a write waits this long for a read that would open its gate. */
const PATIENCE = 2000;
/** A write may be announced just before the read of the same step. */
const GRACE = 30;
/** Calls that neither succeeded nor were said to have failed; a session that is gone leaves them behind. */
const SESSIONS_REMEMBERED = 500;

type Notice = () => string | undefined;

/** What holds of an answer of memory-reader's: for the agent, and for the log. */
interface AnswerCheck {
  readonly notice: string | undefined;
  readonly verified: string | undefined;
}

const UNCHECKED: AnswerCheck = { notice: undefined, verified: undefined };

interface PendingCall {
  readonly call: ToolCall;
  readonly docs: readonly WrittenDoc[];
  notice: string | undefined;
}

export function createToolHooks(place: Workplace) {
  const { bank, sessions, policy, log, effects, decisions } = place;
  /** By session and call: what has begun and has not come back. */
  const pending = new Map<string, Map<string, PendingCall>>();
  /** Calls of this turn of which a part goes on in the background, by session. */
  const lingering = new Map<string, Set<string>>();
  /** Notices of calls that have no result to carry them. */
  const lateNotices = createLateNotices();

  function remember(sessionID: string, callID: string, entry: PendingCall): void {
    const calls = pending.get(sessionID);
    if (calls !== undefined) {
      calls.set(callID, entry);
      return;
    }
    pending.set(sessionID, new Map([[callID, entry]]));
    const oldest = pending.keys().next();
    if (pending.size > SESSIONS_REMEMBERED && !oldest.done) forget(oldest.value);
  }

  function forget(sessionID: string): void {
    for (const callID of pending.get(sessionID)?.keys() ?? [])
      effects.forget(keyOf(sessionID, callID));
    pending.delete(sessionID);
    lateNotices.forget(sessionID);
    startTurn(sessionID);
  }

  /** What still runs from an earlier turn is no longer looked after: the user's own work would be taken for it. */
  function startTurn(sessionID: string): void {
    for (const key of lingering.get(sessionID) ?? []) effects.forget(key);
    lingering.delete(sessionID);
  }

  /** Both versions are kept and there is no result to say so in: the next request does. */
  function sayLater(sessionID: string, notice: string | undefined): void {
    if (notice === undefined) return;
    lateNotices.add(sessions.rootOf(sessionID), notice);
  }

  function take(sessionID: string, callID: string): PendingCall | undefined {
    const calls = pending.get(sessionID);
    const entry = calls?.get(callID);
    if (calls?.delete(callID) && calls.size === 0) pending.delete(sessionID);
    return entry;
  }

  function judge(call: ToolCall, sessionID: string): Judgement {
    return decide(call, sessions.get(sessionID), bank, policy);
  }

  /** Before it says no, make sure: whose child is this session, and is the read on its way? */
  async function judgeAgain(
    call: ToolCall,
    sessionID: string,
    callID: string,
    first: Judgement,
  ): Promise<Judgement> {
    const { decision } = first;
    if (decision.kind === "allow" || !DEPENDS_ON_READS.has(decision.rule)) return first;
    await identify(place, sessionID);
    if (!(await sessions.waitForReading(sessionID, PATIENCE, callID))) {
      await new Promise((resolve) => setTimeout(resolve, GRACE));
      await sessions.waitForReading(sessionID, PATIENCE, callID);
    }
    return judge(call, sessionID);
  }

  function conclude(
    tool: string,
    sessionID: string,
    callID: string,
    entry: PendingCall,
    judgement: Judgement,
  ): void {
    decisions.judged(sessionID, tool, entry.call, judgement);
    for (const { rule, verdict, error } of judgement.trace) {
      if (error !== undefined) log.error(`rule ${rule} failed on ${tool}`, error);
      log.debug(() => `${tool} ${rule}: ${verdict.kind} (${verdict.because})`);
    }
    entry.notice = respond(judgement.decision);
    begin(keyOf(sessionID, callID), entry);
  }

  /** The call will run: how the bank was before it. */
  function begin(key: string, { call, docs }: PendingCall): void {
    if (docs.length > 0) effects.startWrites(key, docs);
    if (call.effectCheck !== undefined) effects.begin(key, call.effectCheck);
  }

  async function finish(sessionID: string, key: string): Promise<string | undefined> {
    const effect = await effects.finish(key);
    decisions.changed(sessionID, effect);
    return effect && renderEffect(effect, bank.language);
  }

  function linger(sessionID: string, key: string): void {
    lingering.set(sessionID, new Set(lingering.get(sessionID)).add(key));
    const oldest = lingering.keys().next();
    if (lingering.size > SESSIONS_REMEMBERED && !oldest.done) startTurn(oldest.value);
  }

  /** Waits only where it would otherwise say no. */
  function judgeCall(
    tool: string,
    sessionID: string,
    callID: string,
    args: unknown,
  ): Promise<void> | undefined {
    // Some providers count their calls anew in each answer: an earlier one that failed may have this id.
    sessions.finishReading(sessionID, callID);
    if (take(sessionID, callID) !== undefined) effects.forget(keyOf(sessionID, callID));
    const plain = toToolCall(tool, args, place);
    if (plain === undefined) return undefined;
    const { call, docs } = withDocChanges(plain, tool, args, place);
    const entry: PendingCall = { call, docs, notice: undefined };
    remember(sessionID, callID, entry);
    if (call.reads.length > 0) sessions.startReading(sessionID, callID);
    if (!isWrite(call)) {
      begin(keyOf(sessionID, callID), entry);
      return undefined;
    }
    const first = judge(call, sessionID);
    if (first.decision.kind === "allow") {
      conclude(tool, sessionID, callID, entry, first);
      return undefined;
    }
    return judgeAgain(call, sessionID, callID, first).then((judged) =>
      conclude(tool, sessionID, callID, entry, judged),
    );
  }

  function restore(sessionID: string, docs: readonly WrittenDoc[]): string | undefined {
    const { notice, restored } = restoreDocs(docs, place);
    decisions.restored(sessionID, restored);
    return notice;
  }

  /** The docs are written: what there is to say of them, the most important first. */
  function concludeWrites(key: string, sessionID: string, { docs, notice }: PendingCall): Notice[] {
    if (docs.length === 0) return [() => notice];
    const restored = restore(sessionID, docs);
    effects.finishWrites(key);
    const { told } = sessions.get(sessionID);
    const unguided = docs.filter(({ doc }) => !told.has(guidelineTopic(doc)));
    return [
      () => restored,
      () => notice,
      ...unguided.map((doc) => () => renderWritten(doc, docs, place)),
    ];
  }

  /** What memory-reader found stands in the files, or does not. */
  function checkAnswer(text: string): AnswerCheck {
    try {
      const { notice, checked } = judgeAnswer(text, createReadEvidence(bank.paths), bank.language);
      const { claims, verified } = checked;
      return { notice, verified: claims.length > 0 ? `${verified}/${claims.length}` : undefined };
    } catch (error) {
      log.error("memory-reader's answer could not be checked", error);
      return UNCHECKED;
    }
  }

  /** A call that did not come back: it failed, or was stopped in the middle. */
  async function settle(sessionID: string, callID: string): Promise<void> {
    const entry = take(sessionID, callID);
    if (entry === undefined) return;
    const key = keyOf(sessionID, callID);
    const restored = restore(sessionID, entry.docs);
    effects.finishWrites(key);
    const effect = await finish(sessionID, key);
    sayLater(sessionID, restored ?? effect);
  }

  return {
    before(
      tool: string,
      sessionID: string,
      callID: string,
      args: unknown,
    ): Promise<void> | undefined {
      place.texts.interrupt(sessionID);
      lateNotices.heard(sessionID);
      const unjudged = (error: unknown): never => {
        take(sessionID, callID);
        sessions.finishReading(sessionID, callID);
        if (!(error instanceof Refusal)) refuseUnjudged(error, tool, args, place);
        throw error;
      };
      try {
        return judgeCall(tool, sessionID, callID, args)?.catch(unjudged);
      } catch (error) {
        return unjudged(error);
      }
    },

    after(
      tool: string,
      sessionID: string,
      callID: string,
      args: unknown,
      result: unknown,
    ): Promise<void> | undefined {
      for (const event of toTalkEvents(tool, args, result)) sessions.record(sessionID, event);
      const entry = take(sessionID, callID);
      if (entry === undefined) return undefined;
      const worker = entry.call.delegatesTo === undefined ? undefined : workerOf(result);
      if (worker !== undefined) {
        const { anchors, wrote } = sessions.get(worker);
        if (isMemoryReader(entry.call)) noteAnchors(result, anchors);
        else noteWrites(result, wrote);
      }
      const isAnswer = isAnswered(entry.call, args, result);
      const answer = isAnswer ? checkAnswer(textOf(result)) : UNCHECKED;
      const origin = { at: Date.now(), call: callID };
      for (const event of toResultEvents(entry.call, args, result, origin)) {
        sessions.record(sessionID, withVerified(event, answer.verified));
      }
      sessions.finishReading(sessionID, callID);
      const key = keyOf(sessionID, callID);
      const notices = concludeWrites(key, sessionID, entry);
      const { effectCheck } = entry.call;
      if (isAnswer) notices.unshift(() => answer.notice);
      if (isWrite(entry.call)) notices.push(() => renderMoment(place, sessionID));
      if (effectCheck === undefined) {
        tell(sessionID, notices, result);
        return undefined;
      }
      if (effectCheck.lingers) linger(sessionID, key);
      return finish(sessionID, key).then((found) =>
        tell(sessionID, [() => found, ...notices], result),
      );
    },

    /** Nothing of this session is running any more. */
    settle(sessionID: string): Promise<unknown> | undefined {
      const calls = pending.get(sessionID);
      const keys = lingering.get(sessionID);
      if (calls === undefined && keys === undefined) return undefined;
      return Promise.all([
        ...[...(calls?.keys() ?? [])].map((callID) => settle(sessionID, callID)),
        ...[...(keys ?? [])].map(async (key) => sayLater(sessionID, await finish(sessionID, key))),
      ]);
    },
    startTurn,
    settleCall: settle,

    /** memory-reader's answer came as a message: the request that carries it says what holds of it. */
    takeAnswer(sessionID: string, text: string): string | undefined {
      const { notice, verified } = checkAnswer(text);
      sayLater(sessionID, notice);
      return verified;
    },

    renderLateNotices: (sessionID: string) => lateNotices.render(sessionID),
    /** The model has answered its request. */
    heard: (sessionID: string) => lateNotices.heard(sessionID),

    forget,
  };

  /** One notice per result. Some are said once per turn, although the calls of one step were all judged before the first was told. */
  function tell(sessionID: string, notices: readonly Notice[], result: unknown): void {
    const { told } = sessions.get(sessionID);
    for (const read of notices) {
      const notice = read();
      if (notice === undefined) continue;
      const topic = topicOf(notice);
      if (topic !== undefined && told.has(topic)) continue;
      if (appendNotice(result, notice) && topic !== undefined) {
        sessions.record(sessionID, { kind: "told", topic });
      }
      return;
    }
  }
}

export type ToolHooks = ReturnType<typeof createToolHooks>;

/** The other rules ask what is written, not what was read. */
const DEPENDS_ON_READS: ReadonlySet<string> = new Set([
  "recover-after-compaction",
  "read-before-write",
]);

function keyOf(sessionID: string, callID: string): string {
  return `${sessionID} ${callID}`;
}
