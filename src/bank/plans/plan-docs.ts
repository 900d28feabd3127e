import type { Operation } from "../../types.ts";
import { DETAILS, ENTRY, PATTERNS } from "../layout.ts";
import { renderRoutes } from "../render-routes.ts";
import { type TemplateValues, renderTemplate } from "../render-template.ts";
import {
  projectRoutes,
  renderCommands,
  renderRows,
  renderStack,
  toCommandRows,
  toStackRows,
} from "./describe-facts.ts";
import { findMissingRoutes } from "./doc-routes.ts";
import type { PlanInput } from "./plan-input.ts";

const BLANK_PROGRESS = { done: null, inProgress: null, remaining: null, blocked: null };

/** The docs that every bank has, for those of them that are not there. */
export function planMissingDocs(input: PlanInput, present: readonly string[]): Operation[] {
  const { language, facts, today } = input;
  const zh = language === "zh";
  const wanted: readonly { path: string; text: () => string; reason: string }[] = [
    {
      path: DETAILS.tech,
      text: () =>
        renderTemplate("tech", language, {
          stack: renderRows(toStackRows(facts, language)),
          commands: renderRows(toCommandRows(facts)),
          constraints: null,
        }),
      reason: zh ? "技术栈与命令，来自项目文件" : "stack and commands, from the project's files",
    },
    {
      path: PATTERNS,
      text: () => renderTemplate("patterns", language, { conventions: null, decisions: null }),
      reason: zh ? "约定与决策，待填写" : "conventions and decisions, to be filled in",
    },
    {
      path: DETAILS.progress,
      text: () => renderTemplate("progress", language, { date: today, ...BLANK_PROGRESS }),
      reason: zh ? "进度，待填写" : "progress, to be filled in",
    },
  ];
  return wanted
    .filter(({ path }) => !present.includes(path))
    .map(({ path, text, reason }) => ({ kind: "create", path, text: text(), reason }));
}

/** What an entry says of a project beside the given; routes lead to all docs there will be. */
export function renderEntry(
  input: PlanInput,
  docs: readonly string[],
  given: Partial<TemplateValues["entry"]> = {},
  titleOf: (doc: string) => string = input.bank.title,
): { readonly text: string; readonly left: readonly string[] } {
  const { facts, language, projectName, today } = input;
  const own = projectRoutes(facts, language);
  const { routes, left } = findMissingRoutes(docs, [], language, titleOf);
  const text = renderTemplate("entry", language, {
    project: facts.name ?? projectName,
    date: today,
    snapshot: facts.description ?? null,
    stack: renderStack(facts),
    commands: renderCommands(facts),
    goal: null,
    inProgress: null,
    remaining: null,
    blocked: null,
    decisions: null,
    answers: null,
    routes: renderRoutes([...routes, ...own]),
    ...given,
  });
  return { text, left };
}

export function entryReason({ language }: PlanInput): string {
  return language === "zh" ? `入口 ${ENTRY}（模板 v7.1）` : `the entry, template v7.1`;
}

export function unroutedNote(left: readonly string[], { language }: PlanInput): string[] {
  if (left.length === 0) return [];
  return [
    language === "zh"
      ? `还有 ${left.length} 篇文档没有路由；请归入 details/ 的目录。`
      : `${left.length} more docs have no route; put them into the folders of details/.`,
  ];
}
