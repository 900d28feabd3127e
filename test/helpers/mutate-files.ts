import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";

/** Every plain file below a folder. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** What somebody may do to a file. */
export const mutation = fc.oneof(
  fc.record({
    kind: fc.constant("flip" as const),
    at: fc.nat(),
    by: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat() }),
  fc.record({ kind: fc.constant("add" as const), text: fc.string({ minLength: 1 }) }),
  fc.record({ kind: fc.constant("replace" as const), text: fc.oneof(fc.json(), fc.string()) }),
  fc.constant({ kind: "remove" as const }),
);

export function mutate(
  path: string,
  change: typeof mutation extends fc.Arbitrary<infer Value> ? Value : never,
) {
  const bytes = readFileSync(path);
  if (change.kind === "remove") return rmSync(path);
  if (change.kind === "add") return appendFileSync(path, change.text);
  if (change.kind === "replace") return writeFileSync(path, change.text);
  if (change.kind === "cut")
    return writeFileSync(path, bytes.subarray(0, change.at % (bytes.length + 1)));
  if (bytes.length > 0) bytes[change.at % bytes.length]! ^= change.by;
  return writeFileSync(path, bytes);
}
