import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { compareSnapshots, takeSnapshot } from "./bank-snapshot.ts";
import { putBack } from "./put-back.ts";

it("leaves what somebody changed again after it was looked at", () => {
  const bank = join(tempProject({ "bank/a.md": "one\n", "bank/b.md": "one\n" }), "bank");
  const before = takeSnapshot(bank);
  for (const name of ["a.md", "b.md", "new.md", "newer.md"])
    writeFileSync(join(bank, name), "by the code\n");
  const changes = compareSnapshots(before, takeSnapshot(bank));
  for (const name of ["b.md", "newer.md"]) writeFileSync(join(bank, name), "saved by the user\n");
  expect(putBack(bank, changes).toSorted()).toEqual(["b.md", "newer.md"]);
  const read = (name: string) => readFileSync(join(bank, name), "utf8");
  expect(read("a.md")).toBe("one\n");
  expect(read("b.md")).toBe("saved by the user\n");
  expect(read("newer.md")).toBe("saved by the user\n");
  expect(() => read("new.md")).toThrow("ENOENT");
});
