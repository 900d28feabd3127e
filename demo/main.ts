import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { colors } from "../src/cli/colors.ts";
import { heading, line, passes, quote } from "./show.ts";
import type { Stage } from "./stage.ts";
import { script, stop } from "./story.ts";

const REQUEST = "Release version 2.0.0.";

const STAGES: Readonly<Record<string, () => Promise<{ openStage: () => Promise<Stage> }>>> = {
  opencode: () => import("./on-opencode.ts"),
  "claude-code": () => import("./on-claude-code.ts"),
  codex: () => import("./on-codex.ts"),
};

const at = process.argv.indexOf("--host");
const asked = at === -1 ? "opencode" : (process.argv[at + 1] ?? "");
const load = STAGES[asked] ?? stop(`--host takes ${Object.keys(STAGES).join(" or ")}`);
const { openStage } = await load();
const stage = await openStage();
const { name, next, project } = stage;
line(colors.dim(`The real ${name}, a scripted model, a throw-away project; guard mode: block`));
try {
  heading(`You: ${REQUEST}`);
  quote([await stage.play(REQUEST, script(stage))], colors.cyan);

  const changed = project.git("diff", "--name-only", "--no-color").trim();
  if (changed !== "package.json") stop(`Expected that only package.json changed, but:\n${changed}`);
  passes("git diff: package.json changed, and nothing in memory-bank/ did");

  const kept = mkdtempSync(join(tmpdir(), "memory-bank-demo-"));
  cpSync(project.dir, kept, { recursive: true });
  heading(`Yours next: ${next.what}`);
  line(`   ${next.how}`);
  line(colors.dim(`   Look around in ${kept}; README.md tells the rest.`));
} finally {
  await stage.stop();
}
