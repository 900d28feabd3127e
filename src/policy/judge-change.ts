import type { BlockDamage } from "../bank/blocks.ts";
import type { ChangeStep, EffectCheck, Text } from "../types.ts";

/** A change in the bank that has happened, with all that is known of it. */
export type Change = ToolChange | FoundChange;

/** Damage that no doc may keep, whoever wrote it. */
export interface Harm {
  /** The rule for secrets that the doc's text breaks. */
  readonly secret: string | undefined;
  readonly damage: BlockDamage["kind"] | undefined;
}

/** A structured tool wrote a text into the doc that could not be known before the call. */
export interface ToolChange extends Harm {
  readonly kind: "tool";
  readonly doc: string;
  readonly isGone: boolean;
}

/** A comparison of the bank found that the doc has changed. */
export interface FoundChange {
  readonly kind: "found";
  readonly doc: string;
  /** The call that may write and was running meanwhile; undefined if there was none. */
  readonly culprit: Suspect | undefined;
  /** Another process of ours has written these bytes, or removed the doc, with a tool or a plan. */
  readonly isOurs: boolean;
  /** Which versions git has stored: both, only the old one, or none. Looked up only if git was running. */
  readonly inGit: "both" | "old" | "none";
  /** The user block was changed, or removed from a doc that still exists. */
  readonly isBlockChanged: boolean;
  /** Both versions are known, so that putting the old one back loses nothing. */
  readonly isAtHand: boolean;
}

/** A command, or a call of a tool that may do anything. */
export type Suspect = Pick<EffectCheck, "cause" | "runsGit">;

/** Of several running calls, the one to blame: code in the agent's own words comes before git or a program. */
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

function judgeToolChange({ doc, isGone, secret, damage }: ToolChange): ChangeStep {
  if (isGone) {
    const because = { en: "it was deleted", zh: "它被删除了" };
    return { doc, rule: "guard-memory-files", verdict: "put-back", because };
  }
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
  const { doc, culprit, isAtHand } = change;
  const step = (verdict: ChangeStep["verdict"], because: Text): ChangeStep => ({
    doc,
    rule: "guard-memory-files",
    verdict,
    because,
  });
  const undo = (because: Text) =>
    isAtHand ? step("put-back", because) : step("report", BECAUSE.gone);
  if (change.isOurs) return step("keep", BECAUSE.ours);
  if (culprit === undefined) return step("report", BECAUSE.nobody);
  const isGits = change.inGit === "both" || (change.inGit === "old" && culprit.cause === "git");
  if (culprit.runsGit && isGits) return step("report", BECAUSE.git);
  if (culprit.cause === "own-words") return undo(BECAUSE.own);
  if (culprit.cause === "git") return undo(BECAUSE.uncommitted);
  if (change.isBlockChanged) return undo(BECAUSE.block);
  return step("report", BECAUSE.program);
}

const BECAUSE = {
  ours: { en: "a plan or another session wrote it", zh: "由计划或另一个会话写入" },
  nobody: { en: "none of the agent's calls did it", zh: "不是代理的调用所为" },
  git: { en: "git did it, and still has the old version", zh: "由 git 所为，git 仍有旧版本" },
  uncommitted: { en: "its last version was not committed", zh: "它的上一个版本没有提交" },
  block: { en: "the user block was changed", zh: "用户区块被改动" },
  program: {
    en: "a program of the project did it: it may be the user's own generator",
    zh: "由项目中的程序所为：可能是用户自己的生成器",
  },
  gone: { en: "one of its versions is not at hand", zh: "缺少其中一个版本" },
  own: { en: "only tools that edit files may write there", zh: "那里只能用编辑文件的工具写入" },
} satisfies Readonly<Record<string, Text>>;

const DAMAGES: Readonly<Record<BlockDamage["kind"], Text>> = {
  "user-block-changed": { en: "the user block was changed", zh: "用户区块被改动" },
  "markers-changed": { en: "a block marker was changed", zh: "区块标记被改动" },
};
