import { expect, test } from "vitest";
import { say, shownTo } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS_PATH, withLinked } from "../use-host.ts";
import { bash, edit, read, write } from "./steps.ts";
import { BLOCK, describeClaude, useBank } from "./use-claude.ts";

const bench = useBank(BLOCK);
const RULE = "(rule: read-before-write)";
const seeManifest = () => read("package.json");
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);

describeClaude("block mode", () => {
  test("an unread edit of package.json is refused with one next step; after reading it passes; the next message starts unread", async () => {
    const project = bench.project();
    const first = await bench.turn(project, "Bump the version", [
      seeManifest(),
      setVersion("1.0.0", "2.0.0"),
      read(PATTERNS_PATH),
      setVersion("1.0.0", "2.0.0"),
      say("Done."),
    ]);
    const [, refused, , allowed] = first.results;
    expect(refused).toMatchObject({ isError: true });
    expect(refused?.text).toContain(
      `[Memory Bank] Not written: package.json is a sensitive file, and the project's conventions were not read in this turn.\nNext: Read({ file_path: "memory-bank/details/patterns.md" }) to its end, then repeat this call. ${RULE}`,
    );
    expect(allowed).toMatchObject({ isError: false });
    expect(project.read("package.json")).toContain('"2.0.0"');
    expect(shownTo(first.requests[0])).toContain("protocol_version: memory-bank/v1");

    const again = [setVersion("2.0.0", "3.0.0"), say("Refused.")];
    const [next] = await bench.play(project, "And once more", again, { resume: first.session });
    expect(next).toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a rule file of the project that the bank links is asked for, and opens the gate once it was read", async () => {
    const project = bench.project({ files: withLinked("CONTRIBUTING.md") });
    const results = await bench.play(project, "Bump by the rules", [
      seeManifest(),
      setVersion("1.0.0", "2.0.0"),
      read("CONTRIBUTING.md", { limit: 2 }),
      setVersion("1.0.0", "2.0.0"),
      bash("tail -n +3 CONTRIBUTING.md"),
      setVersion("1.0.0", "2.0.0"),
      say("Done."),
    ]);
    expect(results[1]).toContain('Next: Read({ file_path: "CONTRIBUTING.md" }) to its end');
    expect(results[3]).toContain("offset: 3");
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a rule file that the host loads by itself counts as read, another host's does not", async () => {
    const steps = () => [seeManifest(), setVersion("1.0.0", "2.0.0"), say("Done.")];
    const own = bench.project({ files: withLinked("CLAUDE.md") });
    await bench.play(own, "Bump as loaded", steps());
    expect(own.read("package.json")).toContain('"2.0.0"');
    const other = bench.project({ files: withLinked("AGENTS.md") });
    const [, refused] = await bench.play(other, "Bump as another's", steps());
    expect(refused).toContain(RULE);
  });

  test("a package manager that changes the manifest is refused in block, and told in warn", async () => {
    const add = () => [bash("npm install left-pad --offline"), say("Done.")];
    const [refused] = await bench.play(bench.project(), "Add a package", add());
    expect(refused).toContain("Not written: package.json is a sensitive file");
    const env = { MEMORY_BANK_GUARD_MODE: "warn" };
    const [told] = await bench.play(bench.project(), "Add one in warn", add(), { env });
    expect(told).toContain("[Memory Bank] Done, but package.json is a sensitive file");
  });

  test("a mode in which the host asks nobody gets round no refusal", async () => {
    const project = bench.project();
    const steps = [
      seeManifest(),
      setVersion("1.0.0", "2.0.0"),
      bash("rm -rf memory-bank"),
      write("memory-bank/MEMORY.md", "# Nothing\n"),
      say("Refused."),
    ];
    const results = await bench.play(project, "Do as you like", steps, {
      args: ["--permission-mode", "bypassPermissions"],
      // Root may skip permissions only where the host is told that it is in a sandbox.
      env: { IS_SANDBOX: "1" },
    });
    expect(results[1]).toContain(RULE);
    expect(results[2]).toContain("(rule: guard-memory-files)");
    expect(project.read("package.json")).toBe(FILES["package.json"]);
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });
});
