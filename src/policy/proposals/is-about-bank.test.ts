import { describe, expect, it } from "vitest";
import { hasCommand, isAboutBank } from "./is-about-bank.ts";

describe("isAboutBank", () => {
  it.each([
    "what is the Memory Bank?",
    "show me memory-bank/details/tech.md",
    "MEMORY.md is too long",
    "记忆库是怎么更新的？",
    "記憶庫",
    "/memory-bank-refresh",
    "mb:write",
    "what is in `MEMORY.md`?",
  ])("%j is", (text) => expect(isAboutBank(text)).toBe(true));

  it.each([
    "the memory of this process grows",
    "a memory leak in the banking module",
    "my-memory.md is a note",
    "in-memory banking",
    "```\nmemory-bank/\n```",
    "combo:write",
    "",
  ])("%j is not", (text) => expect(isAboutBank(text)).toBe(false));

  it("knows a command wherever it stands", () => {
    expect(hasCommand("ok mb:write now")).toBe(true);
    expect(hasCommand("mb:no")).toBe(true);
    expect(hasCommand("mb:writer")).toBe(false);
    expect(hasCommand("```\nmb:no\n```")).toBe(false);
  });
});
