import { describe, expect, it } from "vitest";
import { toPatchedFiles } from "./patch-files.ts";

function files(patch: string): string[] {
  return toPatchedFiles(patch).map(({ path, effect }) => `${effect} ${path}`);
}

describe("toPatchedFiles", () => {
  it("reads the envelope format", () => {
    const patch = [
      "*** Begin Patch",
      "*** Add File: a.md",
      "+*** Delete File: not-this.md",
      "*** Update File: b.md ",
      "*** Move to: c.md",
      "@@",
      "-x",
      "*** Update File: d.md",
      "*** Delete File:e.md",
      "*** End Patch",
    ].join("\n");
    expect(files(patch)).toEqual([
      "replace a.md",
      "change b.md",
      "move-from b.md",
      "change c.md",
      "change d.md",
      "delete e.md",
    ]);
    expect(files(patch.replaceAll("\n", "\r\n"))).toHaveLength(6);
  });

  it("reads a unified diff", () => {
    const diff = [
      "--- a/src/a.ts\t2026-01-01",
      "+++ b/src/a.ts",
      "@@ -1 +1 @@",
      "--- a/old.md",
      "+++ /dev/null",
      "--- /dev/null",
      "+++ b/new.md",
      "--- a/was.md",
      "+++ b/is.md",
    ].join("\n");
    expect(files(diff)).toEqual([
      "change src/a.ts",
      "delete old.md",
      "change new.md",
      "move-from was.md",
      "change is.md",
    ]);
  });

  it("finds nothing in other text", () => {
    expect(files("")).toEqual([]);
    expect(files("hello\n*** Add File:\n--- only one side")).toEqual([]);
  });
});
