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
import type { HostWords, Language, Session, SessionEvent } from "../types.ts";
import { createCalls } from "./calls.ts";
import { type ShowToast, createDecisions } from "./decisions.ts";
import { createEffectChecks } from "./effect-checks.ts";
import type { Log, Project } from "./project.ts";
import type { Settings } from "./settings.ts";
import type { Applied, ApplyCall, Planned } from "./refresh.ts";
import { type Identity, createSessions } from "./sessions.ts";

export type { Identity } from "./sessions.ts";

/** A message as its host understands it. */
export interface Heard {
  readonly events: readonly SessionEvent[];
  /** Whether the agent that it is for may edit the bank, where it begins a turn. */
  readonly mayEdit?: boolean | undefined;
  /** What it brings from a worker, where it does. */
  readonly text: string;
}

/** What the model is to have before it when it is asked. */
export interface RequestTexts {
  /** First the block: the same as long as the bank is. */
  readonly always: readonly string[];
  /** Said once. */
  readonly news: readonly string[];
  /** Asked for until it is done. */
  readonly due: readonly string[];
}

export interface RuntimeOptions {
  readonly directory: string;
  readonly worktree: string;
  readonly settings: Settings;
  readonly locale: Language;
  readonly words: HostWords;
  readonly log: Log;
  /** Globs of the configuration of hosts, whose change is risky. */
  readonly hostConfigs?: readonly string[];
  /** Asks the host; the runtime asks once for each session. */
  readonly lookUp: (id: string) => Promise<Identity>;
  /** Absent where nobody can be shown anything at once. */
  readonly showToast?: ShowToast;
}

export type Runtime = ReturnType<typeof openRuntime>;

/** One project held open. A host hands in calls, results and messages, and renders what comes back. */
export function openRuntime(options: RuntimeOptions) {
  const { directory, worktree, settings, locale, words, log } = options;
  const { guardMode, approval, writer } = settings;
  const bank = openBank({
    ...settings,
    directory,
    worktree,
    locale,
    words,
    onProblem: log.warn,
  });
  const { root } = bank.paths;
  const sessions = createSessions(settings.readScope, () => bank.name, lookUp);
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
  const project: Project = { root, bank, sessions, policy, effects, decisions, log };
  const calls = createCalls(project);

  async function lookUp(id: string): Promise<Identity> {
    try {
      return await options.lookUp(id);
    } catch (error) {
      log.error(`session ${id} could not be looked up, taken as a root session`, error);
      return { parent: undefined, isUnattended: false };
    }
  }

  function renderLate(id: string): string[] {
    const texts = sessions.takeLate(id);
    return texts.length === 0 ? [] : [texts.join("\n")];
  }

  /** What a request carries about proposals: what the user has confirmed. */
  function renderOffers(id: string): string[] {
    const { proposals, parent } = sessions.stateOf(id);
    const confirmed = confirmedOf(proposals);
    // The bank is asked last: most requests have nothing to say, and asking looks at the disk.
    const isSilent = parent !== undefined || confirmed === undefined;
    if (isSilent || bank.renderBlock() === undefined) return [];
    return [renderConfirmed(confirmed, bank, writer, words)];
  }

  /** Banks elsewhere in the work tree are looked for once, beside all else. */
  let discovering: Promise<void> | undefined;

  return {
    bank,
    sessions,
    record,
    identify: sessions.lookUp,

    /** Puts right what a crash in the middle of a plan has left. */
    async recover(): Promise<void> {
      const place = attempt(() => bank.placeToRefresh(), { root, bank: bank.paths.bank });
      if (!attempt(() => existsSync(journalFile(stateFolderOf(place.bank))), false)) return;
      try {
        const { recoverBank } = await import("../io/plan/apply-plan.ts");
        const { renderRecovered } = await import("../io/plan/plan-note.ts");
        for (const note of renderRecovered(recoverBank(place), "en")) log.warn(note);
      } catch (error) {
        log.error("a plan that was interrupted could not be finished", error);
      }
    },

    ...calls,

    /** A message has come. */
    async hear(id: string, { events, mayEdit, text }: Heard): Promise<void> {
      if (mayEdit !== undefined) sessions.of(id).mayEdit = mayEdit;
      for (const event of events) {
        if (event.kind === "turn-started") {
          discovering ??= bank.discoverOthers().catch(() => undefined);
          calls.openBank(id);
        }
        const isAnswer =
          event.kind === "worker-returned" && sessions.stateOf(id).awaited.includes(event.worker);
        const verified = isAnswer ? await calls.takeAnswer(id, text) : undefined;
        record(id, withVerified(event, verified));
      }
    },

    /** The agent has said something to the user: its request was answered. */
    say(id: string, text: string): void {
      record(id, { kind: "said", text });
      sessions.lateHeard(id);
    },

    /** What a request of the conversation carries. */
    renderRequest(id: string | undefined): RequestTexts {
      const always = [bank.renderPrompt()];
      if (id === undefined) return { always, news: [], due: [] };
      record(id, { kind: "request-began" });
      const missing = guardMode === "off" ? [] : missingAnchors(sessions.stateOf(id), bank);
      return {
        always,
        news: [...renderLate(id), ...renderOffers(id)],
        due: missing.length > 0 ? [bank.renderAnchors(missing)] : [],
      };
    },

    /** What is still to be told in this session, for a host that keeps what it is given: it is told with this. */
    tellLate(id: string): string[] {
      const texts = renderLate(id);
      sessions.lateHeard(id);
      return texts;
    },

    /** What a request for a summary carries. */
    renderCompaction(id: string): string[] {
      const block = bank.renderBlock();
      if (block === undefined) return [];
      const anchors = anchorsOf(sessions.stateOf(id).anchors, bank);
      return [block, ...(anchors.length > 0 ? [bank.renderAnchors(anchors)] : [])];
    },

    /** Folds a session anew from its history. */
    rebuild: (id: string, events: readonly SessionEvent[], from?: Session): Session =>
      sessions.rebuild(id, events, from),
    titled: (id: string, title: string) => decisions.titled(id, title),

    async plan(): Promise<Planned> {
      const { planBank } = await import("./refresh.ts");
      return planBank(project, { lang: settings.lang, locale });
    },
    async apply(call: ApplyCall): Promise<Applied> {
      const { applyAgreed } = await import("./refresh.ts");
      return applyAgreed(project, { lang: settings.lang, locale }, call);
    },

    forget: (id: string) => sessions.forget(id),
    close(): void {
      effects.close();
    },
  };
}
