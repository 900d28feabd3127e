import { posix } from "node:path";
import type { Spend } from "../../patterns/automaton.ts";
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

/** The answer of one test that is the answer of all together. */
const SOME = true;
const EVERY = false;

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
  readonly spend: Spend;
}

/** The tests and actions that stand behind the roots of a `find` command. */
export function parseExpression(tokens: readonly string[], spend: Spend): Expression {
  const reader: Reader = { tokens, at: 0, actions: [], prunes: [], spend };
  const test = readOr(reader);
  return { tokens, test, actions: reader.actions, prunes: reader.prunes };
}

function readOr(reader: Reader): Test {
  const tests = [readAnd(reader)];
  while (reader.tokens[reader.at] === "-o" || reader.tokens[reader.at] === "-or") {
    reader.at++;
    const before = firstOf(tests, reader);
    const from = reader.actions.length;
    tests.push(readAnd(reader));
    // A file for which an alternative before this `-o` was true is not tested any further.
    for (const [index, action] of reader.actions.slice(from).entries()) {
      const test: Test = (file) => (before(file, SOME) === true ? false : action.test(file));
      reader.actions[from + index] = { ...action, test };
    }
  }
  const all = firstOf(tests, reader);
  return (file) => all(file, SOME);
}

/** What the tests read so far say together of a file: the first that gives the decisive answer has decided. */
function firstOf(tests: readonly Test[], { spend }: Reader) {
  const count = tests.length;
  return (file: Found, decisive: boolean): Answer => {
    let result: Answer = !decisive;
    for (let index = 0; index < count; index++) {
      spend(1);
      const answer = tests[index]?.(file);
      if (answer === decisive) return decisive;
      if (answer === undefined) result = undefined;
    }
    return result;
  };
}

/** The actions of a chain see only what its tests before them let through. */
function readAnd(reader: Reader): Test {
  const tests: Test[] = [];
  while (reader.at < reader.tokens.length) {
    const token = reader.tokens[reader.at];
    if (token === ")" || token === "-o" || token === "-or") break;
    if (token === "-a" || token === "-and" || token === ",") {
      reader.at++;
      continue;
    }
    const before = firstOf(tests, reader);
    tests.push(readTest(reader, (file) => before(file, EVERY)));
  }
  const all = firstOf(tests, reader);
  return (file) => all(file, EVERY);
}

function readTest(reader: Reader, before: Test): Test {
  reader.spend(2);
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
      const ends = [";", "+"].map((sign) => reader.tokens.indexOf(sign, reader.at));
      reader.spend(reader.tokens.length / 100);
      const end = Math.min(...ends.map((at) => (at === -1 ? Infinity : at)));
      const command = reader.tokens.slice(reader.at, end);
      reader.at = Math.min(end + 1, reader.tokens.length);
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

function negate(answer: Answer): Answer {
  return answer === undefined ? undefined : !answer;
}
