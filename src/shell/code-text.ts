const STRING = String.raw`"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const HASH = new RegExp(String.raw`(${STRING})|(?<=^|\s)#.*`, "gm");
const SLASHES = new RegExp(
  String.raw`(${STRING}|\x60(?:[^\x60\\]|\\.)*\x60)|(?<=^|[\s;{}])\/\/.*|(?<=^|[\s;{}])\/\*[^]*?\*\/`,
  "gm",
);
const STRINGS = new RegExp(STRING, "g");

/** What follows a sign that the language reads over. In other languages the signs mean more than that. */
export function withoutComments(code: string, interpreter: string): string {
  const comments = /python|ruby/.test(interpreter)
    ? HASH
    : /node|deno|bun|tsx/.test(interpreter)
      ? SLASHES
      : undefined;
  return comments === undefined || !/#|\/[/*]/.test(code)
    ? code
    : code.replaceAll(comments, (_, kept: string | undefined) => kept ?? "");
}

const PRINTS =
  /^(?:print|len|str|repr|int|range|sorted|enumerate|sys\.stdout\.write|json\.dumps|JSON\.stringify|console\.(?:log|info|warn|error|table)|process\.stdout\.write)$/;

/** Code that calls nothing but what prints: what stands in its strings is said, not done. */
export function onlyPrints(code: string): boolean {
  const outside = code.replaceAll(STRINGS, '""');
  // Some strings hold code; and what looks like a string behind a slash may be none.
  if (/`|\b[fF][rR]?""|\b[rR][fF]""|\/\s*""|\bnew\b|\bimport\b(?! (?:sys|json)\b)/.test(outside))
    return false;
  const calls = [...outside.matchAll(/([\w.$]*)\s*\(/g)];
  return calls.length > 0 && calls.every(([, name = ""]) => PRINTS.test(name));
}
