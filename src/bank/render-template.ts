import type { Language } from "../types.ts";
import { alignTables } from "../markdown/align-tables.ts";
import { parseDoc } from "./parse.ts";
import { TEMPLATES, type TemplateName } from "./templates/texts.ts";

/** What is not known is null, and stays the blank that the template has for it. */
type Known<Required extends string, Optional extends string = never> = Readonly<
  Record<Required, string> & Record<Optional, string | null>
>;

/** Rows of tables and items of lists are whole lines; there may be several, or none. */
export interface TemplateValues {
  readonly entry: Known<
    "project" | "date" | "docs",
    | "snapshot"
    | "stack"
    | "commands"
    | "goal"
    | "inProgress"
    | "remaining"
    | "blocked"
    | "decisions"
    | "routes"
    | "answers"
    | "origin"
    | "seeDecisions"
    | "adopted"
  >;
  readonly tech: Known<never, "stack" | "commands" | "structure" | "constraints">;
  readonly patterns: Known<never, "conventions" | "decisions">;
  readonly progress: Known<"date", "done" | "inProgress" | "remaining" | "blocked">;
  readonly requirement: Known<
    "number" | "title" | "status" | "date",
    "goal" | "inScope" | "outOfScope" | "criteria"
  >;
  readonly design: Known<
    "title" | "status" | "date",
    "problem" | "decision" | "consequences" | "files"
  >;
  readonly learning: Known<"title", "symptom" | "cause" | "remedy" | "pointer">;
  readonly index: Known<"folder" | "rows">;
}

const PLACEHOLDER = /\{\{(\w+)(?:\|([^{}]*))?\}\}/g;

/** A doc as its template says. Throws on a value that is missing, unknown or more than a value. */
export function renderTemplate<Name extends TemplateName>(
  name: Name,
  language: Language,
  values: TemplateValues[Name],
): string {
  const template = TEMPLATES[language][name];
  const text = alignTables(fill(template, values));
  requireShape(text, template);
  return text;
}

type Values = Readonly<Record<string, string | null>>;

function fill(template: string, values: Values): string {
  const used = new Set<string>();
  const lines: string[] = [];
  let isBlankDue = true;
  for (const line of template.split("\n")) {
    const filled = fillLine(line, values, used);
    // A list without items leaves a blank line before it and one after it, of which one is enough.
    if (filled === "" && (line !== "" || !isBlankDue)) {
      isBlankDue = lines.at(-1) !== "";
      continue;
    }
    lines.push(filled);
    isBlankDue = true;
  }
  const unknown = Object.keys(values).find((key) => !used.has(key));
  if (unknown !== undefined) throw new Error(`The template has no place for "${unknown}".`);
  return lines.join("\n");
}

function fillLine(line: string, values: Values, used: Set<string>): string {
  return line.replaceAll(PLACEHOLDER, (whole, key: string, blank: string | undefined) => {
    used.add(key);
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    const text = value === null ? blank : value?.replaceAll(/\r\n?/g, "\n");
    const isWholeLine = whole === line;
    const mayBeEmpty = isWholeLine || blank === "";
    if (text === undefined || (!mayBeEmpty && text.trim() === "")) {
      throw new Error(`The template needs a value for "${key}".`);
    }
    return isWholeLine ? text.replaceAll(/^\n+|\n+$/g, "") : text.trim().replaceAll(/\s+/g, " ");
  });
}

/** Of templates, which are few and never change. */
const SHAPES = new Map<string, string>();

/** A value is text of a section; it must not make, hide or end one. */
function requireShape(text: string, template: string): void {
  const known = SHAPES.get(template) ?? shapeOf(template);
  SHAPES.set(template, known);
  if (shapeOf(text) === known) return;
  throw new Error("A value for the template has headings, markers or an open fence of its own.");
}

function shapeOf(text: string): string {
  const { stretches, blocks } = parseDoc(text);
  const parts = stretches.map(({ kind, heading }) => `${kind} ${heading}`);
  return [...parts, ...blocks.markers.map(({ marker }) => marker)].join("\n");
}
