import { fillIn } from "../../bank/fill-in.ts";
import { shorten } from "../../bank/shorten.ts";
import type { PlanCall } from "../../call-types.ts";
import type { Proposals } from "../../proposal-types.ts";
import type { HostWords, Language, Session, Text, Verdict } from "../../types.ts";

const LONGEST_ID = 40;

/** A plan is applied whole: by an agent that may edit, where the user speaks, and with their yes to this one. */
export function judgePlan(
  { id, mayEdit }: PlanCall,
  { parent, proposals }: Session,
  words: HostWords,
  language: Language,
): Verdict {
  const refuse = (because: Text, text: Text): Verdict => ({
    kind: "refuse",
    because,
    message: `[Memory Bank] ${text[language]}${{ en: " ", zh: "" }[language]}(rule: ask-before-saving)`,
  });
  if (parent !== undefined)
    return refuse({ en: "a subagent asks for it", zh: "由子代理提出" }, OF_SUBAGENT);
  if (!mayEdit)
    return refuse({ en: "the agent may not edit the bank", zh: "该代理不能编辑记忆库" }, OF_READER);
  const { plan } = proposals;
  if (plan === undefined)
    return refuse({ en: "no plan was made here", zh: "这里没有计划" }, noPlan(words));
  const apply = fillIn(words.apply, { plan: plan.id });
  if (plan.id !== id)
    return refuse(
      { en: "another plan was made here", zh: "这里的计划是另一个" },
      otherPlan(id, apply),
    );
  if (isAgreed(proposals, plan.id)) {
    const because = {
      en: `the user has agreed to plan ${plan.id}`,
      zh: `用户已同意计划 ${plan.id}`,
    };
    return { kind: "pass", because };
  }
  return refuse(
    { en: "the user has not agreed to the plan", zh: "用户还没有同意这个计划" },
    notAgreed(plan.id, apply),
  );
}

function isAgreed({ grants }: Proposals, id: string): boolean {
  return grants.some(({ plan }) => plan === id);
}

const OF_SUBAGENT: Text = {
  en: "Not applied: in a subagent there is no user to agree to it.\nNext: hand the plan back, so that the main agent shows it to the user.",
  zh: "未执行：子代理中没有可以同意计划的用户。\n下一步：把计划交回主代理，由它展示给用户。",
};

const OF_READER: Text = {
  en: "Not applied: this agent may not edit the memory bank.\nNext: show the plan, and ask the user to confirm it with an agent that may edit.",
  zh: "未执行：当前代理不能编辑记忆库。\n下一步：展示计划，请用户换用可以编辑的代理并在那里确认。",
};

function noPlan({ plan }: HostWords): Text {
  return {
    en: `Not applied: this session has no plan.\nNext: ${plan}, and show it to the user.`,
    zh: `未执行：本会话没有计划。\n下一步：${plan}，并展示给用户。`,
  };
}

function otherPlan(id: string | undefined, apply: string): Text {
  const named = id === undefined ? undefined : shorten(id, LONGEST_ID);
  return {
    en: `Not applied: ${named ?? "no id"} is not the plan of this session.\nNext: ${apply} after the user's yes.`,
    zh: `未执行：${named ?? "未给出 id"} 不是本会话的计划。\n下一步：用户同意后调用 ${apply}。`,
  };
}

function notAgreed(id: string, apply: string): Text {
  return {
    en: `Not applied: the user has not agreed to plan ${id}. A permission that is set to allow is no yes.\nNext: show the plan to the user, ask whether you may apply it, and end your turn; after their yes, call ${apply}.`,
    zh: `未执行：用户还没有同意计划 ${id}。配置中的 allow 权限不等于用户同意。\n下一步：把计划展示给用户，问是否执行，并结束本轮；用户同意后调用 ${apply}。`,
  };
}
