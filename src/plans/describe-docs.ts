import type { TemplateValues } from "../bank/render-template.ts";
import { docOf, placeOf } from "../bank/roles.ts";
import { toParagraph, toPlainText } from "../scan/plain-text.ts";
import { renderDecisions } from "./old-decisions.ts";
import { toPointer } from "./doc-routes.ts";
import { renderSnapshot } from "./plan-docs.ts";
import type { PlanInput } from "./plan-input.ts";
import { readFirstParagraph } from "./first-paragraph.ts";
import { readDecisionTitles } from "./read-decision-log.ts";
import { renderFocus } from "./render-focus.ts";

/** Docs that say what the project is; what stands behind the README in rank says why it is made. */
const BRIEFS = ["projectbrief.md", "brief.md"];
const PRODUCTS = ["productcontext.md", "product.md", "codebasesummary.md"];

const LONGEST_GOAL = 300;

/** What the docs of a bank say of the project and of the task, as the entry's template takes it. */
export function describeDocs(input: PlanInput): Partial<TemplateValues["entry"]> {
  const decisions = describeDecisions(input);
  return {
    snapshot: describeProject(input),
    ...describeFocus(input),
    ...(decisions === null ? {} : { decisions }),
  };
}

/** Where no heading and no label says what the task is, the doc's first paragraph stands for it. */
function describeFocus(input: PlanInput): Partial<TemplateValues["entry"]> {
  const { bank } = input;
  const doc = docOf("focus", bank.paths) ?? docOf("progress", bank.paths);
  if (doc === undefined) return {};
  const focus = renderFocus(doc, input);
  if (focus.goal !== null || focus.inProgress !== null) return focus;
  const paragraph = readFirstParagraph(bank.read(doc) ?? "");
  return { ...focus, goal: paragraph === undefined ? null : toPlainText(paragraph, LONGEST_GOAL) };
}

function describeProject(input: PlanInput): string | null {
  return (
    paragraphOf(BRIEFS, input) ?? renderSnapshot(input) ?? paragraphOf(PRODUCTS, input) ?? null
  );
}

function paragraphOf(names: readonly string[], { bank }: PlanInput): string | undefined {
  for (const name of names) {
    const doc = bank.paths.find((path) => placeOf(path) === name);
    const paragraph = doc === undefined ? undefined : readFirstParagraph(bank.read(doc) ?? "");
    if (paragraph !== undefined) return toParagraph(paragraph);
  }
  return undefined;
}

/** A log of decisions first, then what other docs say below headings of decisions. */
function describeDecisions({ bank }: PlanInput): string | null {
  for (const role of ["decisions", "conventions", "focus"] as const) {
    const doc = docOf(role, bank.paths);
    if (doc === undefined) continue;
    const titles = role === "decisions" ? readDecisionTitles : undefined;
    const rows = renderDecisions(bank.read(doc) ?? "", toPointer(doc, bank.name), titles);
    if (rows !== null) return rows;
  }
  return null;
}
