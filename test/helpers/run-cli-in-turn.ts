import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type CliPlace, CLI, cliEnvironment } from "./run-cli.ts";

/** Stands before what each command says; none of them says it. */
const MARK = "\u001E";

/** Commands find their arguments and their output where a process of their own would have them. */
const PROGRAM = `
import { readFileSync, writeSync } from "node:fs";
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
const [, , cli, list] = process.argv;
for (const [at, words] of JSON.parse(readFileSync(list, "utf8")).entries()) {
  for (const output of [1, 2]) writeSync(output, "\\u001E");
  process.argv = [process.execPath, cli, ...words];
  await import(cli + "?" + at);
}
`;

interface Place extends Pick<CliPlace, "env"> {
  readonly cwd: string;
  /** For what the process is told, outside the project. */
  readonly folder: string;
}

/**
 * What each command says, in one process for all of them, one after the other: that is a tenth of the time which as
 * many starts of Node would take. With columns, on the screen of a terminal that is so wide; else into a pipe.
 */
export function runCliInTurn(
  commands: readonly (readonly string[])[],
  { cwd, folder, env }: Place,
  columns?: number,
): string[] {
  const program = join(folder, "in-turn.mjs");
  const list = join(folder, "in-turn.json");
  writeFileSync(program, PROGRAM);
  writeFileSync(list, JSON.stringify(commands));
  const words = [process.execPath, program, pathToFileURL(CLI).href, list];
  const line = `stty cols ${columns}; ${words.map((word) => `'${word}'`).join(" ")}`;
  const [file, ...args] = columns === undefined ? words : ["script", "-qec", line, "/dev/null"];
  const { stdout, stderr } = spawnSync(file ?? "", args, {
    cwd,
    env: { ...cliEnvironment(env), TERM: "dumb" },
    encoding: "utf8",
    timeout: 120_000,
  });
  // A terminal gets both marks, one after the other.
  if (columns !== undefined)
    return stdout
      .split(MARK + MARK)
      .slice(1)
      .map(toScreen);
  const [out, err] = [stdout, stderr].map((text) => text.split(MARK).slice(1));
  return commands.map((_, at) => (out?.[at] ?? "") + (err?.[at] ?? ""));
}

function toScreen(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\n]*\r/g, "")
    .replaceAll("\u001B[K", "");
}
