import type { Language } from "../../types.ts";

/** What a person should know of a plan that was applied or recovered. */
export type PlanNote =
  | { readonly kind: "index-not-updated"; readonly reason: string }
  /** Docs whose version before the plan is kept aside, and the incident that has it. */
  | { readonly kind: "kept"; readonly paths: readonly string[]; readonly kept: string }
  /** Docs that somebody changed meanwhile, and the incident that keeps the versions of the plan. */
  | { readonly kind: "left"; readonly paths: readonly string[]; readonly kept: string | undefined };

export function renderPlanNote(note: PlanNote, language: Language): string {
  return { en: english, zh: chinese }[language](note);
}

function english(note: PlanNote): string {
  if (note.kind === "index-not-updated")
    return `the docs are in place, but git's index was not updated (${note.reason}). Run git add -A on the bank when it suits you`;
  if (note.kind === "kept")
    return `the old version of ${note.paths.join(", ")} is kept: memory-bank restore ${note.kept} brings it back`;
  const kept =
    note.kept === undefined ? "" : `; the plan's versions: memory-bank restore ${note.kept}`;
  return `left as they are, because somebody changed them after a crash: ${note.paths.join(", ")}${kept}`;
}

function chinese(note: PlanNote): string {
  if (note.kind === "index-not-updated")
    return `文档已就位，但 git 索引未更新（${note.reason}）。方便时请对记忆库运行 git add -A`;
  if (note.kind === "kept")
    return `${note.paths.join("、")} 的旧版本已另存：memory-bank restore ${note.kept} 可恢复`;
  const kept = note.kept === undefined ? "" : `；计划的版本：memory-bank restore ${note.kept}`;
  return `崩溃之后有人改动过，因此保持原样：${note.paths.join("、")}${kept}`;
}
