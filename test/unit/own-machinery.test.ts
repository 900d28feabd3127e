import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { stateFolderOf } from "../../src/io/disk/state-folder.ts";
import { startFakeHost } from "../helpers/fake-host.ts";
import { treeOf } from "../helpers/plans.ts";
import { tempProject } from "../helpers/temp-project.ts";

const STRICTEST = { guardMode: "block", approval: "block", writer: "subagent" };
const ENTRY = [
  "# Memory\n",
  "<!-- MACHINE_BLOCK_START -->\n<!-- MACHINE_BLOCK_END -->\n",
  "<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n",
].join("\n");
const TECH = "# Tech\n";

let root = "";
let state = "";
let folder = "";
beforeEach(() => {
  root = tempProject({
    "memory-bank/MEMORY.md": ENTRY,
    "memory-bank/details/tech.md": TECH,
    "memory-bank/details/patterns.md": "- be kind\n",
    "src/a.ts": "a\n",
  });
  state = tempProject();
  process.env["XDG_STATE_HOME"] = state;
  folder = stateFolderOf(join(root, "memory-bank"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "writes.log"), "");
});

describe("what an unfinished plan of version 0.2.0 left", () => {
  it.each([
    ["in the bank", "memory-bank/.memory-bank-apply"],
    ["beside it", ".memory-bank-new/.memory-bank-apply"],
  ])("%s is not applied at the next start, and named", async (_, place) => {
    mkdirSync(join(root, place, "new"), { recursive: true });
    writeFileSync(join(root, place, "new/0"), "# Owned\n");
    writeFileSync(join(root, place, "journal.json"), "{}");
    const before = treeOf(root);
    const { runtime, warnings } = startFakeHost(root, STRICTEST);
    await runtime.recover();
    expect(treeOf(root)).toEqual(before);
    const [folder = ""] = place.split("/.memory-bank-apply");
    expect(warnings).toEqual([expect.stringContaining(join(root, folder))]);
    const { text } = await runtime.plan();
    expect(text).toContain("0.2.0 did not finish");
    expect(treeOf(root)).toEqual(before);
  });

  it("is not written by a tool or a command", async () => {
    const { hear, call } = startFakeHost(root, STRICTEST);
    await hear("one", "do it");
    await call("one", "SHOW memory-bank/details/patterns.md");
    const before = treeOf(root);
    const path = "memory-bank/.memory-bank-apply/journal.json";
    expect(await call("one", `PUT ${path}`, "{}")).toContain("(rule: guard-memory-files)");
    for (const command of [
      `echo '{}' > ${path}`,
      "mkdir -p memory-bank/.memory-bank-apply",
      "cp src/a.ts memory-bank/.memory-bank-apply/journal.json",
      "mv src memory-bank/.memory-bank-apply",
    ])
      expect(await call("one", `RUN ${command}`)).toContain("(rule: guard-memory-files)");
    expect(treeOf(root)).toEqual(before);
  });
});

