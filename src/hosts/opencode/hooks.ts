import type { PluginInput } from "@opencode-ai/plugin";
import type { OpenBank } from "../../io/open-bank.ts";
import { isWrite } from "../../policy/call.ts";
import { type Policy, decide } from "../../policy/decide.ts";
import { unjudgedMessage } from "../../policy/unjudged.ts";
import type { Judgement, ToolCall } from "../../types.ts";
import { toMessageEvents } from "./history.ts";
import type { Log } from "./log.ts";
import { field, textField } from "./payload.ts";
import { type Notice, Refusal, appendNotice, respond } from "./respond.ts";
import { isMemoryReader, noteAnchors, toResultEvents, workerOf } from "./result-events.ts";
import type { Sessions } from "./sessions.ts";
import { isNeverRefused, toToolCall } from "./tool-call.ts";

export interface Workplace {
  readonly bank: OpenBank;
  readonly sessions: Sessions;
  readonly policy: Policy;
  readonly log: Log;
  readonly client: PluginInput["client"];
  readonly directory: string;
  readonly root: string;
  readonly isPosix: () => boolean;
}

/** Calls of one step run in parallel: a write waits this long for a read that would open its gate. */
const PATIENCE = 2000;
/** A write may be announced just before the read of the same step. */
const GRACE = 30;
/** Calls that failed never come back to us; this many may be waiting for nothing. */
const CALLS_REMEMBERED = 1000;

interface PendingCall {
  readonly call: ToolCall;
  notice: Notice | undefined;
}

export function createToolHooks(place: Workplace) {
  const { bank, sessions, policy, log } = place;
  const pending = new Map<string, PendingCall>();

  function remember(key: string, call: ToolCall): PendingCall {
    const entry: PendingCall = { call, notice: undefined };
    pending.set(key, entry);
    const oldest = pending.keys().next();
    if (pending.size > CALLS_REMEMBERED && !oldest.done) pending.delete(oldest.value);
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
    // The guard asks what is written, not what was read.
    if (decision.kind === "allow" || decision.rule === "guard-memory-files") return first;
    await identify(place, sessionID);
    if (!(await sessions.waitForReading(sessionID, PATIENCE, callID))) {
      await new Promise((resolve) => setTimeout(resolve, GRACE));
      await sessions.waitForReading(sessionID, PATIENCE, callID);
    }
    return judge(call, sessionID);
  }

  function conclude(tool: string, entry: PendingCall, { decision, trace }: Judgement): void {
    for (const { rule, verdict, error } of trace) {
      if (error !== undefined) log.error(`rule ${rule} failed on ${tool}`, error);
      log.debug(() => `${tool} ${rule}: ${verdict.kind} (${verdict.because})`);
    }
    entry.notice = respond(decision);
  }

  /** Waits only where it would otherwise say no. */
  function judgeCall(
    tool: string,
    sessionID: string,
    callID: string,
    args: unknown,
  ): Promise<void> | undefined {
    // Some providers count their calls anew in each answer: an earlier one that failed may have this id.
    const key = keyOf(sessionID, callID);
    pending.delete(key);
    sessions.finishReading(sessionID, callID);
    const call = toToolCall(tool, args, place);
    if (call === undefined) return undefined;
    const entry = remember(key, call);
    if (call.reads.length > 0) sessions.startReading(sessionID, callID);
    if (!isWrite(call)) return undefined;
    const first = judge(call, sessionID);
    if (first.decision.kind === "allow") {
      conclude(tool, entry, first);
      return undefined;
    }
    return judgeAgain(call, sessionID, callID, first).then((judged) =>
      conclude(tool, entry, judged),
    );
  }

  return {
    before(
      tool: string,
      sessionID: string,
      callID: string,
      args: unknown,
    ): Promise<void> | undefined {
      const unjudged = (error: unknown): never => {
        if (!(error instanceof Refusal)) refuseUnjudged(error, tool, args, place);
        throw error;
      };
      try {
        return judgeCall(tool, sessionID, callID, args)?.catch(unjudged);
      } catch (error) {
        return unjudged(error);
      }
    },

    after(sessionID: string, callID: string, args: unknown, result: unknown): void {
      const key = keyOf(sessionID, callID);
      const entry = pending.get(key);
      if (entry === undefined) return;
      pending.delete(key);
      const worker = isMemoryReader(entry.call) ? workerOf(result) : undefined;
      if (worker !== undefined) noteAnchors(result, sessions.get(worker).anchors);
      const origin = { at: Date.now(), call: callID };
      for (const event of toResultEvents(entry.call, args, result, origin)) {
        sessions.record(sessionID, event);
      }
      sessions.finishReading(sessionID, callID);
      tell(sessionID, entry.notice, result);
    },
  };

  /** Once per turn, although the calls of one step were all judged before the first was told. */
  function tell(sessionID: string, notice: Notice | undefined, result: unknown): void {
    if (notice === undefined || sessions.get(sessionID).told.has(notice.rule)) return;
    if (appendNotice(result, notice.text)) {
      sessions.record(sessionID, { kind: "told", rule: notice.rule });
    }
  }
}

