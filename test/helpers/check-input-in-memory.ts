import { WORDS } from "../../src/hosts/opencode/words.ts";
import { isUtf8 } from "node:buffer";
import type { CheckInput, FileContent } from "../../src/check/check-input.ts";
import type { BankInMemory } from "./bank-in-memory.ts";

function toContent(bytes: Buffer): FileContent {
  if (isUtf8(bytes) && !bytes.includes(0)) return { kind: "text", text: bytes.toString("utf8") };
  return { kind: "unreadable", reason: { en: "it is not UTF-8 text", zh: "它不是 UTF-8 文本" } };
}

/** A bank that is on no disk, in a project that has nothing else unless it is said. */
export function checkInputInMemory(
  bank: BankInMemory,
  parts: Partial<Omit<CheckInput, "files">> = {},
): CheckInput {
  const files = [...(bank ?? [])]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, bytes]) => ({ path, read: () => toContent(bytes) }));
  return {
    bankName: "memory-bank",
    files,
    project: {
      exists: () => false,
      once: () => new Set(),
      elsewhere: () => new Set(),
      problemOf: () => undefined,
      unmerged: () => [],
    },
    prompt: {
      entryAddress: "memory-bank/MEMORY.md",
      bankAddress: "memory-bank",
      conventions: ["memory-bank/details/patterns.md"],
      readPointer: () => undefined,
      guardMode: "warn",
      readScope: "turn",
      words: WORDS,
      maxChars: 100_000,
    },
    language: "en",
    today: "2026-11-15",
    ...parts,
  };
}

/** The files of a bank, from their texts. */
export function bankOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, Buffer> {
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
}
