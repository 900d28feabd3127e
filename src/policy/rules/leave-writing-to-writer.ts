import { fillIn } from "../../bank/fill-in.ts";
import { BANK_WRITER } from "../../bank/layout.ts";
import type { Bank, HostWords, Text, Verdict } from "../../types.ts";
import { docWrites } from "../call.ts";
import type { Rule } from "../decide.ts";

/** With `writer=subagent` one agent alone writes into the bank; the others hand it what is to be saved. */
export const leaveWritingToWriter: Rule = {
  name: "leave-writing-to-writer",
  kind: "guard",
  warnsOnce: false,
  judge({ call, session, bank, writer, words }) {
    if (writer !== "subagent") return pass({ en: "every agent may write", zh: "每个代理都可以写" });
    if (docWrites(call).length === 0) {
      return pass({ en: "no write into the bank", zh: "没有写入记忆库" });
    }
    // How the session began proves nothing: another agent may have taken it over.
    if (session.agent === BANK_WRITER) {
      return pass({ en: `${BANK_WRITER} writes`, zh: `由 ${BANK_WRITER} 写入` });
    }
    return {
      kind: "refuse",
      because: {
        en: `${session.agent ?? "an unknown agent"} is not ${BANK_WRITER}`,
        zh: `${session.agent ?? "未知的代理"}不是 ${BANK_WRITER}`,
      },
      message: refusal(words, bank),
    };
  },
};

function pass(because: Text): Verdict {
  return { kind: "pass", because };
}

function refusal(words: HostWords, { name, language }: Bank): string {
  const description = `save to ${name}`;
  const call = (prompt: string) =>
    fillIn(words.delegateWork, { agent: BANK_WRITER, description, prompt });
  return {
    en: `[Memory Bank] Not written: only ${BANK_WRITER} writes into ${name}/ here.\nNext: ${call("the target doc; what to save; the user's words that confirmed it")} (rule: leave-writing-to-writer)`,
    zh: `[Memory Bank] 未写入：这里只有 ${BANK_WRITER} 可以写 ${name}/。\n下一步：${call("目标文档；要写的内容；用户确认时的原话")} (rule: leave-writing-to-writer)`,
  }[language];
}
