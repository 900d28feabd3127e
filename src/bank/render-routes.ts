import type { Language } from "../types.ts";
import { renderTableRow } from "./render-table-row.ts";
import { LIMITS } from "./layout.ts";
import { toTarget } from "./live-links.ts";
import type { Role } from "./roles.ts";

/** An intent that any project may have, and the files or folders to read for it. */
export interface GenericRoute {
  readonly intent: string;
  readonly paths: readonly string[];
}

/** The intent of each role. Docs of several roles may serve one intent. */
const INTENTS: readonly (readonly [roles: readonly Role[], en: string, zh: string])[] = [
  [
    ["conventions"],
    "decide on technology or structure, change shared code",
    "技术选型、架构决策、修改公共代码、重构",
  ],
  [["stack"], "build, run, test, deploy, add a dependency", "构建、运行、测试、部署、添加依赖"],
  [
    ["focus", "progress"],
    "go on with a task, know what is done and left",
    "继续任务，了解已完成与剩余的工作",
  ],
  [["requirements"], "start on a requirement, check its scope", "开始一个需求，核对范围与验收标准"],
  [["designs"], "change a part that has a design", "修改已有设计的部分"],
  [["lessons"], "fix a bug that may have been seen before", "修复可能遇到过的 bug 或错误"],
  [["decisions"], "know why something was decided", "了解已有决策及其原因"],
];

/** One route per intent, to the docs that play its roles; an intent without docs gets no route. */
export function roleRoutes(
  language: Language,
  playersOf: (roles: readonly Role[]) => readonly string[],
): GenericRoute[] {
  return INTENTS.flatMap(([roles, en, zh]) => {
    const paths = playersOf(roles).slice(0, LIMITS.routeFiles);
    return paths.length === 0 ? [] : [{ intent: { en, zh }[language], paths }];
  });
}

/** Rows of the routing table, in the form that the entry's template takes. */
export function renderRoutes(routes: readonly GenericRoute[]): string {
  return routes.map(({ intent, paths }) => renderTableRow([intent, paths.join(", ")])).join("\n");
}

/** A line of a folder's `index.md`, without its list mark. `doc` is relative to the folder. */
export function renderIndexRow(language: Language, subject: string, doc: string): string {
  const about = subject.replaceAll(/\s+/g, " ").trim();
  const label = doc.replaceAll(/\s+/g, " ").replaceAll(/[[\]`<\\]/g, "\\$&");
  const link = `[${label}](${toTarget(doc)})`;
  return {
    en: `When working on **${about}**, read ${link}`,
    zh: `需要了解 **${about}** 时，读 ${link}`,
  }[language];
}
