import type { HostAbout } from "../host.ts";

/** Claude Code, described without loading its code. */
export const CLAUDE_CODE: HostAbout = {
  id: "claude-code",
  name: "Claude Code",
  installHelp: {
    en: "In Claude Code it becomes a plugin: one entry in its settings.",
    zh: "在 Claude Code 中它是一个插件：在设置里加一条。",
  },
  program: {
    command: "claude",
    folders: [".local/bin", ".claude/local", ".bun/bin", ".npm-global/bin"],
    oldest: "2.1.277",
    tested: "2.1.325",
    address: "https://code.claude.com/docs",
  },
  configPaths: ["**/.claude/**", "**/.claude.json", "**/.claude-plugin/**", "**/.mcp.json"],
};
