import { ESCAPED } from "./string-literals.ts";

const STRING = String.raw`"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const TEMPLATE = String.raw`\x60(?:[^\x60\\]|\\.)*\x60`;

interface Signs {
  readonly strings: RegExp;
  readonly comments: RegExp;
}

/** Of other languages the signs mean more than that. */
const PYTHON: Signs = {
  strings: new RegExp(String.raw`\b([a-zA-Z]{0,2})(?:${STRING})|${ESCAPED}|(?:${STRING})`, "g"),
  comments: new RegExp(String.raw`(${ESCAPED}|${STRING})|(?<=^|\s)#.*`, "gm"),
};
const JAVASCRIPT: Signs = {
  strings: new RegExp(String.raw`(?!)()|${ESCAPED}|${STRING}|${TEMPLATE}`, "g"),
  comments: new RegExp(
    String.raw`(${ESCAPED}|${STRING}|${TEMPLATE})|(?<=^|[\s;{}])\/\/.*|(?<=^|[\s;{}])\/\*[^]*?(?:\*\/|(?![^]))`,
    "gm",
  ),
};

/** What makes code of a text, or runs it. */
const RUNS_TEXT =
  /\b(?:eval\w*|exec\w*|system|popen|Popen|subprocess|spawn\w*|fork\w*|run\w*|call|check_\w+|compile\w*|timeit|Function|vm|child_process|Worker|setTimeout|setInterval|getattr|globals|locals|builtins|loads?|send|__\w+__)\b|\bimport\s*\(|\bdata:/;

/**
 * Code without what it only says: comments, and texts that look like calls, where nothing in it makes
 * code of a text. A name of a file is no such text.
 */
export function withoutSaid(code: string, interpreter: string): string {
  const signs = /python/.test(interpreter)
    ? PYTHON
    : /node|deno|bun|tsx/.test(interpreter)
      ? JAVASCRIPT
      : undefined;
  if (signs === undefined) return code;
  const done = code.replaceAll(signs.comments, (_, kept: string | undefined) => kept ?? "");
  const outside = done.replaceAll(signs.strings, (text) => (text.startsWith("\\") ? text : '""'));
  // What looks like a string behind a slash may be the middle of a pattern.
  if (RUNS_TEXT.test(outside) || /\/\s*""/.test(outside)) return done;
  return done.replaceAll(signs.strings, (text, prefix: string | undefined) => {
    const holdsCode = /f/i.test(prefix ?? "") || text.includes("${");
    return holdsCode || text.startsWith("\\") || !text.includes("(") ? text : '""';
  });
}
