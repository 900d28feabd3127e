import { describe, expect, test } from "vitest";
import { CONTEXT_FULL, builtPlugin, disposeInstance, hostGet, say } from "./kit/index.ts";
import { editManifest, read, task } from "./steps.ts";
import { ENTRY, useHost } from "./use-host.ts";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const bench = useHost();

/** What of ours a request carries: every block, and every line. */
function ours(system: readonly string[]): string[] {
  return system
    .join("\n")
    .split(/(?=<memory-bank>)|(?<=<\/memory-bank>)|\n(?=\[Memory Bank\])/)
    .map((part) => part.trim())
    .filter((part) => part.startsWith("<memory-bank>") || part.startsWith("[Memory Bank]"));
}

function blocks(text: string): string[][] {
  return bench.model.main(text).map((request) => ours(request.system));
}

describe("the block", () => {
  test("every main request carries it once, byte for byte the same, until the bank changes", async () => {
    const project = bench.project();
    const session = await bench.turn(project, "Look twice", [read("src/shop.ts"), say("Seen.")]);
    await bench.turn(project, "Look again", [say("Seen.")], { session });
    const all = [...blocks("Look twice"), ...blocks("Look again")];
    expect(all).toHaveLength(3);
    for (const found of all) expect(found).toHaveLength(1);
    expect(new Set(all.flat()).size).toBe(1);
    const [block] = all[0] ?? [];
    expect(block).toContain("## Project Snapshot\n\nA shop that sells tea.\n");
    expect(block).not.toContain("<!--");
    expect(block).toContain("protocol_version: memory-bank/v1");
    expect(block?.length).toBeLessThanOrEqual(12_000);

    project.write("memory-bank/MEMORY.md", ENTRY.replace("sells tea", "sells coffee"));
    await bench.turn(project, "Look at coffee", [say("Seen.")], { session });
    expect(blocks("Look at coffee")[0]?.[0]).toContain("sells coffee");
  });

  test("title requests carry nothing of ours", async () => {
    const project = bench.project();
    const session = await bench.turn(project, "Name this session", [say("Fine.")]);
    const title = () =>
      bench.model.requests.find(
        ({ kind, sessionID }) => kind === "title" && sessionID === session.id,
      );
    await expect.poll(title).toBeDefined();
    expect(JSON.stringify(title()?.raw)).not.toMatch(/memory.?bank/i);
  });

  test("the compaction request gets the entry once, and the resumed conversation its block", async () => {
    const project = bench.project();
    await bench.turn(project, "Fill the context", [
      read("src/shop.ts", {}, { usage: CONTEXT_FULL }),
      say("Resumed."),
    ]);
    const compaction = bench.model.requests.filter(({ kind }) => kind === "compaction");
    expect(compaction).toHaveLength(1);
    expect(JSON.stringify(compaction[0]?.raw).split("A shop that sells tea.")).toHaveLength(2);
    const main = bench.model.requests.filter(({ kind }) => kind === "main");
    expect(ours(main.at(-1)?.system ?? [])).toHaveLength(1);
  });

  test("subagents get it too", async () => {
    const project = bench.project();
    bench.model.play("Child, look", [say("Seen.")]);
    await bench.turn(project, "Send a child", [task("general", "Child, look"), say("Done.")]);
    expect(blocks("Child, look")).toEqual([blocks("Send a child")[0]]);
  });
});

describe("loading", () => {
  /** Another file address is another plugin to the host. */
  function secondCopy(): string {
    const copy = join(bench.host.home, "copy", "dist");
    cpSync(fileURLToPath(new URL("../../dist", import.meta.url)), copy, { recursive: true });
    return pathToFileURL(join(copy, "plugin.js")).href;
  }

  test("two copies inject once and gate once, also after the host starts the project again", async () => {
    const options = { guardMode: "warn" };
    const plugin = [builtPlugin(options), [secondCopy(), options] as [string, object]];
    const project = bench.project({ plugin: plugin as ReturnType<typeof builtPlugin>[] });
    await bench.turn(project, "Loaded twice", [editManifest(), say("Seen.")]);
    for (const found of blocks("Loaded twice")) expect(found).toHaveLength(1);
    expect(bench.results("Loaded twice")[0]?.split("(rule: ")).toHaveLength(2);
    await disposeInstance(bench.host, project);
    await bench.turn(project, "After dispose", [say("Seen.")]);
    expect(blocks("After dispose")[0]).toEqual(blocks("Loaded twice")[0]);
  });

  test("disabled, it does nothing at all", async () => {
    const project = bench.project({ plugin: { disabled: true } });
    await bench.turn(project, "Disabled", [say("Seen.")]);
    expect(JSON.stringify(bench.model.main("Disabled")[0]?.raw)).not.toContain("protocol_version");
    expect(JSON.stringify(await hostGet(bench.host, project, "/command"))).not.toContain(
      "memory-bank-refresh",
    );
  });
});
