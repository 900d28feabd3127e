import { splitClauses } from "./clauses.ts";

/** The words about applying a plan, as they are after folding. Patterns of replies are made of units, like reply-words.ts. */

const THE_PLAN = String.raw`(?:(?:the|this|that|your) )?(?:(?:whole|memory[ -]?bank|refresh|bank) )*(?:plan|changes|refresh|update|upgrade|migration)(?: [\da-f]{12})?`;
const IT = String.raw`(?:${THE_PLAN}|it(?: all)?|this|that|them(?: all)?|these|those|all(?: of (?:it|this|that|them))?|everything)`;
const 计划 = String.raw`(?:它|这个|这份|该|此|上面的|整个)*(?:计划|方案|刷新|更新|升级|迁移)?`;

/** Names the act itself. */
export const APPLY: readonly string[] = [
  String.raw`(?:do |go ahead and |please |just )*(?:apply|execute|run|carry out|perform|implement)(?: ${IT})?(?: (?:now|too|then))?`,
  String.raw`(?:go ahead|proceed|continue|go on) with ${IT}`,
  String.raw`(?:proceed|make it so|ship it|carry (?:it|this|that) out)`,
  String.raw`(?:就|直接|都|全部|可以|请|现在)*(?:执行|应用|实施|照办|照做)${计划}(?:一下|就行|即可)?[吧了呀啊的呗]*`,
  String.raw`(?:就)?(?:按|照|按照|依照)${计划}(?:来|执行|做|办|走)[吧了呀啊的]*`,
  String.raw`(?:开始|继续|动手)[吧呀啊]`,
];

export const NOT_APPLY: readonly string[] = [
  String.raw`(?:please )?(?:don't|dont|do not|never|let's not|i'd rather not|rather not|better not)(?: (?:want to|have to))? (?:apply|execute|run|do|carry out|perform)(?: ${IT})?(?: (?:yet|now|for now|right now|today))*`,
  String.raw`(?:discard|drop|abandon|cancel|forget|reject) ${IT}`,
  String.raw`(?:先|暂时|还是|这次|现在|就|都)*(?:不要|不用|不必|别|甭|不)(?:再)?(?:执行|应用|实施|动|改)${计划}(?:了|吧|啊)*`,
  String.raw`(?:取消|放弃)${计划}[吧了]*`,
];

const GO = String.raw`(?:go ahead|proceed|continue|start|begin|do (?:it|that|so|this)|apply|execute|run|carry (?:it|this) out)(?: (?:with )?(?:it|this|that|them|all|these|the changes|these changes))?(?: now)?`;
const OPEN: readonly string[] = [
  String.raw`(?:shall|should|may|can|could) i(?: ${GO})?(?: then)?`,
  String.raw`(?:do you want|would you like)(?: me)? to(?: ${GO})?`,
  String.raw`(?:is|are) (?:that|this|it|you) (?:ok|okay|fine|all right|alright|good)(?: (?:with|for|to) (?:you|it|that|this))?`,
  String.raw`(?:does|do) (?:that|this|it|they) (?:look|sound) (?:ok|okay|good|right|fine)(?: to you)?`,
  String.raw`(?:ok|okay|agreed|yes|go|ready(?: to (?:go|apply|proceed))?|yes or no|right|all right|sounds good|looks good)(?: with you)?`,
  String.raw`(?:do you )?(?:agree|approve|confirm)|your (?:ok|yes|call|decision|approval)|${GO}`,
  String.raw`(?:i'm |i am )?(?:waiting for|awaiting|i need|need) your (?:ok|yes|approval|confirmation|go-ahead|answer|decision)`,
  String.raw`(?:please )?(?:let me know|tell me|say|confirm) (?:if|whether) (?:(?:that|this|it)(?:'s| is) (?:ok|okay|fine|good)|(?:you(?:'d| would)? (?:like|want) me to|i (?:should|may|can|could)|to) ${GO})`,
  String.raw`i(?:'ll| will| can) ${GO} (?:once|when|if|as soon as) you (?:agree|confirm|approve|say (?:so|yes)|are ok with it)`,
  String.raw`(?:once|when|if|as soon as) you (?:agree|confirm|approve|say (?:so|yes))`,
  String.raw`(?:那么?|这样|请问|请|你|您)*(?:可以|可不可以|可否|行|行不行|好|好不好|要我?|要不要|需要我?|我可以|是否|是否可以|是否需要|同意|确认|没问题|对)?(?:一下)?(?:是否)?(?:现在|就)?(?:继续|执行|开始|应用|进行|这样做|可以)?(?:它|吗|么|吧|呢)*`,
];
/** A question that leaves open what it asks about. */
export const OPEN_QUESTION = new RegExp(
  `^(?:(?:so|and|ok|okay|then|please) )*(?:${OPEN.join("|")})$`,
);

