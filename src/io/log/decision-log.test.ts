import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aRefusal } from "../../../test/helpers/builders.ts";
import { useBundle } from "../../../test/helpers/bundle.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import type { LogEvent, LogLine } from "../../types.ts";
import { LOG_FILE, OLD_LOG_FILE, createDecisionLog } from "./decision-log.ts";
import { readDecisions } from "./tail-log.ts";

const line = (turn: number, event: LogEvent = { kind: "turn" }): LogLine => ({
  v: 2,
  at: 1_800_000_000_000 + turn,
  session: "s",
  turn,
  ...event,
});

const EVENTS: readonly LogEvent[] = [
  { kind: "turn" },
  { kind: "read", doc: "details/patterns.md", whole: false },
  { kind: "reader", verified: "5/6" },
  { kind: "reader" },
  { kind: "titled", title: "Retries" },
  { kind: "unjudged", ran: true },
  aRefusal("package.json"),
  { kind: "effect", undone: ["MEMORY.md"], changed: [], kept: "k-20261115-174233-a3f" },
  { kind: "restored", docs: ["MEMORY.md"] },
  { kind: "compacted" },
  { kind: "recovered" },
  { kind: "proposal", state: "offered", target: "details/tech.md" },
  { kind: "applied", plan: "p-1", flow: "init" },
];

function open() {
  const folder = join(tempProject(), "state", "shop");
  const problems: unknown[] = [];
  const log = createDecisionLog(
    () => folder,
    (error) => problems.push(error),
  );
  const write = (line: LogLine) => {
    log.write(line);
    log.save();
  };
  return {
    folder,
    log,
    write,
    problems,
    file: join(folder, LOG_FILE),
    old: join(folder, OLD_LOG_FILE),
  };
}

describe("the decision log", () => {
  it("gives back every kind of line, the newest last", () => {
    const { folder, write, problems } = open();
    const lines = EVENTS.map((event, turn) => line(turn, event));
    for (const each of lines) write(each);
    expect(readDecisions(folder)).toEqual(lines);
    expect(problems).toEqual([]);
  });

  it("writes lines a moment later, those of one step together", async () => {
    const { folder, log } = open();
    for (const turn of [1, 2]) log.write(line(turn));
    expect(readDecisions(folder)).toEqual([]);
    await expect.poll(() => readDecisions(folder)).toEqual([line(1), line(2)]);
  });

  it("shows no key that a path carries", () => {
    const { folder, write, file } = open();
    const key = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    write(line(1, aRefusal("src/a.ts")));
    write(line(2, aRefusal(`/tmp/${key}/out`)));
    write(line(3, aRefusal("src/b.ts")));
    expect(readFileSync(file, "utf8")).not.toContain(key);
    expect(readDecisions(folder)).toEqual([
      line(1, aRefusal("src/a.ts")),
      line(2, aRefusal("/tmp/▒▒▒/out")),
      line(3, aRefusal("src/b.ts")),
    ]);
  });

  it("reports a disk that refuses once, and goes on when it no longer does", () => {
    const { folder, write, problems } = open();
    mkdirSync(join(folder, LOG_FILE), { recursive: true });
    for (let turn = 0; turn < 3; turn++) write(line(turn));
    expect(problems).toHaveLength(1);
    expect(String(problems[0])).toContain(`cannot use ${folder}`);
    rmSync(join(folder, LOG_FILE), { recursive: true });
    write(line(9));
    expect(readDecisions(folder)).toEqual([line(9)]);
    expect(problems).toHaveLength(1);
  });
});

describe("the reader", () => {
  it("leaves out what is torn, foreign or of another version", () => {
    const folder = tempProject();
    const good = JSON.stringify(line(2));
    const text = [
      JSON.stringify(line(1)).slice(0, 30),
      `${JSON.stringify(line(1)).slice(0, 30)}${good}`,
      "",
      JSON.stringify({ ...line(3), v: 1 }),
      `\0\0\0${good}`,
      good.slice(0, -4),
    ].join("\n");
    writeFileSync(join(folder, LOG_FILE), text);
    expect(readDecisions(folder)).toEqual([line(2), line(2)]);
  });
});

describe("rotation", () => {
  it("keeps the older lines once, and no more bytes than allowed", () => {
    const { folder, write, file, old } = open();
    const many = { ...aRefusal("a/".repeat(50_000)) };
    for (let turn = 0; turn < 60; turn++) write(line(turn, many));
    for (const path of [file, old]) expect(statSync(path).size).toBeLessThanOrEqual(2_500_000);
    const turns = readDecisions(folder).map(({ turn }) => turn);
    expect(turns).toEqual(Array.from(turns, (_, index) => 60 - turns.length + index));
    expect(turns.length).toBeGreaterThan(12);
  });

  const bundled = useBundle("src/io/log/decision-log.ts");

  it("loses nothing when several processes do it at the same time", async () => {
    const folder = join(tempProject(), "state");
    const script = `
      const { createDecisionLog } = await import(${JSON.stringify(bundled.href)});
      const name = process.argv[1];
      const log = createDecisionLog(() => ${JSON.stringify(folder)}, (e) => { throw e });
      for (let turn = 0; turn < 40; turn++) {
        if (turn % 10 === 0) log.save();
        log.write({ v: 2, at: Date.now(), session: name, turn, kind: "turn" });
      }
      process.exit(0);
    `;
    const children = ["a", "b", "c", "d"].map((name) =>
      spawn(process.execPath, ["--input-type=module", "-e", script, name], {
        stdio: ["ignore", "inherit", "inherit"],
      }),
    );
    const ends = await Promise.all(children.map((child) => once(child, "exit")));
    expect(ends.map(([code]: unknown[]) => code)).toEqual([0, 0, 0, 0]);
    const lines = readDecisions(folder);
    const seen = new Set(lines.map(({ session, turn }) => `${session}${turn}`));
    expect(seen.size).toBe(160);
    expect(lines).toHaveLength(160);
  });
});
