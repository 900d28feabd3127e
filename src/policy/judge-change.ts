import type { BlockDamage } from "../bank/blocks.ts";
import type { ChangeStep, EffectCheck, Text } from "../types.ts";

/** A change in the bank that has happened, with all that is known of it. */
export type Change = ToolChange | FoundChange;

/** What no doc may suffer, whoever writes it. */
export interface Harm {
  /** The rule for secrets that its text offends. */
  readonly secret: string | undefined;
  readonly damage: BlockDamage["kind"] | undefined;
}

/** A structured tool wrote the doc, in a way that nobody could foresee. */
export interface ToolChange extends Harm {
  readonly kind: "tool";
  readonly doc: string;
}

/** A comparison of the bank found that the doc is another one. */
export interface FoundChange {
  readonly kind: "found";
  readonly doc: string;
  /** The call that was running meanwhile; undefined where none was that may write. */
  readonly culprit: Suspect | undefined;
  /** Which other process of ours has written these bytes, or removed the doc: a session with a tool or a plan, or the command line. */
  readonly writtenBy: "session" | "command-line" | undefined;
  /** Which versions git has stored: both, the old one, or not even that. Asked where git was running. */
  readonly inGit: "both" | "old" | "none";
  /** The user's own block is another one, or gone from a doc that is still there. */
  readonly isBlockChanged: boolean;
  /** A link that leads nowhere, or a pipe, is there now: no doc can be that. */
  readonly isStray: boolean;
  /** Both versions are at hand, so that nothing is lost by putting one back. */
  readonly isAtHand: boolean;
}

/** A command, or a call of a tool that may do anything. */
export type Suspect = Pick<EffectCheck, "cause" | "runsGit">;

/** Of several that were running the one to blame: the agent's own words before git or a program. */
export function findCulprit<Any extends Suspect>(suspects: readonly Any[]): Any | undefined {
  return suspects.findLast(({ cause }) => cause === "own-words") ?? suspects.at(-1);
}

/**
 * May this change stay? The second half of the one decision path: `decide` judges what would happen,
 * this judges what did.
 */
export function judgeChange(change: Change): ChangeStep {
  return change.kind === "tool" ? judgeToolChange(change) : judgeFoundChange(change);
}

function judgeToolChange({ doc, secret, damage }: ToolChange): ChangeStep {
  if (secret !== undefined) {
    const because = { en: `secret ${secret} was brought in`, zh: `带入了敏感数据 ${secret}` };
    return { doc, rule: "keep-secrets-out", verdict: "put-back", because };
  }
  const rule = "keep-user-blocks";
  if (damage !== undefined) return { doc, rule, verdict: "put-back", because: DAMAGES[damage] };
  const because = { en: "user block and markers are as they were", zh: "用户区块与标记没有改变" };
  return { doc, rule, verdict: "keep", because };
}

function judgeFoundChange(change: FoundChange): ChangeStep {
  const { doc, culprit, writtenBy, isAtHand } = change;
  const step = (verdict: ChangeStep["verdict"], because: Text): ChangeStep => ({
    doc,
    rule: "guard-memory-files",
    verdict,
    because,
  });
  const undo = (because: Text) =>
    isAtHand ? step("put-back", because) : step("report", BECAUSE.gone);
  if (writtenBy === "session") return step("keep", BECAUSE.session);
  // Whose yes it was cannot be told where the agent's command may have started our command line.
  if (writtenBy === "command-line")
    return culprit === undefined ? step("keep", BECAUSE.session) : step("report", BECAUSE.typed);
  if (culprit === undefined) return step("report", BECAUSE.nobody);
  const isGits = change.inGit === "both" || (change.inGit === "old" && culprit.cause === "git");
  if (culprit.runsGit && isGits) return step("report", BECAUSE.git);
  if (culprit.cause === "own-words") return undo(BECAUSE.own);
  if (culprit.cause === "git") return undo(BECAUSE.uncommitted);
  if (change.isBlockChanged) return undo(BECAUSE.block);
  if (change.isStray) return undo(BECAUSE.stray);
  return step("report", BECAUSE.program);
}

const BECAUSE = {
  session: { en: "a plan or another session wrote it", zh: "由计划或另一个会话写入" },
  typed: {
    en: "memory-bank's command line wrote it while a command of the agent's was running",
    zh: "由 memory-bank 命令行写入，当时有代理的命令在运行",
  },
  nobody: { en: "none of the agent's calls did it", zh: "不是代理的调用所为" },
  git: { en: "git did it, and still has the old version", zh: "由 git 所为，git 仍有旧版本" },
  uncommitted: { en: "git does not have the old version", zh: "git 没有旧版本" },
  block: { en: "the user block was changed", zh: "用户区块被改动" },
  stray: { en: "a link to nowhere or a pipe was left", zh: "留下了无效链接或管道" },
  program: {
    en: "a program of the project did it: it may be the user's own generator",
    zh: "由项目中的程序所为：可能是用户自己的生成器",
  },
  gone: { en: "one of its versions is not at hand", zh: "缺少其中一个版本" },
  own: { en: "only structured tools write there", zh: "这里只接受结构化工具写入" },
} satisfies Readonly<Record<string, Text>>;

const DAMAGES: Readonly<Record<BlockDamage["kind"], Text>> = {
  "user-block-changed": { en: "the user block was changed", zh: "用户区块被改动" },
  "markers-changed": { en: "a block marker was changed", zh: "区块标记被改动" },
};
