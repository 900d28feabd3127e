import { expect, test } from "vitest";
import { treeOf } from "../helpers/plans.ts";
import { cliIn } from "../helpers/run-cli.ts";
import { say } from "./kit/index.ts";
import { editManifest, read } from "./steps.ts";
import { FILES, useHost } from "./use-host.ts";

const bench = useHost();
const PATTERNS = "memory-bank/systemPatterns.md";
const FOCUS = "memory-bank/activeContext.md";

const BANK = {
  "memory-bank/projectbrief.md":
    "# Project Brief\n\nA shop that sells tea by the cup, to people who cannot wait.\n",
  "memory-bank/productContext.md": "# Product Context\n\n## Why\n\nTea from machines is bad.\n",
  [FOCUS]:
    "# Active Context\n\nLast updated: 2026-03-04\n\n## Current Focus\n\nThe checkout asks for a cup size.\n\n## Next Steps\n\n- [ ] Take cards\n",
  [PATTERNS]: "# System Patterns\n\n- Prices are integers, in cents.\n",
  "memory-bank/techContext.md": "# Tech Context\n\nTypeScript, no framework.\n",
  "memory-bank/progress.md": "# Progress\n\n- Cups are poured.\n",
};
const { "package.json": manifest = "", "src/shop.ts": shop = "" } = FILES;

function adopted(plugin: Record<string, string>) {
  const files = { ...BANK, "package.json": manifest, "src/shop.ts": shop };
  const project = bench.project({ files, plugin });
  const before = treeOf(project.dir);
  const { status, stdout } = cliIn(project.dir, bench.host.home).run("refresh", "--yes");
  expect(status, stdout).toBe(0);
  const { "memory-bank/MEMORY.md": entry, ...others } = treeOf(project.dir);
  expect(others).toEqual(before);
  expect(entry).toBeDefined();
  return project;
}

test("the gate of an adopted bank asks for its own conventions, and the Protocol names its docs", async () => {
  const project = adopted({ guardMode: "block" });
  const [refused = "", , passed = ""] = await bench.play(project, "Raise the version", [
    editManifest(),
    read(PATTERNS),
    editManifest(),
    say("Done."),
  ]);
  expect(refused).toContain(`read({ filePath: "${PATTERNS}" })`);
  expect(refused).toContain("(rule: read-before-write)");
  expect(passed).not.toContain("(rule:");
  expect(project.read("package.json")).toContain('"2.0.0"');
  const system = bench.model.main("Raise the version")[0]?.system.join("\n") ?? "";
  const [, protocol = ""] = system.split("## Memory Bank Protocol");
  expect(protocol).toContain(PATTERNS);
  expect(system).toContain("A shop that sells tea by the cup");
  expect(system).toContain("The checkout asks for a cup size.");
});

const POINTING = `# Tea

## Project Snapshot

See [projectbrief](projectbrief.md)

## Current Focus

See [activeContext](activeContext.md)
`;

test("a pointer to the focus is live: a changed activeContext.md is in the next request", async () => {
  const files = { ...BANK, "memory-bank/MEMORY.md": POINTING };
  const project = bench.project({ files, plugin: {} });
  const session = await bench.turn(project, "Look", [say("Seen.")]);
  const shown = (text: string) => bench.model.main(text)[0]?.system.join("\n") ?? "";
  expect(shown("Look")).toContain("A shop that sells tea by the cup");
  expect(shown("Look")).toContain("The checkout asks for a cup size.");
  project.write(FOCUS, "# Active Context\n\nThe checkout takes cards.\n");
  await bench.turn(project, "Look again", [say("Seen.")], { session });
  expect(shown("Look again")).toContain("The checkout takes cards.");
  expect(shown("Look again")).not.toContain("a cup size");
  project.write("memory-bank/MEMORY.md", POINTING.replace("(activeContext.md)", "(../.env)"));
  project.write(".env", "KEY=hidden\n");
  await bench.turn(project, "Look out", [say("Seen.")], { session });
  expect(shown("Look out")).toContain("(not readable)");
  expect(shown("Look out")).not.toContain("KEY=hidden");
});
