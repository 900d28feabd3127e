import type { Language } from "../types.ts";
import { renderTableRow } from "./edit-table.ts";

/** What somebody wants to do in any project, and the files or folders of the bank to read for it. */
export interface GenericRoute {
  readonly intent: string;
  readonly paths: readonly string[];
}

interface Translated {
  readonly intent: Readonly<Record<Language, string>>;
  readonly paths: readonly string[];
}

const ROUTES: readonly Translated[] = [
  {
    intent: {
      en: "choose a technology, add a module, decide on architecture, change shared code, refactor or migrate",
      zh: "技术选型、新建模块或组件、架构决策、修改公共模块、重构或迁移",
    },
    paths: ["details/patterns.md"],
  },
  {
    intent: {
      en: "build, run, test, deploy, or add a dependency",
      zh: "构建、运行、测试、部署、添加依赖",
    },
    paths: ["details/tech.md"],
  },
  {
    intent: {
      en: "go on with a task, or know what is done and what is left",
      zh: "继续任务，或了解已完成与剩余的工作",
    },
    paths: ["details/progress.md"],
  },
  {
    intent: {
      en: "start on a requirement, or check its scope and acceptance criteria",
      zh: "开始一个需求，或核对范围与验收标准",
    },
    paths: ["details/requirements/"],
  },
  {
    intent: {
      en: "change a part that has a design, or know why it is built so",
      zh: "修改已有设计的部分，或了解为什么这样设计",
    },
    paths: ["details/design/"],
  },
  {
    intent: {
      en: "fix a bug or meet an error: has it happened before",
      zh: "修复 bug 或遇到错误：以前是否踩过坑",
    },
    paths: ["details/learnings/"],
  },
];

/** Those whose files are all there: a route never points at nothing. */
export function genericRoutes(
  language: Language,
  isThere: (path: string) => boolean,
): GenericRoute[] {
  return ROUTES.filter(({ paths }) => paths.every(isThere)).map(({ intent, paths }) => ({
    intent: intent[language],
    paths,
  }));
}

/** Rows of the routing table, as the entry's template takes them. */
export function renderRoutes(routes: readonly GenericRoute[]): string {
  return routes.map(({ intent, paths }) => renderTableRow([intent, paths.join(", ")])).join("\n");
}

/** A line of a folder's `index.md`, without its list mark. `doc` is relative to the folder. */
export function renderIndexRow(language: Language, subject: string, doc: string): string {
  const about = subject.replaceAll(/\s+/g, " ").trim();
  const label = doc.replaceAll(/\s+/g, " ").replaceAll(/[[\]`<\\]/g, "\\$&");
  const path = doc.replaceAll(/[<>#?%\\\r\n]/g, (odd) => encodeURIComponent(odd));
  const target = /[\s()]/.test(path) ? `<${path}>` : path;
  return {
    en: `When working on **${about}**, read [${label}](${target})`,
    zh: `需要了解 **${about}** 时，读 [${label}](${target})`,
  }[language];
}
