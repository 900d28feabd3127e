import { alignTables } from "../markdown/align-tables.ts";
import type { Language } from "../types.ts";
import { TEMPLATES, type TemplateName } from "./templates/texts.ts";

/** Values by the names of the template's places. Table rows and list items are whole lines; a value may have several. */
export type TemplateValues = Readonly<Record<string, string | null>>;

const PLACEHOLDER = /\{\{(\w+)(?:\|([^{}]*))?\}\}/g;

/** A doc from its template. For a value that is null or missing, the template's blank stays. */
export function renderTemplate(
  name: TemplateName,
  language: Language,
  values: TemplateValues,
): string {
  const lines: string[] = [];
  let isBlankDue = true;
  for (const line of TEMPLATES[language][name].split("\n")) {
    const filled = fillLine(line, values);
    // An empty list leaves a blank line before and after it; one of the two is dropped.
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
