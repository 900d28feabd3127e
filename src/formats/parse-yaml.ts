import { isMap, isScalar, isSeq, parseDocument } from "yaml";

const DEEPEST = 12;
const DEEPEST_FLOW = 300;

/** The first document as plain tables and lists. Throws when it is broken. */
export function parseYaml(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError("nested too deeply");
  // `logLevel`: so that a second document is no error.
  const options = { logLevel: "silent", prettyErrors: false, uniqueKeys: false } as const;
  const { contents, errors } = parseDocument(text, options);
  const [error] = errors;
  if (error !== undefined) throw error;
  return toValue(contents, 0);
}

/**
 * Some thousand brackets or dashes in a row exhaust the stack inside the library. Where V8 happens to compile
 * a regular expression at that moment, the whole process dies, which nobody can catch.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const line of text.split("\n")) {
    if (/^(?:\s*[-?:]\s){21}/.test(line)) return true;
    // A line that is not indented starts a new statement: brackets inside of scalars must not add up over the file.
    if (/^[^\s\]}]/.test(line)) depth = 0;
    for (const sign of line.match(/[[\]{}]/g) ?? []) {
      depth = sign === "[" || sign === "{" ? depth + 1 : Math.max(0, depth - 1);
      if (depth > DEEPEST_FLOW) return true;
    }
  }
  return false;
}

/** Aliases are left out: following them can make a small file enormous, and no fact needs them. */
function toValue(node: unknown, depth: number): unknown {
  if (depth > DEEPEST) return undefined;
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map((item) => toValue(item, depth + 1));
  if (!isMap(node)) return undefined;
  const table: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.items) {
    if (isScalar(key)) table[String(key.value)] = toValue(value, depth + 1);
  }
  return table;
}
