import { describe, expect, it } from "vitest";
import { readProjectFacts } from "../../src/io/bank/scan-files.ts";
import { readProjectFixtures } from "../helpers/project-fixtures.ts";
import { renderFacts } from "../helpers/render-facts.ts";
import { tempProject } from "../helpers/temp-project.ts";

const FIXTURES = readProjectFixtures();

describe("the facts of a project", () => {
  it("are checked on every kind of project", () => {
    expect(FIXTURES.length).toBeGreaterThan(30);
  });

  it.each(FIXTURES)("$name", ({ files, facts }) => {
    const root = tempProject(files);
    expect(renderFacts(readProjectFacts(root))).toBe(facts);
    expect(readProjectFacts(root)).toEqual(readProjectFacts(root));
  });
});
