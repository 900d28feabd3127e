import { existsSync } from "node:fs";
import { attempt } from "../io/disk/read.ts";
import { openBank } from "../io/bank/open-bank.ts";
import { journalFile } from "../io/plan/unfinished.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import { confirmedOf } from "../policy/proposals/advance-proposals.ts";
import { renderConfirmed } from "../policy/proposals/render-proposals.ts";
import { withVerified } from "../policy/result-events.ts";
import { createAssessRisk } from "../policy/risk.ts";
import { anchorsOf, missingAnchors } from "../policy/session.ts";
import type { HostWords, Language, SessionEvent } from "../types.ts";
import { createCalls } from "./calls.ts";
import { type ShowToast, createDecisions } from "./decisions.ts";
import { createEffectChecks } from "./effect-checks.ts";
import type { Log, Project } from "./project.ts";
import type { Settings } from "./settings.ts";
import type { ApplyCall } from "./refresh.ts";
import { createSessions } from "./sessions.ts";

/** What the host knows of a session. */
export interface Identity {
  /** The session that started it as a subagent. */
  readonly parent: string | undefined;
  /** Nobody answers in this session: a one-shot run. */
  readonly isUnattended: boolean;
}

/** A message as its host understands it. */
export interface Heard {
  readonly events: readonly SessionEvent[];
  /** For a message that begins a turn: whether the agent that it is for may edit the bank. */
  readonly mayEdit?: boolean | undefined;
  /** The answer of a worker that the message brings; empty if it brings none. */
  readonly text: string;
}

export interface RuntimeOptions {
  readonly directory: string;
  readonly worktree: string;
  readonly settings: Settings;
  readonly locale: Language;
  readonly words: HostWords;
  readonly log: Log;
  /** Globs of hosts' own configuration: a change to such a file is risky. */
  readonly hostConfigs?: readonly string[];
  /** Asks the host who a session is; the runtime asks once for each session. */
  readonly lookUp: (id: string) => Promise<Identity>;
  /** Absent if nobody can be shown a toast. */
  readonly showToast?: ShowToast;
}

export type Runtime = ReturnType<typeof openRuntime>;

/** One project held open. A host hands in calls, results and messages, and renders what comes back. */
export function openRuntime(options: RuntimeOptions) {
  const { directory, worktree, settings, locale, words, log, lookUp } = options;
  const { guardMode, approval, writer, lang } = settings;
  const place = { directory, worktree, locale, words };
  const bank = openBank({ ...settings, ...place, onProblem: log.warn });
  const { root } = bank.paths;
  const sessions = createSessions(settings.readScope, () => bank.name);
  const effects = createEffectChecks(() => bank.paths, sessions.running);
  const decisions = createDecisions({
    isLogged: settings.log !== "off",
    showToast: settings.toasts === "off" ? undefined : options.showToast,
    bank,
    sessions,
    onProblem: (error) => log.error("the decision log cannot be written", error),
  });
  const assessRisk = createAssessRisk({ ...settings, hostConfigs: options.hostConfigs });
  const policy = { guardMode, approval, writer, words, assessRisk };

  const { record } = decisions;
  const project: Project = { root, bank, lang, locale, sessions, policy, effects, decisions, log };
  const calls = createCalls(project);

  /** Renders what the user has confirmed, for the next request. */
  function renderOffers(id: string): string[] {
    const { proposals, parent } = sessions.stateOf(id);
    const confirmed = parent === undefined ? confirmedOf(proposals) : undefined;
    // The bank is asked last, because asking looks at the disk and most requests have nothing to say.
    if (confirmed === undefined || bank.renderBlock() === undefined) return [];
    return [renderConfirmed(confirmed, bank, writer, words)];
  }

  // Banks elsewhere in the work tree are looked for in the background.
  void bank.discoverOthers().catch(() => undefined);

  return {
    bank,
    sessions,
    record,

    /** Asks the host once for the parent of a session, unless the host has told it already. */
    async identify(id: string): Promise<void> {
      if (sessions.find(id)?.parent !== undefined) return;
      try {
        const { parent, isUnattended } = await lookUp(id);
        sessions.identify(id, parent, isUnattended);
      } catch (error) {
        log.error(`session ${id} could not be looked up, taken as a root session`, error);
        sessions.identify(id, undefined);
      }
    },

    /** Finishes a plan that a crash has interrupted. */
    async recover(): Promise<void> {
      try {
        const place = attempt(() => bank.placeToRefresh(), undefined);
        if (place === undefined || !existsSync(journalFile(stateFolderOf(place.bank)))) return;
        const { recoverBank } = await import("../io/plan/apply-plan.ts");
        const { renderPlanNote } = await import("../io/plan/plan-note.ts");
        for (const note of recoverBank(place)) log.warn(renderPlanNote(note, "en"));
      } catch (error) {
        log.error("a plan that was interrupted could not be finished", error);
      }
    },

    ...calls,

    /** A message has come. */
    async hear(id: string, { events, mayEdit, text }: Heard): Promise<void> {
      if (mayEdit !== undefined) sessions.of(id).mayEdit = mayEdit;
      for (const event of events) {
        if (event.kind === "turn-started") calls.openBank(id);
        const isAnswer =
          event.kind === "worker-returned" && sessions.stateOf(id).awaited.includes(event.worker);
        const verified = isAnswer ? await calls.takeAnswer(id, text) : undefined;
        record(id, withVerified(event, verified));
      }
    },

    /** The agent has said something to the user. */
    say: (id: string, text: string) => record(id, { kind: "said", text }),

    /** What a request to the model carries. */
    renderRequest(id: string | undefined) {
      if (id !== undefined) record(id, { kind: "request-began" });
      const isAsked = id !== undefined && guardMode !== "off";
      const missing = isAsked ? missingAnchors(sessions.stateOf(id), bank) : [];
      return {
        /** The prompt block: the same bytes as long as the bank stays the same. */
        always: [bank.renderPrompt()],
        /** Told once. */
        news: id === undefined ? [] : [...sessions.takeLate(id), ...renderOffers(id)],
        /** Repeated in each request until the docs were read. */
        due: missing.length > 0 ? [bank.renderAnchors(missing)] : [],
      };
    },

    /** What a request for a compaction summary carries. */
    renderCompaction(id: string): string[] {
      const block = bank.renderBlock();
      if (block === undefined) return [];
      const anchors = anchorsOf(sessions.stateOf(id).anchors, bank);
      return [block, ...(anchors.length > 0 ? [bank.renderAnchors(anchors)] : [])];
    },

    rebuild: sessions.rebuild,
    titled: decisions.titled,
    plan: async () => (await import("./refresh.ts")).planBank(project),
    apply: async (call: ApplyCall) => (await import("./refresh.ts")).applyAgreed(project, call),
    forget: sessions.forget,
    close(): void {
      decisions.close();
      effects.close();
    },
  };
}
