import { scanLines } from "../../markdown/scan-lines.ts";
import type { Docs } from "../../proposal-types.ts";
import { findOwnDocs } from "./find-docs.ts";
import { NEGATES, foldWords } from "./reply-words.ts";

/** What a name of the memory ends with: `the memory bank parser` is something else. */
const END = String.raw`(?=$|[.,!;:)(]| (?:that|about|please|now|and|so|as|too|under|with|for|before|after|accordingly|asap)\b)`;
const OUR = "(?:(?:the|our|your|this|project'?s?|team'?s?) )*";
const BANK = `(?:${OUR}memory[ -]?bank|(?:(?:the|our|your|this|project|project's) )+memory)`;
const MEMORY = `(?:${BANK}|${OUR}(?:conventions?|patterns|decisions?(?: log)?|lessons(?: learned)?|learnings))`;
const NOTED =
  "(?:(?:a|an|the|this|that|another|new|as|our|project|team|coding) )*(?:convention|decision|lesson|learning|requirement)s?(?=$|[.,!;:]| that\\b| about\\b)";
const SAVE =
  "(?:save|store|record|add|put|write|note|keep|log|document|remember|append|persist|capture|commit|make a note|make an entry)";
const CHANGE = `(?:${SAVE}|update|edit|create|fix|correct|extend|complete|rewrite|remove|fill in|change)`;
/** What may stand before the verb of somebody who asks the agent. */
const LEAD = String.raw`^(?:(?:ok|okay|yes|and|then|also|now|so|just|please|pls|great|thanks|finally|first|next|go ahead and|make sure (?:to|you)|be sure to|remember to|let's|kindly|by the way|btw|(?:i|we) (?:want|need|would like) (?:you )?to|i'd like (?:you )?to|you (?:can|may)|to|\d\.|-)[, ]+)*`;
/** Somebody who wants code that saves wants no save. */
const CODE = String.raw`(?!(?:a|an|some|more|another|every) (?:[\w-]+ ){0,2}(?:tests?|functions?|scripts?|class|methods?|buttons?|links?|hooks?|commands?|pages?|endpoints?|options?|settings?|writes?)\b)`;

const 前 = String.raw`^(?:(?:请|麻烦你?|帮我|帮忙|然后|再|并且?|顺[便手]|同时|最后|另外|还有|先|现在|直接|也|都|就|只|可以|要|需要|我?想让你|你|我们|一下|好的?|这[个条]|(?:先|做|修|改|弄|完成).{0,12}?(?:[完好]了?|完成)?(?:之后|以后|后|就)|(?:以上|上面|刚才).{0,6}?请|\d\.|-|[把将].{1,60}?)[ ,]*)*`;
const 写 =
  "(?:保存|记录|添加|增加|新增|补充|更新|同步|收录|沉淀|归档|整理|写|记|存|加|放|录)(?:下来|入|进|到|在|至|一下|个)*";
const 名 = String.raw`(?:我们的?|项目的?|团队的?|这个|本)?\s*(?:记忆库|memory[ -]?bank|项目记忆|长期记忆|记忆|约定|规范|决策(?:记录|日志)?|经验(?:教训)?|教训)\s?(?:里面?|中|内|去)?`;
const 止 = String.raw`\s?[吧啊]?(?=$|[,.:;!。、(])`;
const 条 = "(?:约定|规范|决策|决定|经验|教训|需求)(?:里面?|中)?";

