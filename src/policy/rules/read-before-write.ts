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
import { firstUnreadLine, unreadConventions } from "../session.ts";
import { readCall } from "../read-call.ts";
import { RISKS } from "../risk-words.ts";
import { shortenPath } from "../../bank/shorten.ts";

/** A risky write waits until this turn has read the project's conventions. */
export const readBeforeWrite: Rule = {
  name: "read-before-write",
  kind: "gate",
  warnsOnce: true,
  judge({ session, bank, guardMode, risk, words }) {
    const { language } = bank;
    if (guardMode === "off") return pass({ en: "guard mode is off", zh: "守卫模式为 off" });
    const what = describe(risk.because);
    if (risk.level === "low") return pass({ en: `low risk: ${what.en}`, zh: `低风险：${what.zh}` });
    const { conventions } = bank;
    if (conventions.length === 0)
      return pass({ en: "the bank has no conventions to read", zh: "记忆库没有可读的约定" });
    // Both versions stand in it: who has read it does not know which one holds.
    const merged = conventions.find(({ conflictLine }) => conflictLine !== undefined);
    const unread = unreadConventions(session, conventions);
    if (merged === undefined && unread.length === 0) {
      const read = conventions.map(({ doc }) => doc).join(", ");
      const were = conventions.length === 1 ? "was" : "were";
      return pass({ en: `${read} ${were} read`, zh: `已读过 ${read}` });
    }
    const unknown = merged === undefined ? UNREAD[session.readScope] : inConflict(merged);
    const because: Text = {
      en: `${risk.level} risk: ${what.en}${unknown.en}`,
      zh: `${RISKS[risk.level]}：${what.zh}${unknown.zh}`,
    };
    const reason = `${what[language]}${unknown[language]}`;
    const steps = merged === undefined ? readFirst(session, unread, words) : MEND_FIRST;
    if (guardMode === "block" && risk.level === "high") {
      return { kind: "refuse", because, message: refusal(reason, steps.refused, language) };
    }
    if (session.told.has("read-before-write"))
      return pass({
        en: `${because.en}; told already this turn`,
        zh: `${because.zh}；本轮已提醒过`,
      });
    return { kind: "warn", because, notice: warning(reason, steps.done, language) };
  },
};

function pass(because: Text): Verdict {
  return { kind: "pass", because };
}

/** A notice has little room: how many calls it spells out. */
const CALLS_IN_NOTICE = 2;

/** The exact calls that open the gate, or get on with it where a first part was read. */
function nextReads(
  session: Session,
  unread: readonly Conventions[],
  words: HostWords,
): readonly string[] {
  return unread.map((each) => readCall(words, each.address, firstUnreadLine(session, each)));
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

function inConflict({ address, conflictLine }: Conventions): Text {
  const place = `${shortenPath(address)}:${conflictLine}`;
  return {
    en: `, and a merge left a conflict in the project's conventions (${place})`,
    zh: `，而合并在项目约定中留下了冲突（${place}）`,
  };
}

/** What to do before the call is repeated, and after it was made. */
interface NextStep {
  readonly refused: Text;
  readonly done: Text;
}

function readFirst(session: Session, unread: readonly Conventions[], words: HostWords): NextStep {
  const calls = nextReads(session, unread, words);
  const all = calls.join(", ");
  const named = calls.slice(0, CALLS_IN_NOTICE).join(", ");
  const rest = calls.length - CALLS_IN_NOTICE;
  return {
    refused: {
      en: `${all} to ${calls.length === 1 ? "its end" : "their ends"}, then repeat this call.`,
      zh: `${all}，读完整后重试本次调用。`,
    },
    done: {
      en: `${named}${rest > 0 ? ` and ${rest} more` : ""}, then check this change against them.`,
      zh: `${named}${rest > 0 ? `，另有 ${rest} 个` : ""}，并检查这次改动是否符合约定。`,
    },
  };
}

const MEND: Text = {
  en: "fix that doc first, with the user: keep what holds of the two versions, remove git's markers",
  zh: "先与用户一起修好这篇文档：保留两个版本中正确的内容，删除 git 的标记",
};
const MEND_FIRST: NextStep = {
  refused: {
    en: `${MEND.en}, then repeat this call.`,
    zh: `${MEND.zh}，然后重试本次调用。`,
  },
  done: {
    en: `${MEND.en}, then check this change against it.`,
    zh: `${MEND.zh}，并检查这次改动是否符合约定。`,
  },
};

function refusal(reason: string, nextStep: Text, language: Language): string {
  return {
    en: `[Memory Bank] Not written: ${reason}.\nNext: ${nextStep.en} (rule: read-before-write)`,
    zh: `[Memory Bank] 未写入：${reason}。\n下一步：${nextStep.zh}(rule: read-before-write)`,
  }[language];
}

function warning(reason: string, nextStep: Text, language: Language): string {
  return {
    en: `[Memory Bank] Done, but ${reason}. Next: ${nextStep.en} (rule: read-before-write)`,
    zh: `[Memory Bank] 已写入，但 ${reason}。下一步：${nextStep.zh}(rule: read-before-write)`,
  }[language];
}

function describe(reason: RiskReason): Text {
  switch (reason.kind) {
    case "no-write":
      return { en: "nothing is written", zh: "没有写入" };
    case "ordinary-file":
      return { en: "one ordinary file, or the bank", zh: "只写一个普通文件，或记忆库" };
    case "passing-file":
      return {
        en: "only new files, files of this session, or files that git ignores or programs generate",
        zh: "只写新文件、本会话创建的文件、git 忽略的文件或生成的文件",
      };
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
  }
}
