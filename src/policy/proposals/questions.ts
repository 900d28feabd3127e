import { type Clause, splitClauses } from "./clauses.ts";
import { foldWords } from "./fold-words.ts";
import { shownLines } from "./shown-text.ts";

/** A sentence of the agent's that wants an answer, also without a question mark. */
const WANTS_ANSWER =
  /\b(?:let me know|tell me|please (?:confirm|say|choose|pick|decide)|say)\b.{0,60}\b(?:if|whether|which|what)\b|\b(?:waiting for|awaiting|need) your\b|\bunless you (?:say|object|tell|stop)\b|^(?:(?:and|or|but|then|also|so|please|first) )*(?:(?:ok|okay|safe) (?:to|if i)\b|(?:shall|should|may|can|could) (?:i|we)\b|(?:do|would) you (?:want|like|prefer|agree|mind|accept)\b|(?:confirm|choose|pick|select|decide|approve|respond|vote)\b)|\b(?:if|once|when|as soon as|until) you(?:'re| are|'d| would|'ve| have)? ?(?:agree|approve|confirm|accept|say|want|like|wish|prefer|ok|okay|fine|decide|choose)\b|\byour (?:pick|choice|call|decision|ok|okay|approval|go-ahead|answer|confirmation|preference|consent|permission)\b|(?:吗|么)$|等(?:你|您)的?(?:确认|同意|批准|答复)|要不要|是否|能不能|需不需要|请(?:告诉我|确认|选择?|决定|批准|答复)|(?:你|您)来?(?:选|定$|决定)|(?:你|您)(?:同意|确认|愿意|点头|没意见)|同意的话|[请就]说(?:$|['"]|好|是|可以)/;

const BEGINS =
  /^(?:(?:so|and|or|but|then|please|also|by the way) )*(?:shall|should|may|can|could|do|does|would|will|is|are|what|which|how|when|where|who|ready|let me know|tell me)\b|^(?:那么?|请问?|另外|还有|你|您)*(?:要|可以|可否|是否|需要|能|行|好|确认|同意)/;

/** Names the act and its opposite: a yes is to the act. */
export const ASKS_BOTH = /(\p{Script=Han}{1,2})不\1|是否|\bor not\b/u;

/** Of two things to choose from, the first. */
export function firstChoice(question: string): string {
  return question.split(/,? or (?!not\b)|,? ?还是/)[0] ?? question;
}

/** What a thing is good for may speak of anything. */
const PURPOSE =
  /\b(?:so(?: that)?|because|since|to avoid|in order)\b.*|(?:以便|以免|免得|因为|方便).*/s;

export function withoutPurpose(words: string): string {
  return words.replace(PURPOSE, "");
}

/** What is asked for last stands at the end. */
const LONGEST = 10_000;

/** The last sentence that asks, of words that are folded already. */
export function lastQuestion(words: string): string | undefined {
  const sentences: Clause[][] = [[]];
  for (const clause of splitClauses(words.slice(-LONGEST))) {
    sentences.at(-1)?.push(clause);
    if (clause.ending !== "," && clause.ending !== ":") sentences.push([]);
  }
  const asking = sentences.findLast((sentence) =>
    sentence.some(({ words: each, ending }) => ending === "?" || WANTS_ANSWER.test(each)),
  );
  if (asking === undefined) return undefined;
  // What comes before it in its sentence is told, not asked.
  const from = asking.findIndex((clause) => BEGINS.test(clause.words));
  return asking
    .slice(Math.max(from, 0))
    .map((clause) => clause.words)
    .join(", ");
}

/** Whether a message of the agent's asks the user for anything. */
export function asks(text: string): boolean {
  return lastQuestion(foldWords(shownLines(text).join("\n"))) !== undefined;
}