function keyOf(sessionID: string, callID: string): string {
  return `${sessionID} ${callID}`;
}

/** Our own failure on a call: what names the bank is not written unjudged, the rest follows the mode. */
function refuseUnjudged(
  error: unknown,
  tool: string,
  args: unknown,
  { bank, policy }: Pick<Workplace, "bank" | "policy">,
): void {
  if (isNeverRefused(tool)) return;
  const reason = error instanceof Error ? error.message : String(error);
  const namesBank = safeText(args).includes("memory-bank");
  if (!namesBank && policy.guardMode !== "block") return;
  const rule = namesBank ? "guard-memory-files" : "read-before-write";
  throw new Refusal(unjudgedMessage(rule, reason, namesBank, safeLanguage(bank)));
}

function safeText(args: unknown): string {
  try {
    return (JSON.stringify(args) ?? "").toLowerCase();
  } catch {
    return "memory-bank";
  }
}

function safeLanguage(bank: OpenBank): OpenBank["language"] {
  try {
    return bank.language;
  } catch {
    return "en";
  }
}

/** Asks the host once whose child a session is, unless its creation was seen. */
export async function identify(
  { sessions, client, log }: Pick<Workplace, "sessions" | "client" | "log">,
  sessionID: string,
): Promise<void> {
  if (sessions.isIdentified(sessionID)) return;
  try {
    const { data } = await client.session.get({ path: { id: sessionID } });
    sessions.identify(sessionID, data?.parentID);
  } catch (error) {
    log.error(`session ${sessionID} could not be looked up, taken as a root session`, error);
    sessions.identify(sessionID, undefined);
  }
}

export async function onChatMessage(
  place: Workplace,
  sessionID: string,
  parts: readonly unknown[],
): Promise<void> {
  const { sessions, bank } = place;
  await identify(place, sessionID);
  for (const event of toMessageEvents(parts, sessions.isRoot(sessionID), bank.paths, Date.now())) {
    sessions.record(sessionID, event);
  }
}

export function onEvent(sessions: Sessions, event: unknown): void {
  const properties = field(event, "properties");
  switch (field(event, "type")) {
    case "session.created": {
      const id = textField(properties, "info", "id");
      if (id !== undefined) sessions.identify(id, textField(properties, "info", "parentID"));
      return;
    }
    case "session.deleted": {
      const id = textField(properties, "info", "id");
      if (id !== undefined) sessions.forget(id);
      return;
    }
    case "message.part.updated": {
      // A call that failed has no after-hook: nobody need wait for its read any longer.
      const part = field(properties, "part");
      const callID = textField(part, "callID");
      if (callID === undefined || field(part, "state", "status") !== "error") return;
      sessions.finishReading(textField(part, "sessionID") ?? "", callID);
      return;
    }
  }
}

/** Only main requests carry the environment block; title and compaction requests do not. */
export function isMainRequest(system: readonly unknown[]): boolean {
  return system.some((text) => typeof text === "string" && text.includes("<env>"));
}

export function sessionOf(messages: readonly unknown[]): string | undefined {
  return textField(messages.at(-1), "info", "sessionID");
}
