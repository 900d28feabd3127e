import { BANK_FOLDER, MEMORY_READER } from "../bank/layout.ts";
import type { Bank, Language, NamedBank, RuleName, Text } from "../types.ts";

/** The refusal for a call that our own failure kept from being judged: the reason and the way out. */
export function unjudgedMessage(
  rule: RuleName,
  error: unknown,
  writesBank: boolean,
  bank: Bank,
): string {
  const { name, language } = safelyNamed(bank);
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 160);
  const text: Text = writesBank
    ? {
        en: `[Memory Bank] Not written: this write into ${name}/ could not be judged (${reason}).\nNext: report this to the user, who can fix it; then repeat the call. (rule: ${rule})`,
        zh: `[Memory Bank] 未写入：无法判断这次写入 ${name}/ 的操作（${reason}）。\n下一步：请把此信息告诉用户，由用户修复后再试。(rule: ${rule})`,
      }
    : {
        en: `[Memory Bank] Not done: this call could not be judged (${reason}).\nNext: ask the user to set MEMORY_BANK_GUARD_MODE=warn, then repeat the call. (rule: ${rule})`,
        zh: `[Memory Bank] 未执行：无法判断这次调用（${reason}）。\n下一步：请用户设置 MEMORY_BANK_GUARD_MODE=warn 后重试。(rule: ${rule})`,
      };
  return text[language];
}

/** What can be said of a bank that may have failed itself. */
function safelyNamed(bank: Bank): NamedBank {
  try {
    return { name: bank.name, language: bank.language };
  } catch {
    return { name: BANK_FOLDER, language: "en" };
  }
}

/** What the main agent is told of an answer whose quotes our own failure kept from being checked. */
export function uncheckedMessage(language: Language): string {
  const text: Text = {
    en: "nothing of this answer was checked. Next: read the docs that it names before you rely on them.",
    zh: "这份回答未经核对。下一步：采信之前先读它所指的文档。",
  };
  return `[Memory Bank] ${text[language]} (${MEMORY_READER})`;
}
