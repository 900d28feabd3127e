import { expect, test } from "vitest";
import { readDecisionLog, readDecisionTitles } from "./read-decision-log.ts";

test("decisions below headings, the newest first", () => {
  const log = `# Decision Log

## 2025-01-02: Store

### Decision
Keep each pot in SQLite.

### Rationale
- **One file**: easy to back up

### Implementation Details
Not a decision.

## 2025-03-04: Alarm

### Decision

The browser rings.
`;
  expect(readDecisionLog(log)).toEqual([
    { decision: "Alarm: The browser rings.", date: "2025-03-04", why: "" },
    {
      decision: "Store: Keep each pot in SQLite.",
      date: "2025-01-02",
      why: "One file: easy to back up",
    },
  ]);
});

test("decisions behind labels, with a date before their words", () => {
  const log = `# Decision Log

## Decision

*

## Rationale

*

---
### Decision
[2025-08-30 10:49:40] - Lift the state up.

**Rationale:**
The cups were stale.

**Implications/Details:**
- None of this.
`;
  expect(readDecisionLog(log)).toEqual([
    { decision: "Lift the state up.", date: "2025-08-30", why: "The cups were stale." },
  ]);
});

test("labels in lists below one heading", () => {
  const doc = `## Recently Decided

1. **Style**
   - Decision: One service
   - Rationale: Simple to run
   - Status: done
2. **Tests**
   - Decision: Three tiers
`;
  expect(readDecisionLog(doc)).toEqual([
    { decision: "One service", date: "", why: "Simple to run" },
    { decision: "Three tiers", date: "", why: "" },
  ]);
});

test("in other languages", () => {
  const log = `## Registro

### Mensagem do trabalhador

#### Decisão
Usar um objeto.

#### Motivação
Mais segurança.
`;
  expect(readDecisionLog(log)).toEqual([
    { decision: "Mensagem do trabalhador: Usar um objeto.", date: "", why: "Mais segurança." },
  ]);
  expect(readDecisionLog("## 茶\n\n**决策**：用 SQLite\n\n**原因**：简单\n")).toEqual([
    { decision: "茶: 用 SQLite", date: "", why: "简单" },
  ]);
});

test("the user's block is no part of it", () => {
  const doc = "<!-- USER_BLOCK_START -->\n**Decision:** mine\n<!-- USER_BLOCK_END -->\n";
  expect(readDecisionLog(doc)).toEqual([]);
});

test("titles with a date or a number are decisions of a log", () => {
  const log =
    "# Log\n\n## Contents\n\n## 2025-02-03 - Use pots\n\nWords.\n\n## 2025-04-05: Use cups\n";
  expect(readDecisionTitles(log)).toEqual([
    { decision: "Use cups", date: "2025-04-05", why: "" },
    { decision: "Use pots", date: "2025-02-03", why: "" },
  ]);
  expect(
    readDecisionTitles("## ADR-001: Tea\n\n## Notes\n").map(({ decision }) => decision),
  ).toEqual(["ADR-001: Tea"]);
});
