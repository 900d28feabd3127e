import type { PluginInput } from "@opencode-ai/plugin";
import type { OpenBank } from "../../io/bank/open-bank.ts";
import type { EffectChecks } from "../../io/effects/effect-checks.ts";
import type { KeptDoc } from "../../io/kept/incident.ts";
import type { KeepReason } from "../../io/kept/kept-versions.ts";
import type { Policy } from "../../policy/decide.ts";
import { type Agents, isUnattended } from "./agents.ts";
import type { FinalTexts } from "./final-texts.ts";
import type { Decisions } from "./decisions.ts";
import { toMessageEvents } from "./history.ts";
import type { Log } from "./log.ts";
import { field, textField } from "./payload.ts";
import { textOf } from "./respond.ts";
import { withVerified } from "./result-events.ts";
import type { Sessions } from "./sessions.ts";
import type { ToolHooks } from "./tool-hooks.ts";

export interface Workplace {
  readonly bank: OpenBank;
  readonly sessions: Sessions;
  readonly policy: Policy;
  readonly effects: EffectChecks;
  /** Keeps both versions of docs aside, and says by which name they come back; throws when it cannot. */
  readonly keep: (docs: readonly KeptDoc[], reason: KeepReason) => string;
  readonly decisions: Decisions;
  readonly texts: FinalTexts;
  readonly agents: Agents;
  readonly log: Log;
  readonly client: PluginInput["client"];
  readonly directory: string;
  readonly root: string;
  readonly isPosix: () => boolean;
}

/** Asks the host once whose child a session is, unless its creation was seen. */
export async function identify(
  { sessions, client, log }: Pick<Workplace, "sessions" | "client" | "log">,
  sessionID: string,
): Promise<void> {
  if (sessions.isIdentified(sessionID)) return;
  try {
    const { data } = await client.session.get({ path: { id: sessionID } });
    sessions.identify(sessionID, data?.parentID, isUnattended(data));
  } catch (error) {
    log.error(`session ${sessionID} could not be looked up, taken as a root session`, error);
    sessions.identify(sessionID, undefined);
  }
}

export async function onChatMessage(
  place: Workplace,
  tools: Pick<ToolHooks, "startTurn" | "takeAnswer">,
  sessionID: string,
  { message, parts }: { readonly message: unknown; readonly parts: readonly unknown[] },
): Promise<void> {
  const { sessions, bank, texts, agents } = place;
  await identify(place, sessionID);
  const agent = textField(message, "agent");
  const said = { parts, agent, at: Date.now(), before: texts.of(sessionID) };
  const events = toMessageEvents(said, sessions.isRoot(sessionID), bank.paths);
  // Known before the turn begins: what it writes may bring a reminder as well as the user's words.
  if (events.some(({ kind }) => kind === "turn-started"))
    sessions.allowEdit(sessionID, await agents.mayEdit(agent));
  for (const event of events) {
    if (event.kind === "turn-started") {
      tools.startTurn(sessionID);
      // This message answers it; another one that comes before the agent speaks does not.
      texts.interrupt(sessionID);
    }
    const isAnswer = event.kind === "worker-returned" && isAwaited(place, sessionID, event.worker);
    const verified = isAnswer ? tools.takeAnswer(sessionID, textOf({ content: parts })) : undefined;
    sessions.record(sessionID, withVerified(event, verified));
  }
}

function isAwaited({ sessions }: Workplace, sessionID: string, worker: string): boolean {
  return sessions.get(sessionID).awaited.includes(worker);
}

export function onEvent(
  { sessions, texts, log }: Workplace,
  tools: ToolHooks,
  event: unknown,
): void {
  const settled = (work: Promise<unknown> | undefined) =>
    void work?.catch((error: unknown) => log.error("looking after a stopped call failed", error));
  const properties = field(event, "properties");
  switch (field(event, "type")) {
    case "session.created": {
      const id = textField(properties, "info", "id");
      if (id === undefined) return;
      const info = field(properties, "info");
      sessions.identify(id, textField(info, "parentID"), isUnattended(info));
      return;
    }
    case "session.deleted": {
      const id = textField(properties, "info", "id");
      if (id === undefined) return;
      sessions.forget(id);
      tools.forget(id);
      texts.forget(id);
      return;
    }
    case "message.part.updated": {
      // A call that failed has no after-hook: nobody need wait for its read any longer.
      const part = field(properties, "part");
      const callID = textField(part, "callID");
      if (callID === undefined || field(part, "state", "status") !== "error") return;
      const sessionID = textField(part, "sessionID") ?? "";
      sessions.finishReading(sessionID, callID);
      settled(tools.settleCall(sessionID, callID));
      return;
    }
    case "session.idle": {
      const id = textField(properties, "sessionID");
      if (id !== undefined) settled(tools.settle(id));
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
