const SUFFIX =
  /(?::\d+(?:[:,–-]\s?L?\d+)*|#L?\d+(?:C\d+)?(?:[–-]L?\d+(?:C\d+)?)?|#[^#/]*|\s*[(（][^()（）]*[)）]|\s+§.*|\s+(?:lines?|L|第)\s*\d.*)$/i;
const LINK = /^\[[^\]]*\]\(([^()\s]+)\)$/;
const LONGEST = 1000;

/**
 * The files that a path of an answer can mean, the likeliest first: as it stands, then without a line
 * number or a section behind it.
 */
export function toPaths(written: string): string[] {
  const line = written.split("\n", 1)[0]?.trim().slice(0, LONGEST) ?? "";
  const linked = LINK.exec(line)?.[1] ?? line;
  const path = linked
    .replace(/^["'`“‘<]+|["'`”’>]+$/g, "")
    .replace(/^file:\/\//, "")
    .trim();
  const paths = [path];
  for (let rest = path; paths.length < 4;) {
    const shorter = rest.replace(SUFFIX, "").trim();
    if (shorter === rest || shorter === "") break;
    paths.push(shorter);
    rest = shorter;
  }
  // `@src/main.ts` is how some hosts mention a file, and a folder may be named so.
  if (path.startsWith("@")) paths.push(...paths.map((name) => name.slice(1)));
  return paths.map(tidy).filter((name) => name !== "");
}

function tidy(path: string): string {
  const slashed = /^[\w.-]+(?:\\[\w. -]+)+$/.test(path) ? path.replaceAll("\\", "/") : path;
  return slashed.replace(/^(?:\.\/+)+/, "");
}
