import { join } from "node:path";
import { LOG_FILE } from "../../io/log/decision-log.ts";
import { readDecisions } from "../../io/log/tail-log.ts";
import { stateFolderOf } from "../../io/disk/state-folder.ts";
import { rootOf } from "../../view/figures.ts";
import type { LogLine, LoggedDecision } from "../../types.ts";
import { colors } from "../colors.ts";
import { andMore, localTime, printable } from "../format.ts";
import { openKept } from "../kept.ts";
import type { Opened } from "../open.ts";
import { print, printFacts } from "../print.ts";
import { say } from "../say.ts";
import { Stop } from "../stop.ts";
import type { Answer } from "../usage.ts";
import { showTrace, word } from "./show-trace.ts";

type DecisionLine = LogLine & LoggedDecision;
/** The outcome of a call that was allowed. */
type OutcomeLine = Extract<LogLine, { kind: "effect" | "restored" }>;

const SHOWN = 5;

/** The latest decisions of one session and its subagents, the newest last. */
export function explainLog({ location }: Opened, last: string | true): Answer {
  const count = last === true ? SHOWN : Number(last);
  if (!Number.isSafeInteger(count) || count <= 0) {
    throw new Stop(2, { en: "--last takes a whole number from 1", zh: "--last 需要从 1 起的整数" });
  }
  const folder = stateFolderOf(location.bank);
  const lines = readDecisions(folder).filter(
    (line) => line.kind === "decision" || line.kind === "effect" || line.kind === "restored",
  );
  const latest = lines.at(-1);
  if (latest === undefined) {
    throw new Stop(1, { en: `no decision logged in ${folder}`, zh: `${folder} 没有记录任何决定` });
  }
  const shown = lines.filter((line) => rootOf(line) === rootOf(latest)).slice(-count);
  return {
    data: shown,
    show: () => {
      // The log does not hold a command's words. For an undone change, they are kept with the versions.
      const commands = new Map(openKept(location).incidents.map(({ id, words }) => [id, words]));
      for (const line of shown) {
        const { at, session, turn } = line;
        const place = say({ en: `turn ${turn} of ${session}`, zh: `${session} 第 ${turn} 轮` });
        print(`${colors.bold(localTime(at))}  ${printable(place)}`);
        if (line.kind === "decision") showLine(line);
        else showOutcome(line, commands);
        print();
      }
      print(colors.dim(join(folder, LOG_FILE)));
    },
  };
}

function showLine(line: DecisionLine): void {
  const { tool, writes, more, risk, reason } = line;
  const paths = writes.map(({ path, effect }) => `${printable(path)} (${word(effect)})`);
  if (more !== undefined) paths.push(andMore(more));
  const [level, why] = [word(risk), word(reason)];
  printFacts([
    [{ en: "Call", zh: "调用" }, printable(tool)],
    [{ en: "Writes", zh: "写入" }, paths.join("\n") || "–"],
    [{ en: "Risk", zh: "风险" }, say({ en: `${level}: ${why}`, zh: `${level}：${why}` })],
  ]);
  showTrace(line.trace, { ...line, kind: line.decision });
}

function showOutcome(line: OutcomeLine, commands: ReadonlyMap<string, string>): void {
  const list = (lines: readonly string[]) => lines.map(printable).join("\n") || undefined;
  const { undone, changed, kept } =
    line.kind === "effect" ? line : { undone: line.docs, changed: [], kept: undefined };
  const why = (line.trace ?? []).map(
    ({ doc, verdict, rule, because }) => `${doc}: ${word(verdict)}, ${because} (rule: ${rule})`,
  );
  printFacts([
    [{ en: "Command", zh: "命令" }, list([commands.get(kept ?? "") ?? ""])],
    [{ en: "Put back", zh: "已恢复" }, list(undone)],
    [{ en: "Changed", zh: "已改变" }, list(changed)],
    [{ en: "Kept", zh: "留存" }, kept && `memory-bank restore ${kept}`],
    [{ en: "Because", zh: "因为" }, list(why)],
  ]);
}
