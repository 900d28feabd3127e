import type { AnswerOption, Docs, MadePlan, Offer } from "../../proposal-types.ts";
import { classifyReply } from "./classify-reply.ts";
import { findDocs } from "./find-docs.ts";
import { WANTS_ANSWER, findOffer } from "./find-offer.ts";
import { findRequest } from "./find-request.ts";
import { foldWords } from "./fold-words.ts";
import { NEGATES, TAKES_BACK } from "./reply-words.ts";

interface Answered {
  readonly options: readonly AnswerOption[];
  readonly answers: readonly string[];
}

const SAVES = /\b(?:save|write|record|store|add|note|update|apply)\b|写|记|存|更新|添加|执行/;
const LEAVES =
  /\b(?:skip|discard|cancel|leave|ignore|dismiss|close|later)\b|跳过|放弃|取消|忽略|以后|算了/;
/** How an agent asks whether it may do something. */
const MAY_I =
  /^(?:(?:shall|should|may|can|could) i|do you want me to|would you like me to|ok to|(?:需要|要|可以|能)?我?(?:需要|要不要|要|可以|是否)?)\s*/;
const PLAN =
  /^(?:apply|run|execute|go ahead with) (?:it|.*\b(?:plan|refresh)\b)|^(?:执行|应用|按).*(?:计划|刷新)/;
const UNDER_NAME = /^\s*(?:memory[ -]?bank|记忆库|\S+\.md)\s*$/im;
const BEGINS_TO_SAVE = /^(?:save|write|record|update|add) |^(?:写|记|保存|更新)/;
/** In the turn of the plan nobody need name it. */
const OPEN =
  /^(?:(?:apply|run|execute|proceed|go ahead|continue|do)?(?: (?:it|this|that|so))?|ok|okay|(?:执行|应用|继续|可以)?[它吧]?)$/;
const SOME_ID = /\b[\da-f]{12}\b/g;

/** The save that the agent asks for through the host's question tool: what would be a request from the user. */
export function findAskedOffer(question: string): Offer | undefined {
  const offer = findOffer(question);
  if (offer !== undefined) return offer;
  const asked = askedIn(question);
  const request = findRequest(asked);
  // A header that names the bank, or a doc, says where.
  if (request === undefined && UNDER_NAME.test(question) && BEGINS_TO_SAVE.test(asked)) {
    return { targets: findDocs(question), points: [] };
  }
  if (request === undefined) return undefined;
  return { targets: request.docs === "any" ? [] : request.docs, points: [] };
}

/** Whether the last thing that the text asks is if this plan may be applied. */
export function asksForPlan(text: string, { id, isNew }: MadePlan): boolean {
  const asked = askedIn(text);
  const isOther = (asked.match(SOME_ID) ?? []).some((each) => each !== id);
  if (isOther || TAKES_BACK.test(asked)) return false;
  return PLAN.test(asked) || (isNew && (OPEN.test(asked) || !WANTS_ANSWER.test(text)));
}

/** The last question as if it were none, else the last sentence: `Shall I save it?` → `save it`. */
function askedIn(text: string): string {
  const sentences = foldWords(text).match(/(?:[^.!?\n。]|\.(?=\S))+\??/gu) ?? [];
  const last = sentences.findLast((each) => /[?吗]\s*$/.test(each)) ?? sentences.at(-1) ?? "";
  return last
    .trim()
    .replace(/[吗呢]?\??$/, "")
    .replace(MAY_I, "");
}

/** What the chosen options, or the words typed instead, say. One no among several is a no. */
export function readAnswer({ options, answers }: Answered): {
  readonly reply: "confirm" | "decline" | "unrelated";
  /** Docs that were chosen by name. */
  readonly docs: Docs;
} {
  const labels = new Set(options.map(({ label }) => label));
  // Some hosts give several choices as one text.
  const chosen = answers.flatMap((answer) => {
    const parts = answer.split(/[,，、]/).map((part) => part.trim());
    return !labels.has(answer) && parts.every((part) => labels.has(part)) ? parts : [answer];
  });
  const replies = new Set(
    chosen.map((answer) => {
      const meant = options.filter(({ label }) => label === answer).map(readOption);
      // Of options that look alike nobody knows which was meant.
      return new Set(meant).size > 1 ? "unrelated" : (meant[0] ?? readTyped(answer));
    }),
  );
  const docs = chosen.flatMap(findDocs);
  if (replies.has("decline")) return { reply: "decline", docs };
  return { reply: replies.has("confirm") ? "confirm" : "unrelated", docs };
}

type Choice = "confirm" | "decline" | "unrelated";

function readTyped(text: string): Choice {
  // What stands in parentheses is a remark.
  const reply = classifyReply(text.replaceAll(/[(（][^()（）]*[)）]/g, ""));
  return reply === "mixed" ? "confirm" : reply;
}

/** The label decides, unless its description says that nothing is saved. */
function readOption({ label, description }: AnswerOption): Choice {
  const words = foldWords(`${label}\n${description}`);
  if (NEGATES.test(words.replaceAll("没问题", "")) || LEAVES.test(words)) return "decline";
  if (TAKES_BACK.test(foldWords(description))) return "unrelated";
  const typed = readTyped(label);
  if (typed !== "unrelated") return typed;
  return SAVES.test(words) || findDocs(label).length > 0 ? "confirm" : "unrelated";
}
