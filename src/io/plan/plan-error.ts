import type { Text } from "../../types.ts";
import { codeOf, reasonOf } from "../disk/disk-error.ts";

/** What is said for each reason, and what to do; `{}` stands for the path or name. */
const MESSAGES = {
  stale: {
    en: "plan is stale: {} changed since; plan again",
    zh: "计划已过期：{} 在此之后有改动；请重新生成计划",
  },
  outside: {
    en: "{} lies outside the project, or is a link or no plain file or folder. Nothing was changed; put a plain one of the project in its place",
    zh: "{} 在项目之外，或是链接，或不是普通的文件或文件夹。没有任何改动；请换成项目内普通的文件或文件夹",
  },
  merging: {
    en: "{} holds a merge that is not settled: no plan is applied meanwhile. Finish it (see git status), then plan again",
    zh: "{} 的合并尚未完成：在此期间不执行计划。请先完成合并（见 git status），然后重新生成计划",
  },
  several: {
    en: "there is no memory-bank/, and several folders could be adopted: {}. Name one with --bank, or with the setting bank",
    zh: "没有 memory-bank/，而有多个文件夹可以接管：{}。请用 --bank 或设置 bank 指明一个",
  },
  busy: {
    en: "another process ({}) is changing the bank. Try again when it is done",
    zh: "另一个进程（{}）正在更改记忆库。请等它完成后重试",
  },
  leftover: {
    en: "{} was left by a plan that memory-bank 0.2.0 did not finish; nothing in it is used or changed. Next: look into it for docs that you miss (old/ has them as they were), then remove it",
    zh: "{} 是 memory-bank 0.2.0 未完成的计划留下的；其中内容不会被使用或更改。下一步：请先查看其中是否有你缺少的文档（old/ 中是原样），然后删除它",
  },
  journal: {
    en: "{} is not a journal that this version of memory-bank can read; no plan is applied. Move that file away, compare the bank with git, then try again",
    zh: "{} 不是此版本的 memory-bank 能读取的日志；不执行任何计划。请移开该文件，与 git 比较记忆库，然后重试",
  },
  /** Neither done nor undone: the next start tries again. */
  unfinished: {
    en: "the plan stopped half-way in {}. Nothing is lost: make that folder writable, and the next start of memory-bank puts it right",
    zh: "计划在 {} 中途停止。没有丢失任何内容：请让该文件夹可写，memory-bank 下次启动时会恢复",
  },
  /** The disk refused. */
  refused: {
    en: "cannot change {}. Nothing was changed; see that the folder can be written and the disk has room, then try again",
    zh: "无法更改 {}。没有任何改动；请确认该文件夹可写、磁盘有空间，然后重试",
  },
} as const satisfies Record<string, Text>;

export type PlanTrouble = keyof typeof MESSAGES;

/** Why a plan was not applied, in one line that a person can act on, in both languages. */
export class PlanError extends Error {
  readonly kind: PlanTrouble;
  readonly text: Text;

  constructor(kind: PlanTrouble, about: string, cause?: unknown) {
    const text = describeTrouble(kind, about);
    super(text.en, { cause });
    this.name = "PlanError";
    this.kind = kind;
    this.text = text;
  }
}

export function describeTrouble(kind: PlanTrouble, about: string): Text {
  const { en, zh } = MESSAGES[kind];
  return { en: en.replace("{}", () => about), zh: zh.replace("{}", () => about) };
}

/** Turns a failure while a plan is applied into a PlanError. An error that is not the system's is a bug and stays. */
export function toPlanError(kind: PlanTrouble, error: unknown, place: string): unknown {
  if (codeOf(error) === undefined || error instanceof PlanError) return error;
  return new PlanError(kind, `${place} (${reasonOf(error)})`, error);
}
