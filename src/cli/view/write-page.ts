import { resolve } from "node:path";
import { isBelow, realPathOf } from "../../io/disk/paths.ts";
import { replaceFile } from "../../io/disk/replace-file.ts";
import { readStart, statOf } from "../../io/disk/read.ts";
import { Stop } from "../stop.ts";
import { GENERATOR } from "./render-page.ts";

const HEAD = 4096;

/** Writes the page in one step. Only an empty file or a page of this command is replaced; a link stays a link. */
export function writePage(bank: string, file: string, page: string): string {
  const path = realPathOf(resolve(file));
  if (isBelow(realPathOf(bank), path)) {
    throw new Stop(2, {
      en: `${path} is in the bank, where only docs may be. Name a file outside of it`,
      zh: `${path} 在记忆库内，那里只能放文档。请指定库外的文件`,
    });
  }
  const stats = statOf(path);
  if (stats !== undefined && !(stats.isFile() && (stats.size === 0 || isOurs(path)))) {
    throw new Stop(2, {
      en: `${path} is not a page of this command. Remove it first, or name another file`,
      zh: `${path} 不是本命令生成的页面。请先移除它，或换一个文件名`,
    });
  }
  replaceFile(path, Buffer.from(page));
  return path;
}

function isOurs(path: string): boolean {
  const head = readStart(path, HEAD).toString("utf8");
  return head.startsWith("<!doctype html>") && head.includes(GENERATOR);
}
