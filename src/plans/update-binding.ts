import { posix } from "node:path";
import { wayTo } from "../bank/doc-paths.ts";
import {
  appendSection,
  applyEdits,
  lineBreakOf,
  removeLines,
  findListItems,
  type ListItem,
} from "../bank/edit.ts";
import { decodePercent } from "../markdown/links.ts";
import { ENTRY } from "../bank/layout.ts";
import { ALSO_BINDING, findAlsoBinding, toTarget } from "../bank/live-links.ts";
import { parseDoc } from "../bank/parse.ts";
import type { PlanInput } from "./plan-input.ts";

const MOST = 3;
/** A list item that is only a link, as we write it. */
const LINK = /^\[[^\]]+\]\(([^()\s]+)\)$/;

/** Updates a doc's links to the project's own rule files: adds missing links, removes dead ones. */
export function updateBinding(doc: string, before: string, input: PlanInput): string {
  const folder = posix.join(input.bank.name, posix.dirname(doc));
  const isDead = ({ content }: ListItem) => {
    const target = LINK.exec(content)?.[1];
    return target !== undefined && !input.isInProject(posix.join(folder, decodePercent(target)));
  };
  const text = removeLines(before, findBinding(before).items.filter(isDead));
  const known = bindingIn(text, folder);
  const others = doc === ENTRY ? [] : bindingIn(input.bank.read(ENTRY) ?? "", input.bank.name);
  const missing = input.facts.ruleFiles
    .filter((path) => ![...known, ...others].includes(path.replace(/\/$/, "")))
    .slice(0, Math.max(0, MOST - known.length - others.length));
  if (missing.length === 0) return text;
  const links = missing.map((path) => {
    const target = toTarget(wayTo(folder, path)) + (path.endsWith("/") ? "/" : "");
    return `- [${path}](${target})`;
  });
  const { section, items } = findBinding(text);
  const lineBreak = lineBreakOf(text);
  const words = lineBreak + links.join(lineBreak);
  if (section !== undefined) {
    const at = items.at(-1)?.to ?? section.bodyFrom;
    const added = items.length > 0 ? words : words + lineBreak;
    return applyEdits(text, [{ from: at, to: at, text: added }]);
  }
  // If links are under a heading of another level, somebody maintains that list by hand.
  if (known.length > 0) return text;
  try {
    return appendSection(text, `## ${ALSO_BINDING[input.language]}\n\n${links.join("\n")}`);
  } catch {
    // Nothing can be added after an open fence.
    return text;
  }
}

/** The files that a doc links as binding, as paths from the project's root. */
function bindingIn(text: string, folder: string): string[] {
  return findAlsoBinding(text).map((path) => posix.join(folder, path).replace(/\/$/, ""));
}

/** The section of binding links, and the items of its list. */
function findBinding(text: string) {
  const section = parseDoc(text).sections.find(
    ({ heading, owner }) => owner !== "user" && Object.values(ALSO_BINDING).includes(heading),
  );
  const items = findListItems(text).filter(
    ({ from, to }) => section !== undefined && section.bodyFrom <= from && to <= section.to,
  );
  return { section, items };
}
