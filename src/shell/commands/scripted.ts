import { splitArguments } from "../arguments.ts";
import { type Position, type Scope, UNTOLD, addWrite, fork, textOf, toPart } from "../scope.ts";
import { joinPath } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";
import { runScript } from "./own-words.ts";

interface Found {
  readonly scripts: readonly string[];
  readonly writes: readonly string[];
}

/** A longer text is not read: what it does is seen afterwards. */
const LONGEST_TEXT = 10_000;
const bounded = (text: string) => (text.length > LONGEST_TEXT ? "" : text);

/** What a text in a language of its own runs in a shell and writes, as far as that is plain to see. */
function follow(found: Found, call: Invocation, scope: Scope, position: Position): void {
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  for (const script of found.scripts) runScript(script, call, fork(scope), inner);
  for (const path of found.writes) addWrite(scope, path, "change", call.words, position);
}

function note(isOwn: boolean, call: Invocation, scope: Scope, position: Position): void {
  const texts = position.input?.lines ?? [];
  const part = toPart(scope, call.words, position, isOwn ? [...call.args, ...texts] : call.args);
  scope.effects[isOwn ? "inline" : "programs"].push(part);
}

/** A file of the agent's own, or one that stands for what comes in. */
function ownText(file: string, scope: Scope, position: Position): string | undefined {
  if (file === "-" || file.startsWith("/dev/")) return position.input?.lines.join("\n");
  const own = scope.effects.files.has(joinPath(scope.cwd, file));
  return (
    scope.effects.streams.get(file)?.lines.join("\n") ?? (own ? textOf(scope, file) : undefined)
  );
}

const MAKE = {
  short: "CfIoWjl",
  long: [
    "directory",
    "file",
    "makefile",
    "include-dir",
    "eval",
    "old-file",
    "what-if",
    "assume-new",
  ],
  plain: ["jobs"],
};

