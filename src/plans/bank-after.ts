import type { Operation } from "../types.ts";
import { findTitle } from "../bank/parse.ts";
import type { BankFiles } from "./plan-input.ts";

/** The bank as it will be once these operations are applied. */
export function bankAfter(bank: BankFiles, operations: readonly Operation[]): BankFiles {
  /** The path of each file before the operations. */
  const origins = new Map(bank.paths.map((path) => [path, path]));
  const texts = new Map<string, string>();
  for (const operation of operations) {
    const { kind, path } = operation;
    if (kind === "remove" || kind === "move") origins.delete(path);
    if (kind === "remove") continue;
    const place = placeOf(operation);
    origins.set(place, path);
    if (operation.text !== undefined) texts.set(place, operation.text);
  }
  const originOf = (path: string) => origins.get(path) ?? path;
  return {
    name: bank.name,
    exists: true,
    paths: [...origins.keys()].toSorted(),
    read: (path) => texts.get(path) ?? (origins.has(path) ? bank.read(originOf(path)) : undefined),
    hash: (path) => bank.hash(originOf(path)),
    title: (path) => {
      const text = texts.get(path);
      return text === undefined ? bank.title(originOf(path)) : (findTitle(text) ?? "");
    },
  };
}

/** Where a file is after the operation. */
function placeOf(operation: Operation): string {
  return operation.kind === "move" ? operation.to : operation.path;
}

/** Joins both lists, with one operation per path: a later edit is merged into what makes or changes its file. */
export function joinOperations(
  first: readonly Operation[],
  later: readonly Operation[],
): Operation[] {
  const edits = new Map(later.map((operation) => [operation.path, operation] as const));
  const joined = first.map((operation): Operation => {
    const edit = edits.get(placeOf(operation));
    if (operation.kind === "remove" || edit?.kind !== "edit") return operation;
    edits.delete(edit.path);
    return { ...operation, text: edit.text };
  });
  return [...joined, ...later.filter(({ path }) => edits.has(path))];
}
