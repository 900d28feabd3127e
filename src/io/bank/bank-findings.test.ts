import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { readFindings, writeFindings } from "./bank-findings.ts";

it("keeps the number of findings, and takes what is no number for none", () => {
  const folder = join(tempProject(), "state");
  expect(readFindings(folder)).toBe(0);
  writeFindings(folder, 3);
  expect(readFindings(folder)).toBe(3);
  for (const text of ["", "null", '{"count":-1}', '{"count":"9"}', '{"count":1.5}']) {
    writeFileSync(join(folder, "findings.json"), text);
    expect(readFindings(folder)).toBe(0);
  }
});
