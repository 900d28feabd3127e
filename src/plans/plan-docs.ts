import type { Operation, Text } from "../types.ts";
import { DETAILS, ENTRY, PATTERNS, TEMPLATE_VERSION } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { renderRoutes } from "../bank/render-routes.ts";
import { type TemplateValues, renderTemplate } from "../bank/render-template.ts";
import { type Role, docOf } from "../bank/roles.ts";
import { toParagraph, toPlainText } from "../scan/plain-text.ts";
import {
  projectRoutes,
  renderCommands,
  renderConventions,
  renderStack,
  renderTechRows,
} from "./describe-facts.ts";
import { findMissingRoutes, toPointer } from "./doc-routes.ts";
import type { PlanInput } from "./plan-input.ts";

const BLANK_PROGRESS = { done: null, inProgress: null, remaining: null, blocked: null };
const LONGEST_NAME = 100;

/** The docs that every bank has, unless another one plays the role. */
export function planMissingDocs(input: PlanInput, present: readonly string[]): Operation[] {
  const { language, facts, today } = input;
  const wanted: readonly { role: Role; path: string; text: () => string; reason: Text }[] = [
    {
      role: "stack",
      path: DETAILS.tech,
      text: () =>
        renderTemplate("tech", language, {
          ...renderTechRows(facts, language),
          constraints: null,
        }),
      reason: {
        en: "stack, commands and structure, from the project's files",
        zh: "技术栈、命令与结构，来自项目文件",
      },
    },
    {
      role: "conventions",
      path: PATTERNS,
      text: () =>
        renderTemplate("patterns", language, {
          conventions: renderConventions(facts, language),
          decisions: null,
        }),
      reason:
        facts.conventions.length === 0
          ? { en: "conventions and decisions, to be filled in", zh: "约定与决策，待填写" }
          : {
              en: "conventions, as the project's own files say",
              zh: "约定，来自项目自己的文件",
            },
    },
    {
      role: "progress",
      path: DETAILS.progress,
      text: () => renderTemplate("progress", language, { date: today, ...BLANK_PROGRESS }),
      reason: { en: "progress, to be filled in", zh: "进度，待填写" },
    },
  ];
  return wanted
    .filter(({ role }) => docOf(role, present) === undefined)
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
  title: (doc: string) => string = input.bank.title,
): string {
  const { facts, language, today } = input;
  const ofProject = projectRoutes(facts, language);
  const none = { routed: [], rows: ofProject.length };
  const { routes } = findMissingRoutes(docs, none, { name: input.bank.name, title }, language);
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
    routes: renderRoutes([...routes, ...ofProject]),
    ...renderPointers(docs, input),
    ...given,
  });
}

/** Where the entry sends its reader: to the docs that play the roles. */
function renderPointers(docs: readonly string[], { bank, language }: PlanInput) {
  const see = (words: Text, ...roles: readonly Role[]) => {
    const doc = roles.map((role) => docOf(role, docs)).find((found) => found !== undefined);
    return doc === undefined ? null : words[language] + toPointer(doc, bank.name);
  };
  const isOthers = layoutOf(docs) !== undefined;
  return {
    seeStack: see(SEE, "stack"),
    seeFocus: see(SEE, "focus", "progress"),
    seeDecisions: see(REASONS, "decisions", "conventions"),
    docs: isOthers ? `${bank.name}/` : "details/",
    adopted: isOthers ? ADOPTED[language] : null,
  };
}

const SEE: Text = { en: ". See ", zh: "。详见 " };
const REASONS: Text = { en: ". Reasons and history: ", zh: "。原因与历史：" };
const ADOPTED: Text = {
  en: "- The other docs need no block markers: what is not in a user block is the agent's. They stay where they are.",
  zh: "- 其他文档不需要区块标记：不在用户区块内的内容由 Agent 维护。这些文档保持在原处。",
};

function nameOf({ facts, projectName, language }: PlanInput): string {
  const name = facts.name ?? toPlainText(projectName, LONGEST_NAME);
  return name !== "" ? name : { en: "Project", zh: "项目" }[language];
}

export function renderSnapshot({ facts }: PlanInput): string | null {
  return facts.description === undefined ? null : toParagraph(facts.description);
}

export function entryReason({ language }: PlanInput): string {
  return {
    en: `the entry, template ${TEMPLATE_VERSION}`,
    zh: `入口 ${ENTRY}（模板 ${TEMPLATE_VERSION}）`,
  }[language];
}
