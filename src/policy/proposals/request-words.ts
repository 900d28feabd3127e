/** The words of an explicit request to save, after folding. Each pattern finds the verb and what belongs to it. */

const BANK = String.raw`(?:(?:the |our |your |this )?(?:project(?:'s)? )?(?:memory[ -]?banks?|memory\.md|project memory)(?![a-z\d_])|记忆库|项目记忆)`;
const PLACE = String.raw`(?:${BANK}|(?:the )?[^\s,]{1,120}\.md(?![a-z\d_])|(?:the |our )?(?:decision (?:log|highlights)|current focus)\b)`;
const KINDS = String.raw`(?:decision|convention|lesson|learning|requirement|finding)s?`;

export const ENGLISH: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:save|write|record|add|store|note|put|log|document|append|keep|capture|persist|preserve|insert|jot|reflect|mention|include|(?:make|create) an? (?:note|entry)|remember|(?<=\bmind )(?:saving|writing|recording|adding|storing|noting|putting|keeping))\b.{0,120}?\b(?:to|in|into|under) ${PLACE}`,
  ),
  new RegExp(
    String.raw`^(?:i'd like|i would like|i want|i need) (?:to have )?(?:(?:this|that|it|these|the .{1,40}) |.{1,60} (?:saved|written|recorded|added|stored|noted|documented|kept)(?: down)? )(?:to|in|into|under) ${PLACE}`,
  ),
  new RegExp(String.raw`\b(?:update|amend|extend|correct) (?:\S{1,40} ){0,4}?${PLACE}`),
  /\b(?:add|create|write|record|open) (?:a|an|the|another)(?: new)? (?:req|requirement doc|learning|design doc|decision record)\b/,
  new RegExp(
    String.raw`\b(?:record|document|note|save|log) (?:this|that|the|these)(?: \S{1,30})? ${KINDS}\b`,
  ),
  new RegExp(
    String.raw`\b(?:record|save|note|document) (?:this|that|it) as (?:a|an|our|the) ${KINDS}\b`,
  ),
  /\bmake a note of (?:this|that|it)\b|\b(?:write|note) (?:this|that) down\b(?! (?:in|to|into|on|at|as)\b)/,
];
/** "Remember to run the tests" asks for no save, and neither does a memory in mid-sentence. */
export const REMEMBER = /^remember(?: (?:this|that(?! time)|these|the following)\b|$)/;

