import { fillIn } from "../../bank/fill-in.ts";
import { namePaths, shorten } from "../../bank/shorten.ts";
import type { PlanCall } from "../../call-types.ts";
import type { Docs, Proposals } from "../../proposal-types.ts";
import type { HostWords, Session, Text, Verdict } from "../../types.ts";
import { docWrites } from "../call.ts";
import type { Rule } from "../decide.ts";
import { isApproved } from "../proposals/advance-proposals.ts";
import { renderOffer } from "../proposals/render-proposals.ts";
import { pass } from "../verdict.ts";

const TARGETS_OFFERED = 3;

/** The user decides what goes into the bank: by a yes to an offer, by request, or by a plan. */
export const askBeforeSaving: Rule = {
  name: "ask-before-saving",
  judge({ call, session, approval, words }) {
    if (call.appliesPlan !== undefined) return judgePlan(call.appliesPlan, session, words);
    if (approval === "off") return pass("approval is off", "不要求确认");
    const proposals = proposalsOf(session);
    // After a restart without its history it is unknown what the user has said.
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
    const next = {
      en: "tell the user what you saved and ask whether it may stay; another time, offer first",
      zh: "告诉用户写了什么，并问是否保留；以后先提议再写",
    };
    return { kind: "warn", because, next };
  },
};

/** The proposals that count for a session: those of the session that the user speaks in. */
export function proposalsOf(session: Session): Proposals {
  return session.parent === undefined ? session.proposals : proposalsOf(session.parent);
}

/** The docs that may be written: by a confirmed offer, by request, or by a plan that was applied. */
export function approvedOf({ grants, planned }: Proposals): Docs {
  if (grants.some(({ docs }) => docs === "any")) return "any";
  return [...grants.flatMap(({ docs }) => docs), ...planned];
}

function offerFirst(paths: readonly string[]): Text {
  const docs = paths.slice(0, TARGETS_OFFERED);
  return {
    en: `finish the main task, end your message with this offer, and write once the user has said yes:\n${renderOffer(docs, "en")}\n`,
    zh: `完成主要任务，在回复末尾提议，用户确认后再写：\n${renderOffer(docs, "zh")}\n`,
  };
}

/** A plan is applied whole: by an agent that may edit, where the user speaks, and with their yes to this one. */
function judgePlan(
  { id, mayEdit }: PlanCall,
  { parent, proposals: { plan, grants } }: Session,
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
  if (plan !== undefined && plan === id && grants.some((each) => each.plan === id))
    return pass(`the user has agreed to plan ${id}`, `用户已同意计划 ${id}`);
  const shown = shorten(id ?? "?", 40);
  const apply = fillIn(words.apply, { plan: shown });
  return {
    kind: "refuse",
    because: {
      en: `the user has not agreed to plan ${shown}; a permission that is set to allow is no yes`,
      zh: `用户还没有同意计划 ${shown}；配置中的 allow 权限不等于用户同意`,
    },
    next:
      plan === id
        ? {
            en: `show the plan to the user, ask whether you may apply it, and end your turn; after their yes, call ${apply}`,
            zh: `把计划展示给用户，问是否执行，并结束本轮；用户同意后调用 ${apply}`,
          }
        : { en: `${words.plan}, and show it to the user`, zh: `${words.plan}，并展示给用户` },
  };
}