/** `make -f -`, `make --eval=…`, `make SHELL=…`; anything else is a program of the project. */
const makes: Evaluate = (call, scope, position) => {
  const { given, operands, flags } = splitArguments(call.args, MAKE);
  const isDry = ["n", "just-print", "dry-run", "recon", "q", "question"].some((flag) =>
    flags.has(flag),
  );
  const valuesOf = (...names: readonly string[]) =>
    given.flatMap(({ name, value }) =>
      names.includes(name) && value !== undefined ? [value] : [],
    );
  const cwd = valuesOf("C", "directory").reduce(joinPath, scope.cwd);
  const inner = cwd === scope.cwd ? scope : fork(scope, { cwd });
  const files = valuesOf("f", "file", "makefile");
  const named = files.length === 0 ? ["GNUmakefile", "makefile", "Makefile"] : files;
  const texts = named.flatMap((file) => ownText(file, inner, position) ?? []);
  const assigned = operands.filter((word) => /^\w+:*[?+]?=/.test(word));
  const shells = assigned.filter((word) => /^SHELL=|[`;|&]|\$\(/.test(word));
  const own = [...texts, ...valuesOf("eval"), ...shells];
  for (const text of own) follow(readMakefile(bounded(text), isDry), call, inner, position);
  const isRead = (file: string) => file === "-" || file.startsWith("/dev/");
  note(own.length > 0 || files.some(isRead), call, inner, position);
  return UNTOLD;
};

function readMakefile(text: string, isDry: boolean): Found {
  const shells = [
    ...text.matchAll(/\$[({]shell\s+((?:[^(){}]|\([^()]*\))*)[)}]|^\w+\s*!=\s*(.+)$/gm),
  ];
  const recipes = isDry ? [] : [...text.matchAll(/^\t[@+-]*(.+)$|^[^#\t\n=:;]+:[^=\n;]*;(.+)$/gm)];
  const shell = /^SHELL\s*:?=\s*(.+)$/m.exec(text)?.[1];
  const scripts = [...shells, ...recipes].map(([, first, second]) => first ?? second ?? "");
  return {
    // `$$` is a dollar for the shell, `$(X)` a variable of make's that is not followed.
    scripts: [...scripts, ...(shell === undefined ? [] : [shell])].map((script) =>
      script.replaceAll("$$", "$"),
    ),
    writes: [...text.matchAll(/\$[({]file\s+>>?\s*([^,)}\s]+)/g)].map(([, path = ""]) => path),
  };
}

/** Commands of gdb come by `-ex`, from a file, or from standard input. */
const debugs: Evaluate = (call, scope, position) => {
  const long =
    "ex eval-command iex init-eval-command x command ix init-command cd core exec se symbols directory D data-directory p pid tty";
  const given = splitArguments(call.args, {
    long: long.split(" "),
    short: "xDp",
    isSingleDash: true,
  });
  const lines: string[] = [...(position.input?.lines ?? [])];
  for (const { name, value = "" } of given.given) {
    if (/^(?:i?ex|(?:init-)?eval-command)$/.test(name)) lines.push(value);
    if (/^(?:i?x|(?:init-)?command)$/.test(name)) {
      lines.push(...(ownText(value, scope, position)?.split("\n") ?? []));
    }
  }
  const text = bounded(lines.join("\n"));
  const commands = [
    ...text.matchAll(/^[ \t]*(?:(?:shell|make) +|!)(.+)$|^[ \t]*(?:pipe|\|) [^|\n]*\|(.+)$/gm),
  ];
  const calls = [...text.matchAll(/\b(?:system|popen)\s*\(\s*"((?:[^"\\]|\\.)*)"/g)];
  const files = text.matchAll(
    /^[ \t]*(?:set logging file|generate-core-file|gcore|save breakpoints|dump\s+(?:\w+\s+)?(?:memory|value)|tsave|append\s+\w+)\s+(\S+)/gm,
  );
  follow(
    {
      scripts: [...commands, ...calls].map(([, first, second]) => first ?? second ?? ""),
      writes: [...files].map(([, path = ""]) => path),
    },
    call,
    scope,
    position,
  );
  note(lines.length > 0, call, scope, position);
  return UNTOLD;
};

/** Tcl, and expect on top of it: commands are words, as in a shell. */
const runsTcl: Evaluate = (call, scope, position) => {
  const { operands, values } = splitArguments(call.args, { short: "cfD", permutes: false });
  const [file] = operands;
  const code = values.get("c") ?? values.get("f");
  const text = values.get("c") ?? ownText(values.get("f") ?? file ?? "-", scope, position) ?? "";
  if (text !== "") follow(readTcl(bounded(text)), call, scope, position);
  for (const [, path = ""] of bounded(text).matchAll(
    /\bfile\s+delete\s+(?:-force\s+)?(?:--\s+)?["{]?([^\s"{}\];]+)/g,
  )) {
    addWrite(scope, path, "delete", call.words, position);
  }
  note(text !== "" || (file === undefined && code === undefined), call, scope, position);
  return UNTOLD;
};

function readTcl(text: string): Found {
  const commands = text.matchAll(
    /(?:^|[;{[\n])[ \t]*(?:exec|spawn|system) +(?:-\w+ +)*([^\n;\]}]+)/g,
  );
  const pipes = text.matchAll(/\bopen\s+["{]\|\s*([^"}]+)["}]/g);
  const files = text.matchAll(/\bopen\s+["{]?([^\s"{}|]+)["}]?\s+["{]?(?:[wa]|r\+)/g);
  const moved = text.matchAll(
    /\bfile\s+(?:mkdir|(?:rename|copy)\s+(?:-force\s+)?\S+)\s+["{]?([^\s"{}\];]+)/g,
  );
  return {
    scripts: [...commands, ...pipes].map(([, command = ""]) =>
      command.replace(/^["{](.*)["}]$/, "$1"),
    ),
    writes: [...files, ...moved].map(([, path = ""]) => path),
  };
}

/** `socat EXEC:cmd -`, `socat - CREATE:file`. */
const connects: Evaluate = (call, scope, position) => {
  const addresses = call.args.filter((arg) => !arg.startsWith("-"));
  const all = addresses.flatMap((address) => address.split("!!"));
  const valuesOf = (kind: RegExp) => all.flatMap((address) => kind.exec(address)?.[1] ?? []);
  follow(
    {
      scripts: valuesOf(/^(?:exec|system|shell):(.*?)(?:,\w[\w-]*(?:=[^,]*)?)*$/i),
      writes: valuesOf(/^(?:open|create|gopen|file|pipe|unix-listen|fifo):([^,]+)/i),
    },
    call,
    scope,
    position,
  );
  note(false, call, scope, position);
  return UNTOLD;
};

/** Texts of m4, dc, gnuplot and clients of databases that hand words to a shell. */
function hands(pattern: RegExp, options = ""): Evaluate {
  return (call, scope, position) => {
    const { values, operands } = splitArguments(call.args, { short: options });
    const given = [...values.values()];
    const files = operands.flatMap((file) => ownText(file, scope, position) ?? []);
    const text = [...given, ...files, ...(position.input?.lines ?? [])].join("\n");
    const scripts = [...bounded(text).matchAll(pattern)].map(
      (match) => match.slice(1).find((part) => part !== undefined) ?? "",
    );
    follow({ scripts, writes: [] }, call, scope, position);
    note(text !== "", call, scope, position);
    return UNTOLD;
  };
}

export const SCRIPTED: CommandTable = {
  ...forAll("make gmake", makes),
  gdb: debugs,
  ...forAll("tclsh tclsh8.6 wish expect", runsTcl),
  socat: connects,
  m4: hands(/\b(?:e?syscmd|esyscmd)\(\s*[`']?([^)'`]*)/g, "DIU"),
  dc: hands(/^[ \t]*!(?![<=>])(.+)$/gm, "ef"),
  gnuplot: hands(/^[ \t]*(?:!|system[ (]*)["' ]*([^"'\n]+)/gm, "e"),
  ...forAll(
    "psql mysql mariadb",
    hands(/\\!\s*(.+)$|^[ \t]*system +(.+)$|\|\s*'?([^'\n]+)'?$/gm, "cefhpUdDuP"),
  ),
  ...forAll("ftp lftp sftp telnet", hands(/^[ \t]*!(.+)$/gm, "cefbioFJPS")),
};
