import type { BlockDamage } from "../bank/blocks.ts";
import type { ChangeStep, EffectCheck } from "../types.ts";

/** A change in the bank that has happened, with all that is known of it. */
export type Change = ToolChange | FoundChange;

/** What no doc may suffer, whoever writes it. */
export interface Harm {
  /** The rule for secrets that its text offends. */
  readonly secret: string | undefined;
  readonly damage: BlockDamage["kind"] | undefined;
}

/** A structured tool wrote the doc, in a way that nobody could foresee. */
export interface ToolChange extends Harm {
  readonly kind: "tool";
  readonly doc: string;
}

/** A comparison of the bank found that the doc is another one. */
export interface FoundChange {
  readonly kind: "found";
  readonly doc: string;
  /** The command that may have done it; undefined where none can. */
  readonly culprit: Suspect | undefined;
  /** When it happened; undefined where the file system's clock says nothing. */
  readonly at: ChangeTime | undefined;
  /** Who else is known to have written these bytes, or to have taken the doc away. */
  readonly writtenBy: "tool" | "plan" | "git" | undefined;
  /** Both versions are at hand, so that nothing is lost by putting one back. */
  readonly isAtHand: boolean;
}

/** A command, or a call of a tool that may do anything, and when it ran. */
export interface Suspect {
  readonly cause: EffectCheck["cause"];
  readonly from: number;
  /** Infinity while a part of it is running. */
  readonly to: number;
}

export interface ChangeTime {
  readonly ms: number;
  /** How far the file system's clock may lag behind. */
  readonly lag: number;
}

/** Of several, the one that says most. */
export const STRENGTH: Readonly<Record<EffectCheck["cause"], number>> = {
  "names-bank": 4,
  "own-words": 3,
  program: 2,
  harmless: 1,
};

/** In a moment as short as this nobody else saves a doc. */
const MOMENT = 2000;
/** Kernels note times by a clock that ticks a few hundred times a second. */
export const TICK = 20;

/** Of those that were running when it happened, the one to blame: what says most, and began last. */
export function findCulprit<Any extends Suspect>(
  suspects: readonly Any[],
  at: ChangeTime | undefined,
): Any | undefined {
  return suspects
    .filter(({ from, to }) => at === undefined || (from <= at.ms + at.lag && at.ms <= to + at.lag))
    .toSorted((a, b) => STRENGTH[b.cause] - STRENGTH[a.cause] || b.from - a.from)[0];
}

/**
 * May this change stay? The second half of the one decision path: `decide` judges what would happen,
 * this judges what did.
 */
export function judgeChange(change: Change): ChangeStep {
  return change.kind === "tool" ? judgeToolChange(change) : judgeFoundChange(change);
}

function judgeToolChange({ doc, secret, damage }: ToolChange): ChangeStep {
  if (secret !== undefined) {
    const because = `secret ${secret} was brought in`;
    return { doc, rule: "keep-secrets-out", verdict: "put-back", because };
  }
  const rule = "keep-user-blocks";
  return damage === undefined
    ? { doc, rule, verdict: "keep", because: "user block and markers are as they were" }
    : { doc, rule, verdict: "put-back", because: damage };
}

function judgeFoundChange(change: FoundChange): ChangeStep {
  const { doc, culprit, writtenBy, isAtHand } = change;
  const step = (verdict: ChangeStep["verdict"], because: string): ChangeStep => ({
    doc,
    rule: "guard-memory-files",
    verdict,
    because,
  });
  if (writtenBy === "tool") return step("keep", "a structured tool wrote it");
  if (writtenBy === "plan") return step("keep", "a plan or another session wrote it");
  if (culprit === undefined) return step("report", "none of the agent's calls did it");
  if (culprit.cause === "program") {
    return step("report", "a program of the project did it: it may be the user's own generator");
  }
  if (writtenBy === "git") return step("report", "git brought in this version");
  if (!isAtHand) return step("report", "one of its versions is not at hand");
  switch (culprit.cause) {
    case "names-bank":
      return step("put-back", "a command that names the bank did it");
    case "own-words":
      return step("put-back", "the agent's own code did it");
    case "harmless":
      return isSure(change, culprit)
        ? step("put-back", "a command taken for harmless did it: nothing else can have")
        : step("report", "a command taken for harmless was running: the user may have saved it");
  }
}

/** It happened while the command ran, and there was no time for anybody else. */
function isSure({ at }: FoundChange, { from, to }: Suspect): boolean {
  return at !== undefined && from <= at.ms + Math.min(at.lag, TICK) && to - from <= MOMENT;
}
