import { readCall } from "../../bank/fill-in.ts";
import type { Conventions, HostWords, Session, Text } from "../../types.ts";
import type { Rule } from "../decide.ts";
import { describeRisk } from "../risk.ts";
import { firstUnreadLine, unreadConventions } from "../session.ts";
import { pass } from "../verdict.ts";

/** A risky write waits until the project's conventions were read. */
export const readBeforeWrite: Rule = {
  name: "read-before-write",
  judge({ session, bank, guardMode, risk, words }) {
    if (guardMode === "off") return pass("guard mode is off", "守卫模式为 off");
    const what = describeRisk(risk.because);
    if (risk.level === "low") return pass(`low risk: ${what.en}`, `低风险：${what.zh}`);
    // The bank looks its conventions up only when they are asked for.
    const { conventions } = bank;
    if (conventions.length === 0)
      return pass("the bank has no conventions to read", "记忆库没有可读的约定");
    const unread = unreadConventions(session, conventions);
    if (unread.length === 0) {
      const read = conventions.map(({ doc }) => doc).join(", ");
      return pass(`${read} ${conventions.length === 1 ? "was" : "were"} read`, `已读过 ${read}`);
    }
    const isRefused = guardMode === "block" && risk.level === "high";
    const isTurn = session.readScope === "turn";
    const mayHaveChanged = !isTurn && unread.some(({ doc }) => session.reads.has(doc));
    const because: Text = {
      en: `${what.en}, and the project's conventions were not read${isTurn ? " in this turn" : ""}${mayHaveChanged ? ", or have changed since" : ""}`,
      zh: `${what.zh}，而${isTurn ? "本轮" : ""}还没有读过项目约定${mayHaveChanged ? "，或读后它们已改动" : ""}`,
    };
    const next = nextStep(session, unread, words, isRefused);
    return { kind: isRefused ? "refuse" : "warn", because, next };
  },
};

/** A notice has little room: how many calls it spells out. */
const CALLS_IN_NOTICE = 2;

/** The exact calls that open the gate, or that go on where a first part was read. */
function nextStep(
  session: Session,
  unread: readonly Conventions[],
  words: HostWords,
  isRefused: boolean,
): Text {
  const all = unread.map((each) => readCall(words, each.address, firstUnreadLine(session, each)));
  if (isRefused) {
    const calls = all.join(", ");
    const end = all.length === 1 ? "its end" : "their ends";
    return {
      en: `${calls} to ${end}, then repeat this call`,
      zh: `${calls}，读完整后重试本次调用`,
    };
  }
  const calls = all.slice(0, CALLS_IN_NOTICE).join(", ");
  const more = all.length - CALLS_IN_NOTICE;
  const [en, zh] = more > 0 ? [` and ${more} more`, `，另有 ${more} 个`] : ["", ""];
  return {
    en: `${calls}${en}, then check this change against them`,
    zh: `${calls}${zh}，并检查这次改动是否符合约定`,
  };
}
