import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Call } from "../../../test/helpers/codex-calls.ts";
import {
  DOCS,
  SAID,
  SPOKEN,
  createHookServer,
  useHookedProject,
} from "../../../test/helpers/hooked-project.ts";
import { type Step, playCodex } from "../../../test/helpers/played-codex.ts";
import type { ReadScope } from "../../types.ts";
import { createDialect } from "./dialect.ts";
import { WORDS } from "./words.ts";

const project = useHookedProject();

function open(readScope: ReadScope) {
  const { root } = project;
  return playCodex(root, (takeNotes) =>
    createHookServer({ root, readScope, dialect: createDialect(), words: WORDS, takeNotes }),
  );
}

const doc = fc.constantFrom(...DOCS);
const calls = fc.array(
  fc.record({
    tool: fc.constantFrom<Call["tool"]>(
      "cat",
      "cat",
      "write",
      "patch",
      "shell-patch",
      "refresh",
      "ask",
    ),
    doc,
    isOther: fc.boolean(),
    outcome: fc.constantFrom<Call["outcome"]>(
      "done",
      "done",
      "done",
      "failed",
      "cut",
      "refused",
      "stopped",
      "running",
    ),
  }),
  { minLength: 1, maxLength: 3 },
);
const of = <Kind extends Step["kind"]>(kind: Kind) => fc.constant(kind);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: of("say"), text: fc.constantFrom(...SAID) }),
  fc.record({
    kind: of("answer"),
    texts: fc.array(fc.constantFrom(...SPOKEN), { minLength: 1, maxLength: 2 }),
    hasHook: fc.boolean(),
  }),
  fc.record({ kind: of("calls"), calls, isReversed: fc.boolean() }),
  fc.record({
    kind: of("script"),
    calls,
    shown: fc.constantFrom("whole", "json", "part", "later", "never"),
    isAwaited: fc.boolean(),
  }),
  fc.record({
    kind: of("spawn"),
    generation: fc.constantFrom(1, 2),
    role: fc.constantFrom("memory-reader", "memory-reader", "memory-bank-writer", undefined),
    doc,
    isFast: fc.boolean(),
  }),
  fc.record({ kind: of("return"), isWell: fc.boolean() }),
  fc.record({ kind: of("compact"), isTyped: fc.boolean() }),
  fc.record({
    kind: of("rewind"),
    turns: fc.integer({ min: 1, max: 3 }),
    isNewProcess: fc.boolean(),
  }),
  fc.record({ kind: of("fork"), turns: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: of("restart") }),
  fc.record({ kind: of("look") }),
);

describe("a session's state", () => {
  it("is the same, kept live or rebuilt from the rollout by another process", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<ReadScope>("turn", "context"),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (readScope, steps) => {
          const host = open(readScope);
          await host.play({ kind: "say", text: "hello" });
          for (const next of [...steps, { kind: "look" } as const]) {
            await host.play(next);
            if (next.kind !== "look") continue;
            const { live, rebuilt } = await host.states();
            expect(live).toEqual(rebuilt);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
