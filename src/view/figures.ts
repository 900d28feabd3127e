import { groupBy } from "../bank/group-by.ts";
import type { LogLine, RuleName } from "../types.ts";

/** What is counted in the log. The count and the list of its lines come from the same code, so they agree. */
export type Figure = keyof typeof IS | keyof typeof WITH_STEPS;

type Decision = Extract<LogLine, { kind: "decision" }>;
type Proposal = Extract<LogLine, { kind: "proposal" }>;

const GATE: RuleName = "read-before-write";
/** Words in the read gate's reason when it lets a write pass. */
const KNEW = /(?: was read| were read| is in the prompt, uncut)$|^已读过 | 完整地在提示中$/;
const FAILED = /^(?:the rule failed|规则出错)/;

const IS = {
  writes: ({ kind }: LogLine) => kind === "decision",
  risky: isRisky,
  /** The conventions had been read before the first try. */
  readFirst: (line: LogLine) => isRisky(line) && line.decision !== "refuse" && hadRead(line),
  warned: (line: LogLine) => isRisky(line) && isWarned(line, GATE),
  refused: (line: LogLine) => line.kind === "decision" && line.decision === "refuse",
  secrets: (line: LogLine) => isKept(line, "keep-secrets-out"),
  userBlocks: (line: LogLine) => isKept(line, "keep-user-blocks"),
  undone: (line: LogLine) => line.kind === "effect" && line.undone.length > 0,
  compactions: ({ kind }: LogLine) => kind === "compacted",
  saves: ({ kind }: LogLine) => kind === "proposal" || kind === "applied",
  offered: isSave("offered"),
  confirmed: isSave("confirmed"),
  declined: isSave("declined"),
  ignored: isSave("ignored"),
  written: isSave("written"),
  /** Saved without the user's yes, which gave a warning. */
  unasked: (line: LogLine) => isWarned(line, "ask-before-saving"),
  answers: ({ kind }: LogLine) => kind === "reader",
  reads: ({ kind }: LogLine) => kind === "read",
  failures: isFailure,
} as const;

const WITH_STEPS = { thenDone: stepsToDone, recovered: stepsToRecovery } as const;

/** The lines that a figure counts. For the name of a rule, the calls that it refused. */
export function pickLines(figure: string, lines: readonly LogLine[]): LogLine[] {
  if (figure === "thenDone" || figure === "recovered")
    return WITH_STEPS[figure](lines).map(({ line }) => line);
  const isIt = isFigure(figure)
    ? IS[figure]
    : (line: LogLine) => IS.refused(line) && line.kind === "decision" && line.rule === figure;
  return lines.filter(isIt);
}

function isFigure(name: string): name is keyof typeof IS {
  return Object.hasOwn(IS, name);
}

export function rootOf({ root, session }: LogLine): string {
  return root ?? session;
}

function isRisky(line: LogLine): line is Decision {
  return line.kind === "decision" && line.risk !== "low";
}

function hadRead({ trace }: Decision): boolean {
  return trace.some(
    ({ rule, verdict, because }) => rule === GATE && verdict === "pass" && KNEW.test(because),
  );
}

function isWarned(line: LogLine, rule: RuleName): boolean {
  return line.kind === "decision" && line.decision === "warn" && line.rule === rule;
}

/** Whether this rule refused a call, or had a change undone. */
function isKept(line: LogLine, rule: RuleName): boolean {
  if (line.kind === "decision") return line.decision === "refuse" && line.rule === rule;
  if (line.kind !== "restored") return false;
  return line.trace?.some((step) => step.rule === rule && step.verdict === "put-back") === true;
}

function isSave(state: Proposal["state"]) {
  return (line: LogLine) => line.kind === "proposal" && line.state === state;
}

/** Whether the line records that the memory failed to do its work. */
export function isFailure(line: LogLine): boolean {
  if (line.kind === "decision") return line.trace.some(({ because }) => FAILED.test(because));
  if (line.kind !== "effect") return line.kind === "unjudged";
  return (line.trace ?? []).some(
    ({ doc, verdict }) => verdict === "put-back" && line.changed.includes(doc),
  );
}

/** A line, and how many of the agent's reads and writes led to it. */
export interface LineWithSteps {
  readonly line: LogLine;
  readonly steps: number;
}

/** Calls that write files which were refused earlier in the same session. */
export function stepsToDone(lines: readonly LogLine[]): LineWithSteps[] {
  return inSessions(lines, (own) => {
    const waiting = new Map<string, number>();
    return own.flatMap(({ line, steps }) => {
      if (line.kind !== "decision") return [];
      const paths = line.writes.map(({ path }) => path);
      if (line.decision === "refuse") {
        for (const path of paths) waiting.set(path, waiting.get(path) ?? steps);
        return [];
      }
      const refusedAt = paths.flatMap((path) => waiting.get(path) ?? []);
      for (const path of paths) waiting.delete(path);
      return refusedAt.length === 0 ? [] : [{ line, steps: steps - Math.min(...refusedAt) }];
    });
  });
}

export function stepsToRecovery(lines: readonly LogLine[]): LineWithSteps[] {
  return inSessions(lines, (own) => {
    let since: number | undefined;
    return own.flatMap(({ line, steps }) => {
      if (line.kind === "compacted") since = steps;
      if (line.kind !== "recovered" || since === undefined) return [];
      const from = since;
      since = undefined;
      return [{ line, steps: steps - from }];
    });
  });
}

function inSessions<Found>(
  lines: readonly LogLine[],
  find: (own: readonly LineWithSteps[]) => Found[],
): Found[] {
  return [...groupBy(lines, rootOf).values()].flatMap((own) => {
    let steps = 0;
    return find(own.map((line) => ({ line, steps: (steps += isStep(line) ? 1 : 0) })));
  });
}

function isStep({ kind }: LogLine): boolean {
  return kind === "read" || kind === "decision" || kind === "reader";
}
