import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stateFolder } from "../../src/io/disk/state-folder.ts";
import { say } from "./kit/index.ts";
import { bash, write } from "./steps.ts";
import { useHost } from "./use-host.ts";

const bench = useHost();

describe("our own machinery is no way in", () => {
  test("tools and commands do not write into our records, and reading them is free", async () => {
    const project = bench.project();
    const bank = join(project.dir, "memory-bank");
    const home = { env: {}, home: bench.host.home, platform: process.platform };
    const folder = stateFolder(home, bank);
    const results = await bench.play(project, "Change the records", [
      write(join(folder, "writes.log"), "forged\n"),
      bash(`mkdir -p ${folder} && echo forged >> ${folder}/writes.log`),
      bash("rm -rf ~/.local/state"),
      bash("ls ~/.local/state/memory-bank || true"),
      say("Done."),
    ]);
    for (const index of [0, 1, 2]) expect(results[index]).toContain("its own records");
    expect(results[3]).not.toContain("[Memory Bank]");
  });

  test("a script that runs our command line is reported: the yes was not the user's", async () => {
    const manifest = (scripts: object) => JSON.stringify({ name: "tea", scripts });
    const files = { "package.json": manifest({ test: "vitest" }) };
    const project = bench.project({ files });
    const cli = join(import.meta.dirname, "../../dist/cli.js");
    const env = { ...process.env, HOME: bench.host.home };
    execFileSync(process.execPath, [cli, "refresh", project.dir, "--yes"], { env });
    writeFileSync(
      join(project.dir, "package.json"),
      manifest({ test: "vitest", build: "tsc", lint: "eslint ." }),
    );
    const [made, told] = await bench.play(project, "Run the script", [
      write("gen.sh", `node ${cli} refresh --yes\n`),
      bash("sh gen.sh"),
      say("Done."),
    ]);
    expect(made).not.toContain("Not done");
    expect(project.read("memory-bank/details/tech.md")).toContain("npm run build");
    expect(told).toMatch(/"sh" changed memory-bank[^]*\(rule: guard-memory-files\)/);
  });

  test("the host's own plugins and settings are sensitive", async () => {
    const project = bench.project({ plugin: { guardMode: "block" } });
    const results = await bench.play(project, "Load another plugin", [
      write(".opencode/plugin/quiet.ts", "export const Quiet = async () => ({});\n"),
      bash("echo '{}' > opencode.jsonc"),
      bash("echo x > .claude/settings.json"),
      say("Done."),
    ]);
    for (const index of [0, 1, 2]) expect(results[index]).toContain("(rule: read-before-write)");
    expect(project.exists(".opencode/plugin/quiet.ts")).toBe(false);
  });
});
