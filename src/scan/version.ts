/** `^1.2.3`, `~> 1.2`, `==1.2.3`, `v1.2`: one version, with the operator that allows later ones. */
const SIMPLE =
  /^(?:\^|~>|~=|~|==|=|v)?\s*v?(\d+)(?:\.(\d+))?(?:\.[\dx*]+)*(-[\w.-]+)?(?:\.Final|\.RELEASE)?$/i;
const PART = /^(?:[<>=!~^]*v?\d[\w.*+-]*|[<>=!~^]+|\*|-)$/;
const LONGEST = 32;

/**
 * A declared version, short enough for a table. Patch numbers go, as they change every week and tell
 * a newcomer nothing; bounds such as `>=3.9` stay. Undefined for anything that names no version.
 */
export function toVersion(declared: unknown): string | undefined {
  if (typeof declared !== "string") return undefined;
  const text = declared.replace(/^npm:(?:@[\w.-]+\/)?[\w.-]+@/, "").trim();
  if (text.length > LONGEST || !/\d/.test(text)) return undefined;
  const [, major, minor, preview] = SIMPLE.exec(text) ?? [];
  if (major !== undefined) {
    if (preview !== undefined) return text.replace(/^[\^~>=v\s]+/, "");
    // Of `0.0.7` the last number is the only one that says anything.
    if (major === "0" && minor === "0") return text.replace(/^[\^~>=v\s]+/, "");
    return minor === undefined ? major : `${major}.${minor}`;
  }
  if (!text.split(/[\s,|]+/).every((part) => PART.test(part))) return undefined;
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([<>=!~^]) (?=\d)/g, "$1")
    .replaceAll(/\s*,\s*/g, ", ");
}
