import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startFakeHost } from "../helpers/fake-host.ts";
import { tempProject } from "../helpers/temp-project.ts";

const ENTRY = "memory-bank/MEMORY.md";

let root = "";
beforeEach(() => {
  root = tempProject({
    [ENTRY]: "# Memory of tea\n\n## Current Focus\n\n- Goal: tea\n",
    "memory-bank/details/patterns.md": "- be kind\n",
    "package.json": "{}\n",
  });
  process.env["XDG_STATE_HOME"] = join(root, "state");
});

type FakeHost = ReturnType<typeof startFakeHost>;

async function start(options: object = {}): Promise<FakeHost> {
  const host = startFakeHost(root, { guardMode: "block", ...options });
  await host.hear("one", "bump it");
  host.request("one");
  return host;
}

const texts = ({ toasts }: FakeHost) => toasts.map(({ text }) => text);
const refused = (host: FakeHost, id = "one") => host.call(id, "PUT package.json", "{ }\n");

describe("toasts", () => {
  it("show a refusal, an undo and a warning, each in its step", async () => {
    const host = await start();
    await refused(host);
    host.request("one");
    const act = () => writeFileSync(join(root, ENTRY), "gone\n");
    await host.call("one", 'RUN node -e "1"', "", act);
    host.request("one");
    writeFileSync(join(root, "src.txt"), "");
    await host.call("one", "RUN echo x > src.txt", "", () => {});
    expect(host.toasts.map(({ kind }) => kind)).toEqual(["refused", "undone", "warned"]);
    expect(texts(host)[0]).toContain("package.json is a sensitive file");
    expect(texts(host)[1]).toMatch(/memory-bank\/MEMORY\.md.* \(memory-bank restore k-/);
    expect(texts(host)[2]).toContain("this command writes src.txt");
  });

  it("are five a turn, those of subagents included, and the last says where the rest is", async () => {
    const host = await start();
    await host.hear("child.one", "help");
    for (let step = 0; step < 4; step++) {
      for (const id of ["one", "child.one"]) {
        await refused(host, id);
        host.request(id);
      }
    }
    expect(host.toasts).toHaveLength(5);
    expect(texts(host).map((text) => text.includes("explain --last"))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    await host.hear("one", "again");
    host.request("one");
    await refused(host);
    expect(host.toasts).toHaveLength(6);
  });

  it("are silent where they are switched off", async () => {
    const off = await start({ toasts: "off" });
    expect(await refused(off)).toContain("Not written");
    expect(off.toasts).toEqual([]);
  });
});
