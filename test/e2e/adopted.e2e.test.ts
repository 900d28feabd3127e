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

/** With the bank that refresh makes of it. */
function refreshed(files: Readonly<Record<string, string>>) {
  const project = bench.project({
    files: { "package.json": manifest, "src/shop.ts": shop, ...files },
    plugin: { guardMode: "block" },
  });
  const before = treeOf(project.dir);
  const { status, stdout } = cliIn(project.dir, bench.host.home).run("refresh", "--yes");
  expect(status, stdout).toBe(0);
  return { project, before };
}

test("a project with nothing but CONTRIBUTING.md: the gate asks for that file, and opens once it was read", async () => {
  const rules = "# Contributing\n\n- Pin versions exactly.\n";
  const { project } = refreshed({ "CONTRIBUTING.md": rules });
  const steps = [editManifest(), read("CONTRIBUTING.md"), editManifest(), say("Done.")];
  const [refused] = await bench.play(project, "Raise it by the rules", steps);
  expect(refused).toContain('Next: read({ filePath: "CONTRIBUTING.md" }) to its end');
  expect(refused).not.toContain("patterns.md");
  expect(project.read("package.json")).toContain('"2.0.0"');
});

test("an adopted bank: nothing but the entry is made, the gate asks for its conventions, its focus is live", async () => {
  const { project, before } = refreshed(BANK);
  const { "memory-bank/MEMORY.md": entry, ...others } = treeOf(project.dir);
  expect(others).toEqual(before);
  expect(entry).toBeDefined();
  const steps = [editManifest(), read(PATTERNS), editManifest(), say("Done.")];
  const session = await bench.turn(project, "Raise the version", steps);
  const [refused = "", , passed = ""] = bench.results("Raise the version");
  expect(refused).toContain(`read({ filePath: "${PATTERNS}" })`);
  expect(passed).not.toContain("(rule:");
  expect(project.read("package.json")).toContain('"2.0.0"');
  const shown = (text: string) => bench.model.main(text)[0]?.system.join("\n") ?? "";
  const [context = "", protocol = ""] = shown("Raise the version").split("## Memory Bank Protocol");
  expect(protocol).toContain(PATTERNS);
  expect(context).toContain("A shop that sells tea by the cup");
  expect(context).toContain("The checkout asks for a cup size.");

  project.write(FOCUS, "# Active Context\n\nThe checkout takes cards.\n");
  await bench.turn(project, "Look again", [say("Seen.")], { session });
  expect(shown("Look again")).toContain("The checkout takes cards.");
  expect(shown("Look again")).not.toContain("a cup size");
});
