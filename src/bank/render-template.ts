import { alignTables } from "../markdown/align-tables.ts";
import type { Language } from "../types.ts";
import { TEMPLATES, type TemplateName } from "./templates/texts.ts";

/** By the names of the template's places. Rows of tables and items of lists are whole lines; there may be several. */
export type TemplateValues = Readonly<Record<string, string | null>>;

const PLACEHOLDER = /\{\{(\w+)(?:\|([^{}]*))?\}\}/g;

/** A doc as its template says. What is not known is null or not given, and stays the blank that the template has for it. */
export function renderTemplate(
  name: TemplateName,
  language: Language,
  values: TemplateValues,
): string {
  const lines: string[] = [];
  let isBlankDue = true;
  for (const line of TEMPLATES[language][name].split("\n")) {
    const filled = fillLine(line, values);
    // A list without items leaves a blank line before it and one after it, of which one is enough.
    if (filled === "" && (line !== "" || !isBlankDue)) {
      isBlankDue = lines.at(-1) !== "";
      continue;
    }
    lines.push(filled);
    isBlankDue = true;
  }
  return alignTables(lines.join("\n"));
}

function fillLine(line: string, values: TemplateValues): string {
  return line.replaceAll(PLACEHOLDER, (whole, key: string, blank: string | undefined) => {
    const text = values[key] ?? blank;
    if (text === undefined) throw new Error(`The template needs a value for "${key}".`);
    return whole === line ? text.replaceAll(/^\n+|\n+$/g, "") : text.trim().replaceAll(/\s+/g, " ");
  });
}
