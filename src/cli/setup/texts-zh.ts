import type { PluginSpecifier } from "../../io/own-package.ts";
import type { SetupTexts } from "./texts-en.ts";

export const CHINESE: SetupTexts = {
  installing: (scope) => `安装：${scope}`,
  uninstalling: (scope) => `卸载：${scope}`,
  scope: { global: "当前用户的所有项目", project: "本项目" },
  and: "和",

  specifier: (specifier, reason) => `插件：${specifier}\n  ${WHY[reason]}`,
  lineAdded: "在插件列表中加入我们的一行",
  lineChanged: "把我们的一行更新到最新",
  lineRemoved: "移除我们的一行",
  fileMade: "新建文件，只含我们的一行",
  fileRemoved: "删除该文件：它由 install 建立，没有其他内容",
  triggerAdded: "为 oh-my-opencode 的编排代理加入触发规则",
  triggerRemoved: "移除 oh-my-opencode 编排代理的触发规则",

  copies: "以下内容移到一旁，因为插件自带（不会删除任何东西）：",
  copiesGone: "以下内容移到一旁（不会删除任何东西）：",
  copy: { plugin: "插件的副本", skill: "技能的副本" },

  severalFiles: (used, others, hasTheList) =>
    `使用 ${used}，而不是 ${others.join("或")}：${hasTheList ? "OpenCode 采用的是它的插件列表" : "OpenCode 最后读它"}。`,
  alsoIn: (path, scope) =>
    `${path} 中也有。一处就够："memory-bank uninstall --${scope}" 可移除那一处。`,
  projectConfigOff: "这里设置了 OPENCODE_DISABLE_PROJECT_CONFIG：OpenCode 不读项目的配置。",
  localFile: "插件文件只在本机：不要提交这一行。用 npm 名称才能共享。",
  inCache: "这份程序在 npm 的缓存里，可能会消失。请先安装（npm install -g），再运行一次。",
  brokenElsewhere: (where, problem) =>
    `${where}：${problem}。OpenCode 读不了这个文件；其中没有我们的内容，未作改动。`,
  triggerSkipped: (agent, path, reason) =>
    `oh-my-opencode：${agent} 不加触发规则，因为 ${path} 中 ${reason}。`,
  triggerHides: (agent, path) =>
    `oh-my-opencode：本项目的 ${agent} 不加触发规则，否则会遮住 ${path} 中的 prompt_append。"memory-bank install --global" 会加到那里。`,
  triggerIsGlobal:
    'oh-my-opencode 是为所有项目设置的："memory-bank install --global" 会在那里加入触发规则。',

  nothingToInstall: "已经安装。无需操作。",
  nothingToUninstall: "这里没有安装。无需操作。",
  question: "执行吗？",
  declined: "没有任何改动",
  cannotAsk: "这里无法询问：加 --yes 以执行，或加 --dry-run 只查看",
  installed:
    '已安装。请重启 OpenCode；"memory-bank refresh" 可建立记忆库。撤销：memory-bank uninstall',
  uninstalled: "已卸载。请重启 OpenCode。记忆库保持原样。",
  movedTo: (from, to) => `${from} 移到了 ${to}`,

  broken: (where, problem) => `${where}：${problem}。请修好该文件再运行；没有任何改动`,
  bothScopes: "--project 和 --global 互斥：请选一个",
  notAFolder: (dir) => `${dir} 不是文件夹`,
  partly: (done) => `（已完成：${done.join("、")}）`,
};

const WHY: Readonly<Record<PluginSpecifier["reason"], string>> = {
  registry: "用名称：这份程序来自 npm 仓库",
  asked: "用名称：npm 仓库中正是这个包",
  checkout: "用文件地址：这份程序是源码检出",
  archive: "用文件地址：这份程序由压缩包或文件夹安装",
  other: "用文件地址：npm 仓库未能确认该版本就是这个包",
  missing: "用文件地址：npm 仓库没有这个版本",
  silent: "用文件地址：npm 仓库没有应答",
};
