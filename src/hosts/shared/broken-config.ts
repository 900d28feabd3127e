import { memberOf, parseJsonc, toPosition } from "../../formats/parse-jsonc.ts";
import type { ConfigFile } from "../../io/disk/config-file.ts";
import { SetupError } from "../host.ts";

/** What is wrong in a config, and at which offset. */
export interface Broken {
  readonly offset: number;
  readonly problem: string;
}

export function stopAtBroken(file: ConfigFile, broken: Broken | undefined): void {
  if (broken === undefined) return;
  const { offset, problem } = broken;
  const where = placeOf(file, offset);
  throw new SetupError({
    en: `${where}: ${problem}. Mend the file, then run it again; nothing was changed`,
    zh: `${where}：${problem}。请修好该文件再运行；没有任何改动`,
  });
}

/** `file:line:column`, which editors and terminals understand. */
export function placeOf({ path, text }: ConfigFile, offset: number): string {
  return `${path}:${toPosition(text, offset)}`;
}

/** Why no member can be added under these keys: the config does not parse, or a value there is not an object. */
export function findNoObject(text: string, keys: readonly string[]): Broken | undefined {
  const parsed = parseJsonc(text);
  if (parsed.kind === "broken") return parsed;
  if (parsed.kind === "empty") return undefined;
  const { root } = parsed;
  if (root.kind !== "object") return { offset: root.start, problem: "an object { … } is expected" };
  for (const key of keys) {
    const value = memberOf(root, key)?.value;
    if (value !== undefined && value.kind !== "object")
      return { offset: value.start, problem: `"${key}" must be an object { … }` };
  }
  return undefined;
}
