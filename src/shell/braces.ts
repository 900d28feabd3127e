const LONGEST_RANGE = 100;

/** The alternatives of one brace expression `{…}`, still as shell text. */
export function expandBraces(text: string): string[] {
  const body = text.slice(1, -1);
  const range = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  if (range !== null) return expandRange(range[1] ?? "", range[2] ?? "");
  return splitAtCommas(body).flatMap(expandNested);
}

function expandRange(from: string, to: string): string[] {
  const isNumber = /\d/.test(from) && /\d/.test(to);
  const first = isNumber ? Number(from) : (from.codePointAt(0) ?? 0);
  const last = isNumber ? Number(to) : (to.codePointAt(0) ?? 0);
  const step = first <= last ? 1 : -1;
  const count = Math.min(Math.abs(last - first) + 1, LONGEST_RANGE);
  return Array.from({ length: count }, (_, index) => {
    const value = first + index * step;
    return isNumber ? String(value) : String.fromCodePoint(value);
  });
}

function splitAtCommas(body: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let at = 0; at < body.length; at++) {
    const character = body[at] ?? "";
    if (character === "\\") at++;
    else if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (character === "," && depth === 0) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, body.slice(start)];
}

/** An alternative with braces of its own: `a{b,c}` inside `{a{b,c},d}`. */
function expandNested(text: string): string[] {
  const open = text.indexOf("{");
  const close = text.lastIndexOf("}");
  if (open === -1 || close < open || !/,|\.\./.test(text.slice(open, close))) return [text];
  return expandBraces(text.slice(open, close + 1)).map(
    (inner) => text.slice(0, open) + inner + text.slice(close + 1),
  );
}
