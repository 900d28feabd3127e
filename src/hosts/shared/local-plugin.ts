import type { Text } from "../../types.ts";
import type { InstallPlan, Scope } from "../host.ts";

/** For a host that loads the plugin from the folder which the build has made. */
export function byFolder(host: string, folder: string): InstallPlan["plugin"] {
  const why = {
    en: `by folder: ${host} runs it where it is`,
    zh: `用文件夹：${host} 就地运行它`,
  };
  return { specifier: folder, reason: "folder", why };
}

const ONLY_HERE: Text = {
  en: "The plugin's file is on this machine only: do not commit this line. In a team each installs it for themselves.",
  zh: "插件文件只在本机：不要提交这一行。团队中每个人各自安装。",
};
const IN_CACHE: Text = {
  en: "This copy is in npm's cache and may vanish. Install the package (npm install -g), then run this again.",
  zh: "这份程序在 npm 的缓存里，可能会消失。请先安装（npm install -g），再运行一次。",
};

/** Notes for the person if a config names a file or folder of this machine. */
export function noteLocal(address: string, scope: Scope): Text[] {
  return [
    ...(scope === "project" ? [ONLY_HERE] : []),
    ...(/[/\\]_npx[/\\]/.test(address) ? [IN_CACHE] : []),
  ];
}
