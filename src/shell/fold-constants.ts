/** Facts about the command that inline code is run with. */
export interface CodeFacts {
  /** The words behind the code: `sys.argv[1]`, `process.argv[1]`. */
  readonly args: readonly string[];
  readonly variable: (name: string) => string | undefined;
}

const STRING = String.raw`(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*')`;
/** A quote behind a backslash opens nothing: else each of many would be followed to the end of the line. */
const ESCAPED = String.raw`\\[^]`;
const ROUNDS = 3;
/** Values that are put in again and again would make endless code of little. */
const LONGEST_FOLDED = 25_000;
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
  let folded = foldEnvironment(foldArguments(code, facts, replace), facts, replace)
    .replaceAll(/\b(?:process\.cwd|os\.getcwd|Dir\.pwd|getcwd)\s*\(\)/g, '"."')
    .replaceAll(/\bPath\.cwd\(\)/g, 'Path(".")');
  for (let round = 0; round < ROUNDS; round++) {
    const joined = FOLDS.reduce((text, [pattern, fold]) => replace(text, pattern, fold), folded);
    const next = substituteVariables(joined, replace);
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

/** What a match stands for; undefined where it stays. */
type Fold = (...match: readonly (string | undefined)[]) => string | undefined;
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

const LIST = `${STRING}(?:\\s*,\\s*${STRING})*`;
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
  [LIST_JOIN, (_, list, glue) => join(list, textOf(glue))],
  [JOIN_LIST, (_, glue, list) => join(list, textOf(glue))],
  [PATH_PARTS, (_, list) => inPath(join(list, "/"))],
  [PATH_JOIN, (_, before, list) => (before === "" ? join(list, "/") : undefined)],
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

const SET = /[\w$.]+(\s*=(?!=))?/g;

/** Only a variable that is set once stands for its value. */
function substituteVariables(code: string, replace: Replace): string {
  const values = new Map(
    [...code.matchAll(ASSIGNMENT)].map(([, name = "", value = ""]) => [name, value] as const),
  );
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
  const word = new RegExp(`(^|[^\\w$."'/-])(${any})(?![\\w"'-])(?!\\s*=(?!=))`, "g");
  return replace(inForms, word, (_, before = "", name = "") => before + (values.get(name) ?? ""));
}

function join(list: string | undefined, glue: string): string | undefined {
  const parts = list?.match(new RegExp(STRING, "g")) ?? [];
  if (glue.length * parts.length > LONGEST_FOLDED) return undefined;
  return list === undefined ? undefined : quote(parts.map(textOf).join(glue));
}

function inPath(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Path(${name})`;
}

function textOf(literal = ""): string {
  return literal.slice(1, -1);
}

function quote(text: string | undefined): string | undefined {
  return text === undefined ? undefined : JSON.stringify(text);
}
