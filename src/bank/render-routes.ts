import type { Language, Text } from "../types.ts";
import { renderTableRow } from "./edit-table.ts";
import { LIMITS } from "./layout.ts";
import type { Role } from "./roles.ts";

/** What somebody wants to do in any project, and the files or folders to read for it. */
export interface GenericRoute {
  readonly intent: string;
  readonly paths: readonly string[];
}

/** What each role is asked for. Docs of several roles may answer one intent. */
const INTENTS: readonly { readonly roles: readonly Role[]; readonly intent: Text }[] = [
  {
    roles: ["conventions"],
    intent: {
      en: "choose a technology, add a module, decide on architecture, change shared code, refactor or migrate",
      zh: "技术选型、新建模块或组件、架构决策、修改公共模块、重构或迁移",
    },
  },
  {
    roles: ["stack"],
    intent: {
      en: "build, run, test, deploy, or add a dependency",
      zh: "构建、运行、测试、部署、添加依赖",
    },
  },
  {
    roles: ["focus", "progress"],
    intent: {
      en: "go on with a task, or know what is done and what is left",
      zh: "继续任务，或了解已完成与剩余的工作",
    },
  },
  {
    roles: ["requirements"],
    intent: {
      en: "start on a requirement, or check its scope and acceptance criteria",
      zh: "开始一个需求，或核对范围与验收标准",
    },
  },
  {
    roles: ["designs"],
    intent: {
      en: "change a part that has a design, or know why it is built so",
      zh: "修改已有设计的部分，或了解为什么这样设计",
    },
  },
  {
    roles: ["lessons"],
    intent: {
      en: "fix a bug or meet an error: has it happened before",
      zh: "修复 bug 或遇到错误：以前是否踩过坑",
    },
  },
  {
    roles: ["decisions"],
    intent: {
      en: "decide anew what was decided before, or know why",
      zh: "重新考虑已有决策，或了解其原因",
    },
  },
];

/** One route per intent, to the docs that play its roles; where none does, there is no route. */
export function roleRoutes(
  language: Language,
  playersOf: (roles: readonly Role[]) => readonly string[],
): GenericRoute[] {
  return INTENTS.flatMap(({ roles, intent }) => {
    const paths = playersOf(roles).slice(0, LIMITS.routeFiles);
    return paths.length === 0 ? [] : [{ intent: intent[language], paths }];
  });
}

/** Rows of the routing table, as the entry's template takes them. */
export function renderRoutes(routes: readonly GenericRoute[]): string {
  return routes.map(({ intent, paths }) => renderTableRow([intent, paths.join(", ")])).join("\n");
}

/** A line of a folder's `index.md`, without its list mark. `doc` is relative to the folder. */
export function renderIndexRow(language: Language, subject: string, doc: string): string {
  const about = subject.replaceAll(/\s+/g, " ").trim();
  const link = renderDocLink(doc, doc);
  return {
    en: `When working on **${about}**, read ${link}`,
    zh: `需要了解 **${about}** 时，读 ${link}`,
  }[language];
}

/** A link of an index to a doc of its folder. */
export function renderDocLink(words: string, doc: string): string {
  const label = words.replaceAll(/\s+/g, " ").replaceAll(/[[\]`<\\]/g, "\\$&");
  const path = doc.replaceAll(/[<>#?%\\\r\n]/g, (odd) => encodeURIComponent(odd));
  return `[${label}](${/[\s()]/.test(path) ? `<${path}>` : path})`;
}
