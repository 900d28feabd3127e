/** What the bench of plans needs, bundled so that the host's Bun can load it. */
export { readPlan } from "../src/io/read-plan.ts";
