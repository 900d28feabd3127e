import { flatArguments, textsOf, toArgumentName } from "./flat-arguments.ts";
import { isRecord, textField } from "./payload.ts";
import { RUNS, TYPES, says } from "./tool-words.ts";

/** What a tool that we do not know is asked to run. */
export interface CarriedCommands {
  /** As one text for a shell; code of other languages is handed to its interpreter. */
  readonly commands: readonly string[];
  /** Typed into something that runs already: a shell, as likely as not. */
  readonly typed: readonly string[];
  /** Code that runs where no shell is. */
  readonly hasCode: boolean;
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

const COMMANDS = names("command cmd commandline commands cmds run exec execute");
/** What only a tool that runs things means as one. */
const LINES = names("line cmdline");
const PROGRAMS = names("command cmd program executable binary");
const PROGRAM_FILES = names("file path");
const SCRIPTS = names("script scripts shellscript");
const CODES = names(
  `code script snippet expression function source cellsource newsource cell python pythoncode javascript
  javascriptcode js jscode ruby perl php`,
);
const LISTS = names("args arguments argv params");
const INPUTS = names("input text keys data chars keystrokes stdin");
const QUERIES = names("sql statement cypher");

/** Programs whose own command stands in an argument: `tmux_command: "kill-server"`. */
const OWN_COMMAND =
  /^(tmux|screen|git|docker|podman|npm|pnpm|yarn|bun|deno|make|cargo|go|kubectl|gh|adb)(?:command|cmd|args)$/;
/** `build_command`, `shell_command`, `start_cmd`. */
const SOME_COMMAND = /(?:command|commands|cmd|commandline)$/;

/** By the argument `language`, or the words of a tool's name. */
const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:python\d?|py|jupyter|ipython|pandas)$/, "python3 -c"],
  [/^(?:javascript|js|node|nodejs|typescript|ts|deno|bun|browser|evaluate)$/, "node -e"],
  [/^(?:ruby|rb)$/, "ruby -e"],
  [/^perl$/, "perl -e"],
  [/^php$/, "php -r"],
  [/^(?:applescript|osascript)$/, "osascript -e"],
  [/^(?:bash|sh|zsh|shell)$/, "sh -c"],
];

/** The commands among the arguments of a tool, by the words of its name. */
export function toCarriedCommands(tool: readonly string[], args: unknown): CarriedCommands {
  const runs = says(tool, RUNS);
  const types = says(tool, TYPES);
  const interpreter = interpreterOf(tool, args);
  const given = flatArguments(args);
  const commands: string[] = [];
  const typed: string[] = [];
  let hasCode = given.some(({ name }) => QUERIES.has(name));
  for (const argument of given) {
    const { name, value } = argument;
    const own = OWN_COMMAND.exec(name)?.[1];
    if (own !== undefined) {
      commands.push(...toLines(name, value).map((line) => `${own} ${line}`));
    } else if (runs && LINES.has(name)) {
      commands.push(...toLines(name, value));
    } else if (COMMANDS.has(name) || SOME_COMMAND.test(name)) {
      commands.push(...toLines(name, value).filter((line) => runs || /\s/.test(line)));
    } else if (SCRIPTS.has(name) && (interpreter ?? "sh -c") === "sh -c") {
      commands.push(...textsOf(argument).filter((text) => runs || /\s/.test(text)));
    } else if (CODES.has(name) && (runs || interpreter !== undefined)) {
      hasCode = true;
      const run = interpreter ?? "python3 -c";
      commands.push(...textsOf(argument).map((code) => `${run} ${quote(code)}`));
      commands.push(...textsOf(argument).flatMap(shellLines));
    } else if (INPUTS.has(name) && types) {
      typed.push(...textsOf(argument));
    }
  }
  commands.push(...programsIn(args, runs));
  return { commands, typed, hasCode };
}

/** Lines of a notebook's cell that a shell gets. */
function shellLines(code: string): string[] {
  return code.split("\n").flatMap((line) => /^\s{0,40}!(.+)/.exec(line)?.[1] ?? []);
}

const DEEPEST = 4;

/** A command line, or its words in a list; lines where the argument speaks of several. */
function toLines(name: string, value: unknown, depth = 0): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (!Array.isArray(value) || depth > DEEPEST) return [];
  const items: readonly unknown[] = value;
  const texts = items.filter((item) => typeof item === "string");
  const lists = items.flatMap((item) => (Array.isArray(item) ? toLines("", item, depth + 1) : []));
  const line = name.endsWith("s") ? texts.join("\n") : texts.map(quote).join(" ");
  return line === "" ? lists : [line, ...lists];
}

/** `{ command: "rm", args: ["-rf", "x"] }`, at the top or in a list of steps. */
function programsIn(value: unknown, runs: boolean, depth = 0): string[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((item) => programsIn(item, runs, depth + 1));
  if (!isRecord(value)) return [];
  const byName = (wanted: ReadonlySet<string>) =>
    Object.entries(value).filter(([key]) => wanted.has(toArgumentName(key)));
  const words = byName(LISTS).flatMap(([, list]) =>
    Array.isArray(list) ? list.filter((item) => typeof item === "string") : [],
  );
  const programs = [...byName(PROGRAMS), ...(runs ? byName(PROGRAM_FILES) : [])].flatMap(
    ([, name]) => (typeof name === "string" ? [name] : []),
  );
  // `{ argv: ["rm", "x"] }`: the program is the first of its words.
  const isWhole = runs && depth === 0 && programs.length === 0;
  const lines =
    words.length === 0
      ? []
      : (isWhole ? [""] : programs).map((name) => [name, ...words.map(quote)].join(" ").trim());
  return [...lines, ...Object.values(value).flatMap((item) => programsIn(item, runs, depth + 1))];
}

function interpreterOf(tool: readonly string[], args: unknown): string | undefined {
  const given = ["language", "lang", "runtime"].flatMap((key) => textField(args, key) ?? []);
  for (const word of [...given, ...tool]) {
    const found = INTERPRETERS.find(([known]) => known.test(word.toLowerCase()));
    if (found !== undefined) return found[1];
  }
  return undefined;
}

function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
