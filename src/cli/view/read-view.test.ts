import { join } from "node:path";
import { expect, test } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { tailLogs } from "../../io/log/tail-log.ts";
import { open } from "../open.ts";
import { readRest, readView } from "./read-view.ts";

const TOKEN = `ghp_${"aB3dE6gH9kL2nP5rT8vX".repeat(2).slice(0, 36)}`;

test("nothing that the page shows holds a secret, wherever it stands", async () => {
  const root = tempProject({
    "memory-bank/MEMORY.md": `# Shop\n\n## Routing Rules（意图驱动）\n\n| intent | read |\n|---|---|\n| use ${TOKEN} | details/tech.md |\n`,
    "memory-bank/details/tech.md": `# Deploy with ${TOKEN}\n\n[old](../${TOKEN}.md)\n\nThe token is ${TOKEN}.\n`,
  });
  const sources = {
    opened: await open({ dir: root }),
    lang: "en" as const,
    log: tailLogs([join(root, "state")]),
    listKept: () => [],
    findFindings: () => [],
  };
  const view = readView(sources);
  const rest = readRest(sources);
  expect(view.map.nodes.map(({ path }) => path)).toContain("details/tech.md");
  expect(rest.texts["details/tech.md"]?.text).toContain("▒▒▒");
  expect(JSON.stringify([view, rest])).not.toContain(TOKEN);
});
