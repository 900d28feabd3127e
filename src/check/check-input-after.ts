import type { Operation } from "../types.ts";
import type { BankFile, CheckInput } from "./check-input.ts";

/** What checking would look at once these operations are applied. */
export function checkInputAfter(input: CheckInput, operations: readonly Operation[]): CheckInput {
  const files = new Map(input.files.map((file) => [file.path, file]));
  for (const operation of operations) {
    if (operation.kind === "remove" || operation.kind === "move") files.delete(operation.path);
    const file = toFile(operation, input);
    if (file !== undefined) files.set(file.path, file);
  }
  const sorted = [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { ...input, files: sorted };
}

function toFile(operation: Operation, { files }: CheckInput): BankFile | undefined {
  if (operation.kind === "remove") return undefined;
  const { text } = operation;
  const path = operation.kind === "move" ? operation.to : operation.path;
  if (text !== undefined) return { path, read: () => ({ kind: "text", text }) };
  const moved = files.find((file) => file.path === operation.path);
  return moved && { path, read: moved.read };
}
