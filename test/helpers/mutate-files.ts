import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  // Under a name of its own: a file that a doc is a second name of would be the doc.
  rmSync(path);
  switch (change.kind) {
    case "remove":
      return;
    case "add":
      return writeFileSync(path, Buffer.concat([bytes, Buffer.from(change.text)]));
    case "replace":
      return writeFileSync(path, change.text);
    case "cut":
      return writeFileSync(path, bytes.subarray(0, change.at % (bytes.length + 1)));
    case "flip": {
      const at = change.at % Math.max(1, bytes.length);
      const flipped = bytes.map((byte, index) => (index === at ? byte ^ change.by : byte));
      return writeFileSync(path, flipped);
    }
  }
}
