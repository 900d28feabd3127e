import { namesSaveFirst } from "./find-request.ts";
import { MAKES_CODE } from "./request-words.ts";

/**
 * What a question of the agent's asks for, as one folded sentence. A yes is to the act that stands right behind the
 * words of asking, and to it alone: "shall I discard the plan" and "was it right to save it" ask for something else.
 */
const LEAD =
  /^(?:(?:so|and|ok|okay|then|now|please|also) )*(?:(?:shall|should|may|can|could) i(?: now| then| also| go ahead and)?|(?:do you|would you) (?:want|like) (?:me )?to|want me to|(?:is it|are you|would it be) (?:ok|okay|fine|all right|alright)(?: with you)? (?:to|if i|that i)|(?:ok|okay|ready) (?:to|if i)|(?:let me know|tell me|say|confirm) (?:if|whether|that) (?:i (?:should|may|can|could)|you(?:'d| would)? (?:like|want) me to|to)) /;
const LEAD_CHINESE =
  /^(?:那么?|请问|请|现在|要不要|要|是否|可以|能否|能不能|可否|需不需要|需要|是不是|我|你|您|就|直接|帮你|为你|\s)+/;

function actIn(question: string): string {
  return question
    .replace(LEAD, "")
    .replace(LEAD_CHINESE, "")
    .replace(/(?:吗|么|吧|呢|,? or not|,? 可以|,? 好)+$/, "")
    .trim();
}

const IT = String.raw`(?:it|this|that|them|these|those|both|all|everything)`;
const SAVE_IT = new RegExp(
  String.raw`^(?:save|write|record|store|add|keep|note|update)(?: ${IT})*(?: down)?(?: now| then| there| for you)*$|^(?:把(?:它们?|这些?|这个|其)|将其)?(?:写入|写|记录|记|保存|存|更新|添加)(?:进去|下来|一下|下)?$`,
);

/** The save alone, or where it goes. */
export function asksForSave(question: string): boolean {
  const act = actIn(question);
  return SAVE_IT.test(act) || namesSaveFirst(act);
}

const SAVES_SOMETHING =
  /^(?:save|write|record|store|add|keep|note|update)\b.{1,80}$|^(?:(?:把|将).{1,30})?(?:写入|写|记录|记|保存|存|更新|添加).{0,30}$/;
const WHICH =
  /^(?:which|what|where)\b.{0,40}\b(?:shall|should|may|can) i (?:save|write|record|store|add|update|put)\b|^(?:哪|写到哪|记到哪|更新哪)/;

/** The same under a header that names the bank. */
export function asksForSomeSave(question: string): boolean {
  const act = actIn(question);
  return (SAVES_SOMETHING.test(act) && !MAKES_CODE.test(act)) || WHICH.test(question);
}

const ADJECTIVES = String.raw`(?:(?:the|this|that|these|your|whole|memory[ -]?bank|bank|refresh|planned|proposed|above) )*`;
const THE_PLAN = String.raw`${ADJECTIVES}(?:plan|refresh)(?: [\da-f]{12})?`;
const CHANGES = String.raw`${ADJECTIVES}(?:changes|update|upgrade|migration|refresh)`;
const TAIL = String.raw`(?:,? (?:now|then|as (?:shown|it is|planned)|to (?:the )?(?:memory[ -]?bank|bank)|for you|with (?:its |the )?\d+ .{1,40}))*`;
const 计划 = String.raw`(?:它|这个|这份|该|此|上面的?|上述|整个|刷新|记忆库|memory[ -]bank|的|\s)*(?:计划|方案|刷新|升级|迁移)`;

const APPLY_PLAN = new RegExp(
  [
    String.raw`^(?:apply|execute|run|carry out|go ahead with|proceed with|continue with|start|perform|implement) (?:${THE_PLAN}|[\da-f]{12})${TAIL}$`,
    String.raw`^(?:apply|do|make|carry out|perform) ${CHANGES} (?:of|in) ${THE_PLAN}${TAIL}$`,
    String.raw`^(?:apply|do|start|run) ${ADJECTIVES}refresh${TAIL}$`,
    String.raw`^make ${ADJECTIVES}planned changes${TAIL}$`,
    String.raw`^(?:do you )?(?:agree|approve|confirm|accept)(?: to| with| of)? ${THE_PLAN}$`,
    String.raw`^(?:is|are) ${THE_PLAN} (?:ok|okay|fine|good|approved|all right|alright)(?: (?:with|for|to|by) you)?$`,
    String.raw`^(?:ok|okay|agreed|fine) with ${THE_PLAN}$`,
    String.raw`^(?:shall|should|may|can|could) ${THE_PLAN} be (?:applied|executed|run|carried out)${TAIL}$`,
    String.raw`^(?:开始|继续)?(?:执行|应用|实施|进行)${计划}(?: ?[\da-f]{12})?$`,
    String.raw`^(?:按照?|照)${计划}(?:来|执行|做|进行|办)$`,
    String.raw`^(?:同意|确认|批准)(?:执行|应用)?${计划}$`,
    String.raw`^${计划}(?:可以|可行|行|没问题)(?:执行)?$`,
  ].join("|"),
);
const BUILD_BANK =
  /^(?:build|create|make|set up|upgrade|migrate|refresh|adopt|initiali[sz]e) (?:the |your |this |a )*(?:project's )?memory[ -]?bank(?: now| for you| like this| this way)*$|^(?:建立|创建|生成|初始化|升级|迁移|刷新)(?:这个|一下|\s)*(?:记忆库|memory[ -]?bank)$/;

export function asksForPlan(question: string): boolean {
  return APPLY_PLAN.test(question) || APPLY_PLAN.test(actIn(question));
}

export function asksToBuild(question: string): boolean {
  return BUILD_BANK.test(actIn(question));
}
