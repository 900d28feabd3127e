import picomatch from "picomatch";

const OPTIONS = { dot: true, nocase: true };

/**
 * One test for many globs, ignoring letter case. Nearly all of ours ask for a file's name or for a
 * folder on its way: tested on that one segment, they are several times as fast as `**` on the whole path.
 */
export function matchAny(globs: readonly string[]): (path: string) => boolean {
  let match: ((path: string) => boolean) | undefined;
  // Compiled when it is first asked: a start of the host asks nothing.
  return (path) => (match ??= compileAll(globs))(path);
}

function compileAll(globs: readonly string[]): (path: string) => boolean {
  const names: string[] = [];
  const segments: string[] = [];
  const paths: string[] = [];
  for (const glob of globs) {
    const [, name, isFolder] = /^\*\*\/((?:[^/*]|\*(?!\*))+)(\/\*\*)?$/.exec(glob) ?? [];
    if (name === undefined) paths.push(glob);
    else if (isFolder === undefined) names.push(name);
    else segments.push(name);
  }
  const isName = compile(names);
  const isSegment = compile(segments);
  const isPath = compile(paths);
  return (path) => {
    const end = path.endsWith("/") ? path.length - 1 : path.length;
    if (isName?.test(path.slice(path.lastIndexOf("/", end - 1) + 1, end))) return true;
    if (isSegment !== undefined && path.split("/").some((segment) => isSegment.test(segment)))
      return true;
    return isPath?.test(path) ?? false;
  };
}

function compile(globs: readonly string[]): RegExp | undefined {
  if (globs.length === 0) return undefined;
  const sources = globs.map((glob) => `(?:${picomatch.makeRe(glob, OPTIONS).source})`);
  return new RegExp(sources.join("|"), "i");
}
