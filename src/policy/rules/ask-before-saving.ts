import type { Docs } from "../../proposal-types.ts";
import type { Language, Text, ToolCall, Verdict } from "../../types.ts";
import { docWrites } from "../call.ts";
import type { Rule } from "../decide.ts";
import { approvedOf, isApproved, proposalsOf } from "../proposals/approved.ts";
import { judgePlan } from "../proposals/judge-plan.ts";
import { renderOffer } from "../proposals/render-offer.ts";
import { shortenPath } from "../../bank/shorten.ts";

const PATHS_NAMED = 3;

/** What goes into the bank is the user's to decide: by a yes to an offer, by request, or by a plan. */
export const askBeforeSaving: Rule = {
  name: "ask-before-saving",
  kind: "guard",
  warnsOnce: true,
  judge({ call, session, bank, approval, words }) {
    if (call.appliesPlan !== undefined) {
      return judgePlan(call.appliesPlan, session, words, bank.language);
    }
    if (approval === "off") return pass({ en: "approval is off", zh: "不要求确认" });
    const proposals = proposalsOf(session);
    // After a restart without its history nobody knows what the user has said.
    if (approval === "warn" && !proposals.hasUser)
      return pass({ en: "no message of the user was seen", zh: "没有见到用户的消息" });
    const paths = findUnasked(call, approvedOf(proposals));
    if (paths.length === 0)
      return pass({ en: "every write into the bank is covered", zh: "写入记忆库都已获同意" });
    const because: Text = {
      en: `not asked for: ${paths.join(", ")}`,
      zh: `未经要求：${paths.join("、")}`,
    };
    if (approval === "block") {
      return { kind: "refuse", because, message: refusal(paths, bank.language) };
    }
    if (session.told.has("ask-before-saving")) return pass(andTold(because));
    return { kind: "warn", because, notice: warning(paths, bank.language) };
  },
};

function pass(because: Text): Verdict {
  return { kind: "pass", because };
}

/** A warning is said once a turn. */
function andTold({ en, zh }: Text): Text {
  return { en: `${en}; told already this turn`, zh: `${zh}；本轮已提醒过` };
}

/** The other writes into the bank are refused by the guard, whatever the user has said. */
function findUnasked(call: ToolCall, docs: Docs): string[] {
  const unasked = docWrites(call).filter(({ target }) => !isApproved(docs, target.doc ?? ""));
  return [...new Set(unasked.map(({ target }) => target.path))];
}

function refusal(paths: readonly string[], language: Language): string {
  const offer = renderOffer(paths.slice(0, PATHS_NAMED), [], language).join("\n");
  const docs = names(paths);
  return {
    en: `[Memory Bank] Not written: the user has neither confirmed nor asked for a save to ${docs.en}.\nNext: finish the main task, end your message with this offer, and write once the user has said yes:\n${offer}\n(rule: ask-before-saving)`,
    zh: `[Memory Bank] 未写入：用户没有确认或要求写入 ${docs.zh}。\n下一步：完成主要任务，在回复末尾提议，用户确认后再写：\n${offer}\n(rule: ask-before-saving)`,
  }[language];
}

function warning(paths: readonly string[], language: Language): string {
  const docs = names(paths);
  return {
    en: `[Memory Bank] Written, but the user has neither confirmed nor asked for a save to ${docs.en}. Next: tell the user what you saved and ask whether it may stay; another time, offer first. (rule: ask-before-saving)`,
    zh: `[Memory Bank] 已写入，但用户没有确认或要求写入 ${docs.zh}。下一步：告诉用户写了什么，并问是否保留；以后先提议再写。(rule: ask-before-saving)`,
  }[language];
}

function names(paths: readonly string[]): Text {
  const shown = paths.slice(0, PATHS_NAMED - 1).map((path) => shortenPath(path));
  const more = paths.length - shown.length;
  return {
    en: [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", "),
    zh: [...shown, ...(more > 0 ? [`另外 ${more} 个`] : [])].join("、"),
  };
}
