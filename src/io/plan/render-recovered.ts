import type { Language } from "../../types.ts";
import { renderPlanNote } from "./plan-note.ts";
import type { Recovered } from "./recover-bank.ts";

/** What a person should know of a plan that was interrupted; nothing where there was none. */
export function renderRecovered(recovered: Recovered, language: Language): string[] {
  if (recovered.kind !== "finished" && recovered.kind !== "undone") return [];
  const { kind, plan, notes } = recovered;
  const zh = language === "zh";
  const done = zh
    ? `被中断的计划 ${plan} 已${kind === "finished" ? "完成" : "撤销"}`
    : `the interrupted plan ${plan} was ${kind}`;
  return [done, ...notes.map((note) => renderPlanNote(note, language))];
}
