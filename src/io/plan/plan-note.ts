import type { Language } from "../../types.ts";

/** What a person should know of a plan that was applied or recovered. */
export type PlanNote =
  /** The plan was interrupted, and is finished now. */
  | { readonly kind: "finished"; readonly plan: string }
  /** Docs whose version before the plan is kept aside, and the incident that keeps it. */
  | { readonly kind: "kept"; readonly paths: readonly string[]; readonly kept: string }
  /** Docs that somebody changed meanwhile, and the incident that keeps the versions of the plan. */
  | { readonly kind: "left"; readonly paths: readonly string[]; readonly kept: string };

export function renderPlanNote(note: PlanNote, language: Language): string {
  if (note.kind === "finished")
    return {
      en: `the interrupted plan ${note.plan} was finished`,
      zh: `被中断的计划 ${note.plan} 已完成`,
    }[language];
  const docs = note.paths.join({ en: ", ", zh: "、" }[language]);
  const said = {
    kept: { en: `the old version of ${docs} is kept`, zh: `${docs} 的旧版本已另存` },
    left: {
      en: `somebody changed ${docs} meanwhile, which stays; the plan's versions are kept`,
      zh: `期间有人改动了 ${docs}，保持原样；计划的版本已另存`,
    },
  }[note.kind][language];
  return `${said}: memory-bank restore ${note.kept}`;
}
