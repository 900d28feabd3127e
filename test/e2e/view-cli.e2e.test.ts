import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { View } from "../../src/view/view.ts";
import { sampleLog, toLogLines } from "../helpers/sample-bank.ts";
import { CLI, cliEnvironment, cliIn } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\//;

function project() {
  const root = tempProject({
    "shop/memory-bank/MEMORY.md": "# Shop\n\n[tech](details/tech.md)\n",
    "shop/memory-bank/details/tech.md": "# Tech\n",
    "bin/": "",
  });
  const shop = join(root, "shop");
  const cli = cliIn(shop, join(root, "state"), {
    DISPLAY: undefined,
    WAYLAND_DISPLAY: undefined,
    BROWSER: undefined,
  });
  return { root, shop, ...cli, run: (...args: string[]) => cli.run("view", ...args) };
}

type Env = Readonly<Record<string, string | undefined>>;

/** Started, and its words so far once it has said its address. */
async function start(shop: string, env: Env, args: readonly string[] = []) {
  const child = spawn(process.execPath, [CLI, "view", ...args], {
    cwd: shop,
    env: cliEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (said.out += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said.err += chunk));
  await expect.poll(() => said.out).toMatch(ADDRESS);
  return { child, said, address: ADDRESS.exec(said.out)?.[0] ?? "" };
}

async function endOf(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode !== null) return child.exitCode;
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  return code ?? signal;
}

describe("memory-bank view", () => {
  test("serves the bank until it is stopped, and leaves nothing behind", async () => {
    const { root, shop, env, folder } = project();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "decisions.jsonl"), toLogLines(sampleLog(Date.now())));
    for (const signal of ["SIGINT", "SIGHUP"] as const) {
      const { child, said, address } = await start(shop, env, ["--no-open"]);
      const view = (await (await fetch(`${address}data`)).json()) as View;
      expect(view).toMatchObject({
        project: "shop",
        language: "en",
        map: { nodes: [{ path: "MEMORY.md" }, { path: "details/tech.md" }] },
      });
      expect(view.log.entries.length).toBe(sampleLog(0).length);
      const listening = await fetch(`${address}events`);
      child.kill(signal);
      expect(await endOf(child)).toBe(0);
      await listening.text().catch(() => "broken off");
      await expect(fetch(address)).rejects.toThrow();
      expect(said.err).toBe("");
    }
    expect(readdirSync(root).toSorted()).toEqual(["bin", "shop", "state"]);
    expect(readdirSync(folder)).toEqual(["decisions.jsonl"]);
  });

  test("writes one file, and says where", () => {
    const { shop, run } = project();
    const { status, stdout, stderr } = run("--html", "memory.html", "--lang", "zh");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^已写入：.*memory\.html（[\d.]+ kB）\n$/);
    expect(readFileSync(join(shop, "memory.html"), "utf8")).toContain('"language":"zh"');
    expect(run("--html", "memory-bank/memory.html")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is in the bank, where only docs may be"),
    });
    expect(run("--no-open", "--port", "http")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^memory-bank view: .*\bport\b.*\n$/) as string,
    });
  });
});
