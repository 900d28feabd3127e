import { toPosition } from "../../formats/parse-jsonc.ts";
import type { ConfigFile } from "../../io/disk/config-file.ts";
import { SetupError } from "../host.ts";

/** What nobody can read in a config, and where. */
export interface Broken {
  readonly offset: number;
  readonly problem: string;
}

export function stopAtBroken(file: ConfigFile, { offset, problem }: Broken): never {
  const where = placeOf(file, offset);
  throw new SetupError({
    en: `${where}: ${problem}. Mend the file, then run it again; nothing was changed`,
    zh: `${where}：${problem}。请修好该文件再运行；没有任何改动`,
  });
}

/** `file:line:column`, as editors and terminals take it. */
export function placeOf({ path, text }: ConfigFile, offset: number): string {
  return `${path}:${toPosition(text, offset)}`;
}
