import type { Docs } from "../../proposal-types.ts";
import { ASKS, NEGATES, foldWords, sentencesIn } from "./classify-reply.ts";
import { findDocs } from "./find-docs.ts";
import { ownLines } from "./find-offer.ts";

const OUR = "(?:(?:the|our|your|this|project'?s?|team'?s?) )*";
const MEMORY = `(?:${OUR}memory[ -]?bank|(?:(?:the|our|your|this|project) )+memory|${OUR}(?:conventions?|patterns|decisions?(?: log)?|lessons(?: learned)?|learnings))`;
const NOTED =
  "(?:(?:a|an|the|this|that|another|new|as|our|project|team|coding) )*(?:convention|decision|lesson|learning|requirement)s?";
/** What may follow a name of the memory: `the memory bank parser` is something else. */
const END = String.raw`(?=$|[,!;:)(]|\.(?!\w)| (?:that|about|please|now|and|so|too|under|with|for|before|after)\b)`;
const SAVE =
  "(?:save|store|record|add|put|write|note|keep|log|document|remember|capture|make a note)";
/** Words that may stand before the verb of a request to the agent. */
const LEAD = String.raw`^(?:(?:ok|okay|yes|and|then|also|now|so|just|please|great|thanks|finally|first|go ahead and|make sure (?:to|you)|remember to|let's|by the way|(?:i|we) (?:want|need|would like) (?:you )?to|i'd like (?:you )?to|you (?:can|may)|\d\.|-)[, ]+)*`;
/** A request for code that saves is not a request to save. */
const CODE = String.raw`(?!(?:a|an|some|more|another) (?:[\w-]+ ){0,2}(?:tests?|functions?|scripts?|class|methods?|buttons?|links?|hooks?|commands?|pages?|endpoints?|options?|settings?)\b)`;
const LEAD_CHINESE = `^(?:(?:请|麻烦你?|帮我|帮忙|然后|再|并且?|顺[便手]|同时|最后|另外|还有|先|现在|直接|也|都|就|可以|我?想让你|你|我们|好的?)[ ,]*)*(?:(?:做|修|改|弄|完成).{0,12}?(?:之后|以后|后))?[ ,请就再]*(?:[把将].{1,60}?)?`;
const WRITE_CHINESE =
  "(?:保存|记录|添加|增加|新增|补充|更新|同步|归档|整理|写|记|存|加|放)(?:下来|入|进|到|在|至|一下|个|一?[条项个])*";
const MEMORY_CHINESE = String.raw`\s*(?:我们的?|项目的?|团队的?|这[个条])?\s*(?:记忆库|memory[ -]?bank|记忆|约定|规范|决策(?:记录|日志)?|决定|经验(?:教训)?|教训|需求)\s?(?:里面?|中|去)?\s?[吧啊]?(?=$|[,.:;!。、(])`;

const ASKED = [
  `${LEAD}(?:update|extend|complete|fill in) ${OUR}(?:memory[ -]?bank|conventions)${END}`,
  `${LEAD}${SAVE} ${CODE}(?:.{1,200}? )?(?:to|in|into|under) ${MEMORY}${END}`,
  `${LEAD}${SAVE} (?:this|that|it|these|those|them) (?:to|into) memory${END}`,
  `${LEAD}${SAVE} ${NOTED}${END}`,
  `${LEAD_CHINESE}${WRITE_CHINESE}${MEMORY_CHINESE}`,
].map((each) => new RegExp(each, "u"));
/** A verb of change with a doc of the bank after it. */
const CHANGES = new RegExp(
  `${LEAD}(?:${SAVE}|update|edit|create|fix|correct|extend|complete|rewrite|remove|fill in|change)\\b|${LEAD_CHINESE}(?:${WRITE_CHINESE}|修改|改|修正|新建|创建|完善)`,
  "u",
);
/** The save depends on a condition, is only possible, or is somebody else's words. */
const OPEN =
  /\b(?:if|unless|once|should|would|could|maybe|perhaps|later|tomorrow|when|whenever|every|each|said|says|wrote|usually|as (?:soon|long) as|only after|until|but)\b|^(?:i will|i'll|they|he|she)\b|如果|假如|要是|除非|一旦|只要|万一|等|^以后|稍后|明天|也许|说|失败|改成|改为|翻译|没有|算了|不过|会/u;
const QUOTED = /"[^"\n]{1,200}"|(?<=\s)'[^'\n]{1,200}'(?=\s|$)/g;

const LONGEST = 10_000;

/** A saving verb that begins a clause, with the memory as its object, in a sentence that neither asks nor negates. */
export function findRequest(message: string): Docs | undefined {
  const text = foldWords(ownLines(message.slice(0, LONGEST)).join("\n")).replaceAll(QUOTED, "this");
  for (const sentence of sentencesIn(text)) {
    // What follows a colon is what to save.
    const [head = ""] = sentence.split(/:(?=\s|$|\p{Script=Han})/u);
    if (ASKS.test(head) || OPEN.test(head)) continue;
    for (const clause of head.split(/,\s*|(?:,? and| then) (?=\p{L}+ )|(?=然后|并把)/u)) {
      // "Add a convention that we never use X" is a request; "never add a convention" is not.
      if (NEGATES.test(clause.split(/\bmemory|\bconvention|\.md\b|记忆|约定|决策/u)[0] ?? ""))
        break;
      const docs = findDocs(clause, true);
      if (docs.length > 0 && CHANGES.test(clause)) return docs;
      if (ASKED.some((each) => each.test(clause))) return "any";
    }
  }
  return undefined;
}
