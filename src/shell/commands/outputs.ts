import { type Position, type Scope, addWrite } from "../scope.ts";
import type { Invocation } from "./invocation.ts";

/** `-o x`, `--output=x`, `--pack-destination x`: options that all kinds of programs share. */
const OPTION =
  /^(?:-o|-out|--(?:[\w-]+-)?(?:out|output|outfile|output-file|outdir|out-dir|output-dir|dest|destination|log-file|logfile))(?:=(.+))?$/;

/** Where a program's options name an output, the write is certain, whatever else it does. */
export function noteOutputs(call: Invocation, scope: Scope, position: Position): void {
  for (const [index, arg] of call.args.entries()) {
    const match = OPTION.exec(arg);
    if (match === null) continue;
    const value = match[1] ?? call.args[index + 1];
    if (value !== undefined && value !== "-")
      addWrite(scope, value, "change", call.words, position);
  }
}
