import { posix } from "node:path";
import { type Position, type Scope, addWrite, fork } from "../scope.ts";
import type { Invocation } from "./invocation.ts";
import { runScript } from "./own-words.ts";

/** `-o x`, `--output=x`, `--pack-destination x`: options that all kinds of programs share. */
const OPTION =
  /^(?:-o|-out|--(?:[\w-]+-)?(?:out|output|outfile|output-file|outdir|out-dir|output-dir|dest|destination|log-file|logfile))(?:=(.+))?$/;

/** `kubectl -o json`, `ssh -o Key=value`: an output's form, not its place. */
const FORMAT =
  /^(?:json|yaml|yml|wide|name|table|text|plain|csv|tsv|html|xml|markdown|pretty|compact|long|short|stream|raw)$|^[A-Za-z][\w-]*=/;

/** Names that mostly say where something is put; taken at their word only where that is a bank. */
const PUTS =
  /^--?(?:[a-z]+-)*(?:out(?:put|file|dir)?|dest(?:ination)?|log(?:s|-?file|-?dir)?|reports?(?:-?file|-?dir)?|junit-?xml|junit|export|save|write|dump|record|trace|prof(?:ile)?|cov(?:erage)?|artifacts?|temp|tmp|basetemp|target|cache|history|cookies?)(?:-(?:to|as|file|dir|path|folder|directory|xml|json))*$/i;
/** `-Xlog:gc:file=x`, `-XX:HeapDumpPath=x`, `--cov-report=html:x`, `-omemory-bank/x`. */
const ATTACHED = /^(?:-X\S*?(?:file|path)=|--?[a-z-]*report=\w+:|-o(?==?[^-]))=?(.+)$/i;
/** Options whose value is a command. */
const RUNS = /^--(?:[a-z]+-)*(?:exec|cmd|command|hook|pager|editor)$/;

/** Where a program's options name an output, the write is certain, whatever else it does. */
export function noteOutputs(call: Invocation, scope: Scope, position: Position): void {
  for (const [index, arg] of call.args.entries()) {
    noteWord(arg, call.args[index + 1], call, scope, position);
    const match = OPTION.exec(arg);
    if (match === null) continue;
    const value = match[1] ?? call.args[index + 1];
    if (value === undefined || value === "-" || FORMAT.test(value)) continue;
    const made = new Set(scope.effects.made);
    addWrite(scope, value, "change", call.words, position);
    // A compiler's output is not the agent's own words: running it later is a program.
    for (const path of scope.effects.made) if (!made.has(path)) scope.effects.made.delete(path);
  }
}

function noteWord(
  arg: string,
  next: string | undefined,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  if (!arg.startsWith("-")) return;
  const at = arg.indexOf("=");
  const [name, value] = at === -1 ? [arg, next] : [arg.slice(0, at), arg.slice(at + 1)];
  const bank = posix.basename(scope.world.bank);
  const isOfBank = (path: string | undefined) => path?.split("/").includes(bank) === true;
  const attached = ATTACHED.exec(arg)?.[1];
  const path = PUTS.test(name) ? value : attached;
  if (path !== undefined && isOfBank(path)) addWrite(scope, path, "change", call.words, position);
  if (value === undefined || !RUNS.test(name)) return;
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  runScript(value, call, fork(scope), inner);
}
