import type { AnsweredQuestion, Grant, Proposals } from "../../proposal-types.ts";
import { NEGATES, type Reply, classifyReply, foldWords, sentencesIn } from "./classify-reply.ts";
import { findDocs } from "./find-docs.ts";
import { asksUser, findOffer } from "./find-offer.ts";

const SAVES = /\b(?:save|write|record|store|add|note|update|apply)\b|写|记|存|更新|添加|执行/;
const LEAVES =
  /\b(?:skip|discard|cancel|leave|ignore|dismiss|close|later)\b|跳过|放弃|取消|忽略|以后|算了/;
const NAMES_MEMORY = /\bmemory[ -]?bank\b|\bmemory\.md|记忆库/;
const APPLIES = /\bapply\b|\b(?:run|execute|go ahead|ok)\b.*\b(?:plan|refresh)\b|执行|应用/;
const OPEN = /^(?:(?:shall|may|should|can) i|ok|okay|proceed|go ahead|(?:要|可以|继续)吗?)\??$/;

/** The save that the agent asks for through the host's question tool: an offer, or a question that names the memory. */
export function findAskedSave(question: string): Pick<Grant, "docs" | "content"> | undefined {
  const asked = lastQuestionIn(question);
  const docs = findDocs(asked, true);
  const isNamed = docs.length > 0 || NAMES_MEMORY.test(asked);
  const isSave = isNamed && SAVES.test(asked) && !NEGATES.test(asked) && !LEAVES.test(asked);
  const save = { docs: docs.length > 0 ? docs : ("any" as const), content: "" };
  return findOffer(question) ?? (isSave ? save : undefined);
}

/** Whether the last thing that the text asks is if the plan may be applied. In the turn of the plan nobody need name it. */
export function asksForPlan(text: string, { plan, pending }: Proposals): boolean {
  const asked = lastQuestionIn(text);
  const isOpen = pending === "plan" && (asked === "" || OPEN.test(asked));
  return plan !== undefined && (isOpen || APPLIES.test(asked));
}

function lastQuestionIn(text: string): string {
  return sentencesIn(foldWords(text)).findLast(asksUser) ?? "";
}

/** What the chosen options, or the words typed instead, say. One no among several is a no. */
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
