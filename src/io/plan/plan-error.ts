import { type MergeOperation, MERGE_NAMES } from "../../bank/merge-names.ts";
import type { Text } from "../../types.ts";
import { type SystemTrouble, codeOf, troubleOf } from "../disk/disk-error.ts";

export type PlanTrouble =
  | "stale"
  | "busy"
  /** A path that leads out of the bank, through a link, or into the way of another one. */
  | "outside"
  | "invalid"
  /** An earlier plan that this version cannot finish has left something. */
  | "leftover"
  /** Several folders could become the bank. */
  | "several"
  /** A merge of the bank is not settled yet. */
  | "merging"
  /** Neither done nor undone: recovery tries again. */
  | "unfinished"
  | SystemTrouble;

/** Why a plan was not applied, in one line that a person can act on, in both languages. */
export class PlanError extends Error {
  readonly kind: PlanTrouble;
  readonly text: Text;

  constructor(kind: PlanTrouble, text: Text, cause?: unknown) {
    super(text.en, { cause });
    this.name = "PlanError";
    this.kind = kind;
    this.text = text;
  }
}

export function stale(path: string): PlanError {
  return new PlanError("stale", {
    en: `plan is stale: ${path} changed since; plan again`,
    zh: `计划已过期：${path} 在此之后有改动；请重新生成计划`,
  });
}

export function severalFolders(names: readonly string[]): PlanError {
  return new PlanError("several", {
    en: `there is no memory-bank/, and several folders could be adopted: ${names.join(", ")}. Name one with --bank, or with the setting bank`,
    zh: `没有 memory-bank/，而有多个文件夹可以接管：${names.join("、")}。请用 --bank 或设置 bank 指明一个`,
  });
}

export function merging(operation: MergeOperation, doc: string): PlanError {
  const name = MERGE_NAMES[operation];
  return new PlanError("merging", {
    en: `${name.en} is under way, and ${doc} is not merged yet: no plan is applied meanwhile. Finish it (see git status), then plan again`,
    zh: `${name.zh}尚未完成，${doc} 还没有合并：在此期间不执行计划。请先完成它（见 git status），然后重新生成计划`,
  });
}

export function conflicting(place: string): PlanError {
  return new PlanError("merging", {
    en: `git's conflict markers stand in ${place}: no plan is applied meanwhile. Keep what holds and remove the markers, then plan again`,
    zh: `${place} 处有 git 的冲突标记：在此期间不执行计划。请保留正确的内容并删除标记，然后重新生成计划`,
  });
}

export function throughLink(path: string): PlanError {
  return new PlanError("outside", {
    en: `${path} is a link or no plain file or folder; a plan does not go through it. Replace it by a plain one, then plan again`,
    zh: `${path} 是链接，或不是普通的文件或文件夹；计划不会穿过它。请换成普通的，然后重新生成计划`,
  });
}

/** The plan that was shown is not the one that would be made now. */
export function changedSince(): PlanError {
  return new PlanError("stale", {
    en: "plan is stale: the bank or the project changed since; plan again",
    zh: "计划已过期：记忆库或项目在此之后有改动；请重新生成计划",
  });
}

/** It leaves the bank, or names a path twice. */
export function invalid(path: string): PlanError {
  return new PlanError("invalid", {
    en: `the plan cannot be done: ${path} is outside the bank or named twice. Nothing was changed; plan again`,
    zh: `计划无法执行：${path} 在记忆库之外，或被指定了两次。没有任何改动；请重新生成计划`,
  });
}

export function notAFolder(path: string): PlanError {
  return new PlanError("not-a-folder", {
    en: `${path} is in the way: a folder should be there. Move it away, then try again`,
    zh: `${path} 占住了位置：这里应当是一个文件夹。请把它移开，然后重试`,
  });
}

export function bankOutside(path: string): PlanError {
  return new PlanError("outside", {
    en: `the bank leads out of the project, to ${path}. Nothing was changed; make it a folder of the project`,
    zh: `记忆库指向项目之外的 ${path}。没有任何改动；请把它改为项目内的文件夹`,
  });
}

