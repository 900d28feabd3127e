import { ANY, matchesAll, toNameTest } from "./name-glob.ts";

/** The same paths are asked for again and again, such as the files that a turn has changed. */
const MOST_REMEMBERED = 1000;

/** Tests a path against many globs, ignoring letter case. A slash at a path's end only says that it is a folder. */
export function matchAny(globs: readonly string[]): (path: string) => boolean {
  let tests: readonly ((names: readonly string[]) => boolean)[] | undefined;
  const known = new Map<string, boolean>();

  function matches(path: string): boolean {
    // Compiled on first use: the start of a host uses no glob.
    tests ??= globs.flatMap((glob) => toAlternatives(glob.toLowerCase())).map(toPathTest);
    const names = path.toLowerCase().replace(/\/$/, "").split("/");
    return tests.some((test) => test(names));
  }

  return (path) => {
    const answer = known.get(path) ?? matches(path);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(path, answer);
    return answer;
  };
}

/** A star stays within a name, `**` stands for any number of folders. */
function toPathTest(glob: string): (names: readonly string[]) => boolean {
  const parts = glob.replace(/^\.\//, "").replace(/\/$/, "").split("/");
  const tests = parts.map((part) => (part === "**" ? ANY : toNameTest(part)));
  return (names) => matchesAll(tests, names);
}

const MOST_ALTERNATIVES = 200;

/** `{a,b}` stands for `a` and for `b`. */
function toAlternatives(glob: string): readonly string[] {
  let globs = [glob];
  for (let open = true; open;) {
    open = false;
    globs = globs.flatMap((each) => {
      const [braces, inside] = /\{([^{}]*,[^{}]*)\}/.exec(each) ?? [];
      if (braces === undefined || inside === undefined || globs.length > MOST_ALTERNATIVES)
        return [each];
      open = true;
      return inside.split(",").map((one) => each.replace(braces, () => one));
    });
  }
  return globs;
}
