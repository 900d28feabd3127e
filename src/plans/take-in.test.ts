import { describe, expect, it } from "vitest";
import { parseDoc } from "../bank/parse.ts";
import { SECTION, sectionOf } from "../bank/layout.ts";
import { TEMPLATES } from "../bank/templates/texts.ts";
import { findMissingSections, takeIn } from "./take-in.ts";

const TEMPLATE = TEMPLATES.en.entry;
const template = parseDoc(TEMPLATE);

function take(before: string): string {
  const missing = findMissingSections(parseDoc(before), template, "en");
  return takeIn(before, missing, "en") ?? "";
}

describe("an entry of somebody else's", () => {
  it.each([
    ["plain", "# Ours\n\nAll we know.\n"],
    ["without a line break at its end", "# Ours\n\nAll we know."],
    ["empty", ""],
    ["with Windows line breaks and a mark", "\uFEFF# Ours\r\n\r\nAll we know.\r\n"],
    ["with a fence that is open", "# Ours\n\n```sh\nnpm test\n"],
    ["with a comment that is open", "# Ours\n\n<!-- left open\n\nwords\n"],
    ["with our markers as an example", "# Ours\n\n```\n<!-- MACHINE_BLOCK_START -->\n```\n"],
    ["with front matter", "---\nname: x\n---\n\n# Ours\n"],
  ])("%s, is whole in the machine block", (_, before) => {
    const taken = take(before);
    const doc = parseDoc(taken);
    expect(doc.blocks.problems).toEqual([]);
    expect(doc.version?.value).toBe("v7.1");
    const [machine] = doc.blocks.machine;
    const text = before.replace(/^\uFEFF/, "").trimEnd();
    expect(taken.slice(machine?.from, machine?.to)).toContain(text);
    expect(taken.startsWith("\uFEFF")).toBe(before.startsWith("\uFEFF"));
    const breaks = new Set(taken.match(/\r?\n/g));
    expect([...breaks]).toEqual([before.includes("\r\n") ? "\r\n" : "\n"]);
    const headings = doc.sections.filter(({ owner }) => owner === "machine");
    expect(headings.map(({ heading }) => sectionOf(heading))).toEqual(
      expect.arrayContaining(Object.values(SECTION)),
    );
    expect(findMissingSections(doc, template, "en")).toEqual([]);
  });

  it("keeps its own sections, by their names or by names that stand for them", () => {
    const before = "# Ours\n\n## Current Focus\n\nTea.\n\n## Decision Highlights\n\nNone.\n";
    const headings = parseDoc(take(before)).sections.map(({ heading }) => heading);
    expect(headings.filter((heading) => heading === "Current Focus")).toHaveLength(1);
    expect(headings).not.toContain(SECTION.decisions);
  });

  it("keeps its version marker, brought up to date", () => {
    const taken = take("# Ours\n<!-- MEMORY_BANK_TEMPLATE:v6.2 -->\n");
    expect(taken.match(/MEMORY_BANK_TEMPLATE:v7\.1/g)).toHaveLength(1);
    expect(taken).not.toContain("v6.2");
  });

  it("keeps its older routing, which the new one supersedes", () => {
    const before = "# Ours\n\n## Routing Rules\n\n- tea: tea.md\n";
    expect(take(before)).toMatch(
      /## Routing Rules \(Intent-Driven\)\n\n> This section supersedes any older "Routing Rules" above\.\n\n\|/,
    );
  });
});
