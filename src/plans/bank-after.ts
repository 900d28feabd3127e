import type { Language, Operation } from "../types.ts";
import { parseDoc } from "../bank/parse.ts";
import type { BankFiles } from "./plan-input.ts";

/** A file that operations have made or changed. */
interface Changed {
  /** Undefined where the text is that of the file it was moved from. */
  readonly text: string | undefined;
  readonly from: string | undefined;
}

/** The bank as it will be once these operations are applied. */
export function bankAfter(bank: BankFiles, operations: readonly Operation[]): BankFiles {
  const changed = new Map<string, Changed>();
  const paths = new Set(bank.paths);
  for (const operation of operations) {
    switch (operation.kind) {
      case "create":
      case "edit":
        paths.add(operation.path);
        changed.set(operation.path, { text: operation.text, from: undefined });
        break;
      case "move":
        paths.delete(operation.path);
        paths.add(operation.to);
        changed.set(operation.to, { text: operation.text, from: operation.path });
        break;
      case "remove":
        paths.delete(operation.path);
    }
  }
  const read = (path: string) => {
    if (!paths.has(path)) return undefined;
    const file = changed.get(path);
    return file?.text ?? bank.read(file?.from ?? path);
  };
  return {
    name: bank.name,
    exists: true,
    paths: [...paths].toSorted(),
    read,
    hash: (path) => bank.hash(changed.get(path)?.from ?? path),
    title: (path) => {
      const file = changed.get(path);
      if (file?.text !== undefined) return parseDoc(file.text).title ?? "";
      return bank.title(file?.from ?? path);
    },
  };
}

/** Both lists as one with one operation for a path: a later edit becomes part of what makes or changes its file. */
export function joinOperations(
  first: readonly Operation[],
  later: readonly Operation[],
  language: Language,
): Operation[] {
  const edits = new Map(
    later.flatMap((operation) =>
      operation.kind === "edit" ? [[operation.path, operation] as const] : [],
    ),
  );
  const joined = first.map((operation): Operation => {
    if (operation.kind === "remove") return operation;
    const place = operation.kind === "move" ? operation.to : operation.path;
    const edit = edits.get(place);
    if (edit === undefined) return operation;
    edits.delete(place);
    const also = operation.reason + { en: "; ", zh: "；" }[language] + edit.reason;
    const reason = operation.kind === "create" ? operation.reason : also;
    return { ...operation, text: edit.text, reason };
  });
  return [...joined, ...later.filter(({ kind, path }) => kind !== "edit" || edits.has(path))];
}
