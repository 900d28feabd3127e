import { posix } from "node:path";
import { wayTo } from "../bank/doc-paths.ts";
import {
  appendSection,
  applyEdits,
  lineBreakOf,
  removeLines,
  findListItems,
} from "../bank/edit.ts";
import { decodePercent } from "../markdown/links.ts";
import { ENTRY } from "../bank/layout.ts";
import { ALSO_BINDING, findAlsoBinding, toTarget } from "../bank/live-links.ts";
import { type DocSection, parseDoc } from "../bank/parse.ts";
import type { PlanInput } from "./plan-input.ts";

const MOST = 3;
/** An item that is a link and nothing else, as we write it. */
const LINK = /^\[[^\]]+\]\(([^()\s]+)\)$/;

/** A doc of the bank with links to the project's own rule files: those that are missing come, those to nothing go. */
export function updateBinding(doc: string, before: string, input: PlanInput): string {
  const folder = posix.join(input.bank.name, posix.dirname(doc));
  const text = dropDead(before, folder, input.isInProject);
  const known = bindingIn(text, folder);
  const others = doc === ENTRY ? [] : bindingIn(input.bank.read(ENTRY) ?? "", input.bank.name);
  const missing = input.facts.ruleFiles
    .filter((path) => ![...known, ...others].includes(path.replace(/\/$/, "")))
    .slice(0, Math.max(0, MOST - known.length - others.length));
  if (missing.length === 0) return text;
  const items = missing.map((path) => {
    const target = toTarget(wayTo(folder, path)) + (path.endsWith("/") ? "/" : "");
    return `- [${path}](${target})`;
  });
  const section = parseDoc(text).sections.find(isBinding);
  if (section !== undefined) return addItems(text, section, items);
  // A list under a heading of another level is kept by somebody.
  if (known.length > 0) return text;
  const heading = ALSO_BINDING[input.language];
  try {
    return appendSection(text, `## ${heading}\n\n${items.join("\n")}`);
  } catch {
    // Nothing can follow behind an open fence.
    return text;
  }
}

/** What a doc links as binding, as paths from the project's root. */
function bindingIn(text: string, folder: string): string[] {
  return findAlsoBinding(text).map((path) => posix.join(folder, path).replace(/\/$/, ""));
}

function isBinding({ heading, owner }: DocSection): boolean {
  return owner !== "user" && Object.values(ALSO_BINDING).includes(heading);
}

function addItems(text: string, section: DocSection, items: readonly string[]): string {
  const lineBreak = lineBreakOf(text);
  const last = findListItems(text).findLast(
    ({ from, to }) => section.bodyFrom <= from && to <= section.to,
  );
  const at = last?.to ?? section.bodyFrom;
  const words = items.join(lineBreak);
  const added = last === undefined ? `${lineBreak}${words}${lineBreak}` : lineBreak + words;
  return applyEdits(text, [{ from: at, to: at, text: added }]);
}

function dropDead(text: string, folder: string, isInProject: (path: string) => boolean): string {
  const sections = parseDoc(text).sections.filter(isBinding);
  const dead = findListItems(text).filter(({ from, to, content }) => {
    const target = LINK.exec(content)?.[1];
    return (
      target !== undefined &&
      sections.some(({ bodyFrom, to: end }) => bodyFrom <= from && to <= end) &&
      !isInProject(posix.join(folder, decodePercent(target)))
    );
  });
  return removeLines(text, dead);
}