const ASKED = [
  `${LEAD}(?:update|extend|edit|correct|complete|fill in) (?:${BANK}|${OUR}conventions)${END}`,
  `${LEAD}${SAVE} ${CODE}(?:.{1,200}? )?(?:to|in|into|inside|under) ${MEMORY}${END}`,
  `${LEAD}${SAVE} (?:this|that|it|these|those|them)(?: down| decision| lesson)? (?:to|into) memory${END}`,
  `${LEAD}(?:${SAVE}|write down|note down) ${NOTED}`,
  `${前}${写}(?:一?[条个].{1,20}?[到进入])?\\s*${名}${止}`,
  `${前}${写}(?:一?[条个项]|这[条个项]?|该|以下)?(?:新|项目|团队|技术)*${条}${止}`,
  `${前}(?:[在往给]\\s*)?${名}(?:也|再|\\s)*${写}(?:一下|一?[条笔个]|上)?(?:这[条个])?(?:${条})?${止}`,
].map((each) => new RegExp(each, "u"));
/** With a doc of the bank behind it. */
const CHANGES = new RegExp(
  `${LEAD}${CHANGE}\\b|${前}(?:${写}|修改|改|修正|修复|新建|创建|完善)`,
  "u",
);
const QUESTION =
  /\?|[吗呢么]$|^(?:so )?(?:what|why|how|who|where|which|is|are|was|do|does|did|can|could|would|will|should|shall|may|have|has)\b|要不要|是否|能不能|如何|怎么写/u;
/** It may come to it, it may not, or somebody else said so. */
const OPEN =
  /\b(?:if(?! possible)|unless|once|should|would|could|maybe|perhaps|(?<!for )later|tomorrow|when(?! (?:you(?:'re| are)? )?(?:done|finished))|whenever|every|each|said|says|wrote|according|usually|as (?:soon|long) as|only after|until|but|(?:after|before) (?!you|that|fixing|the fix))\b|^(?:i will|i'll|they|he|she)\b|如果|假如|要是|除非|一旦|只要|万一|等|后再|通过|^以后|稍后|明天|也许|[他她]说|失败|改成|改为|翻译|之前|没有|算了|不过|开玩笑|原话|会/u;
/** Words about asking and forgetting are no negation of the save. */
const NOT_ASKING =
  /\b(?:no need to ask(?: again)?|don't ask(?: again)?|don't forget to)\b,?|不用再?问了?,?|别忘了/gu;
const LABEL = /^(?:next|ps|one more thing|last step|下一步|还有一件事|另外)\s*:\s*/u;
const QUOTED = /"[^"\n]{1,200}"|(?<=\s)'[^'\n]{1,200}'(?=\s|$)/g;
const LONGEST = 10_000;

/** A saving verb that begins a clause, with the memory as its object, in a sentence that neither asks nor negates. */
export function findRequest(message: string): Docs | undefined {
  for (const sentence of sentencesOf(message.slice(0, LONGEST))) {
    // What follows a colon is what to save.
    const [head = ""] = sentence.replace(LABEL, "").split(/:(?=\s|$|\p{Script=Han})/u);
    if (QUESTION.test(head) || OPEN.test(head)) continue;
    for (const clause of head.split(/,\s*|(?:,? and| then) (?=\p{L}+ )|(?=然后|并把)/u)) {
      const verb = /^.*?(?=\bmemory|\bconvention|\.md\b|记忆|约定|决策|$)/u.exec(clause)?.[0] ?? "";
      if (NEGATES.test(verb)) break;
      const docs = findOwnDocs(clause);
      if (docs.length > 0 && CHANGES.test(clause)) return docs;
      if (ASKED.some((each) => each.test(clause))) return "any";
    }
  }
  return undefined;
}

/** Without code in fences and quotes, which are not the user's own words. */
function sentencesOf(message: string): string[] {
  const own = scanLines(message)
    .filter(({ kind }) => kind !== "fence" && kind !== "code")
    .map(({ from, to }) => message.slice(from, to))
    .filter((line) => !/^\s*>/.test(line));
  const text = foldWords(own.join("\n")).replaceAll(NOT_ASKING, "").replaceAll(QUOTED, "this");
  return (text.match(/(?:[^.!?;\n。]|\.(?=\S))+\??/gu) ?? []).map((sentence) => sentence.trim());
}
