import { findLinks } from "../../markdown/links.ts";
import { posix } from "node:path";
import { type LinkProblem, findAlsoBinding, findPointers } from "../../bank/live-links.ts";
import { playersOf } from "../../bank/roles.ts";
import type { Text } from "../../types.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";

/** Pointers in snapshot and focus, which the prompt shows, and links under `Also binding`, which the gate asks for. */
export function deadPointers({ entry, docAt, files, input: { project } }: CheckedBank): Fault[] {
  if (entry === undefined) return [];
  const paths = files.map(({ path }) => path);
  const conventions = playersOf("conventions", paths).flatMap((path) => docAt(path) ?? []);
  const pointers = findPointers(entry.text).map(({ path, from }) => ({ doc: entry, path, from }));
  const binding = [...new Set([entry, ...conventions])].flatMap((doc) => {
    const places = new Map(findLinks(doc.text).map(({ path, from }) => [path, from]));
    return findAlsoBinding(doc.text).map((path) => ({ doc, path, from: places.get(path) ?? 0 }));
  });
  return [
    ...pointers.map((link) => ({ ...link, mayBeFolder: false })),
    ...binding.map((link) => ({ ...link, mayBeFolder: true })),
  ].flatMap(({ doc, path, from, mayBeFolder }) => {
    const problem = project.problemOf(posix.dirname(doc.path), path, mayBeFolder);
    return problem === undefined ? [] : [toFault(doc, from, path, problem)];
  });
}

function toFault(doc: CheckedDoc, from: number, path: string, problem: LinkProblem): Fault {
  const { en, zh } = PROBLEMS[problem];
  return {
    level: "error",
    ...doc.placeOf(from),
    message: { en: `${path} cannot be followed: ${en}`, zh: `无法跟随 ${path}：${zh}` },
    fix: {
      en: "link a text file of the project that everybody has, or take the line out",
      zh: "改为链接项目中人人都有的文本文件，或删除该行",
    },
  };
}

const PROBLEMS: Readonly<Record<LinkProblem, Text>> = {
  missing: { en: "it does not exist", zh: "文件不存在" },
  outside: { en: "it leads out of the project", zh: "它指向项目之外" },
  folder: { en: "it is a folder without Markdown files", zh: "它是没有 Markdown 文件的文件夹" },
  "not-text": { en: "it is not a text file", zh: "它不是文本文件" },
  sensitive: { en: "it is sensitive", zh: "它是敏感文件" },
  ignored: { en: "git ignores it", zh: "它被 git 忽略" },
};
