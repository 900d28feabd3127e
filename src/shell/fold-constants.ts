import { CALL_FOLDS } from "./fold-calls.ts";
import {
  ESCAPED,
  type Fold,
  LIST,
  LONGEST_FOLDED,
  STRING,
  joinStrings,
  quote,
  textOf,
} from "./string-literals.ts";

/** Facts about the command that inline code is run with. */
export interface CodeFacts {
  /** The words behind the code: `sys.argv[1]`, `process.argv[1]`. */
  readonly args: readonly string[];
  readonly variable: (name: string) => string | undefined;
  /** What comes in, where that is told: `input()`. */
  readonly input?: string | undefined;
}

const ROUNDS = 3;
const MOST_FOLDS = 1000;
/** Only so many names are looked for. */
const MOST_VARIABLES = 20;

/**
 * Puts the names that can be told in the place of the expressions that make them: arguments, joined
 * pieces, variables that are set once. Code in any of the common languages; not a parser. No pattern
 * looks behind itself: the host's engine takes several times as long for one that does.
 */
export function foldConstants(code: string, facts: CodeFacts): string {
  const replace = createReplace(LONGEST_FOLDED - code.length);
  // perl: `<folder/*>` is a glob.
  const globbed = code.replaceAll(/<([\w./-]+\/[\w.-]*[*?][\w.*?-]*)>/g, 'glob "$1"');
  let folded = foldEnvironment(foldArguments(globbed, facts, replace), facts, replace)
    .replaceAll(/\b(?:process\.cwd|os\.getcwd|Dir\.pwd|getcwd)\s*\(\)/g, '"."')
    .replaceAll(/\bPath\.cwd\(\)/g, 'Path(".")');
  folded = substituteLoops(foldInput(folded, facts, replace), replace);
  for (let round = 0; round < ROUNDS; round++) {
    const joined = [...FOLDS, ...CALL_FOLDS].reduce(
      (text, [pattern, fold]) => replace(text, pattern, fold),
      folded,
    );
    const next = substituteVariables(joined, replace);
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

type Replace = (code: string, pattern: RegExp, fold: Fold) => string;

/** As long as there is room. */
function createReplace(most: number): Replace {
  let room = most;
  let left = MOST_FOLDS;
  return (code, pattern, fold) => {
    const parts: string[] = [];
    let from = 0;
    for (const match of code.matchAll(pattern)) {
      const text = fold(...match);
      if (text === undefined) continue;
      const [whole] = match;
      room -= text.length - whole.length;
      if (--left < 0 || room < 0) break;
      parts.push(code.slice(from, match.index), text);
      from = match.index + whole.length;
    }
    return parts.join("") + code.slice(from);
  };
}

function foldArguments(code: string, { args }: CodeFacts, replace: Replace): string {
  const numbered = replace(code, /\b(?:sys|process)\.argv\[(\d+)\]/g, (_, index) =>
    quote(args[Number(index) - 1]),
  );
  const listed = replace(numbered, /\$?\bARGV\[(\d+)\]/g, (_, index) => quote(args[Number(index)]));
  return replace(listed, /\bshift\b(?!\s*\()/g, () => quote(args[0]));
}

function foldEnvironment(code: string, { variable }: CodeFacts, replace: Replace): string {
  return replace(
    code,
    /\bos\.(?:environ\[|environ\.get\(|getenv\()\s*["'](\w+)["']\s*[\])]|\bprocess\.env\.(\w+)|\$?\bENV[[{]["']?(\w+)["']?[\]}]|\bgetenv\(\s*["'](\w+)["']\s*\)/g,
    (_, ...names) => {
      const name = names.find((found) => found !== undefined);
      return name === undefined ? undefined : quote(variable(name));
    },
  );
}

/** All of what comes in, or its first line. */
function foldInput(code: string, { input }: CodeFacts, replace: Replace): string {
  if (input === undefined) return code;
  const lines = replace(
    code,
    /\b(?:raw_)?input\(\)|\bsys\.stdin\.readline\(\)(?:\.r?strip\(\))?|<STDIN>|\bgets(?:\.chomp)?\b|\breadline\(\)/g,
    () => quote(input.split("\n")[0]),
  );
  return replace(
    lines,
    /\bsys\.stdin\.read\(\)(?:\.r?strip\(\))?|\b(?:fs\.)?readFileSync\(\s*(?:0|["']\/dev\/stdin["'])[^)]*\)(?:\.toString\(\)|\s*\+\s*(?:""|''))?(?:\.trim\(\))?|\$?STDIN\.read(?:\.strip|\.chomp)?/g,
    () => quote(input.trimEnd()),
  );
}

/** Whatever a loop over the names in a folder stands at is in it. */
const LOOPS = new RegExp(
  `\\bfor\\s+(\\w+)(?:\\s*,\\s*\\w+)*\\s+in\\s+[\\w.(]*?\\b(?:i?glob|walk|scandir|Path)\\s*\\(\\s*(${STRING})|\\bDir(?:\\[|\\.glob\\()\\s*(${STRING})\\s*[\\])]\\.each\\s*(?:do|\\{)\\s*\\|(\\w+)\\||\\bglob(?:Sync)?\\(\\s*(${STRING})\\s*\\)\\.(?:forEach|map)\\(\\s*\\(?(\\w+)`,
  "g",
);
const UNTOLD_NAME = "\0";

function substituteLoops(code: string, replace: Replace): string {
  const values = new Map<string, string>();
  for (const match of code.matchAll(LOOPS)) {
    const [, python, inPython, inRuby, ruby, inScript, script] = match;
    const name = python ?? ruby ?? script ?? "";
    const place = textOf(inPython ?? inRuby ?? inScript).replace(/\/?[^/]*[*?[][^]*$/, "");
    if (place !== "" && values.size < MOST_VARIABLES) values.set(name, `${place}/${UNTOLD_NAME}`);
  }
  if (values.size === 0) return code;
  const any = [...values.keys()].join("|");
  const word = new RegExp(
    `(^|[^\\w$."'/-])(${any})(?![\\w"'-]|\\s*(?:,\\s*\\w+\\s*)*in\\b|\\s*=(?!=)|\\|)(\\.)?`,
    "g",
  );
  return replace(code, word, (_, before = "", name = "", dot) => {
    const value = `"${values.get(name) ?? ""}"`;
    return `${before}${dot === undefined ? value : `Path(${value}).`}`;
  });
}

const PLUS = new RegExp(`${ESCAPED}|(${STRING})\\s*[+.]\\s*(${STRING})`, "g");
const SLASH = new RegExp(`\\bPath\\s*\\(\\s*(${STRING})\\s*\\)\\s*/\\s*(${STRING})`, "g");
/** What stands before it makes another function of it. */
const PATH_JOIN = new RegExp(
  `([\\w.'"\\])]?)(?:os\\.path\\.|path\\.|posix\\.|File\\.)?join\\(\\s*(${LIST})\\s*\\)`,
  "g",
);
const PATH_PARTS = new RegExp(`\\bPath\\s*\\(\\s*(${STRING}(?:\\s*,\\s*${STRING})+)\\s*\\)`, "g");
const LIST_JOIN = new RegExp(`\\[\\s*(${LIST})\\s*\\]\\.join\\(\\s*(${STRING})\\s*\\)`, "g");
const JOIN_LIST = new RegExp(
  `${ESCAPED}|(${STRING})\\.join\\(\\s*[[(]\\s*(${LIST})\\s*[\\])]\\s*\\)`,
  "g",
);

const FOLDS: readonly (readonly [RegExp, Fold])[] = [
  [LIST_JOIN, (_, list, glue) => joinStrings(list, textOf(glue))],
  [JOIN_LIST, (_, glue, list) => joinStrings(list, textOf(glue))],
  [PATH_PARTS, (_, list) => inPath(joinStrings(list, "/"))],
  [PATH_JOIN, (_, before, list) => (before === "" ? joinStrings(list, "/") : undefined)],
  [
    PLUS,
    (_, left, right) => (left === undefined ? undefined : quote(textOf(left) + textOf(right))),
  ],
  [SLASH, (_, left, right) => inPath(quote(`${textOf(left)}/${textOf(right)}`))],
];

const ASSIGNMENT = new RegExp(
  `(?:^|[;{\\n(,]|\\b(?:const|let|var|my|our)\\s)\\s*([$\\w]+)\\s*=\\s*((?:pathlib\\.)?Path\\s*\\(\\s*${STRING}\\s*\\)|${STRING})(?=\\s*(?:[;,\\n)]|$))`,
  "g",
);

/** A path of which only the beginning is told: `p = join("folder", name)`, `p = "folder/" + name`. */
const BEGINNING = new RegExp(
  `(\\$?\\b\\w+)\\s*=\\s*(?:(?:os\\.path\\.|path\\.|posix\\.|File\\.)?join\\(\\s*(${STRING})\\s*,\\s*[$\\w.]+\\s*\\)|(${STRING})\\s*[+.]\\s*[$\\w.]+)(?=\\s*(?:[;,\\n)]|$))`,
  "g",
);

const SET = /[\w$.]+(\s*=(?!=))?/g;

/** Only a variable that is set once stands for its value. */
function substituteVariables(code: string, replace: Replace): string {
  const values = new Map(
    [...code.matchAll(ASSIGNMENT)].map(([, name = "", value = ""]) => [name, value] as const),
  );
  for (const [, name = "", list, left] of code.matchAll(BEGINNING))
    values.set(name, `"${textOf(list ?? left)}${list === undefined ? "" : "/"}${UNTOLD_NAME}"`);
  if (values.size === 0) return code;
  const sets = new Map<string, number>();
  for (const [whole, sign] of code.matchAll(SET)) {
    const name = sign === undefined ? "" : whole.slice(0, -sign.length);
    if (values.has(name)) sets.set(name, (sets.get(name) ?? 0) + 1);
  }
  const names = [...values.keys()].filter((name) => sets.get(name) === 1).slice(0, MOST_VARIABLES);
  if (names.length === 0) return code;
  const any = names.map((name) => name.replaceAll("$", String.raw`\$`)).join("|");
  const toText: Fold = (_, name = "") => {
    const value = values.get(name) ?? "";
    return /^["']/.test(value) ? textOf(value) : undefined;
  };
  const inTemplates = replace(code, new RegExp(String.raw`\$\{(${any})\}`, "g"), toText);
  const inBraces = new RegExp(String.raw`\{(${any})\}`, "g");
  const inForms = replace(inTemplates, /\bf(["'])([^"'\n]*)\1/g, (_, mark = "", body = "") => {
    const filled = replace(body, inBraces, toText);
    return filled === body ? undefined : `f${mark}${filled}${mark}`;
  });
  // perl: `"$d/x"`.
  const name = new RegExp(`(${any})(?!\\w)`, "g");
  const inText = replace(inForms, /"[^"\n]*"/g, (text = "") => {
    const filled = any.includes("$") && text.includes("$") ? replace(text, name, toText) : text;
    return filled === text ? undefined : filled;
  });
  const word = new RegExp(`(^|[^\\w$."'/-])(${any})(?![\\w"'-])(?!\\s*=(?!=))`, "g");
  return replace(inText, word, (_, before = "", name = "") => before + (values.get(name) ?? ""));
}

function inPath(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Path(${name})`;
}