export const CHINESE: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:记录|保存|整理|归档|记|写|存|加|补充|更新|同步|添加|沉淀|放|录|\b(?:save|record|write|add|note|sync)\s*)(?:一下|下来|下)?(?:到|进|入|在|至)\s*${PLACE}`,
  ),
  new RegExp(
    String.raw`(?:写|记|加|补充|添加)(?:一|几)?[条个点笔].{0,20}?(?:到|进|入|在)\s*${PLACE}`,
  ),
  new RegExp(String.raw`(?:更新|补充|修改)(?:一下|下)?\s*${PLACE}`),
  new RegExp(
    String.raw`(?:[在给往向]\s*)?${PLACE}\s*(?:里面|里|中)?(?:也|再|请|顺便)*(?:更新|同步|补充|记|写|加)(?:一下|下|上|一条|一笔)`,
  ),
  /(?:把|将)(?:这|上面|刚才|以上|刚刚|该|那).{0,30}(?:记下来|记录下来|记录一下|写下来|记一下|存下来|记住)/,
  /^(?:要|你)?(?:记住|记一下|记下来|记下|记录一下|记录)(?:这(?!里|么)|:|$|以下|下面|一个决定|决定|约定|经验|教训|结论)/,
  /(?:加|新增|添加|新建|创建|写|补)(?:一|上)?(?:个|条|篇|份)?\s*(?:req(?![a-z])|需求文档|经验文档)/,
];

/** What may stand before the verb of a request; then it is said to the agent. */
export const ASKING =
  /^(?:please|pls|kindly|also|and|then|now|so|ok|okay|yes|sure|oh|btw|finally|afterwards|next|go ahead and|(?:can|could|would|will) you(?: mind)?|you (?:can|may)|feel free to|let's|let us|i want you to|i'd like you to|i need you to|you should|make sure to|make sure you|don't forget to|remember to)(?:\s+|$)/;
export const JOINS = /(?:^|\s)(?:and|then|please|just|also)$/;
/** The same in Chinese, and what is left then: nothing, the object, or another request. */
export const ASKING_CHINESE =
  /^(?:好的?|嗯|对|行|那就?|就|然后|接着|最后|再|也|还要?|并且?|而且|另外|顺便|顺手|顺带|现在|请|麻烦|帮我|帮忙|你|您|能不能|能否|可不可以|可以|可否|能|需要|要|应该|得|记得|别忘了|务必|一定要?|直接|马上|立即|赶紧|快|我(?:想|要|需要|希望)(?:让|请)?你|让我们|我们|都|一起|同时|一下|其次|首先|先|只|仅|\s|[a-z ]{1,20}(?=把|将))+/;
export const OBJECT_CHINESE =
  /^(?:把|将)|^(?:这|那|以上|上面|上述|刚才|刚刚|此|该|本次).{0,20}$|(?:请|一并|全部)$|(?:并且?|然后|再|(?:后|完|好)了?就?)(?:请|帮我)?(?:(?:把|将).*)?$/;
/** Before or behind the words: somebody tells what was or is done. */
export const TOLD_BEFORE =
  /(?<![帮给替把将])(?:我|我们|他|她|它|他们)$|(?:系统|程序|插件|会|已|已经|刚|昨天|自动|被)$/;
export const TOLD_AFTER =
  /^(?:里|中)?(?:了|过|之前|以前|前(?=[先要请得])|的(?!吧)|失败|成功|报错|出错|时|是|会|需要|很|太|可能|没|不(?:太|合适|好|对|行|妥|应))|^(?:is|was|were|are|fails?|failed|does|doesn't|did|didn't|done by|by|means|meant|appears|appeared|works|worked|happens|happened|said|says|he|she|they)\b/;
/** Begins with the one who does it: somebody tells, and asks for nothing. */
export const TELLS =
  /^(?:(?:and|so|then|but|also) )*(?:(?:i|we)(?!'d like you|'ll need you| (?:want|need|would like) you)|he|she|they|it|the|this|that|my|our|his|her|their|users?|people|someone|somebody|everyone|nobody|agents?|plugins?)\b|^(?:他们?|她们?|它|系统|程序|插件|脚本|工具|同事|老板|客户|用户|有人|谁|代码|函数|服务)(?:也|都|就|还)?(?:会|已|将|正在|应该|可以|能|要|把|自动|没|从来|经常|总是|刚)|^我们?(?:也|都|就|还)?(?:会|已|刚|正在|打算|准备|要(?!你)|想(?!让你|请你|要你)|考虑|可能|昨天|上次|之前|曾)/;

/** Somebody else's words follow, or have just been said. */
export const REPORTS =
  /(?<!\bi )\b(?:said|says|(?:docs|notes|instructions|comments|logs|rules|they|people|guidelines|some) say|told (?:me|us|you|him|her|them)|tells? (?:me|us)|wrote|writes|asked(?: (?:me|us))?|asks|replied|answered|suggested|suggests|recommends|recommended|mentioned|reads|claims|claimed|states|stated|noted|shows|showed|prints|printed|goes)(?: (?:that|to|this|something like|the following))*$|^according to\b|(?<!我|我们|我想)(?:说|说道|写道|写着|写的是|提到|表示|建议|要求|回复|回答|显示|提示|打印|输出|告诉我|叫我|让我)(?:的?是|了|道)?$/;
export const REPORTED =
  /^(?:as )?(?:he|she|they|someone|somebody|(?:the|my|our|this|that|a) [\w-]{1,20}|[\w-]{1,20}) (?:said|says|wrote|writes|told (?:me|us)|asked|suggested|suggests|reads|claims)$|^(?:said|says|wrote|according to)\b|^(?:他们?|她们?|老板|同事|客户|经理|文档|日志|有人)(?:是?这么|这样|如此|刚才|昨天)*(?:说|写|要求|建议|讲)(?:的|道|了)?$/;
export const REPORTS_BEFORE =
  /(?<!\bi )\b(?:said|says|told|tells|asked|asks|wrote|writes|suggested|suggests|recommends?|recommended|wants|wanted|mentioned|reads|claims?|insists?|prints?|shows?)\b|(?<!我|我们|我想)(?:说(?!的|明|法|过的)|讲(?!的)|写道|写着|提到(?!的)|表示|建议(?!的)|要求(?!的)|让(?:我|你|他|她|大家)|叫(?:我|你)|告诉|问(?!题))/;
/** Before a colon: what follows is the writer's own. */
export const OPENS =
  /^(?:(?:and|so|but|ok|okay|oh|also|then|now|please|finally|lastly|next|first|second|third|yes|sure|btw|by the way|ps|p\.s|here's what (?:i want|to do)|(?:please )?do (?:this|the following|these|it like this)|(?:my |your |the )?(?:request|task|job)(?: for you)?|(?:the |a |one )?(?:more|last|next|final|second|third|other|another) (?:thing|step|task|request|point)|(?:two|three|four|some|a few|\d) (?:more )?(?:things|tasks|steps|points|requests)(?: left| for you| to do)?|step \d+|\d+)[ ,]*)+$|^(?:下一步|接下来|最后|首先|其次|然后|另外|还有(?:一件事|一点|个?事)?|对了|补充|请|麻烦|任务|请求|第.步|再|好|顺便|拜托|请你?做(?:这|以下).{0,6}|[两三]件事|\d+|\s)+$/;
/** Says that somebody's text follows, also without a colon. */
export const SHOWS_NEXT =
  /\b(?:following|next|this|below) (?:sentence|text|phrase|paragraph|line|message|prompt|string|title|words)(?: below)?$|\b(?:sentence|text|phrase|paragraph|message|prompt) below$|(?:下面|以下|如下)(?:的|这)?(?:句|段|行|条)?(?:话|文字|文本|内容|消息)$/;
/** Hangs on the answer to the question before it. */
export const IF_SO =
  /^(?:(?:and|so) )?(?:then|if so|if yes|in that case|so)\b|^(?:那就?|就|如果是)/;
/** Somebody else is spoken to. */
export const SPEAKS_TO =
  /^(?:(?:hey|hi|hello|dear)\b,? (?!there\b|again\b|claude\b|assistant\b|agent\b|ai\b|bot\b)[a-z@][\w .-]{0,30}|@[\w.-]+.*|@?[小老阿]\p{Script=Han}|@.{1,12}|\p{Script=Han}{1,2}(?:总|哥|姐|工|老师|经理))$/u;
/** A single word before a comma that is no name. */
export const NO_NAME =
  /^(?:ok|okay|yes|yep|yeah|yup|sure|great|good|nice|perfect|cool|awesome|excellent|thanks|thx|right|alright|well|so|then|also|now|next|first|second|third|finally|lastly|last|afterwards|please|done|fixed|solved|works|btw|ps|agreed|correct|exactly|true|hi|hello|hey|claude|assistant|agent|otherwise|actually|anyway|however|and|but|no|again|sorry|seriously|additionally|meanwhile|instead|tomorrow|later)$/;
/** At another time. */
export const LATER =
  /^(?:(?:at some point|sometime|maybe|perhaps|again|some time) )?(?:later|tomorrow|tonight|some ?(?:day|time)|one day|eventually|next (?:week|month|time|sprint|year)|in a (?:while|bit|moment)|at some point|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|^(?:明天|后天|改天|下周|以后|回头|晚点|稍后)/;
/** Behind the name of the bank: any other word makes it the name of something else. */
export const BEHIND_NAME =
  /^(?:and|or|but|then|so|with|that|as|now|too|also|please|pls|plz|about|for|from|of|in|on|at|under|by|to|when|if|once|after|before|because|since|while|which|where|how|what|why|whenever|accordingly|again|first|afterwards?|asap|thanks|thank|thx|i|we|you|it|this|these|instead|only|entry|entries|files?|docs?|folder|sections?|yourself|until|unless|like|via|using|right|today|not|no|yes|ok|okay|without|regarding|concerning|in case|\w+ly)\b/;
/** Before a colon: what follows was copied from somewhere. */
export const INTRODUCES =
  /^(?:user|human|assistant|agent|system|bot|ai|用户|助手|系统|机器人)$|\b(?:logs?|output|stdout|stderr|errors?|messages?|comments?|readme|ticket|issue|commit|trace|transcript|e?mail|chat|quote|example|snippet|diff|todo|fixme|text|sentence|phrase|paragraph|prompt|draft|title|label|heading|string|wording|document|doc)$|(?:日志|输出|报错|注释|邮件|消息|聊天记录|例子|示例)(?:如下|是|里|中)?$/;

const CONDITIONAL = String.raw`(?:(?:unless|wait|in case|provided|providing|assuming|supposing|as long as|so long as|whenever|once|when|as soon as|until|after|pending|subject to|given that|in the event|depending|(?:each|every) time|on condition|when and if)\b|if\b(?! (?:possible|you (?:can|could|would|don't mind)|that's (?:ok|okay|fine))))`;
const 条件 = String.raw`(?:如果(?!可以)|要是|(?<!倘)若(?!干)|假如|假设|倘若|万一|除非|一旦|(?<!可以|方便)的话|(?:通过|成功|确认|同意|批准|审核|验收|没问题|上线|合并|稳定)了?(?:之后|以后|后|再|就|才)|时候?(?:再|才)|^(?:那|就|请|麻烦)*(?:只要|只有|等.{1,20}(?:再|后|时)))`;
/** What is asked for depends on something. */
export const CONDITION = new RegExp(String.raw`\b${CONDITIONAL}|${条件}`);
export const STARTS_CONDITION = new RegExp(
  String.raw`^(?:(?:and|but|so|then|or|only|also|please|maybe|even|just) )*(?:should (?!i\b|we\b|you\b)\w|every\b|tomorrow\b|later\b|next (?:week|month|time|sprint)\b|${CONDITIONAL})|${条件}|^(?:每次|每当|每个|下?(?:周|星期|礼拜)[一二三四五六日天末]|明天|改天|下周|(?:那|就|请|麻烦)*等(?!等|于|一下))`,
);
/** The time when it is to be done, and no condition. */
export const IS_SEQUENCE =
  /^(?:(?:and|then|so|only|please) )*(?:when|once|after|as soon as) (?:(?:(?:you|it|that|this|everything|all|the (?:task|fix|work|job|refactoring|change)s?)(?:'re|'s|'ve)? ?(?:is |are |have )?)(?:all )?(?:done|finished|ready|complete|completed|through|finish|fixed|over)?|done|finished|[a-z]+ing)(?: (?:with|fixing|doing|it|that|this|the) ?.{0,40})?$/;
/** Ends in a negation: what it denies comes behind the comma. */
export const NEGATES_WHAT_FOLLOWS =
  /(?:^|\s)(?:don't|dont|do not|never|not|mustn't|shouldn't|cannot|can't)$|(?:不要|别|不用|不必|千万别|切勿|勿)$/;
/** What follows says what the code is to do. */
export const WANTS_CODE =
  /^(?:please )?(?:write|implement|create|build|add|make) (?:a|an|the|some) .{0,60}\b(?:functions?|tests?|class|parser|scripts?|tool|plugin|module|command|endpoint|button|hook)s?$|^(?:请|帮我)?(?:写|实现|做|开发|新增|加)(?:一?个|一?条)?.{0,20}(?:函数|测试|脚本|插件|模块|接口|按钮|工具|命令)$/;
export const HEDGED =
  /\b(?:maybe|perhaps|i wonder|not sure|i was thinking|we could|we might|one could|usually|normally|generally|typically)\b|一般|通常|平时|往往|也许|或许|大概|下次|回头|改天|晚点|稍后|考虑|犹豫|在想|想知道|不知道|不确定/;

/** Somebody asks for code that saves, not for a save. */
export const MAKES_CODE =
  /\b(?:functions?|tests?|class(?:es)?|parsers?|scripts?|code|tools?|plugins?|modules?|commands?|endpoints?|buttons?|hooks?|types?|settings?|options?|flags?|validation|logging|support|parsers?|loaders?|schemas?|api|cli|readme|docs page)\b|函数|测试|脚本|代码|插件|模块|接口|按钮|工具/;
export const NEGATED =
  /\b(?:don't|dont|do not|never|no need|not|without|instead of|rather than|stop|avoid|shouldn't|mustn't)\b(?! forget)|不要|别(?!忘)|不用|无需|不必|不想|先不|没有?必要|禁止|不写|不记|暂不|不该|不应|(?<!能)不能(?!不)|(?<!可)不可以?|不许|不准|勿/;
/** A question asks for a save only where it is a polite request. */
export const POLITE =
  /^(?:(?:and|also|btw|ok|okay|so|please) )*(?:can|could|would) you\b|^(?:你|那|顺便)?(?:能|能不能|可以|可不可以|可否|能否)?(?:请|麻烦|帮我|帮忙|把|将)/;
export const ASKS_WHETHER =
  /^(?:should|shall|do|does|did|is|are|was|were|has|have|can i|can we|could we|may|how|what|why|when|where|which|who|if|whether|would it)\b|是否|要不要|有没有|需不需要|为什么|为啥|为何|干嘛|何必|难道|怎么|有什么|有啥|好还是|还是.{0,20}好|什么时候|什么意思|(?:需要|应该|应当).{0,60}(?:吗|么)$|(?:了|过)(?:吗|没有)$/;
