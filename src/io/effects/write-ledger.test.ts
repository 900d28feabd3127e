import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { createWriteLedger } from "./write-ledger.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Of two processes: what one of them notes explains what the other one finds. */
function twoLedgers() {
  const folder = tempProject();
  const [ledger, other] = [createWriteLedger(() => folder), createWriteLedger(() => folder)];
  return { folder, file: join(folder, "writes.log"), ledger, other };
}

describe("the write ledger", () => {
  it("tells what another process wrote since a time", () => {
    const { ledger, other } = twoLedgers();
    ledger.note("a b.md", bytes("one"), 100);
    ledger.note("gone.md", undefined, 200);
    expect(other.explains("a b.md", bytes("one"), 101)).toBe(false);
    expect(other.explains("a b.md", bytes("two"), 0)).toBe(false);
    expect(other.explains("b.md", bytes("one"), 0)).toBe(false);
    expect(other.explains("a b.md", undefined, 0)).toBe(false);
    expect(other.explains("a b.md", bytes("one"), 100)).toBe(true);
    expect(other.explains("gone.md", undefined, 0)).toBe(true);
    expect(ledger.explains("gone.md", undefined, 0)).toBe(false);
  });

  it("explains one change with one note", () => {
    const { ledger, other } = twoLedgers();
    ledger.note("a.md", bytes("one"), 100);
    ledger.note("a.md", bytes("one"), 110);
    expect(other.explains("a.md", bytes("one"), 0)).toBe(true);
    expect(other.explains("a.md", bytes("one"), 0)).toBe(false);
    ledger.note("a.md", bytes("one"), 120);
    expect(other.explains("a.md", bytes("one"), 0)).toBe(true);
  });

  it("skips what is torn and what an earlier version wrote", () => {
    const { file, ledger, other } = twoLedgers();
    appendFileSync(file, `${"0".repeat(64)} 100 gone a.md\n[100,"x","sess\n[]\nnull\n`);
    ledger.note("a.md", bytes("one"), 100);
    expect(other.explains("a.md", undefined, 0)).toBe(false);
    expect(other.explains("a.md", bytes("one"), 0)).toBe(true);
  });

  it("stays short, and knows what is recent", () => {
    const { file, ledger, other } = twoLedgers();
    writeFileSync(file, "x".repeat(1_100_000));
    for (let at = 0; at < 9; at += 1) ledger.note(`details/${at}.md`, bytes("x"), at);
    expect(readFileSync(file).length).toBeLessThan(2000);
    expect(other.explains("details/8.md", bytes("x"), 8)).toBe(true);
  });
});
