import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hash } from "../../../test/helpers/plans.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { createWriteLedger } from "./write-ledger.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function aLedger() {
  const folder = tempProject();
  return { folder, file: join(folder, "writes.log"), ledger: createWriteLedger(() => folder) };
}

describe("the write ledger", () => {
  it("knows what was written, by any process, since a time", () => {
    const { folder, ledger } = aLedger();
    ledger.note("a b.md", bytes("one"), 100);
    ledger.note("gone.md", undefined, 200);
    const other = createWriteLedger(() => folder);
    expect(other.knows("a b.md", bytes("one"), 100)).toBe(true);
    expect(ledger.knows("gone.md", undefined, 0)).toBe(true);
    expect(ledger.knows("a b.md", bytes("one"), 101)).toBe(false);
    expect(ledger.knows("a b.md", bytes("two"), 0)).toBe(false);
    expect(ledger.knows("b.md", bytes("one"), 0)).toBe(false);
    expect(ledger.knows("a b.md", undefined, 0)).toBe(false);
  });

  it("does not believe a line that it did not write", () => {
    const { folder, file, ledger } = aLedger();
    const forged = `${Date.now()} ${hash("forged")} MEMORY.md`;
    appendFileSync(file, `${forged}\n${"0".repeat(64)} ${forged}\n`);
    expect(ledger.knows("MEMORY.md", bytes("forged"), 0)).toBe(false);
    ledger.note("MEMORY.md", bytes("ours"), 100);
    const [line = ""] = readFileSync(file, "utf8").trim().split("\n").slice(-1);
    const [made = ""] = line.split(" ");
    for (const entry of [
      forged,
      `100 ${hash("ours")} details/tech.md`,
      `900 ${hash("ours")} MEMORY.md`,
      `100 gone MEMORY.md`,
    ])
      appendFileSync(file, `${made} ${entry}\n`);
    expect(ledger.knows("MEMORY.md", bytes("forged"), 0)).toBe(false);
    expect(ledger.knows("details/tech.md", bytes("ours"), 0)).toBe(false);
    expect(ledger.knows("MEMORY.md", bytes("ours"), 101)).toBe(false);
    expect(ledger.knows("MEMORY.md", undefined, 0)).toBe(false);
    expect(ledger.knows("MEMORY.md", bytes("ours"), 100)).toBe(true);

    const elsewhere = tempProject();
    const other = createWriteLedger(() => elsewhere);
    other.note("other.md", bytes("x"), 1);
    writeFileSync(join(elsewhere, "writes.log"), readFileSync(join(folder, "writes.log")));
    expect(other.knows("MEMORY.md", bytes("ours"), 100)).toBe(false);
  });

  it("forgets what has not come to pass, until it does", () => {
    const { folder, ledger } = aLedger();
    ledger.note("a.md", bytes("before"), 90);
    ledger.note("a.md", bytes("one"), 100);
    ledger.drop("a.md", bytes("one"), 110);
    const other = createWriteLedger(() => folder);
    expect(other.knows("a.md", bytes("one"), 0)).toBe(false);
    expect(other.knows("a.md", bytes("before"), 0)).toBe(true);
    expect(other.isOther("a.md", bytes("before"), 0)).toBe(false);
    ledger.note("a.md", bytes("one"), 120);
    expect(ledger.knows("a.md", bytes("one"), 0)).toBe(true);
  });

  it("takes a name with a line break for no second line", () => {
    const { ledger } = aLedger();
    ledger.note(`x\n${"0".repeat(64)} 999 gone MEMORY.md`, undefined, 100);
    expect(ledger.knows("MEMORY.md", undefined, 0)).toBe(false);
  });

  it("stays short, and knows what is recent", () => {
    const { file, ledger } = aLedger();
    for (let at = 0; at < 3000; at += 1) ledger.note(`details/${at}.md`, bytes("x"), at);
    expect(readFileSync(file).length).toBeLessThan(300_000);
    expect(ledger.knows("details/2999.md", bytes("x"), 2999)).toBe(true);
  });

  it.each<[string, (file: string) => void]>([
    ["a pipe", (file) => execFileSync("mkfifo", [file])],
    ["a link", (file) => symlinkSync("/etc/passwd", file)],
    ["huge", (file) => writeFileSync(file, "x".repeat(5_000_000))],
    [
      "not text",
      (file) =>
        writeFileSync(
          file,
          Uint8Array.from({ length: 999 }, (_, at) => at),
        ),
    ],
  ])("neither waits nor fails where its file is %s", (_, forge) => {
    const { file, ledger } = aLedger();
    forge(file);
    expect(ledger.knows("MEMORY.md", bytes("x"), 0)).toBe(false);
    ledger.note("MEMORY.md", bytes("x"), 1);
    ledger.knows("MEMORY.md", bytes("x"), 0);
    rmSync(file);
    ledger.note("MEMORY.md", bytes("x"), 1);
    expect(ledger.knows("MEMORY.md", bytes("x"), 0)).toBe(true);
  });
});
