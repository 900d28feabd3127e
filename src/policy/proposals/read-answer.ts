import type { AnsweredQuestion, Grant, MadePlan } from "../../proposal-types.ts";
import { type Reply, classifyReply } from "./classify-reply.ts";
import { findDocs, findOwnDocs } from "./find-docs.ts";
import { asksUser, findOffer } from "./find-offer.ts";
import { NEGATES, foldWords } from "./reply-words.ts";

const SAVES = /\b(?:save|write|record|store|add|note|update|apply)\b|写|记|存|更新|添加|执行/;
const LEAVES =
  /\b(?:skip|discard|cancel|leave|ignore|dismiss|close|later)\b|跳过|放弃|取消|忽略|以后|算了/;
const NAMES_MEMORY = /\bmemory[ -]?bank\b|\bmemory\.md|记忆库/;
const APPLIES = /\bapply\b|\b(?:run|execute|go ahead|ok)\b.*\b(?:plan|refresh)\b|执行|应用/;
/** In the turn of the plan nobody need name it. */
const OPEN = /^(?:(?:shall|may|should|can) i|ok|okay|proceed|go ahead|(?:要|可以|继续)吗?)\??$/;

/** The save that the agent asks for through the host's question tool: an offer, or a question that names the memory. */
export function findAskedSave(question: string): Pick<Grant, "docs" | "content"> | undefined {
  const asked = lastQuestionIn(question);
  const docs = findOwnDocs(asked);
  const isNamed = docs.length > 0 || NAMES_MEMORY.test(asked);
  const isSave = isNamed && SAVES.test(asked) && !NEGATES.test(asked) && !LEAVES.test(asked);
  const save = { docs: docs.length > 0 ? docs : ("any" as const), content: "" };
  return findOffer(question) ?? (isSave ? save : undefined);
}

/** Whether the last thing that the text asks is if the plan may be applied. */
export function asksForPlan(text: string, { stage }: MadePlan): boolean {
  const asked = lastQuestionIn(text);
  return APPLIES.test(asked) || (stage === "new" && (OPEN.test(asked) || !asksUser(text)));
}

function lastQuestionIn(text: string): string {
  const sentences = foldWords(text).match(/(?:[^.!?\n。]|\.(?=\S))+\??/gu) ?? [];
  return sentences.findLast(asksUser)?.trim() ?? "";
}

/** What the chosen options, or the words typed instead, say. One no among several is a no. */
export function readAnswer({ options, answers }: AnsweredQuestion): Reply {
  const replies = answers.map((answer) => {
    const option = options.find(({ label }) => label === answer);
    return option === undefined ? classifyReply(answer) : readOption(option);
  });
  return replies.find((reply) => reply === "decline") ?? replies[0] ?? "unrelated";
}

function readOption({ label, description }: AnsweredQuestion["options"][number]): Reply {
  const words = foldWords(`${label}\n${description}`);
  if (NEGATES.test(words) || LEAVES.test(words)) return "decline";
  const reply = classifyReply(label);
  const isSave = SAVES.test(words) || findDocs(label).length > 0;
  return reply === "unrelated" && isSave ? "confirm" : reply;
}
