/** Facts about the command that inline code is run with. */
export interface CodeFacts {
  /** The words behind the code: `sys.argv[1]`, `process.argv[1]`. */
  readonly args: readonly string[];
  readonly variable: (name: string) => string | undefined;
}

/** A quote behind a backslash opens nothing: else each of many would be followed to the end of the line. */
const STRING = String.raw`(?:(?<!\\)"(?:[^"\\\n]|\\.)*"|(?<!\\)'(?:[^'\\\n]|\\.)*')`;
const ROUNDS = 3;
/** The code is gone through for each of them. */
const MOST_VARIABLES = 20;

/**
 * Puts the names that can be told in the place of the expressions that make them: arguments, joined
 * pieces, variables that are set once. Code in any of the common languages; not a parser.
 */
export function foldConstants(code: string, facts: CodeFacts): string {
  let folded = foldEnvironment(foldArguments(code, facts), facts)
    .replaceAll(/\b(?:process\.cwd|os\.getcwd|Dir\.pwd|getcwd)\s*\(\)/g, '"."')
    .replaceAll(/\bPath\.cwd\(\)/g, 'Path(".")');
  for (let round = 0; round < ROUNDS; round++) {
    const next = substituteVariables(foldJoins(folded));
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

function foldArguments(code: string, { args }: CodeFacts): string {
  return code
    .replaceAll(
      /\b(?:sys|process)\.argv\[(\d+)\]/g,
      (whole, index: string) => quote(args[Number(index) - 1]) ?? whole,
    )
    .replaceAll(
      /\$?\bARGV\[(\d+)\]/g,
      (whole, index: string) => quote(args[Number(index)]) ?? whole,
    )
    .replaceAll(/\bshift\b(?!\s*\()/g, (whole) => quote(args[0]) ?? whole);
}

function foldEnvironment(code: string, { variable }: CodeFacts): string {
  return code.replaceAll(
    /\bos\.(?:environ\[|environ\.get\(|getenv\()\s*["'](\w+)["']\s*[\])]|\bprocess\.env\.(\w+)|\$?\bENV[[{]["']?(\w+)["']?[\]}]|\bgetenv\(\s*["'](\w+)["']\s*\)/g,
    (whole, ...names: (string | undefined)[]) => {
      const name = names.slice(0, 4).find((found) => found !== undefined);
      return (name === undefined ? undefined : quote(variable(name))) ?? whole;
    },
  );
}

const PLUS = new RegExp(`(${STRING})\\s*[+.]\\s*(${STRING})`, "g");
const SLASH = new RegExp(`\\bPath\\s*\\(\\s*(${STRING})\\s*\\)\\s*/\\s*(${STRING})`, "g");
const PATH_JOIN = new RegExp(
  `(?<![\\w.'"\\])])(?:os\\.path\\.|path\\.|posix\\.|File\\.)?join\\(\\s*(${STRING}(?:\\s*,\\s*${STRING})*)\\s*\\)`,
  "g",
);
const PATH_PARTS = new RegExp(`\\bPath\\s*\\(\\s*(${STRING}(?:\\s*,\\s*${STRING})+)\\s*\\)`, "g");
const LIST_JOIN = new RegExp(
  `\\[\\s*(${STRING}(?:\\s*,\\s*${STRING})*)\\s*\\]\\.join\\(\\s*(${STRING})\\s*\\)`,
  "g",
);
const JOIN_LIST = new RegExp(
  `(${STRING})\\.join\\(\\s*[[(]\\s*(${STRING}(?:\\s*,\\s*${STRING})*)\\s*[\\])]\\s*\\)`,
  "g",
);

function foldJoins(code: string): string {
  return code
    .replaceAll(LIST_JOIN, (_, list: string, glue: string) => join(list, textOf(glue)))
    .replaceAll(JOIN_LIST, (_, glue: string, list: string) => join(list, textOf(glue)))
    .replaceAll(PATH_PARTS, (_, list: string) => `Path(${join(list, "/")})`)
    .replaceAll(PATH_JOIN, (_, list: string) => join(list, "/"))
    .replaceAll(PLUS, (_, left: string, right: string) =>
      JSON.stringify(textOf(left) + textOf(right)),
    )
    .replaceAll(
      SLASH,
      (_, left: string, right: string) =>
        `Path(${JSON.stringify(`${textOf(left)}/${textOf(right)}`)})`,
    );
}

const ASSIGNMENT = new RegExp(
  `(?:^|[;{\\n(,]|\\b(?:const|let|var|my|our)\\s)\\s*([$\\w]+)\\s*=\\s*((?:pathlib\\.)?Path\\s*\\(\\s*${STRING}\\s*\\)|${STRING})(?=\\s*(?:[;,\\n)]|$))`,
  "g",
);

const SET = /(?<![\w$.])([$\w]+)\s*=(?!=)/g;

/** Only a variable that is set once stands for its value. */
function substituteVariables(code: string): string {
  const sets = new Map<string, number>();
  for (const [, name = ""] of code.matchAll(SET)) sets.set(name, (sets.get(name) ?? 0) + 1);
  const once = [...code.matchAll(ASSIGNMENT)].filter(([, name = ""]) => sets.get(name) === 1);
  let result = code;
  for (const [, name = "", value = ""] of once.slice(0, MOST_VARIABLES)) {
    const word = new RegExp(
      `(?<![\\w$."'/-])${name.replaceAll("$", "\\$")}(?![\\w"'-])(?!\\s*=(?!=))`,
      "g",
    );
    const text = /^["']/.test(value) ? textOf(value) : undefined;
    if (text !== undefined)
      result = result
        .replaceAll(`\${${name}}`, () => text)
        .replaceAll(/\bf(["'])([^"'\n]*)\1/g, (whole, mark: string, body: string) =>
          body.includes(`{${name}}`)
            ? `f${mark}${body.replaceAll(`{${name}}`, () => text)}${mark}`
            : whole,
        );
    result = result.replaceAll(word, () => value);
  }
  return result;
}

function join(list: string, glue: string): string {
  const parts = list.match(new RegExp(STRING, "g")) ?? [];
  return JSON.stringify(parts.map(textOf).join(glue));
}

function textOf(literal: string): string {
  return literal.slice(1, -1);
}

function quote(text: string | undefined): string | undefined {
  return text === undefined ? undefined : JSON.stringify(text);
}
