import type {
  Conventions,
  HostWords,
  Language,
  RiskReason,
  Session,
  Verdict,
} from "../../types.ts";
import type { Rule } from "../decide.ts";
import { firstUnreadLine, knowsConventions } from "../session.ts";
import { readCall } from "../read-call.ts";
import { shortenPath } from "../../bank/shorten.ts";

/** A risky write waits until this turn has read the project's conventions. */
export const readBeforeWrite: Rule = {
  name: "read-before-write",
  kind: "gate",
  warnsOnce: true,
  judge({ session, bank, guardMode, risk, words }) {
    if (guardMode === "off") return pass("guard mode is off");
    if (risk.level === "low") return pass(`low risk: ${describe(risk.because, "en")}`);
    const { conventions } = bank;
    if (conventions === undefined) return pass("the bank has no conventions to read");
    if (conventions.inPrompt) return pass(`${conventions.doc} is in the prompt, uncut`);
    if (knowsConventions(session, conventions)) {
      return pass(`${conventions.doc} was read, or memory-reader has returned`);
    }
    const because = `${risk.level} risk: ${describe(risk.because, "en")}${unread(session, "en")}`;
    const reason = `${describe(risk.because, bank.language)}${wordsOf(risk.because, bank.language)}${unread(session, bank.language)}`;
    const nextStep = nextRead(session, conventions, words);
    if (guardMode === "block" && risk.level === "high") {
      return { kind: "refuse", because, message: refusal(reason, nextStep, bank.language) };
    }
    if (session.told.has("read-before-write")) return pass(`${because}; told already this turn`);
    return { kind: "warn", because, notice: warning(reason, nextStep, bank.language) };
  },
};

function pass(because: string): Verdict {
  return { kind: "pass", because };
}

/** The exact call that opens the gate, or gets on with it where a first part was read. */
function nextRead(session: Session, conventions: Conventions, words: HostWords): string {
  return readCall(words, conventions.address, firstUnreadLine(session, conventions));
}

function unread({ readScope }: Session, language: Language): string {
  if (readScope === "context") {
    return language === "zh"
      ? "，而项目约定的当前内容不在对话中"
      : ", and the project's conventions as they are now are not in the conversation";
  }
  return language === "zh"
    ? "，而本轮还没有读过项目约定"
    : ", and the project's conventions were not read in this turn";
}

function refusal(reason: string, nextStep: string, language: Language): string {
  return language === "zh"
    ? `[Memory Bank] 未写入：${reason}。\n下一步：${nextStep}，读完整后重试本次调用。(rule: read-before-write)`
    : `[Memory Bank] Not written: ${reason}.\nNext: ${nextStep} to its end, then repeat this call. (rule: read-before-write)`;
}

function warning(reason: string, nextStep: string, language: Language): string {
  return language === "zh"
    ? `[Memory Bank] 已写入，但 ${reason}。下一步：${nextStep}，并检查这次改动是否符合约定。(rule: read-before-write)`
    : `[Memory Bank] Done, but ${reason}. Next: ${nextStep}, then check this change against them. (rule: read-before-write)`;
}

function describe(reason: RiskReason, language: Language): string {
  const zh = language === "zh";
  switch (reason.kind) {
    case "no-write":
      return zh ? "没有写入" : "nothing is written";
    case "ordinary-file":
      return zh ? "只写一个普通文件" : "one ordinary file";
    case "sensitive-file":
      return zh
        ? `${shortenPath(reason.path)} 是敏感文件`
        : `${shortenPath(reason.path)} is a sensitive file`;
    case "several-files":
      return zh
        ? `这次调用改动 ${reason.count} 个文件`
        : `this one call changes ${reason.count} files`;
    case "shell-write":
      return zh
        ? `这条命令会写 ${shortenPath(reason.path)}`
        : `this command writes ${shortenPath(reason.path)}`;
    case "unknown-target":
      return zh
        ? "这条命令会写一个无法事先确定的文件"
        : "this command writes a file that cannot be told beforehand";
  }
}

function wordsOf(reason: RiskReason, language: Language): string {
  if (reason.kind !== "unknown-target") return "";
  const words = shortenPath(reason.words);
  return language === "zh" ? `（${words}）` : ` (${words})`;
}
