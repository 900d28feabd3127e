import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolDefinition } from "@opencode-ai/plugin";
import * as z from "zod";
import { REFRESH_TOOL } from "../../bank/layout.ts";
import { renderPlan, renderWritten } from "../../plans/render-plan.ts";
import { applyPlan } from "../../io/plan/apply-plan.ts";
import { PlanError } from "../../io/plan/plan-error.ts";
import { renderPlanNote } from "../../io/plan/plan-note.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import { recoverBank } from "../../io/plan/recover-bank.ts";
import { renderRecovered } from "../../io/plan/render-recovered.ts";
import type { Language, Plan } from "../../types.ts";
import type { Workplace } from "./hooks.ts";
import { field, textField } from "./payload.ts";
import { APPLIED } from "./proposal-events.ts";

export interface RefreshOptions {
  readonly lang: Language | undefined;
  readonly locale: Language;
}

interface Pending {
  readonly plan: Plan;
  readonly language: Language;
}

type ToolContext = Parameters<ToolDefinition["execute"]>[1];
type ToolResult = Awaited<ReturnType<ToolDefinition["execute"]>>;

const PLANS_REMEMBERED = 100;

/** Plan, then apply exactly that plan: the same engine as `memory-bank refresh` in the shell. */
export function createRefreshTool(
  { bank, root, decisions }: Pick<Workplace, "bank" | "root" | "decisions">,
  { lang, locale }: RefreshOptions,
): ToolDefinition {
  /** The latest plan of each session: nobody applies a plan that was shown elsewhere. */
  const pending = new Map<string, Pending>();

  function plan(sessionID: string): string {
    const place = { root, bank: bank.paths.bank };
    const notes = renderRecovered(recoverBank(place), bank.language);
    const today = new Date().toISOString().slice(0, 10);
    const result = readPlan(place.bank, { lang, locale, today });
    pending.delete(sessionID);
    if (result.kind === "abort")
      throw new Error(`[Memory Bank] Nothing planned: ${result.problem}`);
    const { plan: made, language } = result;
    const text = renderPlan(made, language, (path) => readFileSync(join(place.bank, path), "utf8"));
    if (made.operations.length === 0) return [...notes, text].join("\n");
    pending.set(sessionID, { plan: made, language });
    const oldest = pending.keys().next();
    if (pending.size > PLANS_REMEMBERED && !oldest.done) pending.delete(oldest.value);
    return [...notes, text, "", nextStep(made, language)].join("\n");
  }

  async function apply(id: string | undefined, context: ToolContext): Promise<ToolResult> {
    const found = pending.get(context.sessionID);
    if (found === undefined || found.plan.id !== id) throw new Error(noSuchPlan(id, found));
    const { plan: made, language } = found;
    await context.ask({
      permission: REFRESH_TOOL,
      patterns: [made.id],
      always: [],
      metadata: { plan: made.id, flow: made.flow, operations: made.operations.length },
    });
    pending.delete(context.sessionID);
    const notes = carryOut(made, language);
    decisions.note(context.sessionID, { kind: "applied", plan: made.id, flow: made.flow });
    return {
      output: `${renderWritten(made, language, notes)}\n\n${enrich(language)}`,
      metadata: { [APPLIED]: docsOf(made) },
    };
  }

  function carryOut(made: Plan, language: Language): string[] {
    try {
      const { notes } = applyPlan({ root, bank: bank.paths.bank }, made);
      return notes.map((note) => renderPlanNote(note, language));
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      throw new Error(`[Memory Bank] ${error.text[language]}`, { cause: error });
    }
  }

  return {
    description:
      "Build, upgrade, migrate or refresh the project's memory bank. action=plan shows what would be done and changes nothing; action=apply with that plan's id does exactly it, after asking the user.",
    args: {
      action: z.enum(["plan", "apply"]),
      plan: z.string().optional().describe("The id of the plan to apply, as action=plan gave it."),
    },
    async execute(args, context) {
      // The host does not validate a plugin's arguments.
      const action = field(args, "action");
      if (action === "plan") return plan(context.sessionID);
      if (action === "apply") return apply(textField(args, "plan"), context);
      throw new Error(`[Memory Bank] action must be "plan" or "apply".`);
    },
  };
}

/** What is there after it. */
function docsOf({ operations }: Plan): string[] {
  return operations.flatMap((operation) => {
    if (operation.kind === "remove") return [];
    return operation.kind === "move" ? [operation.to] : [operation.path];
  });
}

function noSuchPlan(id: string | undefined, found: Pending | undefined): string {
  if (found === undefined) {
    return `[Memory Bank] Not applied: this session has no plan. Next: ${REFRESH_TOOL}({ action: "plan" }), and show it to the user.`;
  }
  return `[Memory Bank] Not applied: ${id ?? "no id"} is not the plan of this session. Next: ${REFRESH_TOOL}({ action: "apply", plan: "${found.plan.id}" }) after the user's yes.`;
}

function nextStep({ id }: Plan, language: Language): string {
  const call = `${REFRESH_TOOL}({ action: "apply", plan: "${id}" })`;
  return language === "zh"
    ? `下一步：把计划展示给用户并结束本轮；用户同意后调用 ${call}。`
    : `Next: show this plan to the user and end your turn; after their yes, call ${call}.`;
}

function enrich(language: Language): string {
  return language === "zh"
    ? "下一步：用 edit 补全这些文档中留空的部分，只写从项目文件或用户处得知的事实；不改用户区块。"
    : "Next: fill in what these docs leave blank, with edit, and only with facts that you have from the project's files or the user; leave user blocks alone.";
}
