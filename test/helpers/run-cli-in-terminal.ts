import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type CliPlace, CLI, cliEnvironment } from "./run-cli.ts";

/** Stands before what each command says; none of them says it. */
const MARK = "\u001E";

/** Commands find their arguments and their output where a process of their own would have them. */
const PROGRAM = `
import { readFileSync } from "node:fs";
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
const [, , cli, list] = process.argv;
for (const [at, words] of JSON.parse(readFileSync(list, "utf8")).entries()) {
  process.stdout.write("\\u001E");
  process.argv = [process.execPath, cli, ...words];
  await import(cli + "?" + at);
}
`;

interface Place extends Pick<CliPlace, "env"> {
  readonly cwd: string;
  /** For what the process is told, outside the project. */
  readonly folder: string;
}

/** What each command shows in a terminal that is so wide, in one process for all of them. */
export function runCliInTerminal(
  commands: readonly (readonly string[])[],
  { cwd, folder, env }: Place,
  columns: number,
): string[] {
  const program = join(folder, "in-terminal.mjs");
  const list = join(folder, "in-terminal.json");
  writeFileSync(program, PROGRAM);
  writeFileSync(list, JSON.stringify(commands));
  const words = [process.execPath, program, pathToFileURL(CLI).href, list];
  const line = `stty cols ${columns}; ${words.map((word) => `'${word}'`).join(" ")}`;
  const { stdout } = spawnSync("script", ["-qec", line, "/dev/null"], {
    cwd,
    env: { ...cliEnvironment(env), TERM: "dumb" },
    encoding: "utf8",
    timeout: 120_000,
  });
  return stdout.split(MARK).slice(1).map(toScreen);
}

function toScreen(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\n]*\r/g, "")
    .replaceAll("\u001B[K", "");
}