export function busy(pid: number): PlanError {
  return new PlanError("busy", {
    en: `another process (${pid}) is changing the bank. Try again when it is done`,
    zh: `另一个进程（${pid}）正在更改记忆库。请等它完成后重试`,
  });
}

/** What is said of a folder that an unfinished plan of version 0.2.0 has left, and what to do about it. */
export function leftoverAdvice(path: string): { readonly what: Text; readonly next: Text } {
  return {
    what: {
      en: `${path} was left by a plan that memory-bank 0.2.0 did not finish; nothing in it is used or changed`,
      zh: `${path} 是 memory-bank 0.2.0 未完成的计划留下的；其中内容不会被使用或更改`,
    },
    next: {
      en: "look into it for docs that you miss (old/ has them as they were), then remove it",
      zh: "请先查看其中是否有你缺少的文档（old/ 中是原样），然后删除它",
    },
  };
}

/** The same in one line. */
export function describeLeftover(path: string): Text {
  const { what, next } = leftoverAdvice(path);
  return { en: `${what.en}. Next: ${next.en}`, zh: `${what.zh}。下一步：${next.zh}` };
}

export function leftover(path: string): PlanError {
  return new PlanError("leftover", describeLeftover(path));
}

export function unreadableJournal(path: string): PlanError {
  return new PlanError("leftover", {
    en: `${path} is not a journal that this version of memory-bank can read; no plan is applied. Move that file away, compare the bank with git, then try again`,
    zh: `${path} 不是此版本的 memory-bank 能读取的日志；不执行任何计划。请移开该文件，与 git 比较记忆库，然后重试`,
  });
}

export function noState(cause: unknown): PlanError {
  return new PlanError(
    "other",
    {
      en: "there is no home folder to note in that a plan was begun. Nothing was changed; set HOME or XDG_STATE_HOME to one",
      zh: "没有主目录可以记录计划已开始。没有任何改动；请设置 HOME 或 XDG_STATE_HOME",
    },
    cause,
  );
}

/** What a failure while planning is applied becomes; what the system did not say is a bug and stays. */
export function toPlanError(error: unknown, bank: string): unknown {
  const code = codeOf(error);
  if (code === undefined || error instanceof PlanError) return error;
  const kind = troubleOf(code);
  const advice = ADVICE[kind];
  return new PlanError(
    kind,
    {
      en: `cannot change ${bank}: ${advice.en} (${code}). Nothing was changed`,
      zh: `无法更改 ${bank}：${advice.zh}（${code}）。没有任何改动`,
    },
    error,
  );
}

/** When undoing has failed as well. */
export function unfinished(bank: string, cause: unknown): PlanError {
  const code = codeOf(cause) ?? String(cause);
  return new PlanError(
    "unfinished",
    {
      en: `the plan stopped half-way in ${bank} (${code}). Nothing is lost: make that folder writable, and the next start of memory-bank puts it right`,
      zh: `计划在 ${bank} 中途停止（${code}）。没有丢失任何内容：请让该文件夹可写，memory-bank 下次启动时会恢复`,
    },
    cause,
  );
}

const ADVICE: Readonly<Record<SystemTrouble, Text>> = {
  denied: {
    en: "permission denied; make the folder and its docs yours, then try again",
    zh: "没有权限；请取得该文件夹及其文档的权限，然后重试",
  },
  "read-only": {
    en: "the file system is read-only; make it writable, then try again",
    zh: "文件系统是只读的；请改为可写，然后重试",
  },
  full: {
    en: "the disk is full or a limit is reached; free some space, then try again",
    zh: "磁盘已满或达到限额；请腾出空间，然后重试",
  },
  "not-a-folder": {
    en: "a file is where a folder should be; move it away, then try again",
    zh: "应当是文件夹的位置有一个文件；请把它移开，然后重试",
  },
  other: {
    en: "the system refused; look at that folder, then try again",
    zh: "系统拒绝了；请检查该文件夹，然后重试",
  },
};
