import type { Operation, Text } from "../types.ts";
import { DETAILS, ENTRY, PATTERNS, TEMPLATE_VERSION } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { renderRoutes } from "../bank/render-routes.ts";
import { type TemplateValues, renderTemplate } from "../bank/render-template.ts";
import { toParagraph, toPlainText } from "../scan/plain-text.ts";
import { projectRoutes, renderTechRows } from "./describe-facts.ts";
import { findMissingRoutes } from "./doc-routes.ts";
import type { BankFiles, PlanInput } from "./plan-input.ts";
import { renderSnapshot, signSnapshot } from "./snapshot.ts";

const LONGEST_NAME = 100;

/** The docs of a new bank, besides its entry. */
export function planDetails({ facts, language, today }: PlanInput): Operation[] {
  const create = (path: string, text: string, reason: Text): Operation => ({
    kind: "create",
    path,
    text,
    reason: reason[language],
  });
  return [
    create(DETAILS.tech, renderTemplate("tech", language, renderTechRows(facts, language)), {
      en: "stack and commands, from the project's files",
      zh: "技术栈与命令，来自项目文件",
    }),
    create(PATTERNS, renderTemplate("patterns", language, {}), {
      en: "conventions and decisions: links to the project's own rules, the rest to be filled in",
      zh: "约定与决策：链接到项目自己的规则，其余待填写",
    }),
    create(DETAILS.progress, renderTemplate("progress", language, { date: today }), {
      en: "progress, to be filled in",
      zh: "进度，待填写",
    }),
  ];
}

/** A new entry: what the project's files say, the given values, and routes to all docs the bank will have. */
export function renderEntry(
  input: PlanInput,
  docs: readonly string[],
  given: TemplateValues = {},
): string {
  const { bank, facts, language, today } = input;
  const ofProject = projectRoutes(facts, language);
  const none = { routed: [], rows: ofProject.length };
  const routes = findMissingRoutes(docs, none, bank, language);
  const text = renderTemplate("entry", language, {
    project: nameOf(input),
    date: today,
    ...renderSnapshot(input),
    routes: renderRoutes([...routes, ...ofProject]),
    docs: "details/",
    ...given,
  });
  return signSnapshot(text);
}

/** The text of an entry about docs of somebody else's layout. */
export const ADOPTED: Text = {
  en: "- The other docs need no block markers: what is not in a user block is the agent's. They stay where they are.",
  zh: "- 其他文档不需要区块标记：不在用户区块内的内容由 Agent 维护。这些文档保持在原处。",
};

/** Whether only the entry of the bank is ours to change. */
export function isAdopted({ paths, read }: Pick<BankFiles, "paths" | "read">): boolean {
  const entry = read(ENTRY) ?? "";
  return (
    layoutOf(paths) !== undefined || Object.values(ADOPTED).some((line) => entry.includes(line))
  );
}

function nameOf({ facts, projectName, language }: PlanInput): string {
  const name = facts.name ?? toParagraph(toPlainText(projectName, LONGEST_NAME));
  return name !== "" ? name : { en: "Project", zh: "项目" }[language];
}

export function entryReason({ language }: PlanInput): string {
  return {
    en: `the entry, template ${TEMPLATE_VERSION}`,
    zh: `入口 ${ENTRY}（模板 ${TEMPLATE_VERSION}）`,
  }[language];
}

export function describeNotText(path: string): Text {
  return {
    en: `${path} is not UTF-8 text. Convert it, then try again.`,
    zh: `${path} 不是 UTF-8 文本。请转换编码后重试。`,
  };
}
