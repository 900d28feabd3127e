import { say } from "./say.ts";

/** What the code and the log call things, for people who read Chinese. */
const CHINESE = {
  pass: "通过",
  allow: "放行",
  warn: "警告",
  refuse: "拒绝",
  keep: "保留",
  report: "告知",
  "put-back": "恢复原样",
  low: "低",
  medium: "中",
  high: "高",
  "no-write": "没有写入",
  "ordinary-file": "普通文件",
  "sensitive-file": "敏感文件",
  "several-files": "多个文件",
  "shell-write": "命令写入",
  "unknown-target": "目标无法确定",
  change: "修改",
  replace: "替换",
  delete: "删除",
  "move-from": "移走",
  "make-folder": "建文件夹",
  "make-link": "建链接",
  "change-tree": "整个文件夹",
  "change-modes": "改权限",
  tool: "工具",
  shell: "命令行",
} as const;

export function word(name: keyof typeof CHINESE): string {
  return say({ en: name, zh: CHINESE[name] });
}
