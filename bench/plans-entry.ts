/** What the bench of plans needs, bundled so that the host's Bun can load it. */
export { readPlan } from "../src/io/plan/read-plan.ts";
