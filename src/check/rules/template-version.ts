import { TEMPLATE_VERSION } from "../../bank/layout.ts";
import { findVersion } from "../../bank/markers.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** An older entry lacks sections that the Protocol mentions. */
export function templateVersion({ entry }: CheckedBank): Fault[] {
  if (entry === undefined) return [];
  const placed = findVersion(entry.text);
  if (placed?.isCurrent === true) return [];
  return [
    {
      level: "warning",
      ...(placed === undefined ? { path: entry.path, line: 1 } : entry.placeOf(placed.from)),
      message: {
        en: `the entry has no marker of the template ${TEMPLATE_VERSION} or a later one`,
        zh: `入口没有 ${TEMPLATE_VERSION} 或更新版本的模板标记`,
      },
      fix: {
        en: "run `memory-bank refresh`: it upgrades the entry and removes nothing",
        zh: "运行 `memory-bank refresh`：它会升级入口，不删除任何内容",
      },
    },
  ];
}
