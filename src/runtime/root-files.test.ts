import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { startFakeHost } from "../../test/helpers/fake-host.ts";
import { tempProject } from "../../test/helpers/temp-project.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/details/patterns.md": "# Patterns\n\n- Pin dependencies exactly.\n",
  "package.json": "{}",
  "notes.txt": "",
};
const RULE = "(rule: read-before-write)";
let root = "";
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function start(options: object = {}) {
  root = tempProject(FILES);
  const host = startFakeHost(root, { approval: "off", ...options });
  await host.hear("s", "go on");
  const write = (name: string) => () =>
    writeFileSync(join(root, name), `{ "x": ${Math.random()} }`);
  const run = (command: string, name: string) => host.call("s", `RUN ${command}`, "", write(name));
  return { host, run };
}

it("a sensitive file that a program changed is told, once a turn, in block as well", async () => {
  for (const guardMode of ["warn", "block"]) {
    const { host, run } = await start({ guardMode });
    const said = await run("make bump", "package.json");
    expect(said).toContain("package.json");
    expect(said).toContain(RULE);
    expect(await run("make bump", "package.json")).not.toContain(RULE);
    await host.hear("s", "go on");
    expect(await run("make bump", "package.json")).toContain(RULE);
  }
});

it("a new one is told, too", async () => {
  const { run } = await start();
  expect(await run("make image", "Dockerfile")).toContain("Dockerfile");
});

it("nothing is said of other files, of what happens while a reader runs, or with the mode off", async () => {
  const { run } = await start();
  expect(await run("make notes", "notes.txt")).not.toContain(RULE);
  expect(await run("sleep 1", "package.json")).not.toContain(RULE);
  const off = await start({ guardMode: "off" });
  expect(await off.run("make bump", "package.json")).not.toContain(RULE);
});
