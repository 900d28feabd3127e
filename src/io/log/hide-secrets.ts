import { findAddedSecrets } from "../../secrets/find-added-secrets.ts";
import type { LogLine } from "../../types.ts";
import { pathsOf, withoutPaths } from "./without-paths.ts";

/** A path may carry a key, as an address does: such a call is logged without its paths. */
export function hideSecrets(lines: readonly LogLine[]): readonly LogLine[] {
  const owners: number[] = [];
  const paths = lines.flatMap((line, index) =>
    pathsOf(line).map((path) => {
      owners.push(index);
      return path.replaceAll(/\s/g, " ");
    }),
  );
  if (paths.length === 0) return lines;
  const found = findAddedSecrets("", paths.join("\n"));
  if (found.length === 0) return lines;
  const hidden = new Set(found.map(({ line }) => owners[line - 1]));
  return lines.map((line, index) => (hidden.has(index) ? withoutPaths(line) : line));
}
