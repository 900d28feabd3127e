import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillIn } from "../bank/fill-in.ts";
import { type BankPlace, toShown, requireMerged } from "../io/plan/check-plan.ts";
import { readText } from "../io/disk/read.ts";
import { applyPlan, recoverBank } from "../io/plan/apply-plan.ts";
import { findLeftover } from "../io/plan/unfinished.ts";
import { PlanError, describeTrouble } from "../io/plan/plan-error.ts";
import { renderPlanNote } from "../io/plan/plan-note.ts";
import { type PlanResult, readPlan } from "../io/plan/read-plan.ts";
import { renderFillInRequest } from "../plans/fill-in-request.ts";
import { renderPlan, renderWritten } from "../plans/render-plan.ts";
import { NO_CALL } from "../policy/call.ts";
import { decide } from "../policy/decide.ts";
import type { HostWords, Language, NamedBank, Plan, PlanCall, Text } from "../types.ts";
import type { Project } from "./project.ts";

/** What refresh would do, for the agent to show; and by which id the session knows the plan, where there is something to apply. */
export function planBank(project: Project) {
  const { bank, policy } = project;
  return inWords(bank, async () => {
    const where = bank.placeToRefresh();
    const notes = recoverBank(where).map((note) => renderPlanNote(note, bank.language));
    const leftover = findLeftover(where.bank);
    if (leftover !== undefined) notes.push(describeTrouble("leftover", leftover)[bank.language]);
    const result = planNow(where, project);
    if (result.kind === "abort")
      throw new Error(`[Memory Bank] Nothing planned: ${result.problem}`);
    const { plan, language } = result;
    const shown = renderPlan(plan, language, (path) =>
      readFileSync(join(where.bank, path), "utf8"),
    );
    if (plan.operations.length === 0) {
      const later = offerToFillIn(where, plan, language);
      return { text: [...notes, shown, ...later].join("\n"), id: undefined };
    }
    // Do not ask the user for a yes to a plan that could not be applied.
    requireMerged(where);
    const next = nextStep(plan, policy.words)[language];
    return { text: [...notes, shown, "", next].join("\n"), id: plan.id };
  });
}

/** A call that asks to apply a plan, as its host knows it. */
export interface ApplyCall extends PlanCall {
  readonly session: string;
  /** What the host calls the tool, for the log. */
  readonly tool: string;
}

/** Applies the plan that the user agreed to. The plan is made again: another id means that something has changed. */
export function applyAgreed(project: Project, { session, tool, id, mayEdit }: ApplyCall) {
  const { bank, sessions, decisions, policy } = project;
  return inWords(bank, async () => {
    const call = { ...NO_CALL, appliesPlan: { id, mayEdit } };
    const judgement = decide(call, sessions.stateOf(session), bank, policy);
    decisions.judged(session, tool, call, judgement);
    if (judgement.decision.kind === "refuse") throw new Error(judgement.decision.message);
    const where = bank.placeToRefresh();
    const result = planNow(where, project);
    if (result.kind === "abort" || result.plan.id !== id)
      throw new PlanError("stale", toShown(where));
    const { plan, language } = result;
    requireMerged(where);
    const notes = applyPlan(where, plan).map((note) => renderPlanNote(note, language));
    decisions.note(session, { kind: "applied", plan: plan.id, flow: plan.flow });
    const report = [renderWritten(plan, language, notes), "", enrich(policy.words)[language]];
    const text = [...report, ...offerToFillIn(where, plan, language)].join("\n");
    return { text, docs: docsOf(plan) };
  });
}

/** Runs the work; an error of a plan is told in the bank's language. */
async function inWords<Result>({ language }: NamedBank, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new Error(`[Memory Bank] ${error.text[language]}`, { cause: error });
  }
}

function planNow(where: BankPlace, { lang, locale }: Project): PlanResult {
  return readPlan(where, { lang, locale, today: new Date().toISOString().slice(0, 10) });
}

/** The docs that exist after the plan. */
function docsOf({ operations }: Plan): string[] {
  const left = operations.filter(({ kind }) => kind !== "remove");
  return left.map((operation) => (operation.kind === "move" ? operation.to : operation.path));
}

/** What the user may say, now or later, to have blanks filled in; empty if there are no blanks. */
function offerToFillIn({ bank }: BankPlace, plan: Plan, language: Language): string[] {
  const request = renderFillInRequest((doc) => readText(join(bank, doc)));
  if (request === undefined) return [];
  return [
    {
      en: `Tell the user that this sentence has what is still blank filled in, at any time: "${request.en}"`,
      zh: `告诉用户：随时说这句话即可补全仍留空的部分：“${request.zh}”`,
    }[language],
  ];
}

function nextStep({ id }: Plan, words: HostWords): Text {
  const call = fillIn(words.apply, { plan: id });
  return {
    en: `Next: show this plan to the user as it is, ask whether you may apply it, and end your turn; after their yes in a later message, call ${call}. It is applied whole or not at all: what they want otherwise, they do by hand or tell you.`,
    zh: `下一步：把计划原样展示给用户，问是否执行，并结束本轮；用户在之后的消息中同意后调用 ${call}。计划要么整体执行，要么不执行：想要不同之处，由用户自己动手或告诉你。`,
  };
}

function enrich({ editTool }: HostWords): Text {
  return {
    en: `Next: repeat this report to the user. Then fill in what these docs leave blank, doc by doc, with ${editTool}, and only with facts that you have from the project's files or the user, each with a pointer; what you do not know stays blank. Leave user blocks alone.`,
    zh: `下一步：把这份报告告诉用户。然后用 ${editTool} 逐篇补全这些文档中留空的部分，只写从项目文件或用户处得知的事实，并注明出处；不知道的留空。不改用户区块。`,
  };
}
