/** The words of an explicit request to save, after folding. Each pattern finds the verb and what belongs to it. */

const BANK = String.raw`(?:(?:the |our |your |this )?(?:project(?:'s)? )?(?:memory[ -]?banks?|memory\.md|project memory|bank)(?![a-z\d_])|记忆库|项目记忆)`;
const PLACE = String.raw`(?:${BANK}|(?:the )?[^\s,]{1,120}\.md(?![a-z\d_])|(?:the |our )?(?:decision (?:log|highlights)|current focus)\b)`;
const KINDS = String.raw`(?:decision|convention|lesson|learning|requirement|finding)s?`;

export const ENGLISH: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:save|write|record|add|store|note|put|log|document|append|keep|capture)\b.{0,120}?\b(?:to|in|into|under) ${PLACE}`,
  ),
  new RegExp(String.raw`\b(?:update|amend|extend|correct) (?:\S{1,40} ){0,4}?${PLACE}`),
  /\b(?:add|create|write|record|open) (?:a|an|the|another)(?: new)? (?:req|requirement doc|learning|design doc|decision record)\b/,
  new RegExp(
    String.raw`\b(?:record|document|note|save|log) (?:this|that|the|these)(?: \S{1,30})? ${KINDS}\b`,
  ),
  new RegExp(
    String.raw`\b(?:record|save|note|document) (?:this|that|it) as (?:a|an|our|the) ${KINDS}\b`,
  ),
  /\bmake a note of (?:this|that|it)\b|\b(?:write|note) (?:this|that) down\b/,
];
/** "Remember to run the tests" asks for no save, and neither does a memory in mid-sentence. */
export const REMEMBER = /^remember(?: (?:this|that(?! time)|these|the following)\b|$)/;

export const CHINESE: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:记|写|存|加|补充|更新|同步|添加|沉淀|放|录)(?:一下|下来|下)?(?:到|进|入|在|至)\s*${PLACE}`,
  ),
  new RegExp(String.raw`(?:更新|补充|修改)(?:一下|下)?\s*${PLACE}`),
  /(?:把|将)(?:这|上面|刚才|以上|刚刚|该|那).{0,30}(?:记下来|记录下来|记录一下|写下来|记一下|存下来|记住)/,
  /^(?:要|你)?(?:记住|记一下|记下来|记下|记录一下|记录)(?:这(?!里|么)|:|$|以下|下面|一个决定|决定|约定|经验|教训|结论)/,
  /(?:加|新增|添加|新建|创建|写|补)(?:一|上)?(?:个|条|篇|份)?\s*(?:req(?![a-z])|需求文档|经验文档)/,
];

/** What may stand before the verb of a request; then it is said to the agent. */
export const ASKING =
  /^(?:please|pls|kindly|also|and|then|now|so|ok|okay|yes|sure|oh|btw|finally|afterwards|next|go ahead and|can you|could you|would you|will you|let's|i want you to|i'd like you to|i need you to|you should|make sure to|make sure you|don't forget to|remember to)(?:\s+|$)/;
export const JOINS = /(?:^|\s)(?:and|then|please|just|also)$/;
/** Before or behind the words: somebody tells what was or is done. */
export const TOLD_BEFORE =
  /(?:(?<![帮给替])我|我们|他|她|它|他们|系统|程序|插件|会|已|已经|刚|昨天|自动|被)$/;
export const TOLD_AFTER = /^(?:里|中)?(?:了|过|的(?!吧))/;

/** Somebody asks for code that saves, not for a save. */
export const MAKES_CODE =
  /\b(?:functions?|tests?|class(?:es)?|parsers?|scripts?|code|tools?|plugins?|modules?|commands?|endpoints?|buttons?|hooks?|types?|api|cli|readme|docs page)\b|函数|测试|脚本|代码|插件|模块|接口|按钮|工具/;
export const NEGATED =
  /\b(?:don't|dont|do not|never|no need|not|without|instead of|rather than|stop|avoid|shouldn't|mustn't)\b(?! forget)|不要|别|不用|无需|不必|不想|先不|没有?必要|禁止|不写|不记|暂不/;
/** A question asks for a save only where it is a polite request. */
export const POLITE =
  /^(?:(?:and|also|btw|ok|okay|so|please) )*(?:can|could|would|will) you\b|^(?:你|那|顺便)?(?:能|能不能|可以|可不可以|可否|能否)?(?:请|麻烦|帮我|帮忙|把|将)/;
export const ASKS_WHETHER =
  /^(?:should|shall|do|does|did|is|are|was|were|has|have|can i|can we|could we|may|how|what|why|when|where|which|who|if|whether|would it)\b|是否|要不要|有没有|需不需要|为什么|怎么|什么时候|(?:需要|应该|应当).{0,60}(?:吗|么)$|(?:了|过)(?:吗|没有)$/;
