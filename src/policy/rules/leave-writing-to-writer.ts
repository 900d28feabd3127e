import { fillIn } from "../../bank/fill-in.ts";
import { BANK_WRITER } from "../../bank/layout.ts";
import { docWrites } from "../call.ts";
import type { Rule } from "../decide.ts";
import { pass } from "../verdict.ts";

/** With `writer=subagent` one agent alone writes into the bank; the others hand it what is to be saved. */
export const leaveWritingToWriter: Rule = {
  name: "leave-writing-to-writer",
  judge({ call, session, bank: { name }, writer, words }) {
    if (writer !== "subagent") return pass("every agent may write", "每个代理都可以写");
    if (docWrites(call).length === 0) return pass("no write into the bank", "没有写入记忆库");
    // The session's first agent does not count: another agent may have taken the session over.
    if (session.agent === BANK_WRITER)
      return pass(`${BANK_WRITER} writes`, `由 ${BANK_WRITER} 写入`);
    const delegate = (prompt: string) =>
      fillIn(words.delegateWork, { agent: BANK_WRITER, description: `save to ${name}`, prompt });
    return {
      kind: "refuse",
      because: {
        en: `only ${BANK_WRITER} writes into ${name}/ here`,
        zh: `这里只有 ${BANK_WRITER} 可以写 ${name}/`,
      },
      next: {
        en: delegate("the target doc; what to save; the user's words that confirmed it"),
        zh: delegate("目标文档；要写的内容；用户确认时的原话"),
      },
    };
  },
};
