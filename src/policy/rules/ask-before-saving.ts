import { fillIn } from "../../bank/fill-in.ts";
import { namePaths, shorten } from "../../bank/shorten.ts";
import type { PlanCall } from "../../call-types.ts";
import type { HostWords, Language, Objection, Session, Verdict } from "../../types.ts";
import { docWrites } from "../call.ts";
import type { Rule } from "../decide.ts";
import { approvedOf, isApproved, proposalsOf } from "../proposals/advance-proposals.ts";
import { renderOffer } from "../proposals/render-proposals.ts";
import { pass } from "../verdict.ts";

const TARGETS_OFFERED = 3;

/** What goes into the bank is the user's to decide: by a yes to an offer, by request, or by a plan. */
export const askBeforeSaving: Rule = {
  name: "ask-before-saving",
  judge({ call, session, approval, words }) {
    if (call.appliesPlan !== undefined) return judgePlan(call.appliesPlan, session, words);
    if (approval === "off") return pass("approval is off", "不要求确认");
    const proposals = proposalsOf(session);
    // After a restart without its history nobody knows what the user has said.
    if (approval === "warn" && !proposals.hasUser)
      return pass("no message of the user was seen", "没有见到用户的消息");
    // The other writes into the bank are refused by the guard, whatever the user has said.
    const approved = approvedOf(proposals);
    const unasked = docWrites(call).filter(({ target }) => !isApproved(approved, target.doc ?? ""));
    const paths = [...new Set(unasked.map(({ target }) => target.path))];
    if (paths.length === 0)
      return pass("every write into the bank is covered", "写入记忆库都已获同意");
    const { en, zh } = namePaths(paths);
    const because = {
      en: `the user has neither confirmed nor asked for a save to ${en}`,
      zh: `用户没有确认或要求写入 ${zh}`,
    };
    if (approval === "block") return { kind: "refuse", because, next: offerFirst(paths) };
    return { kind: "warn", because, next: TELL };
  },
};

function offerFirst(paths: readonly string[]): Objection["next"] {
  const offer = (language: Language) =>
    renderOffer(paths.slice(0, TARGETS_OFFERED), language).join("\n");
  return {
    en: `finish the main task, end your message with this offer, and write once the user has said yes:\n${offer("en")}\n`,
    zh: `完成主要任务，在回复末尾提议，用户确认后再写：\n${offer("zh")}\n`,
  };
}

const TELL = {
  en: "tell the user what you saved and ask whether it may stay; another time, offer first",
  zh: "告诉用户写了什么，并问是否保留；以后先提议再写",
};

/** A plan is applied whole: by an agent that may edit, where the user speaks, and with their yes to this one. */
function judgePlan(
  { id, mayEdit }: PlanCall,
  { parent, proposals: { plan } }: Session,
  words: HostWords,
): Verdict {
  if (parent !== undefined || !mayEdit)
    return {
      kind: "refuse",
      because: {
        en: "only a main agent that may edit applies a plan",
        zh: "只有可以编辑的主代理才能执行计划",
      },
      next: {
        en: "show the plan, so that the user can confirm it with such an agent",
        zh: "展示计划，请用户在这样的代理中确认",
      },
    };
  if (plan === undefined || plan.id !== id)
    return {
      kind: "refuse",
      because: {
        en: `${shorten(id ?? "no id", 40)} is no plan of this session`,
        zh: `${shorten(id ?? "未给出 id", 40)} 不是本会话的计划`,
      },
      next: {
        en: `${words.plan}, and show it to the user`,
        zh: `${words.plan}，并展示给用户`,
      },
    };
  if (plan.isAgreed) return pass(`the user has agreed to plan ${id}`, `用户已同意计划 ${id}`);
  const apply = fillIn(words.apply, { plan: id });
  return {
    kind: "refuse",
    because: {
      en: `the user has not agreed to plan ${id}; a permission that is set to allow is no yes`,
      zh: `用户还没有同意计划 ${id}；配置中的 allow 权限不等于用户同意`,
    },
    next: {
      en: `show the plan to the user, ask whether you may apply it, and end your turn; after their yes, call ${apply}`,
      zh: `把计划展示给用户，问是否执行，并结束本轮；用户同意后调用 ${apply}`,
    },
  };
}
