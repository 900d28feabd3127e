import { afterAll, vi } from "vitest";

// The runtime loads these behind everybody's back. An import that the end of a test file cuts short has failed for all
// files after it in the same process.
await Promise.all([
  import("../../src/io/plan/apply-plan.ts"),
  import("../../src/io/plan/plan-note.ts"),
  import("../../src/runtime/shell-call.ts"),
  import("../../src/runtime/written-docs.ts"),
  import("../../src/secrets/hide-values.ts"),
]);

/** Test files share a process: what one of them has set is not there for the next. */
const before = { ...process.env };

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) {
    if (!Object.hasOwn(before, name)) delete process.env[name];
  }
  Object.assign(process.env, before);
  await vi.dynamicImportSettled();
});
