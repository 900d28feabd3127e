import { type StdioOptions, execFileSync, spawn } from "node:child_process";
import {
  constants,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A command finds its arguments, its folder, its environment and its output where a process of its own would. */
const PROGRAM = `
import { createReadStream, openSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
const [, , cli, asked, answered] = process.argv;
const questions = createReadStream(asked);
const answers = openSync(answered, "w");
const streams = [process.stdout, process.stderr];
for (const stream of streams) stream.setMaxListeners(0);
let count = 0;
for await (const line of createInterface(questions)) {
  const { args, cwd, env } = JSON.parse(line);
  const output = ["", ""];
  for (const [at, stream] of streams.entries()) {
    stream.write = (text) => {
      output[at] += text;
      return true;
    };
  }
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, cli, ...args];
  process.exitCode = 0;
  count += 1;
  await import(pathToFileURL(cli).href + "?" + count);
  const [stdout, stderr] = output;
  writeSync(answers, JSON.stringify({ status: process.exitCode, stdout, stderr }) + "\\n");
}
`;

export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Asked {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const PATIENCE = 60_000;
const PAUSE = 1;

/**
 * Runs commands one after the other in one process, which has our program loaded: a tenth of the time that a start
 * of Node for each would take. Through named pipes, because whoever asks waits for the answer.
 */
export function startWarmCli(cli: string): (asked: Asked) => Said {
  const folder = mkdtempSync(join(tmpdir(), "memory-bank-cli-"));
  const [program, asked, answered] = [
    join(folder, "warm.mjs"),
    join(folder, "asked"),
    join(folder, "answered"),
  ];
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(program, PROGRAM);
  execFileSync("mkfifo", [asked, answered]);
  // It ends with its questions, when nobody is left who could ask.
  const stdio: StdioOptions = ["ignore", "ignore", "inherit"];
  spawn(process.execPath, [program, cli, asked, answered], { stdio }).unref();
  // Each of these waits for the other side, in this order there, too.
  const answers = openSync(answered, constants.O_RDONLY | constants.O_NONBLOCK);
  const questions = openSync(asked, "w");
  const chunk = Buffer.alloc(65_536);
  const pause = new Int32Array(new SharedArrayBuffer(4));

  return (question) => {
    writeSync(questions, `${JSON.stringify(question)}\n`);
    const parts: Buffer[] = [];
    for (let waited = 0; waited < PATIENCE;) {
      const count = readIfAny(answers, chunk);
      if (count > 0) {
        parts.push(Buffer.from(chunk.subarray(0, count)));
        if (chunk[count - 1] === 0x0a) return JSON.parse(Buffer.concat(parts).toString("utf8"));
        continue;
      }
      Atomics.wait(pause, 0, 0, PAUSE);
      waited += PAUSE;
    }
    throw new Error(`memory-bank ${question.args.join(" ")} did not end`);
  };
}

/** Zero, too, while the other side has nothing to say or is not there yet. */
function readIfAny(file: number, into: Buffer): number {
  try {
    return readSync(file, into);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return 0;
    throw error;
  }
}
