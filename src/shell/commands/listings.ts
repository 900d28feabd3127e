import { posix } from "node:path";
import { parseIgnoreRules } from "../../patterns/ignore-rules.ts";
import type { Matcher } from "../../patterns/automaton.ts";
import { toGlobTest } from "../glob.ts";
import { type Output, type Scope, textOf } from "../scope.ts";
import { UNKNOWN, isKnown, joinPath } from "../value.ts";
import { walk } from "./find.ts";

/** Of more docs, those that are not read may as well match. */
const MOST_READ = 40;

/** The bank's files below a folder, as they are named from where the shell stands. */
function docsBelow(folder: string, scope: Scope): readonly string[] {
  return walk(folder, scope, false).flatMap(({ path, isFolder }) => {
    const isInBank = `${posix.resolve(scope.cwd, path)}/`.startsWith(`${scope.world.bank}/`);
    return isFolder || !isInBank ? [] : [path];
  });
}

/** `grep -rl x folder`: the bank's files with a match are among what it prints; which others, only it knows. */
export function filesWithMatch(
  operands: readonly string[],
  matcher: Matcher | undefined,
  included: readonly string[],
  scope: Scope,
): Output {
  const tests = included.map((glob) => toGlobTest(glob));
  const fits = (path: string) =>
    tests.length === 0 || tests.some((test) => test(posix.basename(path)) !== false);
  let left = MOST_READ;
  const mayMatch = (path: string) =>
    matcher === undefined || --left < 0 || hasMatch(path, matcher, scope);
  const lines = operands.flatMap((operand) => {
    if (!scope.world.isFolder(joinPath(scope.cwd, operand)))
      return mayMatch(operand) ? [operand] : [];
    const docs = matcher === undefined ? [] : docsBelow(operand, scope).filter(fits);
    return [...docs.filter(mayMatch), `${operand}/${UNKNOWN}`];
  });
  return { lines, isComplete: false };
}

function hasMatch(path: string, matcher: Matcher, scope: Scope): boolean {
  const text = isKnown(path) ? textOf(scope, path) : undefined;
  if (text === undefined) return true;
  scope.spend(20 + text.length / 100);
  return text.split("\n").some((line) => matcher.matches(line, scope.spend));
}

/** What git lists of a bank that it keeps, by the patterns of its command line. */
export function trackedDocs(patterns: readonly string[], scope: Scope): readonly string[] {
  const { world, cwd } = scope;
  if (!isKnown(cwd)) return [];
  const isIgnored = [`${world.root}/.gitignore`, `${world.root}/.git/info/exclude`].some((file) => {
    const rules = world.read(file);
    const bank = posix.relative(world.root, world.bank);
    return rules !== undefined && parseIgnoreRules(rules)(`${bank}/MEMORY.md`);
  });
  if (isIgnored) return [];
  const tests = patterns.map((pattern) => toGlobTest(pattern));
  const isNamed = (path: string) =>
    patterns.length === 0 ||
    patterns.some((pattern, at) => {
      const plain = pattern.replace(/^\.\//, "").replace(/\/$/, "");
      return (
        plain === "." ||
        path === plain ||
        path.startsWith(`${plain}/`) ||
        tests[at]?.(path) === true
      );
    });
  return docsBelow(".", scope)
    .map((path) => posix.normalize(path))
    .filter(isNamed);
}
