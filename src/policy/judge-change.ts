import type { BlockDamage } from "../bank/blocks.ts";
import type { ChangeStep, EffectCheck, Text } from "../types.ts";
import { DAMAGES } from "./damages.ts";

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
  /** The command that may have done it; undefined where none can. */
  readonly culprit: Suspect | undefined;
  /** When it happened; undefined where the file system's clock says nothing. */
  readonly at: ChangeTime | undefined;
  /** Who else is known to have written these bytes, or to have taken the doc away. */
  readonly writtenBy: "tool" | "plan" | "command-line" | "git" | undefined;
  /** Both versions are at hand, so that nothing is lost by putting one back. */
  readonly isAtHand: boolean;
}

/** A command, or a call of a tool that may do anything, and when it ran. */
export interface Suspect {
  readonly cause: EffectCheck["cause"];
  readonly from: number;
  /** Infinity while a part of it is running. */
  readonly to: number;
  /** The look at the bank before it took a while: what changed meanwhile may be somebody else's. */
  readonly isUnchecked?: boolean;
}

export interface ChangeTime {
  readonly ms: number;
  /** How far the file system's clock may lag behind. */
  readonly lag: number;
}

/** Of several, the one that says most. */
export const STRENGTH: Readonly<Record<EffectCheck["cause"], number>> = {
  "names-bank": 4,
  "own-words": 3,
  program: 2,
  harmless: 1,
};

/** In a moment as short as this nobody else saves a doc. */
const MOMENT = 2000;
/** Kernels note times by a clock that ticks a few hundred times a second. */
export const TICK = 20;

/** Of those that were running when it happened, the one to blame: what says most, and began last. */
export function findCulprit<Any extends Suspect>(
  suspects: readonly Any[],
  at: ChangeTime | undefined,
): Any | undefined {
  return suspects
    .filter(({ from, to }) => at === undefined || (from <= at.ms + at.lag && at.ms <= to + at.lag))
    .toSorted((a, b) => STRENGTH[b.cause] - STRENGTH[a.cause] || b.from - a.from)[0];
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
  if (damage !== undefined)
    return { doc, rule, verdict: "put-back", because: { en: damage, zh: DAMAGES[damage] } };
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
  if (writtenBy === "tool") return step("keep", BECAUSE.tool);
  if (writtenBy === "plan") return step("keep", BECAUSE.plan);
  if (writtenBy === "command-line") {
    // Whose yes it was cannot be told where the agent's command may have started it.
    return culprit === undefined ? step("keep", BECAUSE.plan) : step("report", BECAUSE.typed);
  }
  if (culprit === undefined) return step("report", BECAUSE.nobody);
  if (culprit.cause === "program") return step("report", BECAUSE.program);
  if (writtenBy === "git") return step("report", BECAUSE.git);
  if (!isAtHand) return step("report", BECAUSE.gone);
  if (mayBeOlder(change, culprit)) return step("report", BECAUSE.older);
  switch (culprit.cause) {
    case "names-bank":
      return step("put-back", BECAUSE.named);
    case "own-words":
      return step("put-back", BECAUSE.own);
    case "harmless":
      return isSure(change, culprit)
        ? step("put-back", BECAUSE.sure)
        : step("report", BECAUSE.unsure);
  }
}

const BECAUSE = {
  tool: { en: "a structured tool wrote it", zh: "由结构化工具写入" },
  plan: { en: "a plan or another session wrote it", zh: "由计划或另一个会话写入" },
  typed: {
    en: "memory-bank's command line wrote it while a command of the agent's was running",
    zh: "由 memory-bank 命令行写入，当时有代理的命令在运行",
  },
  nobody: { en: "none of the agent's calls did it", zh: "不是代理的调用所为" },
  program: {
    en: "a program of the project did it: it may be the user's own generator",
    zh: "由项目中的程序所为：可能是用户自己的生成器",
  },
  git: { en: "git brought in this version", zh: "这个版本由 git 带入" },
  gone: { en: "one of its versions is not at hand", zh: "缺少其中一个版本" },
  older: {
    en: "it may have happened a moment before the command began",
    zh: "也可能发生在命令开始前的一刻",
  },
  named: { en: "a command that names the bank did it", zh: "由提到记忆库的命令所为" },
  own: { en: "the agent's own code did it", zh: "由代理自己的代码所为" },
  sure: {
    en: "a command taken for harmless did it: nothing else can have",
    zh: "由被视为无害的命令所为：不可能是别的",
  },
  unsure: {
    en: "a command taken for harmless was running: the user may have saved it",
    zh: "当时有被视为无害的命令在运行：也可能是用户保存的",
  },
} satisfies Readonly<Record<string, Text>>;

function mayBeOlder({ at }: FoundChange, { from, isUnchecked = false }: Suspect): boolean {
  return isUnchecked && (at === undefined || at.ms < from);
}

/** It happened while the command ran, and there was no time for anybody else. */
function isSure({ at }: FoundChange, { from, to }: Suspect): boolean {
  return at !== undefined && from <= at.ms + Math.min(at.lag, TICK) && to - from <= MOMENT;
}
