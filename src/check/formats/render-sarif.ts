import type { PlacedFinding } from "./render-github.ts";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** One run of SARIF 2.1.0, for code scanning. Addresses are relative to the work tree's root. */
export function toSarif(findings: readonly PlacedFinding[], version: string) {
  const rules = [...new Set(findings.map(({ rule }) => rule))].toSorted();
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "memory-bank", semanticVersion: version, rules: rules.map(toRule) },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => toResult(finding, rules.indexOf(finding.rule))),
      },
    ],
  };
}

function toRule(rule: string) {
  return { id: rule, shortDescription: { text: rule.replaceAll("-", " ") } };
}

function toResult(finding: PlacedFinding, ruleIndex: number) {
  const { rule, level, file, line, column, message, fix } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: `${message}\n${fix}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(file), uriBaseId: "%SRCROOT%" },
          region: { startLine: line, ...(column !== undefined && { startColumn: column }) },
        },
      },
    ],
  };
}

function toUri(path: string): string {
  // Half of a surrogate pair cannot be encoded. A name with one cannot be linked anyway.
  return path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}
