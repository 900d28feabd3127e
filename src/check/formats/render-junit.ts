import { type PlacedFinding, describeFinding } from "./placed-finding.ts";

/** A bank as a suite: its docs, and what was found in them. */
export interface CheckedSuite {
  readonly name: string;
  /** From the work tree's root. */
  readonly docs: readonly string[];
  readonly findings: readonly PlacedFinding[];
}

/** JUnit's XML: a doc without findings is a test that passed, each finding one of its own; a note fails only if it counts. */
export function renderJunit(suites: readonly CheckedSuite[], isStrict: boolean): string {
  const failed = (finding: PlacedFinding) => isStrict || finding.level !== "note";
  const lines = suites.flatMap(({ name, docs, findings }) => {
    const found = new Set(findings.map(({ file }) => file));
    const clean = docs.filter((doc) => !found.has(doc));
    const counts = `tests="${clean.length + findings.length}" failures="${findings.filter(failed).length}"`;
    return [
      `  <testsuite name="${escape(name)}" ${counts} errors="0" skipped="0">`,
      ...clean.map((doc) => `    <testcase classname="${escape(doc)}" name="check"/>`),
      ...findings.map((finding) => toCase(finding, failed(finding))),
      "  </testsuite>",
    ];
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", ...lines, "</testsuites>"].join(
    "\n",
  );
}

function toCase(finding: PlacedFinding, isFailed: boolean): string {
  const { rule, level, file, line, message } = finding;
  const head = `    <testcase classname="${escape(file)}" name="${rule} (line ${line})" file="${escape(file)}" line="${line}">`;
  const text = escape(`${file}:${line} ${describeFinding(finding)}`);
  const body = isFailed
    ? `<failure type="${level}" message="${escape(message)}">${text}</failure>`
    : `<system-out>${text}</system-out>`;
  return `${head}${body}</testcase>`;
}

/** No form of XML 1.0 has these, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // In an attribute a parser would make spaces of them.
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

function escape(text: string): string {
  return text
    .replaceAll(NOT_IN_XML, "\u{fffd}")
    .replaceAll(/[&<>"\n\r\t]/g, (sign) => ENTITIES[sign] ?? sign);
}
