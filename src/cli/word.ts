import { say } from "./say.ts";

/** What the code and the log call things, for people: in English, where the name itself does not say it. */
const ENGLISH: Readonly<Record<string, string>> = {
  "put-back": "put back",
  "no-write": "nothing is written",
  "ordinary-file": "one ordinary file, or the bank",
  "sensitive-file": "a sensitive file",
  "several-files": "several files in one call",
  "shell-write": "a command writes a file",
  "move-from": "move away",
  "make-folder": "make a folder",
  "make-link": "make a link",
  "may-change": "may change",
};

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
  "passing-file": "临时或新文件",
  "sensitive-file": "敏感文件",
  "several-files": "多个文件",
  "shell-write": "命令写入",
  change: "修改",
  replace: "替换",
  delete: "删除",
  "move-from": "移走",
  "make-folder": "建文件夹",
  "make-link": "建链接",
  "may-change": "可能修改",
  tool: "工具",
  shell: "命令行",
} as const;

export function word(name: keyof typeof CHINESE): string {
  return say({ en: ENGLISH[name] ?? name, zh: CHINESE[name] });
}
