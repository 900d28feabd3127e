import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readDecisions } from "../../src/io/log/tail-log.ts";
import { cliIn } from "../helpers/run-cli.ts";
import { say } from "./kit/index.ts";
import { bash, editManifest, read } from "./steps.ts";
import { PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();

it("the real host logs what was decided, and explain shows it", async () => {
  const project = bench.project({ plugin: { guardMode: "block" } });
  const { folder, run } = cliIn(project.dir, join(bench.host.home, ".local/state"));
  const file = join(folder, "decisions.jsonl");
  // It is written a moment later, and the title comes whenever the host has one.
  const lines = () => readDecisions(folder).filter(({ kind }) => kind !== "titled");
  const titles = () =>
    readDecisions(folder).flatMap((line) => (line.kind === "titled" ? line.title : []));
  const session = await bench.turn(project, "bump the version", [
    editManifest(),
    read(PATTERNS_PATH),
    editManifest(),
    bash("echo canaryWord > memory-bank/x.md"),
    say("done"),
  ]);
  await expect.poll(() => lines().length).toBe(6);
  expect(lines().every(({ session: id, turn }) => id === session.id && turn === 1)).toBe(true);
  expect(lines()).toMatchObject([
    { kind: "turn" },
    { kind: "decision", tool: "edit", decision: "refuse", rule: "read-before-write" },
    { kind: "read", doc: "details/patterns.md", whole: true },
    { kind: "decision", tool: "edit", decision: "allow", risk: "high" },
    // The agent is reminded to offer what is worth keeping.
    { kind: "proposal" },
    { kind: "decision", tool: "bash", via: "shell", rule: "guard-memory-files" },
  ]);
  await expect.poll(titles).toEqual(["A scripted title"]);
  expect(readFileSync(file, "utf8")).not.toContain("canaryWord");
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");

  const shown = run("explain", "--last", "3");
  expect(shown.status).toBe(0);
  expect(shown.stdout.match(/^Decision: \w+/gm)).toEqual([
    "Decision: refuse",
    "Decision: allow",
    "Decision: refuse",
  ]);
});
