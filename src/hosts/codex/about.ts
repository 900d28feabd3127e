import type { HostAbout } from "../host.ts";

/** Codex, described without loading its code. */
export const CODEX: HostAbout = {
  id: "codex",
  name: "Codex",
  installHelp: {
    en: "In Codex it becomes hooks, a server, two agents and two skills; Codex is told to trust exactly these hooks.",
    zh: "在 Codex 中它是钩子、一个服务、两个代理和两个技能；并让 Codex 只信任这些钩子。",
  },
  program: {
    command: "codex",
    folders: [".local/bin", ".bun/bin", ".npm-global/bin", ".volta/bin"],
    oldest: "0.150.0",
    tested: "0.166.0",
    address: "https://developers.openai.com/codex/cli",
  },
  configPaths: ["**/.codex/**"],
};
