import type { ExistingDoc, HostWords, Language, Text, Verdict } from "../../types.ts";
import type { Rule } from "../decide.ts";
import { missingAnchors } from "../missing-anchors.ts";
import { RISKS } from "../risk-words.ts";
import { readCall } from "../read-call.ts";
import { recoveryOf } from "../session.ts";

/** After a compaction a risky write waits until the task's docs were read again. */
export const recoverAfterCompaction: Rule = {
  name: "recover-after-compaction",
  kind: "gate",
  warnsOnce: false,
  judge({ session, bank, guardMode, risk, words }) {
    if (guardMode === "off") return pass({ en: "guard mode is off", zh: "守卫模式为 off" });
    if (recoveryOf(session) === undefined) return pass({ en: "not in recovery", zh: "不在恢复中" });
    if (risk.level === "low") return pass({ en: "low risk", zh: "低风险" });
    const missing = missingAnchors(session, bank);
    if (missing.length === 0)
      return pass({ en: "the task's docs were read again", zh: "任务文档已重新读过" });
    const docs = missing.map(({ doc }) => doc);
    return {
      kind: "refuse",
      because: {
        en: `${risk.level} risk in recovery; not read again: ${docs.join(", ")}`,
        zh: `恢复中的${RISKS[risk.level]}；尚未重读：${docs.join("、")}`,
      },
      message: refusal(missing, words, bank.language),
    };
  },
};

function pass(because: Text): Verdict {
  return { kind: "pass", because };
}

function refusal(missing: readonly ExistingDoc[], words: HostWords, language: Language): string {
  const calls = missing.map(({ address }) => readCall(words, address)).join(", ");
  return {
    en: `[Memory Bank] Not written: the conversation was compacted, and the docs of its task were not read again.\nNext: ${calls} to the end, then repeat this call. (rule: recover-after-compaction)`,
    zh: `[Memory Bank] 未写入：会话已被压缩，任务文档还没有重新读过。\n下一步：${calls}，读完整后重试本次调用。(rule: recover-after-compaction)`,
  }[language];
}
