import { join } from "node:path";
import { listKept } from "../io/kept/kept-versions.ts";
import { readDecisions } from "../io/log/read-decisions.ts";
import { LOG_FILE } from "../io/log/decision-log.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import { rootOf } from "../view/figures.ts";
import { hideValues } from "../secrets/hide-values.ts";
import type { LogLine, LoggedDecision } from "../types.ts";
import { colors } from "./colors.ts";
import { localTime, printable } from "./format.ts";
import { print, printJson } from "./print.ts";
import { say } from "./say.ts";
import { showFacts } from "./show-facts.ts";
import { showDecision, showTrace } from "./show-trace.ts";
import { Stop } from "./stop.ts";
import { word } from "./word.ts";

export interface LogOptions {
  readonly last?: true | string;
  readonly json?: true;
}

type DecisionLine = LogLine & LoggedDecision;
/** What came of a call that was let through. */
type OutcomeLine = Extract<LogLine, { kind: "effect" | "restored" }>;
type ShownLine = DecisionLine | OutcomeLine;

const SHOWN = 5;

/** The latest decisions of one session and its subagents, the newest last. */
export function showLogged(bank: string, { last, json }: LogOptions): void {
  const count = toCount(last);
  const folder = stateFolderOf(bank);
  const lines = readDecisions(folder).filter(
    (line) => line.kind === "decision" || line.kind === "effect" || line.kind === "restored",
  );
  const found = ofLatestSession(lines, folder).slice(-count);
  if (json) {
    printJson(found);
    return;
  }
  const commands = new Map(listKept(folder).map(({ id, words }) => [id, hideValues(words)]));
  for (const line of found) {
    if (line.kind === "decision") showLine(line);
    else showOutcome(line, commands);
    print();
  }
  print(colors.dim(join(folder, LOG_FILE)));
}

function toCount(last: LogOptions["last"]): number {
  if (last === undefined || last === true) return SHOWN;
  const count = Number(last);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Stop(2, {
    en: `--last takes a whole number from 1, not ${printable(last)}`,
    zh: `--last 需要从 1 起的整数，而不是 ${printable(last)}`,
  });
}

function ofLatestSession(lines: readonly ShownLine[], folder: string): readonly ShownLine[] {
  const latest = lines.at(-1);
  if (latest !== undefined) return lines.filter((line) => rootOf(line) === rootOf(latest));
  throw new Stop(1, {
    en: `no decision is logged for this project (in ${folder})`,
    zh: `这个项目还没有记录任何决定（${folder}）`,
  });
}

function showPlace({ at, session, turn, root }: LogLine): void {
  const whose = root === undefined ? "" : say({ en: " (subagent)", zh: "（子代理）" });
  const place = say({ en: `turn ${turn} of ${session}`, zh: `${session} 第 ${turn} 轮` });
  print(`${colors.bold(localTime(at))}  ${printable(place)}${whose}`);
}

/** The log has no words of a command; of what was undone, they are kept beside the versions. */
function showOutcome(line: OutcomeLine, commands: ReadonlyMap<string, string>): void {
  showPlace(line);
  const list = (docs: readonly string[]) => docs.map(printable).join("\n");
  const listOf = (docs: readonly string[]) => (docs.length === 0 ? undefined : list(docs));
  const why = (line.trace ?? []).map(
    ({ doc, verdict, rule, because }) => `${doc}: ${word(verdict)}, ${because} (rule: ${rule})`,
  );
  const because = [{ en: "Because", zh: "因为" }, listOf(why)] as const;
  if (line.kind === "restored") {
    showFacts([[{ en: "Put back", zh: "已恢复" }, list(line.docs)], because]);
    return;
  }
  const { undone, changed, kept } = line;
  const command = kept === undefined ? undefined : commands.get(kept);
  showFacts([
    [{ en: "Command", zh: "命令" }, command && printable(command)],
    [{ en: "Undone", zh: "已撤销" }, listOf(undone)],
    [{ en: "Changed", zh: "已改变" }, listOf(changed)],
    [{ en: "Kept", zh: "留存" }, kept && `memory-bank restore ${kept}`],
    because,
  ]);
}

function showLine(line: DecisionLine): void {
  showPlace(line);
  const { tool, via, writes, more, risk, reason } = line;
  const paths = [
    ...writes.map(({ path, effect }) => `${printable(path)} (${word(effect)})`),
    ...(more === undefined ? [] : [say({ en: `… and ${more} more`, zh: `… 还有 ${more} 个` })]),
  ];
  showFacts([
    [{ en: "Call", zh: "调用" }, `${printable(tool)}, ${word(via)}`],
    [{ en: "Writes", zh: "写入" }, paths.join("\n") || "–"],
    [{ en: "Risk", zh: "风险" }, `${word(risk)}: ${word(reason)}`],
  ]);
  print();
  showTrace(line.trace);
  showDecision(line.decision, line.rule);
}
