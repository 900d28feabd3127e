import { expect, test } from "vitest";
import { cliIn } from "../../helpers/run-cli.ts";
import { say, shownTo } from "../kit/index.ts";
import { FILES } from "../use-host.ts";
import { edit, read } from "./steps.ts";
import { BLOCK, describeClaude, useBank } from "./use-claude.ts";

const bench = useBank(BLOCK);
const PATTERNS = "memory-bank/systemPatterns.md";
const FOCUS = "memory-bank/activeContext.md";
const { "package.json": manifest = "", "src/shop.ts": shop = "" } = FILES;
const raise = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);

function adopted(files: Readonly<Record<string, string>>) {
  const project = bench.project({
    files: { "package.json": manifest, "src/shop.ts": shop, ...files },
  });
  const { status, stdout } = cliIn(project.dir, bench.home).run("refresh", "--yes");
  expect(status, stdout).toBe(0);
  return project;
}

describeClaude("a bank that refresh has made", () => {
  test("of a project with nothing but CONTRIBUTING.md: the gate asks for that file, and opens once it was read", async () => {
    const project = adopted({ "CONTRIBUTING.md": "# Contributing\n\n- Pin versions exactly.\n" });
    const results = await bench.play(project, "Raise the version", [
      read("package.json"),
      raise("1.0.0", "2.0.0"),
      read("CONTRIBUTING.md"),
      raise("1.0.0", "2.0.0"),
      say("Done."),
    ]);
    expect(results[1]).toContain('Next: Read({ file_path: "CONTRIBUTING.md" }) to its end');
    expect(results[1]).not.toContain("patterns.md");
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("of Cline's docs: the gate asks for systemPatterns.md, and a changed focus is in the next request", async () => {
    const project = adopted({
      "memory-bank/projectbrief.md": "# Brief\n\nA shop that sells tea by the cup.\n",
      [FOCUS]: "# Active\n\nThe checkout asks for a cup size.\n",
      [PATTERNS]: "# Patterns\n\n- Prices are integers, in cents.\n",
    });
    const first = await bench.turn(project, "Raise it", [
      read("package.json"),
      raise("1.0.0", "2.0.0"),
      say("Refused."),
    ]);
    expect(first.results[1]?.text).toContain(`Read({ file_path: "${PATTERNS}" })`);
    expect(shownTo(first.requests[0])).toContain("The checkout asks for a cup size.");

    project.write(FOCUS, "# Active\n\nThe checkout takes cards.\n");
    const next = await bench.turn(project, "Go on", [say("Done.")], { resume: first.session });
    expect(shownTo(next.requests[0])).toContain("The checkout takes cards.");
  });
});
