import { describe, expect, it } from "vitest";
import { applyInMemory, toBankFiles } from "../../test/helpers/bank-in-memory.ts";
import { NO_FACTS } from "../../test/helpers/no-facts.ts";
import { ENTRY } from "../bank/layout.ts";
import { findAlsoBinding, findPointers } from "../bank/live-links.ts";
import { findRoutes } from "../bank/parse.ts";
import type { ProjectFacts } from "../scan/facts.ts";
import { planBank } from "./plan-bank.ts";
import { findCopies } from "./plan-copies.ts";
import type { PlanInput } from "./plan-input.ts";

function adopt(docs: Readonly<Record<string, string>>, facts: Partial<ProjectFacts> = {}) {
  const bank = new Map(Object.entries(docs).map(([path, text]) => [path, Buffer.from(text)]));
  const input: PlanInput = {
    bank: toBankFiles(bank),
    facts: { ...NO_FACTS, ...facts },
    projectName: "tea",
    isInProject: () => true,
    language: "en",
    today: "2026-11-15",
  };
  const planned = planBank(input);
  if (planned.kind === "abort") throw new Error(planned.problem);
  const after = applyInMemory(bank, planned.operations);
  const entry = after.get(ENTRY)?.toString("utf8") ?? "";
  const again = planBank({ ...input, bank: toBankFiles(after) });
  return {
    flow: planned.flow,
    changed: planned.operations.map(({ path }) => path),
    notes: planned.notes,
    entry,
    legacy: after.get("legacy.md")?.toString("utf8"),
    pointers: findPointers(entry).map(({ section, path }) => `${section}: ${path}`),
    routes: findRoutes(entry).map(({ paths }) => paths.map(({ path }) => path).join(", ")),
    again: again.kind === "plan" ? again.operations : again,
  };
}

const CLINE = {
  "projectbrief.md": "# Brief\n\nTea sorts mail.\n",
  "activeContext.md": "# Now\n\nThe importer, since 2026-01-02.\n",
  "systemPatterns.md": "# Patterns\n\n- Write tests first.\n",
  "techContext.md": "# Tech\n\nGo 1.23.\n",
  "progress.md": "# Progress\n\n- Parser is done.\n",
  "decisionLog.md": "# Log\n\n| what | why |\n|---|---|\n| Go | speed |\n",
};

describe("adopting another tool's bank", () => {
  it("points to snapshot, focus and decisions, and copies nothing of them", () => {
    const made = adopt(CLINE);
    expect(made).toMatchObject({ flow: "adopt", changed: [ENTRY], again: [] });
    expect(made.pointers).toEqual([
      "Project Snapshot: projectbrief.md",
      "Current Focus: activeContext.md",
    ]);
    expect(made.entry).toContain("Decisions are kept in [decisionLog.md](decisionLog.md).");
    expect(made.entry).not.toMatch(/importer|sorts mail|speed|Go 1/);
    expect(made.routes.slice(0, 3)).toEqual([
      "memory-bank/systemPatterns.md",
      "memory-bank/techContext.md",
      "memory-bank/activeContext.md, memory-bank/progress.md",
    ]);
  });

  it("links the project's own rules in the entry", () => {
    const { entry } = adopt(CLINE, { ruleFiles: ["CONTRIBUTING.md", ".cursor/rules/"] });
    expect(findAlsoBinding(entry)).toEqual(["../CONTRIBUTING.md", "../.cursor/rules/"]);
  });

  it("gives an unfilled template no role", () => {
    const made = adopt({
      ...CLINE,
      "activeContext.md": "# Active Context\n\n## Focus\n[What you work on]\n\n- [Next step]\n",
      "systemPatterns.md": "# Patterns\n\n[Describe the patterns]\n",
      "style-guide.md": "# Style\n\nTwo spaces.\n",
    });
    expect(made.pointers).toEqual(["Project Snapshot: projectbrief.md"]);
    expect(made.routes[0]).toBe("memory-bank/style-guide.md");
    expect(made.routes.join()).not.toMatch(/activeContext|systemPatterns/);
  });
});

describe("adopting docs that nobody knows", () => {
  it("goes by roles where a name says so, and by a route per doc or folder otherwise", () => {
    const made = adopt({
      "technical-stack.md": "# Stack\n\nGo.\n",
      "AI_GUIDELINES.md": "# Rules\n\nBe plain.\n",
      "overview.md": "# Tea\n\nSorts mail.\n",
      "pricing.md": "# Pricing\n\nCheap.\n",
      "api/a.md": "# A\n\nx\n",
      "api/b.md": "# B\n\ny\n",
    });
    expect(made).toMatchObject({ flow: "adopt", changed: [ENTRY], again: [] });
    expect(made.pointers).toEqual(["Project Snapshot: overview.md"]);
    expect(made.routes).toEqual([
      "memory-bank/AI_GUIDELINES.md",
      "memory-bank/technical-stack.md",
      "memory-bank/api/",
      "memory-bank/overview.md",
      "memory-bank/pricing.md",
    ]);
  });

  it("points to the README where no doc says what the project is, else to the requirements", () => {
    const readme = { readme: "README.md", description: "Sorts mail." };
    const docs = { "prd.md": "# P\n\nCheap.\n" };
    expect(adopt(docs, readme).pointers).toEqual(["Project Snapshot: ../README.md"]);
    expect(adopt(docs).pointers).toEqual(["Project Snapshot: prd.md"]);
  });
});

describe("a bank that 0.2.0 adopted", () => {
  const copied = adopt(CLINE)
    .entry.replace("See [projectbrief.md](projectbrief.md)", "Tea sorts mail.\n\n- Stack: Go")
    .replace(
      "See [activeContext.md](activeContext.md)",
      "- Goal: the importer\n- Blocked: (nothing recorded)\n\nLast updated: 2026-01-02",
    );

  it("is offered pointers for what was copied; the old text is kept in legacy.md", () => {
    const made = adopt({ ...CLINE, [ENTRY]: copied });
    expect(made).toMatchObject({ flow: "refresh", again: [] });
    expect(made.changed).toEqual([ENTRY, "legacy.md"]);
    expect(made.pointers).toHaveLength(2);
    expect(made.legacy).toContain("- Goal: the importer");
    expect(made.legacy).toContain("- Stack: Go");
    expect(made.notes.join()).toContain("--keep-copies");
  });

  it("is none where no doc of the bank says what could have been copied", () => {
    const unfilled = "# Brief\n\n[Describe it]\n";
    const docs = { "projectbrief.md": unfilled, "progress.md": "# Progress\n\n- Parser\n" };
    const { entry } = adopt(docs);
    expect(entry).toContain("- Stack: (not");
    const files = new Map(Object.entries(docs));
    const bank = { paths: [...files.keys()], read: (path: string) => files.get(path) };
    expect(findCopies(entry, bank)).toEqual([]);
    expect(findCopies(entry, { ...bank, read: () => "# Brief\n\nTea sorts mail.\n" })).toEqual([
      "Project Snapshot",
    ]);
  });
});
