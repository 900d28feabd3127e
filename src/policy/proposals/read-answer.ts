import type { AnsweredQuestion, Offer, Proposals } from "../../proposal-types.ts";
import { NEGATES, type Reply, classifyReply, foldWords, sentencesIn } from "./classify-reply.ts";
import { NAMES_BANK, findDocs } from "./find-docs.ts";
import { ASKS_USER, findOffer } from "./find-offer.ts";

const SAVES = /\b(?:save|write|record|store|add|note|update|apply)\b|写|记|存|更新|添加|执行/;
const LEAVES =
  /\b(?:skip|discard|cancel|leave|ignore|dismiss|close|later)\b|跳过|放弃|取消|忽略|以后|算了/;
const APPLIES = /\bapply\b|\b(?:run|execute|go ahead|ok)\b.*\b(?:plan|refresh)\b|执行|应用/;
const OPEN = /^(?:(?:shall|may|should|can) i|ok|okay|proceed|go ahead|(?:要|可以|继续)吗?)\??$/;

/** What the agent asks for through the host's question tool: an offer, a save to the memory that it names, or the plan. */
export function findAsked(question: string, proposals: Proposals): Offer | undefined {
  const offer = findPlanOffer(question, proposals) ?? findOffer(question);
  if (offer !== undefined) return offer;
  const asked = lastQuestionIn(question);
  const docs = findDocs(asked, true);
  const isNamed = docs.length > 0 || NAMES_BANK.test(asked);
  const isSave = isNamed && SAVES.test(asked) && !NEGATES.test(asked) && !LEAVES.test(asked);
  return isSave ? { docs: docs.length > 0 ? docs : "any", content: "" } : undefined;
}

/** The plan, if the text last asks whether to apply it. In the plan's own turn the question need not name the plan. */
export function findPlanOffer(text: string, { plan, pending }: Proposals): Offer | undefined {
  const asked = lastQuestionIn(text);
  const isAsked = APPLIES.test(asked) || (pending?.plan !== undefined && OPEN.test(asked));
  return plan !== undefined && isAsked ? { docs: [], content: undefined, plan } : undefined;
}

function lastQuestionIn(text: string): string {
  return sentencesIn(foldWords(text)).findLast((each) => ASKS_USER.test(each)) ?? "";
}

/** Whether the chosen options, or the words typed instead, confirm. One no among several is a no. */
export function readAnswer({ options, answers }: AnsweredQuestion): Reply {
  const replies = answers.map((answer): Reply => {
    const option = options.find(({ label }) => label === answer);
    if (option === undefined) return classifyReply(answer);
    const words = foldWords(`${option.label}\n${option.description}`);
    if (NEGATES.test(words) || LEAVES.test(words)) return "decline";
    return SAVES.test(words) ? "confirm" : classifyReply(option.label);
  });
  return replies.find((reply) => reply === "decline") ?? replies[0] ?? "unrelated";
}
