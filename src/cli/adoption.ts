import { join } from "node:path";
import { DOC_EXTENSION, ENTRY } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { readBankState } from "../io/bank/bank-state.ts";
import { readText } from "../io/disk/read.ts";
import { detectFlow } from "../plans/detect-flow.ts";
import type { Text } from "../types.ts";
import { counted } from "./format.ts";

/** What adopting a bank would do, in one line; undefined where there is nothing to adopt. */
export function readAdoption(bank: string): Text | undefined {
  const { exists, paths } = readBankState(bank);
  const read = (path: string) => (paths.includes(path) ? readText(join(bank, path)) : undefined);
  const layout = layoutOf(paths);
  if (layout === undefined || detectFlow({ exists, paths, read }) !== "adopt") return undefined;
  const docs = paths.filter((path) => path.endsWith(DOC_EXTENSION) && path !== ENTRY).length;
  const what = paths.includes(ENTRY)
    ? { en: `take ${ENTRY} in as it is`, zh: `原样接管 ${ENTRY}` }
    : { en: `add ${ENTRY}`, zh: `加入 ${ENTRY}` };
  const size = counted(docs, "doc");
  return {
    en: `${layout}'s layout, ${size}; refresh would ${what.en} and change nothing else`,
    zh: `${layout} 的布局，${size}；刷新会${what.zh}，不改动其他文件`,
  };
}