/** Whether nothing else is said either. */
export function isAllOpen(words: string): boolean {
  return splitClauses(words).every((clause) => OPEN_QUESTION.test(clause.words));
}

export const PLAN_NAMES =
  /\bplan(?:s|ned)?\b(?! (?:to|on|for)\b)|\brefresh\b(?! (?:the|your|this) (?!memory|bank|plan))|计划|方案|刷新/;
/** A plan of something else, where the bank is not named. */
export const OTHER_PLAN =
  /\b(?:my|another|new|refactor\w*|migration|test\w*|release|deploy\w*|implementation|action|work|fix) plan\b|\bplan (?:for|to|of)\b(?! (?:the )?(?:memory|bank))|我的(?:计划|方案)|(?:重构|测试|发布|实现|开发|修复)(?:计划|方案)/;
/** Said last, this is what an open question is about. */
export const TURNS_AWAY =
  /\b(?:discard|skip|cancel|abandon|reject|deploy|release|publish|commit|push|instead)\b|\b(?:not|don't|won't|without|rather than) (?:apply|applying|execute|do)|\b(?:i(?:'d| would|'ll| will)|let's)\b(?!.*\b(?:apply|execute|proceed|do (?:it|so|that)|go ahead|wait)\b)|放弃|取消|跳过|部署|发布|提交|推送|先不|不执行|不应用/;
export const BANK_NAMES = /\bmemory[ -]?bank\b|记忆库/;

/** Says that no question is to come. */
export const WAIVES =
  /\bwithout (?:asking|confirming|waiting|showing|(?:(?:any|further|my) )*(?:confirmation|approval|questions?|review))(?: (?:me|first|for|again|it|anything))*\b|\b(?:don't|do not|no need to|needn't|you (?:don't have|need not) to) (?:ask|confirm|wait|check with)(?: (?:me|first|for|again|anything))*\b|\b(?:right|straight) away\b|\bimmediately\b|\bat once\b|\bdirectly\b|\bi (?:agree|approve|consent|confirm)(?: to it)? (?:in advance|beforehand|already)\b|\bno questions(?: asked)?\b|(?:不用|不必|无需|无须|别|不要|不需要)再?(?:问|询问|确认|征求|等)(?:我|了|一下|同意|意见)*|直接(?=执行|应用|实施)|我(?:提前|预先|事先)同意/g;
export const ASKS_FIRST =
  /\bask(?:ing)? (?:me )?(?:first|before)|\bshow (?:me|it)|\bafter i\b|先(?:问|给|让|展示|看)|问过我|确认(?:后|之后|以后)/;
/** Asks the agent to apply something of a refresh. */
export const APPLY_REQUEST = /\b(?:apply|execute|carry out)\b|(?:执行|应用|实施)/;
export const APPLY_SHOWN = new RegExp(
  String.raw`\b(?:apply|execute|run|carry out|go ahead with|proceed with) ${THE_PLAN}(?! (?:we|you|i|he|she|they|for|of|from|that|which|about|to)\b)|(?:执行|应用|实施|按|按照|照)(?:它|这个|这份|该|此|上面的|刚才的|整个)*(?:计划|方案)`,
);
