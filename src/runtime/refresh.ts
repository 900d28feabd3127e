import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillIn } from "../bank/fill-in.ts";
import { applyPlan } from "../io/plan/apply-plan.ts";
import { PlanError } from "../io/plan/plan-error.ts";
import { renderPlanNote } from "../io/plan/plan-note.ts";
import { readPlan } from "../io/plan/read-plan.ts";
import { recoverBank } from "../io/plan/recover-bank.ts";
import { renderRecovered } from "../io/plan/render-recovered.ts";
import { renderPlan, renderWritten } from "../plans/render-plan.ts";
import type { HostWords, Language, Plan, Text } from "../types.ts";
import type { Project } from "./project.ts";

export interface RefreshOptions {
  readonly lang: Language | undefined;
  readonly locale: Language;
}

export interface PendingPlan {
  readonly plan: Plan;
  readonly language: Language;
}

type Place = Pick<Project, "bank" | "root" | "decisions" | "sessions" | "policy">;

/** What refresh would do, for the agent to show; remembered, so that exactly it can be applied. */
export function planBank(place: Place, { lang, locale }: RefreshOptions, id: string): string {
  const { bank, root, sessions, policy } = place;
  const where = { root, bank: bank.paths.bank };
  const notes = renderRecovered(recoverBank(where), bank.language);
  const today = new Date().toISOString().slice(0, 10);
  const result = readPlan(where.bank, { lang, locale, today });
  const record = sessions.of(id);
  record.plan = undefined;
  if (result.kind === "abort") throw new Error(`[Memory Bank] Nothing planned: ${result.problem}`);
  const { plan, language } = result;
  const text = renderPlan(plan, language, (path) => readFileSync(join(where.bank, path), "utf8"));
  if (plan.operations.length === 0) return [...notes, text].join("\n");
  record.plan = { plan, language };
  return [...notes, text, "", nextStep(plan, policy.words)[language]].join("\n");
}

export interface Applied {
  /** For the agent. */
  readonly text: string;
  readonly docs: readonly string[];
}

/** Applies the plan that was shown in this session, after the host has asked the user. */
export async function applyPending(
  place: Place,
  id: string,
  planID: string | undefined,
  ask: (plan: Plan) => Promise<void>,
): Promise<Applied> {
  const { bank, root, sessions, decisions, policy } = place;
  const record = sessions.of(id);
  const found = record.plan;
  if (found === undefined || found.plan.id !== planID)
    throw new Error(noSuchPlan(planID, found, policy.words));
  const { plan, language } = found;
  await ask(plan);
  record.plan = undefined;
  const notes = carryOut({ root, bank: bank.paths.bank }, plan, language);
  decisions.note(id, { kind: "applied", plan: plan.id, flow: plan.flow });
  const text = `${renderWritten(plan, language, notes)}\n\n${enrich(policy.words)[language]}`;
  return { text, docs: docsOf(plan) };
}

function carryOut(where: { root: string; bank: string }, plan: Plan, language: Language): string[] {
  try {
    return applyPlan(where, plan).notes.map((note) => renderPlanNote(note, language));
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new Error(`[Memory Bank] ${error.text[language]}`, { cause: error });
  }
}

/** What is there after it. */
function docsOf({ operations }: Plan): string[] {
  return operations.flatMap((operation) => {
    if (operation.kind === "remove") return [];
    return operation.kind === "move" ? [operation.to] : [operation.path];
  });
}

function noSuchPlan(
  id: string | undefined,
  found: PendingPlan | undefined,
  words: HostWords,
): string {
  return found === undefined
    ? `[Memory Bank] Not applied: this session has no plan. Next: ${words.plan}, and show it to the user.`
    : `[Memory Bank] Not applied: ${id ?? "no id"} is not the plan of this session. Next: ${fillIn(words.apply, { plan: found.plan.id })} after the user's yes.`;
}

function nextStep({ id }: Plan, words: HostWords): Text {
  const call = fillIn(words.apply, { plan: id });
  return {
    en: `Next: show this plan to the user and end your turn; after their yes, call ${call}.`,
    zh: `下一步：把计划展示给用户并结束本轮；用户同意后调用 ${call}。`,
  };
}

function enrich({ editTool }: HostWords): Text {
  return {
    en: `Next: fill in what these docs leave blank, with ${editTool}, and only with facts that you have from the project's files or the user; leave user blocks alone.`,
    zh: `下一步：用 ${editTool} 补全这些文档中留空的部分，只写从项目文件或用户处得知的事实；不改用户区块。`,
  };
}
