import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applySetup } from "../../src/cli/setup/run-setup.ts";
import * as claude from "../../src/hosts/claude-code/setup/plan-setup.ts";
import { toCodexFiles } from "../../src/hosts/codex/plugin/codex-files.ts";
import { planInstall as planCodex } from "../../src/hosts/codex/setup/plan-setup.ts";
import { loadHosts } from "../../src/hosts/registry.ts";
import { planInstall as planOpenCode } from "../../src/hosts/opencode/setup/plan-setup.ts";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { tempProject } from "../helpers/temp-project.ts";

type Files = Readonly<Record<string, string>>;

/** What the installer of 0.2.0 made of these files of a user's, in all hosts and with the key trigger. */
const CASES = Object.entries(
  JSON.parse(
    readFileSync(new URL("../fixtures/installed-by-0.2.0.json", import.meta.url), "utf8"),
  ) as Readonly<Record<string, { before: Files; after: Files }>>,
);

const SOURCES = { readerPrompt: "r", writerPrompt: "w", skill: { "SKILL.md": "s\n" } };

const MANIFEST = '{ "name": "agent-memory-bank" }';

function user(after: Files) {
  const root = tempProject({ "project/": "", "home/": "" });
  const [home, directory] = [join(root, "home"), join(root, "project")];
  const packageRoot = join(root, "lib", "node_modules", "agent-memory-bank");
  const shipped = Object.entries(toCodexFiles(SOURCES));
  writeFiles(packageRoot, [["package.json", MANIFEST]]);
  writeFiles(join(packageRoot, "dist", "codex"), shipped);
  const placed = (text: string) =>
    text.replaceAll("{home}", home).replaceAll("{package}", packageRoot);
  writeFiles(
    home,
    Object.entries(after).map(([path, text]) => [path, placed(text)]),
  );
  const machine = { env: {}, home, platform: process.platform };
  const start = { machine, directory, worktree: directory };
  const read = () =>
    Object.fromEntries(
      readdirSync(home, { recursive: true, encoding: "utf8" })
        .filter((path) => /\.(?:jsonc?|toml|md)$/.test(path))
        .map((path) => [path, readFileSync(join(home, path), "utf8")]),
    );
  return {
    home,
    placed,
    read,
    async install(folder = packageRoot) {
      const plans = [
        planOpenCode(start, "global", `file://${folder}`),
        claude.planInstall(start, "global", join(folder, "dist", "claude-code")),
        await planCodex(start, "global", join(folder, "dist", "codex"), undefined),
      ];
      for (const plan of plans) applySetup(plan, join(root, "aside"));
    },
    async uninstall() {
      for (const host of await loadHosts())
        applySetup(
          (await host.load()).planUninstall(start, ["global", "project"]),
          join(root, "aside"),
        );
      expect(existsSync(join(root, "aside"))).toBe(false);
    },
  };
}

describe.each(CASES)("what 0.2.0 installed (%s)", (_, { before, after }) => {
  const expected = ({ placed }: ReturnType<typeof user>) =>
    Object.fromEntries(Object.entries(before).map(([path, text]) => [path, placed(text)]));

  it("goes byte for byte", async () => {
    const given = user(after);
    await given.uninstall();
    expect(given.read()).toEqual(expected(given));
  });

  it("is brought up to date and goes byte for byte; its hooks and their trust stay as they were", async () => {
    const given = user(after);
    const [hooks, config] = [".codex/hooks.json", ".codex/config.toml"];
    await given.install();
    const installed = given.read();
    expect(installed[hooks]).toBe(given.placed(after[hooks] ?? ""));
    const trust = (text = "") => text.match(/^\[hooks\.state.*\]\n.*$/gm);
    expect(trust(installed[config])).toEqual(trust(given.placed(after[config] ?? "")));
    await given.uninstall();
    expect(given.read()).toEqual(expected(given));
  });
});
