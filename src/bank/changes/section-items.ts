import { FOOTER, plainLine } from "../focus.ts";
import { ENTRY, OLD_ROUTING, SECTION, sectionOf } from "../layout.ts";
import type { DocSection } from "../parse.ts";
import { roleOf } from "../roles.ts";
import { readRoutes } from "../routes.ts";
import { isBlankLine } from "../unfilled.ts";
import type { ItemKind } from "./memory-change.ts";

/** Of one kind, a name is there once; what it says beside it may change. */
export interface Item {
  readonly kind: ItemKind;
  readonly name: string;
  readonly says: string;
}

const LABEL = /^([^:：]{1,40})[:：]\s*(.*)$/;
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])\s+(.*)$/;
const DATE = /^\[?\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/;

/** What a section holds that means something by itself: decisions, routes, the focus. */
export function readItems(path: string, text: string, section: DocSection): Item[] {
  const kind = kindOf(path, section);
  switch (kind) {
    case "decision":
      return [...readRows(section), ...readList(text, section)];
    case "route":
      return readRoutes(text, section).map(({ intent, paths }) => ({
        kind,
        name: intent,
        says: paths.map((each) => each.path).join(", "),
      }));
    case "focus":
      return readFocusLines(text, section);
    case undefined:
      return [];
  }
}

function kindOf(path: string, { heading, owner }: DocSection): ItemKind | undefined {
  if (owner === "user") return undefined;
  if (path !== ENTRY) return roleOf(path) === "decisions" ? "decision" : undefined;
  const section = sectionOf(heading);
  if (section === SECTION.decisions) return "decision";
  if (section === SECTION.routing || section === OLD_ROUTING) return "route";
  return heading.startsWith(SECTION.focus) ? "focus" : undefined;
}

/** A decision is what the first cell says that is no date. */
function readRows({ tables }: DocSection): Item[] {
  return tables.flatMap(({ rows }) =>
    rows.flatMap(({ cells }): Item[] => {
      const named = cells.find(({ text }) => text !== "" && !DATE.test(text));
      if (named === undefined) return [];
      const others = cells.filter((cell) => cell !== named && cell.text !== "");
      const says = others.map(({ text }) => text).join(" | ");
      return [{ kind: "decision", name: named.text, says }];
    }),
  );
}

function readList(text: string, { bodyFrom, to }: DocSection): Item[] {
  return linesOf(text, bodyFrom, to).flatMap((line): Item[] => {
    const [, words = ""] = LIST_ITEM.exec(line) ?? [];
    return words === "" ? [] : [{ kind: "decision", name: plainLine(words), says: "" }];
  });
}

/** By their labels; lines below one belong to it. What nobody has filled in says nothing. */
function readFocusLines(text: string, { bodyFrom, to }: DocSection): Item[] {
  const items: { kind: "focus"; name: string; says: string }[] = [];
  for (const line of linesOf(text, bodyFrom, to).map(plainLine)) {
    if (line === "" || line.startsWith("<!--") || FOOTER.test(line)) continue;
    const [, name, says = ""] = LABEL.exec(line) ?? [];
    const last = items.at(-1);
    if (name !== undefined) items.push({ kind: "focus", name, says });
    else if (last !== undefined) last.says = last.says === "" ? line : `${last.says}; ${line}`;
  }
  return items.filter(({ says }) => !isBlankLine(says));
}

function linesOf(text: string, from: number, to: number): string[] {
  return text.slice(from, to).split(/\r\n|\r|\n/);
}
