import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { createPaths, isCaseInsensitive } from "../../io/disk/paths.ts";
import { replaceFile } from "../../io/disk/replace-file.ts";
import { readStart, statOf, withFile } from "../../io/disk/read.ts";
import { Stop } from "../stop.ts";
import { GENERATOR } from "./render-page.ts";

const HEAD = 4096;

/** Writes the page in one step. Only a page that this command made before is replaced. */
export function writePage(bank: string, file: string, page: string): string {
  const named = resolve(file);
  const folder = dirname(named);
  if (!statOf(folder)?.isDirectory()) {
    throw new Stop(2, {
      en: `${folder} is not a folder. Make it first, or name another file`,
      zh: `${folder} 不是文件夹。请先建立它，或换一个文件名`,
    });
  }
  const stats = statOf(named);
  if (stats === undefined && lstatSync(named, { throwIfNoEntry: false }) !== undefined) {
    throw new Stop(2, {
      en: `${named} is a link that leads nowhere. Remove it first, or name another file`,
      zh: `${named} 是失效的链接。请先移除它，或换一个文件名`,
    });
  }
  // A link stays a link: what it leads to is replaced.
  const path =
    stats === undefined ? join(realpathSync(folder), basename(named)) : realpathSync(named);
  const places = { directory: folder, root: dirname(bank), bank };
  if (
    createPaths({ ...places, isCaseInsensitive: isCaseInsensitive(bank) }).toTarget(path).doc !==
    undefined
  ) {
    throw new Stop(2, {
      en: `${path} is in the bank, where only docs may be. Name a file outside of it`,
      zh: `${path} 在记忆库内，那里只能放文档。请指定库外的文件`,
    });
  }
  if (stats !== undefined && !stats.isFile()) {
    throw new Stop(2, {
      en: `${path} is ${stats.isDirectory() ? "a folder" : "no regular file"}. Name a file`,
      zh: `${path} ${stats.isDirectory() ? "是文件夹" : "不是普通文件"}。请指定一个文件`,
    });
  }
  if (stats !== undefined && stats.size > 0 && !isOurs(path)) {
    throw new Stop(2, {
      en: `${path} is not a page of this command. Remove it first, or name another file`,
      zh: `${path} 不是本命令生成的页面。请先移除它，或换一个文件名`,
    });
  }
  replaceFile(path, Buffer.from(page), { mode: stats?.mode });
  return path;
}

function isOurs(path: string): boolean {
  const head = withFile(path, (file) => readStart(file, HEAD).toString("utf8"));
  return head.startsWith("<!doctype html>") && head.includes(GENERATOR);
}
