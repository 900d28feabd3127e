import type { Text } from "../../types.ts";
import type { Scope } from "../host.ts";

const IN_CACHE: Text = {
  en: "This copy is in npm's cache and may vanish. Install the package (npm install -g), then run this again.",
  zh: "这份程序在 npm 的缓存里，可能会消失。请先安装（npm install -g），再运行一次。",
};

/** What is to be known of a config that names a file or folder of this machine, and how it is shared instead. */
export function noteLocal(address: string, scope: Scope, instead: Text): Text[] {
  const onlyHere = {
    en: `The plugin's file is on this machine only: do not commit this line. ${instead.en}`,
    zh: `插件文件只在本机：不要提交这一行。${instead.zh}`,
  };
  return [
    ...(scope === "project" ? [onlyHere] : []),
    ...(/[/\\]_npx[/\\]/.test(address) ? [IN_CACHE] : []),
  ];
}
