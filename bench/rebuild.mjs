// A session rebuilt after a restart: the host's API call for its history against what we do with it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL, fileURLToPath } from "node:url";
import {
  call,
  makeProject,
  openSession,
  say,
  startHost,
  startScriptedModel,
} from "../build/sessions.js";
import { table } from "./measure.mjs";

const PLUGIN = pathToFileURL(fileURLToPath(new URL("rebuild-plugin.mjs", import.meta.url))).href;
const MESSAGES_PER_TURN = 50;
const SIZES = [10, 100, 1000];

/** Steps as an agent takes them: it reads code and docs, searches, runs tests. */
const STEPS = [
  () => call("read", { filePath: "src/cart.ts" }),
  () => call("read", { filePath: "memory-bank/details/patterns.md" }),
  () => call("bash", { command: "cat memory-bank/MEMORY.md", description: "read" }),
  () => call("bash", { command: "ls -la src && git status --short | head", description: "look" }),
  () => call("edit", { filePath: "src/cart.ts", oldString: "cart", newString: "cart" }),
];

const model = await startScriptedModel();
const host = await startHost({ model });
const rows = [["", "API call", "our fold", "share"]];
try {
  for (const size of SIZES) {
    const report = join(host.home, `report-${size}.json`);
    const project = makeProject(host, {
      files: {
        "memory-bank/MEMORY.md": "# Memory\n",
        "memory-bank/details/patterns.md": "- be kind\n".repeat(80),
        "src/cart.ts": "export const cart = 1;\n".repeat(120),
      },
      plugin: [[PLUGIN, { report }]],
    });
    const session = await openSession(host, project);
    for (let left = size; left > 0; left -= MESSAGES_PER_TURN) {
      const length = Math.min(left, MESSAGES_PER_TURN) - 2;
      const steps = Array.from({ length }, (_, index) => STEPS[index % STEPS.length]());
      model.play("work", [...steps, say("Done.")]);
      await session.send("work");
    }
    model.play("measure", [say("Done.")]);
    await session.send("measure");
    const { count, call: asked, ours } = JSON.parse(readFileSync(report, "utf8"));
    rows.push([
      `${count} messages`,
      `${asked.toFixed(1)} ms`,
      `${ours.toFixed(2)} ms`,
      `${((100 * ours) / asked).toFixed(0)} %`,
    ]);
  }
} finally {
  await host.stop();
  await model.stop();
}
table("Rebuilding a session, inside the real host (median)", rows);
