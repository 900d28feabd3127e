import type { HostAbout } from "../host.ts";

/** What can be said of OpenCode without loading anything of it. */
export const OPENCODE: HostAbout = {
  id: "opencode",
  name: "OpenCode",
  installHelp: {
    en: "Where oh-my-opencode is in use, its orchestrators get the key trigger as well.",
    zh: "使用 oh-my-opencode 时，它的编排代理也会得到触发规则。",
  },
  configPaths: ["**/.opencode/**", "**/opencode.json*", "**/tui.json*", "**/.config/opencode/**"],
};
