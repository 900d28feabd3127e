import { isUtf8 } from "node:buffer";
import type { BankFiles } from "../../src/plans/plan-input.ts";
import { hashOf } from "../../src/io/kept/kept-versions.ts";
import { findTitle } from "../../src/bank/parse.ts";
import type { Operation } from "../../src/types.ts";

/** The files of a bank, by their paths inside it. Undefined is a bank that does not exist. */
export type BankInMemory = ReadonlyMap<string, Buffer> | undefined;

export function toBankFiles(bank: BankInMemory): BankFiles {
  const read = (path: string) => {
    const bytes = bank?.get(path);
    return bytes !== undefined && isUtf8(bytes) ? bytes.toString("utf8") : undefined;
  };
  return {
    name: "memory-bank",
    exists: bank !== undefined,
    paths: [...(bank?.keys() ?? [])].toSorted(),
    read,
    hash: (path) => hashOf(bank?.get(path) ?? new Uint8Array()),
    title: (path) => findTitle(bank?.get(path)?.toString("utf8") ?? "") ?? "",
  };
}

/** The bank afterwards. Throws where an operation does not find what it was planned for. */
export function applyInMemory(
  bank: BankInMemory,
  operations: readonly Operation[],
): ReadonlyMap<string, Buffer> {
  const files = new Map(bank);
  const take = (path: string, before: string) => {
    const bytes = files.get(path);
    if (bytes === undefined || hashOf(bytes) !== before) throw new Error(`${path} is another file`);
    files.delete(path);
    return bytes;
  };
  const put = (path: string, bytes: Buffer) => {
    const isTaken = files.has(path) || [...files.keys()].some((other) => isBelow(other, path));
    if (isTaken) throw new Error(`${path} is taken`);
    files.set(path, bytes);
  };
  for (const operation of operations) {
    switch (operation.kind) {
      case "create":
        put(operation.path, Buffer.from(operation.text));
        break;
      case "edit":
        take(operation.path, operation.before);
        put(operation.path, Buffer.from(operation.text));
        break;
      case "move": {
        const bytes = take(operation.path, operation.before);
        put(operation.to, operation.text === undefined ? bytes : Buffer.from(operation.text));
        break;
      }
      case "remove":
        take(operation.path, operation.before);
    }
  }
  return files;
}

/** A file cannot lie below another, nor be a folder at the same time. */
function isBelow(one: string, other: string): boolean {
  return one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
