import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addedAllowances, readAllowances } from "./allowances.ts";

const allow = (rules: string) => `<!-- memory-bank-allow: ${rules} -->`;

describe("readAllowances", () => {
  it("reads one rule or several", () => {
    const doc = `# T\n\n${allow("jwt")}\ntext\n${allow("card-number, national-id")}\n`;
    expect([...readAllowances(doc)]).toEqual(["jwt", "card-number", "national-id"]);
  });

  it.each([
    ["behind a BOM", `\uFEFF${allow("jwt")}`],
    ["between CRLF", `# T\r\n${allow("jwt")}\r\n`],
    ["without spaces", "<!--memory-bank-allow:jwt-->"],
    ["indented a little", `   ${allow("jwt")}  `],
    ["after a fence", `\`\`\`md\nx\n\`\`\`\n${allow("jwt")}`],
  ])("reads it %s", (_, doc) => {
    expect([...readAllowances(doc)]).toEqual(["jwt"]);
  });

  it.each([
    ["in a fence", `\`\`\`md\n${allow("jwt")}\n\`\`\``],
    ["in a fence of tildes with another inside", `~~~~\n~~~\n${allow("jwt")}\n~~~~`],
    ["in a fence that never ends", `\`\`\`\n${allow("jwt")}`],
    ["in a line with other text", `See ${allow("jwt")}`],
    ["followed by text", `${allow("jwt")} ok`],
    ["indented as code", `    ${allow("jwt")}`],
    ["without a rule", "<!-- memory-bank-allow: -->"],
    ["for everything", allow("*")],
    ["over several lines", "<!--\nmemory-bank-allow: jwt\n-->"],
  ])("does not read it %s", (_, doc) => {
    expect([...readAllowances(doc)]).toEqual([]);
  });
});

describe("addedAllowances", () => {
  it("names those that were not there", () => {
    expect(addedAllowances(allow("jwt"), `${allow("jwt, private-key")}\n`)).toEqual([
      "private-key",
    ]);
    expect(addedAllowances(allow("jwt"), "")).toEqual([]);
  });

  it("names one that comes to life because its fence went away", () => {
    const fenced = `\`\`\`\n${allow("jwt")}\n\`\`\`\n`;
    expect(addedAllowances(fenced, allow("jwt"))).toEqual(["jwt"]);
  });

  it("misses none that would count the next time", () => {
    const line = fc.constantFrom("```", "~~~", "text", allow("jwt"), allow("card-number,jwt"), "");
    const doc = fc.array(line).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(doc, doc, (before, after) => {
        const known = new Set([...readAllowances(before), ...addedAllowances(before, after)]);
        expect([...readAllowances(after)].filter((rule) => !known.has(rule))).toEqual([]);
      }),
    );
  });
});
