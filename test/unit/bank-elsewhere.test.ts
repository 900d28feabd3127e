import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { toOtherCall } from "../../src/hosts/shared/other-call.ts";
import { toForeignCall } from "../../src/runtime/shell-call.ts";
import { loadShell } from "../../src/runtime/load-shell.ts";
import { startFakeHost } from "../helpers/fake-host.ts";
import { tempProject } from "../helpers/temp-project.ts";

const USERS = "<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n";
const ENTRY = `<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# Memory\n<!-- MACHINE_BLOCK_END -->\n${USERS}`;
const GUARD = "(rule: guard-memory-files)";

/** Found by itself, or named by the setting. */
const BANKS: readonly (readonly [name: string, options: object])[] = [
  [".kilocode/rules/memory-bank", {}],
  ["cline_docs", {}],
  ["memory_bank", {}],
  [".memory-bank", {}],
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

  it.each([
    `echo x > ${quoted}/MEMORY.md`,
    `sed -i s/a/b/ ${quoted}/details/patterns.md`,
    `rm -rf ${quoted}`,
    `cd ${quoted} && touch x.md`,
    `cp a.md ${quoted}/$FILE`,
    `mv src ${quoted}/details/`,
  ])("may not be written by %s", async (command) => {
    const { call } = await start(name, options);
    const said = await call("s", `RUN ${command}`);
    expect(said).toContain(GUARD);
    expect(said.replaceAll(name, "")).not.toContain("memory-bank/");
  });

  it("has what inline code does undone, and told by its own name", async () => {
    const { call } = await start(name, options);
    const doc = join(root, name, "details/patterns.md");
    const said = await call("s", 'RUN node -e "1"', "", () => rmSync(doc));
    expect(said).toContain("Undone");
    expect(said).toContain(name.split("/").at(-1));
    expect(said).toContain("details/patterns.md");
    expect(readFileSync(doc, "utf8")).toBe("- be kind\n");
    const kept = /memory-bank restore (k-[\w-]+)\./.exec(said)?.[1];
    expect(kept).toBeDefined();
  });

  it("has a command that names it undone, where one that does not is reported", async () => {
    const { call } = await start(name, options);
    const doc = join(root, name, "details/tech.md");
    const change = () => writeFileSync(doc, `generated\n${readFileSync(doc, "utf8")}`);
    const run = (args: string) => call("s", `RUN sh generate.sh ${args}`, "", change);
    expect(await run(`--out=${quoted}`)).toContain("Undone");
    expect(readFileSync(doc, "utf8")).toContain("mine");
    expect(await run("")).toContain("the change stays");
  });

  it("keeps its user blocks, and holds docs alone", async () => {
    const { call } = await start(name, options);
    expect(await call("s", `PUT ${name}/MEMORY.md`, "all new\n")).toContain(
      "(rule: keep-user-blocks)",
    );
    expect(await call("s", `PUT ${name}/x.json`, "{}")).toContain(`${name}/ holds Markdown`);
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
    await hear("s", `write this to ${name}/details/tech.md: we use pnpm`);
    const tech = `# Tech\n\npnpm\n\n${USERS}`;
    expect(await call("s", `PUT ${name}/details/tech.md`, tech)).not.toContain("ask-before");
    expect(await call("s", `PUT ${doc}`, "- x\n")).toContain("ask-before");
  });

  it("is not written by calls that nobody can judge, nor by other shells and tools", async () => {
    const { runtime } = await start(name, options);
    const { bank } = runtime;
    const judge = (path: string) =>
      runtime.before("s", {
        id: path,
        tool: "x",
        args: { path },
        call: undefined,
        failure: new Error("no"),
        isNeverRefused: () => false,
      });
    expect(await judge(`${name}/x.md`)).toContain(`write into ${name}/ could not be judged`);
    expect(await judge("src/a.ts")).toBeUndefined();
    const shell = { folder: root, root, paths: bank.paths };
    expect(toForeignCall(`Set-Content ${name}\\x.md y`, shell).writes).toHaveLength(1);
    expect(toForeignCall(`Set-Content src\\x.md y`, shell).writes).toHaveLength(0);
    const around = {
      paths: () => bank.paths,
      directory: root,
      root,
      isPosix: () => true,
      servers: () => [],
    };
    const { writes } = toOtherCall("do_it", { path: `${name}/details` }, around);
    expect(writes.map(({ target }) => target.doc)).toEqual(["details"]);
  });
});

describe("a folder of another tool without an entry of ours", () => {
  it.each(["# Somebody's memory\n", ""])("is nobody's bank: %j", async (entry) => {
    const { runtime, call } = await start("cline_docs", {}, entry);
    expect(runtime.bank.name).toBe("memory-bank");
    expect(await call("s", "RUN echo x > cline_docs/activeContext.md")).not.toContain(GUARD);
    expect(await call("s", "RUN rm -r cline_docs")).not.toContain(GUARD);
  });
});

describe("a work tree with several banks in several folders", () => {
  const OTHERS = ["cline_docs", ".kilocode/rules/memory-bank", ".memory-bank"];

  async function startBeside(): Promise<Awaited<ReturnType<typeof startFakeHost>>> {
    const host = await start("memory-bank", {});
    for (const other of OTHERS) {
      const folder = join(root, "packages/api", other);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "MEMORY.md"), ENTRY);
    }
    return host;
  }

  it.each(OTHERS)("guards %s of a package, also before it was looked for", async (other) => {
    const host = await startBeside();
    const folder = `packages/api/${other}`;
    expect(await host.call("s", `RUN rm -rf ${folder}`)).toContain(GUARD);
    await host.runtime.bank.discoverOthers();
    expect(host.runtime.bank.paths.banks()).toContain(join(root, folder));
    expect(await host.call("s", "RUN rm -rf packages")).toContain(GUARD);
    expect(await host.call("s", `RUN cd packages/api && echo x > ${other}/MEMORY.md`)).toContain(
      GUARD,
    );
    const doc = join(root, folder, "MEMORY.md");
    const said = await host.call("s", 'RUN node -e "1"', "", () => writeFileSync(doc, "gone"));
    expect(said).toMatch(new RegExp(`restore k-[\\w-]+ --bank ${folder}\\.`));
    expect(readFileSync(doc, "utf8")).toBe(ENTRY);
  });

  it("leaves folders of these names alone that hold no entry of ours", async () => {
    const host = await startBeside();
    const doc = join(root, "packages/web/cline_docs/activeContext.md");
    mkdirSync(dirname(doc), { recursive: true });
    writeFileSync(doc, "");
    await host.runtime.bank.discoverOthers();
    expect(await host.call("s", "RUN rm -rf packages/web/cline_docs")).not.toContain(GUARD);
  });
});
