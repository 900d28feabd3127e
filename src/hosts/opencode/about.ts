import type { HostAbout } from "../host.ts";

/** Facts about OpenCode that need no other module. */
export const OPENCODE: HostAbout = {
  id: "opencode",
  name: "OpenCode",
  installHelp: {
    en: "Where oh-my-opencode is in use, its orchestrators get the key trigger as well.",
    zh: "使用 oh-my-opencode 时，它的编排代理也会得到触发规则。",
  },
  program: {
    command: "opencode",
    folders: [
      "$OPENCODE_INSTALL_DIR",
      "$XDG_BIN_DIR",
      ".opencode/bin",
      ".local/bin",
      "bin",
      ".bun/bin",
      ".npm-global/bin",
    ],
    oldest: "1.14.34",
    tested: "1.18.33",
    lines: {
      2: {
        en: "the line 2.x, of which only the pre-release of 2026-08-19 was tried",
        zh: "2.x 系列，只试过其 2026-08-19 的预发布版",
      },
    },
    address: "https://opencode.ai/docs",
  },
  configPaths: ["**/.opencode/**", "**/opencode.json*", "**/tui.json*", "**/.config/opencode/**"],
};
