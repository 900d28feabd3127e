import type { Finding, Level } from "../finding.ts";

/** A finding with its doc's path from the work tree's root, where other tools start. */
export interface PlacedFinding extends Finding {
  readonly file: string;
}

const COMMANDS: Readonly<Record<Level, string>> = {
  error: "error",
  warning: "warning",
  note: "notice",
};

/** GitHub's workflow commands: each line becomes an annotation at its place in a pull request. */
export function renderGithub(findings: readonly PlacedFinding[]): string {
  return findings.map(toCommand).join("\n");
}

function toCommand({ level, rule, file, line, column, message, fix }: PlacedFinding): string {
  const properties = [
    ["file", file],
    ["line", String(line)],
    ...(column === undefined ? [] : [["col", String(column)]]),
    ["title", `memory-bank: ${rule}`],
  ].map(([name, value = ""]) => `${name}=${escapeProperty(value)}`);
  return `::${COMMANDS[level]} ${properties.join(",")}::${escapeData(`${message}\n${fix}`)}`;
}

/** A line break would end the command, and the text after it could be read as another command. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
