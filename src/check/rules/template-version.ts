import { TEMPLATE_VERSION } from "../../bank/layout.ts";
import { isAtLeast, parseVersion } from "../../bank/version.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** An older entry lacks what the Protocol speaks of. */
export function templateVersion({ entry }: CheckedBank): Fault[] {
  if (entry === undefined) return [];
  const { version: placed } = entry.doc;
  if (isAtLeast(placed?.version, parseVersion(TEMPLATE_VERSION) ?? [])) return [];
  const place = placed === undefined ? { path: entry.path, line: 1 } : entry.placeOf(placed.from);
  const message =
    placed === undefined
      ? { en: "no marker names the template", zh: "没有标明模板版本的标记" }
      : placed.version === undefined
        ? { en: "the template's marker names no version", zh: "模板标记没有写明版本" }
        : {
            en: `the template is ${placed.value}, older than ${TEMPLATE_VERSION}`,
            zh: `模板是 ${placed.value}，早于 ${TEMPLATE_VERSION}`,
          };
  return [
    {
      level: "warning",
      ...place,
      message,
      fix: {
        en: "run `memory-bank refresh`: it upgrades the entry and removes nothing",
        zh: "运行 `memory-bank refresh`：它会升级入口，不删除任何内容",
      },
    },
  ];
}
