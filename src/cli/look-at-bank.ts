import { join } from "node:path";
import { DOC_EXTENSION, ENTRY } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { readBankState } from "../io/bank/bank-state.ts";
import { readText } from "../io/disk/read.ts";
import { detectFlow } from "../plans/detect-flow.ts";
import type { Text } from "../types.ts";
import { counted } from "./format.ts";

/** What is in a bank's folder, and which flow refresh would take. */
export function lookAtBank(bank: string) {
  const { exists, paths } = readBankState(bank);
  const read = (path: string) => (paths.includes(path) ? readText(join(bank, path)) : undefined);
  return {
    docs: paths.filter((path) => path.endsWith(DOC_EXTENSION)),
    layout: layoutOf(paths),
    flow: detectFlow({ exists, paths, read }),
    entry: read(ENTRY),
  };
}

/** What adopting a bank would do, in one line; undefined where there is nothing to adopt. */
export function describeAdoption(bank: string): Text | undefined {
  const { docs, layout, flow } = lookAtBank(bank);
  if (layout === undefined || flow !== "adopt") return undefined;
  const isThere = docs.includes(ENTRY);
  const what = isThere
    ? { en: `take ${ENTRY} in as it is`, zh: `原样接管 ${ENTRY}` }
    : { en: `add ${ENTRY}`, zh: `加入 ${ENTRY}` };
  const size = counted(docs.length - (isThere ? 1 : 0), "doc");
  return {
    en: `${layout}'s layout, ${size}; refresh would ${what.en} and change nothing else`,
    zh: `${layout} 的布局，${size}；刷新会${what.zh}，不改动其他文件`,
  };
}
