import type { TemplateValues } from "../bank/render-template.ts";
import { docOf, placeOf } from "../bank/roles.ts";
import { renderDecisions } from "./old-decisions.ts";
import { toPointer } from "./doc-routes.ts";
import { toParagraph } from "./plan-docs.ts";
import type { PlanInput } from "./plan-input.ts";
import { readFirstParagraph } from "./first-paragraph.ts";
import { renderFocus } from "./render-focus.ts";

/** Docs that say what the project is, the best first. */
const BRIEFS = [
  "projectbrief.md",
  "brief.md",
  "productcontext.md",
  "product.md",
  "codebasesummary.md",
];

/** What the docs of a bank say of the project and of the task, as the entry's template takes it. */
export function describeDocs(input: PlanInput): Partial<TemplateValues["entry"]> {
  const { bank } = input;
  const snapshot = describeProject(input);
  const focus = docOf("focus", bank.paths) ?? docOf("progress", bank.paths);
  const decisions = describeDecisions(input);
  return {
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(focus === undefined ? {} : renderFocus(focus, input)),
    ...(decisions === null ? {} : { decisions }),
  };
}

function describeProject({ bank }: PlanInput): string | undefined {
  for (const brief of BRIEFS) {
    const doc = bank.paths.find((path) => placeOf(path) === brief);
    const paragraph = doc === undefined ? undefined : readFirstParagraph(bank.read(doc) ?? "");
    if (paragraph !== undefined) return toParagraph(paragraph);
  }
  return undefined;
}

function describeDecisions({ bank }: PlanInput): string | null {
  for (const role of ["decisions", "conventions", "focus"] as const) {
    const doc = docOf(role, bank.paths);
    const rows =
      doc === undefined ? null : renderDecisions(bank.read(doc) ?? "", toPointer(doc, bank.name));
    if (rows !== null) return rows;
  }
  return null;
}
