import type {
  Conventions,
  HostWords,
  Language,
  ReadScope,
  RiskReason,
  Session,
  Text,
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
    if (risk.level === "low") return pass(`low risk: ${describe(risk.because).en}`);
    const { conventions } = bank;
    if (conventions === undefined) return pass("the bank has no conventions to read");
    if (conventions.inPrompt) return pass(`${conventions.doc} is in the prompt, uncut`);
    if (knowsConventions(session, conventions)) {
      return pass(`${conventions.doc} was read`);
    }
    const { language } = bank;
    const unread = UNREAD[session.readScope];
    const because = `${risk.level} risk: ${describe(risk.because).en}${unread.en}`;
    const reason = `${describe(risk.because)[language]}${wordsOf(risk.because)[language]}${unread[language]}`;
    const nextStep = nextRead(session, conventions, words);
    if (guardMode === "block" && risk.level === "high") {
      return { kind: "refuse", because, message: refusal(reason, nextStep, language) };
    }
    if (session.told.has("read-before-write")) return pass(`${because}; told already this turn`);
    return { kind: "warn", because, notice: warning(reason, nextStep, language) };
  },
};

function pass(because: string): Verdict {
  return { kind: "pass", because };
}

/** The exact call that opens the gate, or gets on with it where a first part was read. */
function nextRead(session: Session, conventions: Conventions, words: HostWords): string {
  return readCall(words, conventions.address, firstUnreadLine(session, conventions));
}

const UNREAD: Readonly<Record<ReadScope, Text>> = {
  context: {
    en: ", and the project's conventions as they are now are not in the conversation",
    zh: "，而项目约定的当前内容不在对话中",
  },
  turn: {
    en: ", and the project's conventions were not read in this turn",
    zh: "，而本轮还没有读过项目约定",
  },
};

function refusal(reason: string, nextStep: string, language: Language): string {
  return {
    en: `[Memory Bank] Not written: ${reason}.\nNext: ${nextStep} to its end, then repeat this call. (rule: read-before-write)`,
    zh: `[Memory Bank] 未写入：${reason}。\n下一步：${nextStep}，读完整后重试本次调用。(rule: read-before-write)`,
  }[language];
}

function warning(reason: string, nextStep: string, language: Language): string {
  return {
    en: `[Memory Bank] Done, but ${reason}. Next: ${nextStep}, then check this change against them. (rule: read-before-write)`,
    zh: `[Memory Bank] 已写入，但 ${reason}。下一步：${nextStep}，并检查这次改动是否符合约定。(rule: read-before-write)`,
  }[language];
}

function describe(reason: RiskReason): Text {
  switch (reason.kind) {
    case "no-write":
      return { en: "nothing is written", zh: "没有写入" };
    case "ordinary-file":
      return { en: "one ordinary file", zh: "只写一个普通文件" };
    case "sensitive-file": {
      const path = shortenPath(reason.path);
      return { en: `${path} is a sensitive file`, zh: `${path} 是敏感文件` };
    }
    case "several-files": {
      const { count } = reason;
      return { en: `this one call changes ${count} files`, zh: `这次调用改动 ${count} 个文件` };
    }
    case "shell-write": {
      const path = shortenPath(reason.path);
      return { en: `this command writes ${path}`, zh: `这条命令会写 ${path}` };
    }
    case "unknown-target":
      return {
        en: "this command writes a file that cannot be told beforehand",
        zh: "这条命令会写一个无法事先确定的文件",
      };
  }
}

function wordsOf(reason: RiskReason): Text {
  if (reason.kind !== "unknown-target") return { en: "", zh: "" };
  const words = shortenPath(reason.words);
  return { en: ` (${words})`, zh: `（${words}）` };
}
