import { isRecord } from "./payload.ts";

/** An argument, however deep it stands. */
export interface Argument {
  /** Its name in small letters: `file_path`, `filePath` and `file-path` are one. */
  readonly name: string;
  readonly value: unknown;
  /** The record that it stands in. */
  readonly holder: Readonly<Record<string, unknown>>;
}

const DEEPEST = 3;
const MOST = 2000;

/** Arguments of records in records and lists, in their order. */
export function flatArguments(args: unknown): Argument[] {
  const found: Argument[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (!isRecord(value) || depth > DEEPEST) return;
    for (const [key, entry] of Object.entries(value)) {
      if (found.length >= MOST) return;
      found.push({ name: toArgumentName(key), value: entry, holder: value });
      for (const item of Array.isArray(entry) ? entry : [entry]) {
        if (found.length >= MOST) return;
        collect(item, depth + 1);
      }
    }
  };
  collect(args, 0);
  return found;
}

export function toArgumentName(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** The texts that an argument is or lists. */
export function textsOf({ value }: Argument): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => (typeof item === "string" && item !== "" ? [item] : []));
}
