import { posix } from "node:path";
import { toGlobTest } from "../glob.ts";

/** A file that `find` comes by. */
export interface Found {
  /** As `find` prints it. */
  readonly path: string;
  readonly depth: number;
  readonly isFolder: boolean;
  /** The search began inside the bank. */
  readonly isBelowRootInBank: boolean;
}

/** What a test says of a file; undefined when only the machine knows. */
type Answer = boolean | undefined;
type Test = (file: Found) => Answer;

export interface Action {
  readonly kind: "delete" | "exec" | "print";
  readonly command: readonly string[];
  readonly inFolder: boolean;
  readonly file: string | undefined;
  /** Which files reach the action. */
  readonly test: Test;
}

export interface Expression {
  readonly tokens: readonly string[];
  readonly test: Test;
  readonly actions: readonly Action[];
  /** What these tests find true of a folder keeps `find` from looking below it. */
  readonly prunes: readonly Test[];
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
  readonly actions: Action[];
  readonly prunes: Test[];
}

/** The tests and actions that stand behind the roots of a `find` command. */
export function parseExpression(tokens: readonly string[]): Expression {
  const reader: Reader = { tokens, at: 0, actions: [], prunes: [] };
  const test = readOr(reader);
  return { tokens, test, actions: reader.actions, prunes: reader.prunes };
}

function readOr(reader: Reader): Test {
  const tests = [readAnd(reader)];
  while (reader.tokens[reader.at] === "-o" || reader.tokens[reader.at] === "-or") {
    reader.at++;
    const before = [...tests];
    const from = reader.actions.length;
    tests.push(readAnd(reader));
    // A file for which an alternative before this `-o` was true is not tested any further.
    for (const [index, action] of reader.actions.entries()) {
      if (index < from) continue;
      const test: Test = (file) =>
        before.some((other) => other(file) === true) ? false : action.test(file);
      reader.actions[index] = { ...action, test };
    }
  }
  return (file) => some(tests.map((test) => test(file)));
}

/** The actions of a chain see only what its tests before them let through. */
function readAnd(reader: Reader): Test {
  const tests: Test[] = [];
  const all: Test = (file) => every(tests.map((test) => test(file)));
  while (reader.at < reader.tokens.length) {
    const token = reader.tokens[reader.at];
    if (token === ")" || token === "-o" || token === "-or") break;
    if (token === "-a" || token === "-and" || token === ",") {
      reader.at++;
      continue;
    }
    const sofar = [...tests];
    tests.push(readTest(reader, (file) => every(sofar.map((test) => test(file)))));
  }
  return all;
}

function readTest(reader: Reader, before: Test): Test {
  const token = reader.tokens[reader.at++] ?? "";
  const value = () => reader.tokens[reader.at++] ?? "";
  switch (token) {
    case "!":
    case "-not": {
      const inner = readTest(reader, before);
      return (file) => negate(inner(file));
    }
    case "(": {
      const inner = readOr(reader);
      reader.at++;
      return inner;
    }
    case "-name":
    case "-iname": {
      const test = toGlobTest(value(), token === "-iname");
      return ({ path }) => test(posix.basename(path));
    }
    case "-path":
    case "-wholename":
    case "-ipath": {
      const test = toGlobTest(value(), token === "-ipath");
      return ({ path }) => test(path);
    }
    case "-type": {
      const type = value();
      return ({ isFolder }) =>
        type.includes("d") ? isFolder : type.includes("f") ? !isFolder : undefined;
    }
    case "-maxdepth":
    case "-mindepth":
      value();
      return () => true;
    case "-delete":
      reader.actions.push({
        kind: "delete",
        command: [],
        inFolder: false,
        file: undefined,
        test: before,
      });
      return () => true;
    case "-exec":
    case "-execdir":
    case "-ok":
    case "-okdir": {
      const end = reader.tokens.findIndex(
        (word, index) => index >= reader.at && (word === ";" || word === "+"),
      );
      const command = reader.tokens.slice(reader.at, end === -1 ? undefined : end);
      reader.at = end === -1 ? reader.tokens.length : end + 1;
      reader.actions.push({
        kind: "exec",
        command,
        inFolder: token.endsWith("dir"),
        file: undefined,
        test: before,
      });
      return () => undefined;
    }
    case "-fprint":
    case "-fprint0":
    case "-fls":
    case "-fprintf": {
      const file = value();
      if (token === "-fprintf") value();
      reader.actions.push({ kind: "print", command: [], inFolder: false, file, test: before });
      return () => true;
    }
    case "-print":
    case "-print0":
      reader.actions.push({
        kind: "print",
        command: [],
        inFolder: false,
        file: undefined,
        test: before,
      });
      return () => true;
    case "-ls":
    case "-depth":
    case "-xdev":
    case "-follow":
    case "-mount":
    case "-true":
      return () => true;
    case "-prune":
      reader.prunes.push(before);
      return () => true;
    case "-printf":
      value();
      return () => true;
    case "-empty":
    case "-readable":
    case "-writable":
    case "-executable":
    case "-daystart":
      return () => undefined;
    default:
      if (token.startsWith("-")) value();
      return () => undefined;
  }
}

function every(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function some(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function negate(answer: Answer): Answer {
  return answer === undefined ? undefined : !answer;
}