describe("our own records", () => {
  const inFolder = [
    "echo x >> @kept/writes.log",
    "rm -rf @kept",
    "rm @kept/key",
    "cp src/a.ts @kept/key",
    "mv src/a.ts @kept/",
    "mv @kept elsewhere",
    "ln -sf /tmp/x @kept/writes.log",
    "touch @kept/plan.json",
    "mkdir @kept/kept",
    "cd @kept && tee key < /dev/null",
    "sed -i s/a/b/ @kept/writes.log",
    "truncate -s 0 @kept/*.log",
    "rm -rf @state",
    "rm -rf @state/memory-bank",
    "mv @state /tmp/elsewhere",
    'rm -rf "$XDG_STATE_HOME"',
    "rm -rf $XDG_STATE_HOME/*",
    "rm -rf @state/memory-b*",
    "for f in @kept/*; do rm $f; done",
    "find @kept -name '*.log' -delete",
    'rm -f "$XDG_STATE_HOME/memory-bank/"*/key',
    'x=$(date); rm -rf "$XDG_STATE_HOME/memory-bank/$x"',
    "echo x > link/writes.log",
  ];

  it.each(inFolder)("are not changed by %s", async (line) => {
    symlinkSync(folder, join(root, "link"));
    const { hear, call } = startFakeHost(root);
    await hear("one", "do it");
    const command = line.replaceAll("@kept", folder).replaceAll("@state", state);
    expect(await call("one", `RUN ${command}`)).toMatch(
      /its own records[^]*\(rule: guard-memory-files\)/,
    );
  });

  it("are not changed by tools, in the words of both languages", async () => {
    symlinkSync(folder, join(root, "link"));
    const before = readFileSync(join(folder, "writes.log"), "utf8");
    const { hear, call } = startFakeHost(root);
    await hear("one", "do it");
    for (const path of [join(folder, "writes.log"), "link/key", join(state, "memory-bank/x.md")])
      expect(await call("one", `PUT ${path}`, "x", () => {})).toContain("its own records");
    expect(readFileSync(join(folder, "writes.log"), "utf8")).toBe(before);
    const chinese = startFakeHost(root, { lang: "zh" });
    await chinese.hear("one", "do it");
    expect(await chinese.call("one", `PUT ${join(folder, "key")}`, "x", () => {})).toContain(
      "自身的记录",
    );
  });

  it.each([
    "cat @kept/decisions.jsonl",
    "ls -la @state/memory-bank",
    "grep -r x @kept",
    "du -sh @state",
    "cp @kept/decisions.jsonl src/log.txt",
    "mkdir -p @state/other/tool",
    "echo x > @state/other.log",
    "rm -rf @state/other",
    'x=$(date); rm -f "$XDG_STATE_HOME/$x"',
  ])("are read, and what is beside them is anybody's: %s", async (line) => {
    const { hear, call } = startFakeHost(root);
    await hear("one", "do it");
    const command = line.replaceAll("@kept", folder).replaceAll("@state", state);
    expect(await call("one", `RUN ${command}`)).not.toContain("Not done");
  });
});

describe("what a host records of its conversations", () => {
  let said = "";
  beforeEach(() => {
    said = join(
      tempProject({ "projects/shop/1.jsonl": "{}\n", "projects/shop/memory/a.md": "a\n" }),
      "projects",
    );
  });

  async function call(line: string, lang = "en") {
    const conversations = [{ folder: said, ending: ".jsonl" }];
    const host = startFakeHost(root, { lang }, root, { conversations });
    symlinkSync(said, join(root, "link"));
    await host.hear("one", "do it");
    return host.call("one", line.replaceAll("@said", said), "{}", () => {});
  }

  it.each([
    "PUT @said/shop/1.jsonl",
    "PUT @said/shop/new.jsonl",
    "PUT link/shop/1.jsonl",
    "RUN echo '{}' >> @said/shop/1.jsonl",
    "RUN echo '{}' > link/shop/1.jsonl",
    "RUN cd @said/shop && tee -a 1.jsonl < src/a.ts",
    "RUN sed -i s/no/yes/ @said/*/*.jsonl",
    "RUN for f in @said/*/*.jsonl; do echo x >> $f; done",
    "RUN cp src/a.ts @said/shop/1/subagents/agent-2.jsonl",
    "RUN ln -sf /tmp/x @said/shop/1.jsonl",
    "RUN rm -rf @said/shop",
    "RUN mv @said /tmp/elsewhere",
  ])("is not changed by %s", async (line) => {
    expect(await call(line)).toMatch(/what the user said[^]*\(rule: guard-memory-files\)/);
    expect(readFileSync(join(said, "shop/1.jsonl"), "utf8")).toBe("{}\n");
  });

  it("is guarded in the words of both languages", async () => {
    expect(await call("PUT @said/shop/1.jsonl", "zh")).toContain("用户说过什么");
  });

  it.each([
    "SHOW @said/shop/1.jsonl",
    "RUN cat @said/shop/1.jsonl",
    "RUN grep -r yes @said",
    "RUN cp @said/shop/1.jsonl src/copy.jsonl",
    "PUT @said/shop/memory/a.md",
    "RUN echo x >> @said/shop/memory/a.md",
    "RUN rm @said/shop/memory/a.md",
    "RUN mkdir -p @said/shop/memory",
    "PUT src/data.jsonl",
    "RUN echo '{}' > data.jsonl",
  ])("is read, and what is beside it is anybody's: %s", async (line) => {
    expect(await call(line)).not.toContain("Not done");
  });
});
