import type { Operation, Text } from "../types.ts";
import { DETAILS, ENTRY, PATTERNS, TEMPLATE_VERSION } from "../bank/layout.ts";
import { renderRoutes } from "../bank/render-routes.ts";
import { type TemplateValues, renderTemplate } from "../bank/render-template.ts";
import { toPlainText } from "../scan/plain-text.ts";
import { projectRoutes, renderCommands, renderStack, renderTechRows } from "./describe-facts.ts";
import { NO_ROUTES, findMissingRoutes } from "./doc-routes.ts";
import type { PlanInput } from "./plan-input.ts";

const BLANK_PROGRESS = { done: null, inProgress: null, remaining: null, blocked: null };
const LONGEST_NAME = 100;
/** What would make a line of words a heading, a list, a fence, a quote, a table or HTML. */
const BLOCK_MARK = /^(?:#{1,6}(?=\s|$)|`{3,}|~{3,}|[-+*>](?=\s|$)|[=<|])/;

/** The docs that every bank has, for those of them that are not there. */
export function planMissingDocs(input: PlanInput, present: readonly string[]): Operation[] {
  const { language, facts, today } = input;
  const wanted: readonly { path: string; text: () => string; reason: Text }[] = [
    {
      path: DETAILS.tech,
      text: () =>
        renderTemplate("tech", language, {
          ...renderTechRows(facts, language),
          constraints: null,
        }),
      reason: {
        en: "stack and commands, from the project's files",
        zh: "技术栈与命令，来自项目文件",
      },
    },
    {
      path: PATTERNS,
      text: () => renderTemplate("patterns", language, { conventions: null, decisions: null }),
      reason: { en: "conventions and decisions, to be filled in", zh: "约定与决策，待填写" },
    },
    {
      path: DETAILS.progress,
      text: () => renderTemplate("progress", language, { date: today, ...BLANK_PROGRESS }),
      reason: { en: "progress, to be filled in", zh: "进度，待填写" },
    },
  ];
  return wanted
    .filter(({ path }) => !present.includes(path))
    .map(({ path, text, reason }) => ({
      kind: "create",
      path,
      text: text(),
      reason: reason[language],
    }));
}

/** What an entry says of a project beside the given; routes lead to all docs there will be. */
export function renderEntry(
  input: PlanInput,
  docs: readonly string[],
  given: Partial<TemplateValues["entry"]> = {},
  titleOf: (doc: string) => string = input.bank.title,
): string {
  const { facts, language, today } = input;
  const { routes } = findMissingRoutes(docs, NO_ROUTES, language, titleOf);
  return renderTemplate("entry", language, {
    project: nameOf(input),
    date: today,
    snapshot: renderSnapshot(input),
    stack: renderStack(facts),
    commands: renderCommands(facts),
    goal: null,
    inProgress: null,
    remaining: null,
    blocked: null,
    decisions: null,
    answers: null,
    routes: renderRoutes([...routes, ...projectRoutes(facts, language)]),
    ...given,
  });
}

function nameOf({ facts, projectName, language }: PlanInput): string {
  const name = facts.name ?? toPlainText(projectName, LONGEST_NAME);
  return name !== "" ? name : { en: "Project", zh: "项目" }[language];
}

export function renderSnapshot({ facts }: PlanInput): string | null {
  return facts.description?.replace(BLOCK_MARK, "\\$&") ?? null;
}

export function entryReason({ language }: PlanInput): string {
  return {
    en: `the entry, template ${TEMPLATE_VERSION}`,
    zh: `入口 ${ENTRY}（模板 ${TEMPLATE_VERSION}）`,
  }[language];
}
