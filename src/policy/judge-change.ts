import type { BlockDamage } from "../bank/blocks.ts";
import type { ChangeStep, EffectCheck } from "../types.ts";

/** A change in the bank that has happened, with all that is known of it. */
export type Change = ToolChange | CommandChange;

/** A structured tool wrote the doc, in a way that nobody could foresee. */
export interface ToolChange {
  readonly kind: "tool";
  readonly doc: string;
  /** The rule for secrets that its text offends. */
  readonly secret: string | undefined;
  readonly damage: BlockDamage["kind"] | undefined;
}

/** The doc is another one after a command has run. */
export interface CommandChange {
  readonly kind: "command";
  readonly doc: string;
  readonly cause: EffectCheck["cause"];
  /** Who else is known to have written these bytes, or to have taken the doc away. */
  readonly writtenBy: "tool" | "plan" | "git" | undefined;
  /** A tool is still at it: whose work it is cannot be told. */
  readonly isBeingWritten: boolean;
  /** Both versions are at hand, so that nothing is lost by putting one back. */
  readonly isAtHand: boolean;
}

/**
 * May this change stay? The second half of the one decision path: `decide` judges what would happen,
 * this judges what did.
 */
export function judgeChange(change: Change): ChangeStep {
  return change.kind === "tool" ? judgeToolChange(change) : judgeCommandChange(change);
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

function judgeCommandChange(change: CommandChange): ChangeStep {
  const { doc, cause, writtenBy, isBeingWritten, isAtHand } = change;
  const step = (verdict: ChangeStep["verdict"], because: string): ChangeStep => ({
    doc,
    rule: "guard-memory-files",
    verdict,
    because,
  });
  if (writtenBy === "tool") return step("keep", "a structured tool wrote it meanwhile");
  if (writtenBy === "plan") return step("keep", "a plan or another session wrote it meanwhile");
  if (cause === "program") {
    return step("report", "a program of the project did it: it may be the user's own generator");
  }
  if (writtenBy === "git") return step("report", "git brought in this version");
  if (isBeingWritten) return step("report", "a tool is still writing it");
  if (!isAtHand) return step("report", "one of its versions is not at hand");
  return step(
    "put-back",
    cause === "names-bank" ? "a command that names the bank did it" : "the agent's own code did it",
  );
}
