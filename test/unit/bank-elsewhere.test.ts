import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { loadShell } from "../../src/hosts/shared/host-tools.ts";
import { startFakeHost } from "../helpers/fake-host.ts";
import { tempProject } from "../helpers/temp-project.ts";

const USERS = "<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n";
const ENTRY = `<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# Memory\n<!-- MACHINE_BLOCK_END -->\n${USERS}`;
const GUARD = "(rule: guard-memory-files)";

/** Found by itself, or named by the setting. */
const BANKS: readonly (readonly [name: string, options: object])[] = [
  [".kilocode/rules/memory-bank", {}],
  ["docs/memory-bank", {}],
  ["Notes/AI+me (1)", { bank: "Notes/AI+me (1)" }],
];

let root = "";

async function start(name: string, options: object, entry = ENTRY) {
  root = tempProject({
    [`${name}/MEMORY.md`]: entry,
    [`${name}/details/patterns.md`]: "- be kind\n",
    [`${name}/details/tech.md`]: `# Tech\n\n${USERS}`,
    "src/a.ts": "",
    "generate.sh": "",
  });
  process.env["XDG_STATE_HOME"] = join(root, "state");
  const host = startFakeHost(root, options);
  await host.hear("s", "go on");
  return host;
}

beforeEach(loadShell);

describe.each(BANKS)("a bank in %s", (name, options) => {
  const quoted = `'${name}'`;

  it("is in the prompt, and addresses are its own", async () => {
    const { runtime, request } = await start(name, { ...options, guardMode: "block" });
    expect(runtime.bank.name).toBe(name);
    expect(request("s")).toContain(`${name}/MEMORY.md`);
    expect(request("s")).toContain(`${name}/details/patterns.md`);
    expect(request("s").replaceAll(name, "")).not.toMatch(/memory-bank\/(?!v1)/);
  });

  it.each([`echo x > ${quoted}/MEMORY.md`, `rm -rf ${quoted}`, `cd ${quoted} && touch x.md`])(
    "may not be written by %s",
    async (command) => {
      const { call } = await start(name, options);
      const said = await call("s", `RUN ${command}`);
      expect(said).toContain(GUARD);
      expect(said.replaceAll(name, "")).not.toContain("memory-bank/");
    },
  );

  it("has what inline code does undone, and told by its own name", async () => {
    const { call } = await start(name, options);
    const doc = join(root, name, "details/patterns.md");
    const said = await call("s", 'RUN node -e "1"', "", () => rmSync(doc));
    expect(said).toContain("Undone");
    expect(said).toContain(name.split("/").at(-1));
    expect(said).toContain("details/patterns.md");
    expect(readFileSync(doc, "utf8")).toBe("- be kind\n");
    const kept = /memory-bank restore (k-[\w-]+)/.exec(said)?.[1];
    expect(kept).toBeDefined();
  });

  it("is offered to and confirmed by its own paths", async () => {
    const { hear, say, request, call } = await start(name, { ...options, approval: "block" });
    const doc = `${name}/details/patterns.md`;
    const saved = `# P\n- see ${doc}\n`;
    expect(await call("s", `PUT ${doc}`, saved)).toContain("(rule: ask-before-saving)");
    request("s");
    say(
      "s",
      `Done.\n\n💾 Save this to the Memory Bank?\n   → ${doc}\n   → Content: see ${doc}; use pnpm`,
    );
    await hear("s", "yes");
    expect(request("s")).toContain(`→ ${doc}\n`);
    expect(request("s")).toContain(`→ Content: see ${doc}; use pnpm`);
    expect(await call("s", `PUT ${doc}`, saved)).not.toContain("ask-before-saving");
  });
});
