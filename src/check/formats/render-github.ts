import type { Level } from "../finding.ts";
import { type PlacedFinding, describeFinding } from "./placed-finding.ts";

const COMMANDS: Readonly<Record<Level, string>> = {
  error: "error",
  warning: "warning",
  note: "notice",
};

/** GitHub's workflow commands: each line becomes an annotation at its place in a pull request. */
export function renderGithub(findings: readonly PlacedFinding[]): string {
  return findings.map(toCommand).join("\n");
}

function toCommand(finding: PlacedFinding): string {
  const { level, rule, file, line, column } = finding;
  const properties = [
    ["file", file],
    ["line", String(line)],
    ...(column === undefined ? [] : [["col", String(column)]]),
    ["title", `memory-bank: ${rule}`],
  ].map(([name, value = ""]) => `${name}=${escapeProperty(value)}`);
  return `::${COMMANDS[level]} ${properties.join(",")}::${escapeData(describeFinding(finding))}`;
}

/** A line break would end the command, and what follows it could be another one. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
