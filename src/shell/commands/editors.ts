import { hasFlag, splitArguments, valueOf } from "../arguments.ts";
import {
  NO_OUTPUT,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  textOf,
  toPart,
} from "../scope.ts";
import { inFolder } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";
import { writeAll } from "./writers.ts";

/** `w file` and `s///w file` write from inside a sed script. */
const SED_WRITE =
  /(?:^|[;{}\n])\s*(?:[0-9$,]+|\/[^/\n]*\/)?\s*w\s+([^\n;}]+)|s([/|#,:@])(?:(?!\2)[^\n])*\2(?:(?!\2)[^\n])*\2[gpiIeM0-9]*w\s+([^\n;}]+)/g;

/** It may write a file or run a command, in one of the many forms that addresses and flags can have. */
const SED_ACTS = /[wW]\s+\S|(?:^|[^a-zA-Z])[a-zA-Z]?e(?:$|[\s;}])/;

const edits: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args.map(withoutSuffix), {
    short: "efl",
    long: ["expression", "file", "line-length"],
  });
  const { operands } = args;
  const isInPlace = hasFlag(args, "i", "in-place");
  const hasScript = hasFlag(args, "e", "f", "expression", "file");
  const scripts = hasScript ? scriptsOf(call.args) : operands.slice(0, 1);
  for (const script of scripts) {
    for (const match of script.matchAll(SED_WRITE)) {
      writeAll([(match[1] ?? match[3] ?? "").trim()], "change", call, scope, position);
    }
  }
  if (hasFlag(args, "f", "file") || scripts.some((script) => SED_ACTS.test(script)))
    note(call, scope, position);
  for (const script of scripts) {
    // GNU sed runs what stands behind `e`.
    for (const [, command] of script.matchAll(/(?:^|[;\n])\s*[\d$,]*e\s+([^\n]+)/g)) {
      scope.run(command ?? "", scope, { ...position, isProven: false });
    }
  }
  if (isInPlace)
    writeAll(hasScript ? operands : operands.slice(1), "change", call, scope, position);
  return UNTOLD;
};

/** `-i.bak`, `-Ei.bak`: what follows `i` in a cluster is its suffix, never a word of its own. */
function withoutSuffix(arg: string): string {
  return /^-[a-dg-kmnp-zA-Z]*?i/.exec(arg)?.[0] ?? arg;
}

function scriptsOf(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const attached = /^(?:-[nErsz]*e|--expression=)(.+)$/.exec(arg)?.[1];
    return attached === undefined && /^-[nErsz]*e$/.test(arg)
      ? [args[index + 1] ?? ""]
      : [attached ?? ""];
  });
}

/** Line editors and screen editors write the files they are given. */
const opens: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "cSupT", long: ["cmd", "eval"] });
  const commands = call.args.filter((_, index) =>
    /^(?:-c|--cmd)$/.test(call.args[index - 1] ?? ""),
  );
  const script = [
    ...commands,
    ...call.args.flatMap((arg) => (/^\+\D/.test(arg) ? [arg.slice(1)] : [])),
    ...(position.input?.lines ?? []),
  ].join("\n");
  // A script that never writes only looks.
  const isReading =
    hasFlag(args, "R", "M") ||
    call.name.endsWith("view") ||
    (script !== "" &&
      position.input?.isComplete !== false &&
      !/(?:^|[\n|:%\d$,])\s*(?:w|wq|x|xit|write|wqa?|xa?|ZZ|saveas|up)\b(?!!? +[^\s|!])/.test(
        script,
      ));
  if (!isReading) {
    const files = args.operands.filter((operand) => !operand.startsWith("+"));
    writeAll(files, "change", call, scope, position);
  }
  for (const [, path] of script.matchAll(
    /(?:^|[\n|:%\d$])\s*(?:w|wq|write|saveas)!?\s+([^\s|]+)/g,
  )) {
    writeAll([path ?? ""], "change", call, scope, position);
  }
  if (script !== "") note(call, scope, position);
  return NO_OUTPUT;
};

function note(call: Invocation, scope: Scope, position: Position): void {
  scope.effects.inline.push(toPart(scope, call.words, position));
}

const patches: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, {
    short: "pidoDBFrVYz",
    long: ["input", "directory", "output", "strip", "fuzz"],
  });
  if (hasFlag(args, "dry-run")) return UNTOLD;
  const folder = valueOf(args, "d", "directory");
  const output = valueOf(args, "o", "output");
  const [file] = args.operands;
  if (output !== undefined) addWrite(scope, output, "change", call.words, position);
  else if (file !== undefined) addWrite(scope, file, "change", call.words, position);
  else if (folder !== undefined) addWrite(scope, `${folder}/`, "change", call.words, position);
  const source = valueOf(args, "i", "input");
  const text = source === undefined ? undefined : textOf(scope, source);
  const lines = text?.split("\n") ?? position.input?.lines ?? [];
  const named = output === undefined ? lines : [];
  for (const path of patchedPaths(named, Number(valueOf(args, "p", "strip") ?? 0))) {
    addWrite(scope, inFolder(folder, path), "change", call.words, position);
  }
  scope.effects.inline.push(toPart(scope, call.words, position));
  return UNTOLD;
};

/** The files that a diff on standard input names. */
export function patchedPaths(lines: readonly string[], strip: number): string[] {
  return lines.flatMap((line) => {
    const path = /^(?:\+\+\+|---) ([^\t]+)/.exec(line)?.[1]?.trim();
    if (path === undefined || path === "/dev/null") return [];
    return [path.split("/").slice(strip).join("/")];
  });
}

/** `yq -i`, `sd from to file`, `xmlstarlet ed -L`. */
const inPlace: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "e", long: ["expression", "prettyPrint"] });
  if (hasFlag(args, "i", "in-place", "inplace", "L"))
    writeAll(args.operands.slice(1), "change", call, scope, position);
  return UNTOLD;
};

const replaces: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "fn" });
  if (!hasFlag(args, "p", "preview"))
    writeAll(args.operands.slice(2), "change", call, scope, position);
  return UNTOLD;
};

export const EDITORS: CommandTable = {
  sed: edits,
  gsed: edits,
  ...forAll("ed red ex vi vim nvim view nano emacs micro joe", opens),
  patch: patches,
  ...forAll("yq xmlstarlet crudini", inPlace),
  sd: replaces,
};
