import { readCall } from "../../bank/fill-in.ts";
import type { Rule } from "../decide.ts";
import { pass } from "../verdict.ts";
import { missingAnchors, recoveryOf } from "../session.ts";

/** After a compaction a risky write waits until the task's docs were read again. */
export const recoverAfterCompaction: Rule = {
  name: "recover-after-compaction",
  judge({ session, bank, guardMode, risk, words }) {
    if (guardMode === "off") return pass("guard mode is off", "守卫模式为 off");
    if (recoveryOf(session) === undefined) return pass("not in recovery", "不在恢复中");
    if (risk.level === "low") return pass("low risk", "低风险");
    const missing = missingAnchors(session, bank);
    if (missing.length === 0) return pass("the task's docs were read again", "任务文档已重新读过");
    const calls = missing.map(({ address }) => readCall(words, address)).join(", ");
    return {
      kind: "refuse",
      because: {
        en: "the conversation was compacted, and the docs of its task were not read again",
        zh: "会话已被压缩，任务文档还没有重新读过",
      },
      next: {
        en: `${calls} to the end, then repeat this call`,
        zh: `${calls}，读完整后重试本次调用`,
      },
    };
  },
};
