import { type Position, type Scope, addWrite } from "../scope.ts";
import type { Invocation } from "./invocation.ts";

/** `-o x`, `--output=x`, `--pack-destination x`: options that all kinds of programs share. */
const OPTION =
  /^(?:-o|-out|--(?:[\w-]+-)?(?:out|output|outfile|output-file|outdir|out-dir|output-dir|dest|destination|log-file|logfile))(?:=(.+))?$/;

/** `kubectl -o json`, `ssh -o Key=value`: an output's form, not its place. */
const FORMAT =
  /^(?:json|yaml|yml|wide|name|table|text|plain|csv|tsv|html|xml|markdown|pretty|compact|long|short|stream|raw)$|^[A-Za-z][\w-]*=/;

/** Where a program's options name an output, the write is certain, whatever else it does. */
export function noteOutputs(call: Invocation, scope: Scope, position: Position): void {
  for (const [index, arg] of call.args.entries()) {
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
