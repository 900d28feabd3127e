const PAIRS: readonly (readonly [string, string])[] = [
  ["“", "”"],
  ["”", "”"],
  ["‘", "’"],
  ["「", "」"],
  ["『", "』"],
  ["«", "»"],
];

/** A value as it is written on its line: quoted in one of many ways, or not at all. */
export function readScalar(written: string): string {
  const value = written.trim();
  const bare = /^(["“'‘「『«])[^]*[,，]$/.test(value) ? value.slice(0, -1).trimEnd() : value;
  const double = /^"([^]*)"(?:\s+#[^"]*|\s*[\]}]+)?$/.exec(bare);
  if (double !== null && bare.length > 1) return unescape(double[1] ?? "");
  const single = /^'([^]*)'(?:\s+#[^']*|\s*[\]}]+)?$/.exec(bare);
  if (single !== null && bare.length > 1) return (single[1] ?? "").replaceAll("''", "'");
  for (const [left, right] of PAIRS) {
    if (bare.length > 1 && bare.startsWith(left) && bare.endsWith(right)) return bare.slice(1, -1);
  }
  return bare;
}

function unescape(text: string): string {
  return text.replaceAll(
    /\\(?:u([\da-f]{4})|([^]))/gi,
    (_, code: string | undefined, sign = "") => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (sign === "n" || sign === "\n") return "\n";
      return sign === "t" ? "\t" : String(sign);
    },
  );
}

const LONGEST_WORD = 200;

/** A value that is one word: what follows it, a comment or an aside, is no part of it. */
export function readWord(written: string): string {
  return readScalar(written.slice(0, LONGEST_WORD).replace(/\s#.*$|^#.*$/, ""))
    .replace(/[(（,，;；。].*$/, "")
    .trim();
}
