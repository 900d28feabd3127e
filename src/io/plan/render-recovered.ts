import type { Language } from "../../types.ts";
import { describeForeign } from "./plan-error.ts";
import { renderPlanNote } from "./plan-note.ts";
import type { Recovered } from "./recover-bank.ts";

/** What a person should know of a plan that was interrupted; nothing where there was none. */
export function renderRecovered(recovered: Recovered, language: Language): string[] {
  if (recovered.kind === "foreign") return [describeForeign(recovered.path)[language]];
  if (recovered.kind !== "finished" && recovered.kind !== "undone") return [];
  const { kind, plan, notes } = recovered;
  const done = {
    en: `the interrupted plan ${plan} was ${kind}`,
    zh: `被中断的计划 ${plan} 已${{ finished: "完成", undone: "撤销" }[kind]}`,
  }[language];
  return [done, ...notes.map((note) => renderPlanNote(note, language))];
}
