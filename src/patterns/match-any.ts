import { ANY, matchesAll, toNameTest } from "./name-glob.ts";

/** Tests a path against many globs, ignoring letter case. A slash at a path's end only says that it is a folder. */
export function matchAny(globs: readonly string[]): (path: string) => boolean {
  let tests: readonly ((names: readonly string[]) => boolean)[] | undefined;
  return (path) => {
    // Compiled on first use: the start of a host uses no glob.
    tests ??= globs.flatMap((glob) => toAlternatives(glob.toLowerCase())).map(toPathTest);
    const names = path.toLowerCase().replace(/\/$/, "").split("/");
    return tests.some((test) => test(names));
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
