import { TEMPLATES } from "./texts.ts";

const PLACEHOLDER = /\{\{\w{1,40}(?:\|([^{}]{0,400}))?\}\}/g;

/** Once somebody asks. */
let known: ReadonlySet<string> | undefined;

/** Says what every doc of its kind says: a line of a template, with its blanks, or no words at all. */
export function isTemplateLine(line: string): boolean {
  known ??= new Set(
    Object.values(TEMPLATES)
      .flatMap((templates) => Object.values(templates))
      .flatMap((text) => text.split("\n"))
      .map((each) =>
        each.replaceAll(PLACEHOLDER, (_, blank: string | undefined) => blank ?? "").trim(),
      ),
  );
  const plain = line.trim();
  return !/[\p{L}\p{N}]/u.test(plain) || plain.startsWith("<!--") || known.has(plain);
}
