import type { Language } from "../../types.ts";

/** What a person should know of a plan that was applied or recovered. */
export type PlanNote =
  /** Docs whose version before the plan is kept aside, and the incident that has it. */
  | { readonly kind: "kept"; readonly paths: readonly string[]; readonly kept: string }
  /** Docs that somebody changed meanwhile, and the incident that keeps the versions of the plan. */
  | { readonly kind: "left"; readonly paths: readonly string[]; readonly kept: string | undefined };

export type Recovered =
  | { readonly kind: "nothing" }
  /** Another process is changing the bank right now. */
  | { readonly kind: "busy" }
  | { readonly kind: "finished"; readonly plan: string; readonly notes: readonly PlanNote[] };

export function renderPlanNote({ kind, paths, kept }: PlanNote, language: Language): string {
  const docs = paths.join({ en: ", ", zh: "、" }[language]);
  const said = {
    kept: { en: `the old version of ${docs} is kept`, zh: `${docs} 的旧版本已另存` },
    left: {
      en: `somebody changed ${docs} meanwhile, which stays; the plan's versions are kept`,
      zh: `期间有人改动了 ${docs}，保持原样；计划的版本已另存`,
    },
  }[kind][language];
  return kept === undefined ? said : `${said}: memory-bank restore ${kept}`;
}

/** What a person should know of a plan that was interrupted; nothing where there was none. */
export function renderRecovered(recovered: Recovered, language: Language): string[] {
  if (recovered.kind !== "finished") return [];
  const { plan, notes } = recovered;
  const done = {
    en: `the interrupted plan ${plan} was finished`,
    zh: `被中断的计划 ${plan} 已完成`,
  }[language];
  return [done, ...notes.map((note) => renderPlanNote(note, language))];
}
