import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startFakeHost } from "../helpers/fake-host.ts";
import { tempProject } from "../helpers/temp-project.ts";

const USER_BLOCK = "<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n";
const ENTRY = `<!-- MACHINE_BLOCK_START -->\n# Memory\n<!-- MACHINE_BLOCK_END -->\n${USER_BLOCK}`;
const FILES = {
  "memory-bank/MEMORY.md": ENTRY,
  "packages/api/memory-bank/MEMORY.md": ENTRY,
  "packages/api/memory-bank/details/patterns.md": "- be kind\n",
  "packages/api/src/a.ts": "",
  "packages/web/memory-bank/index.ts": "// no bank of ours\n",
};

let root = "";
beforeEach(() => {
  root = tempProject(FILES);
  process.env["XDG_STATE_HOME"] = join(root, "state");
});

const REFUSED = "(rule: guard-memory-files)";
const inApi = () => join(root, "packages/api");

async function start(directory = root) {
  const host = startFakeHost(directory, {}, root);
  await host.hear("s", "go on");
  await host.runtime.bank.discoverOthers();
  return host;
}

describe("a session at the root", () => {
  it.each([
    "rm -rf packages/api/memory-bank",
    "rm -rf packages",
    "echo x > packages/api/memory-bank/MEMORY.md",
    "cd packages/api && sed -i s/a/b/ memory-bank/details/patterns.md",
    "cp a.md packages/a*/memory-bank/",
  ])("may not %s", async (command) => {
    const { call } = await start();
    expect(await call("s", `RUN ${command}`)).toContain(REFUSED);
  });

  it.each(["rm -rf packages/web", "touch packages/api/src/a.ts"])("may %s", async (command) => {
    const { call } = await start();
    expect(await call("s", `RUN ${command}`)).not.toContain(REFUSED);
  });

  it("undoes what inline code does there, and says where to find it", async () => {
    const { call } = await start();
    const doc = join(root, "packages/api/memory-bank/MEMORY.md");
    const said = await call("s", 'RUN node -e "1"', "", () => rmSync(doc));
    expect(said).toContain("packages/api/memory-bank/MEMORY.md");
    expect(said).toMatch(/memory-bank restore k-\S+ --bank packages\/api\/memory-bank/);
    expect(readFileSync(doc, "utf8")).toBe(ENTRY);
  });
});

describe("a session in a package", () => {
  it.each(["rm -rf ../../memory-bank", "echo x >> ../../memory-bank/MEMORY.md"])(
    "may not %s",
    async (command) => {
      const { call } = await start(inApi());
      expect(await call("s", `RUN ${command}`)).toContain(REFUSED);
    },
  );

  it("undoes what inline code does to the bank above", async () => {
    const { call } = await start(inApi());
    const doc = join(root, "memory-bank/MEMORY.md");
    const said = await call("s", 'RUN node -e "1"', "", () => writeFileSync(doc, "gone"));
    expect(said).toMatch(/Undone: .* changed \.\.\/\.\.\/memory-bank\/MEMORY\.md/);
    expect(readFileSync(doc, "utf8")).toBe(ENTRY);
    expect(existsSync(join(root, "packages/api/memory-bank/MEMORY.md"))).toBe(true);
  });
});
