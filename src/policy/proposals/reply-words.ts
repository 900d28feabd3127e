/**
 * The words of an answer, as they are after folding. A unit counts only where a clause is made of units
 * from its first to its last character, so that `好像` is not `好` and `yesterday` is not `yes`.
 */

/** The two commands that answer without a doubt. */
export const COMMAND = /(?<![\w/:-])mb:(?:write|no)(?![\w:-])/;

const BANK = String.raw`(?:the )?(?:memory[ -]?bank|bank|memory|project memory)`;
const DOC = String.raw`(?:[\p{L}\p{N}_.@+-]+/){0,6}[\p{L}\p{N}_.@+-]+\.md`;
const IT = String.raw`(?:(?:it|this|that|them|these|those)(?: (?:both|all))?|both|everything|all(?: of (?:it|this|that|them))?)`;
const PLACE = String.raw`(?: (?:in|to|into|in to) (?:${BANK}|${DOC}))`;
const 库 = String.raw`\s*(?:记忆库|${BANK}|${DOC})\s*`;

/** `好` is also "very" and "easy to", `行` a line, `要` "must": with another word behind it, it is that word's. */
const ALONE = String.raw`(?:(?!\p{Script=Han})|(?=(?:写入|写吧|记吧|存吧|保存|记录|记下|写进|写下|谢谢|可以|没问题)))`;

/** Names the act itself: whatever follows, the save is meant. */
export const SAVE: readonly string[] = [
  String.raw`mb:write`,
  String.raw`(?:let's |do )?(?:write|save|record|note) ${IT}(?: down)?${PLACE}?(?: (?:too|now|there|for (?:later|next time|the (?:future|record))))?`,
  String.raw`(?:write|save|record|store|add|put|keep)(?: ${IT})?${PLACE}(?: (?:too|now))?`,
  String.raw`go ahead and (?:save|write|record)(?: ${IT})?(?: down)?`,
  String.raw`(?:把(?:它们?|这个|这些|这条|这两条|以上|上面的)?|[两三]条都|就这么|都|全部|全都|全|一起|就这样|就|直接)*(?:记录|写入|保存|写|记|存)(?:入|进去|进来|进|下来|下|上去|上|起来|一下)?(?:这[些个]|这两条|以上)?(?:到?${库}(?:里面|里|中|去)?)?(?:就行|就好|即可)?[吧呀啊呗喽咯哦哈]*`,
  String.raw`(?:入库|存档)[吧呀啊]*`,
  String.raw`我?确认(?:写入|保存|记录|写)[吧的]*`,
];

/** Says yes. What it says yes to is plain only when nothing else follows. */
export const YES: readonly string[] = [
  String.raw`(?:yes+|yse|yas+|yep+|yeah+|yea|yup+|ya|y|aye|ok+|okay|okey|oki|ok(?:ie|ey) dok(?:ie|ey)|k|kk|sure(?: thing)?|fine|alright|all right|agreed|i agree|affirmative)(?: to (?:that|it|(?:the |this )?(?:memory |bank )?(?:save|offer|update)))?`,
  String.raw`(?:of course|certainly|absolutely|definitely|by all means|why not|sounds (?:good|great|fine|reasonable|right)(?: to me)?|good (?:idea|call|point)|make it so|(?:fine|ok|okay) (?:by|with|for) me)`,
  String.raw`(?:go ahead|go for it|(?:let's )?do it|do so|do$|please do(?: so)?|do that|please do (?:it|that)|do save|write|save|record|ok go|(?:i )?(?<!please )(?:confirm|approve)|confirmed|approved|that(?:'s| is) (?:fine|ok|okay))`,
  String.raw`[👍👌🆗✅🙆]+`,
  String.raw`好+(?:[的呀啊吧滴哒嘞咧哈呢哦喔哟唷勒]{1,2}|${ALONE})`,
  String.raw`行+(?:[的吧啊呀呢哈]{1,2}|${ALONE})`,
  String.raw`(?:可以)+[的呀啊吧哈]{0,2}`,
  String.raw`嗯+[呐哪呢]?|恩恩?|是的|(?:要|需要)(?:[的吧]|${ALONE}|(?=[写记存]$))|没问题[的呀啊哈]?|(?:同意|赞成|批准|妥|成|可|准了?)${ALONE}|当然(?:可以|好|要|行)?|要得${ALONE}|必须的`,
  String.raw`ok[的吧啦哒呀啊]`,
  // "请确认" and "确认没问题" ask somebody to make sure.
  String.raw`(?<!请|麻烦|麻烦你|帮我|帮忙|[你您再])我?确认[吧的]*(?!没|可以|好|行|无误|是)`,
];

/** Polite or pleased: neither yes nor no. */
export const FILLER: readonly string[] = [
  String.raw`(?:please|pls|plz|great idea|looks good(?: to me)?|thanks(?: a lot| so much)?|thank you(?: very much| so much)?|thx|ty|cheers|no problem|np|oh|ah|well|great|perfect|nice|cool|good|lgtm|awesome|excellent|that(?:'s| is) (?:right|correct|true|useful|helpful|a good (?:idea|point))|makes sense|both points|(?:i|we) (?:don't|do not) mind|no objections?|(?:can|could|won)(?:'t| not) hurt|btw|by the way|sir|mate|both|all of (?:it|them)|all (?:the |two |three |four |\d )?(?:points|docs)|then$|that(?:'d| would) be (?:great|good|nice|helpful|lovely)|(?:add|put|store|keep|log) ${IT}|i'd like that)`,
  String.raw`谢谢(?:你|您|啦|了)?|多谢|感谢|辛苦(?:了|你了)?|麻烦(?:了|你了|你|您)?|不用谢|不客气|请|帮我|帮忙|对了|哦+|噢|不错|好主意|没错|有道理|太好了|很好|非常好|那就|那|吧|啊|呀|啦|没(?:啥|什么|有)?(?:意见|异议)|没(?:啥|什么|有)问题`,
];

/** Says no. */
export const NO: readonly string[] = [
  String.raw`mb:no`,
  String.raw`(?:no thanks|no thank you|no way|no need|nope|nah|naw|nay|no+|n|negative|(?:hell|heck|oh) no|no saving|(?:absolutely|definitely|certainly|of course|please|better) not|not at all|not worth (?:it|saving|recording|writing down)|not (?:now|yet|ok|okay|necessary|needed|this time|today|really))`,
  String.raw`(?:(?:let's )?skip(?: (?:this one|that one|this time|it|this|that|them|${DOC}))?|never ?mind(?: (?:it|that))?|nvm|forget (?:it|about it)|leave it|drop it|cancel|pass|hold off(?: on (?:it|that|this))?|stop offering(?: (?:it|that|this))?)(?: for now)?`,
  String.raw`(?:please )?(?:don't bother|don't|dont|do not|let's not|i'd rather not|i would rather not|rather not|i'd rather you (?:didn't|did not)|i'd prefer not(?: to)?)`,
  String.raw`(?:maybe )?(?:later|another time|some other time)`,
  String.raw`(?:please )?(?:don't|dont|do not|never|no need to|let's not|i'd rather not|rather not|better not|i don't)(?: (?:have|want|need) to)? (?:write|save|record|store|add|note|keep)(?: (?:${IT}|anything|any of (?:it|this|that)))?(?: down)?${PLACE}?(?: (?:yet|now|for now|at all|right now|today))*`,
  String.raw`(?:we|you) can leave (?:it|that|this) out|i(?:'ll| will) (?:write|save|record|document|note|do|add) ${IT}(?: down)? (?:myself|on my own|by hand)|you (?:can|may) skip (?:it|that|this)|(?:please )?(?:don't|do not) put ${IT} (?:in )?there`,
  String.raw`我(?:自己|来)[写记存]`,
  String.raw`no need (?:to do|for) (?:so|that|it|this)`,
  String.raw`[🙅👎❌🚫]+`,
  String.raw`(?:先|暂时|暂且|暂|还是|这次|现在|目前|就|能|可以|都|也)*(?:不要|不用|不必|不需要|无需|无须|不想|别|甭|没必要|用不着|不)(?:再)?(?:记录|写入|保存|写|记|存)?(?:入|进去|进|下来|下|到${库})?(?:了|吧|啊|吗|么|啦|哈)*`,
  String.raw`(?:还是|要不|那就|那|这条就?|这个就?)?算了[吧啊]?|(?:先|这次|暂时|那就)?跳过(?:它|这个|这次|这条)?[吧了]?|不(?:行|好|可以|同意|成)[吧啊的]?|免了[吧]?|否|拒绝|取消[吧了]?`,
  String.raw`(?:以后|下次|回头|晚点)(?:再说|再写|再记|再弄)?[吧了]?|再说[吧]?`,
];

/** Joins units of one clause and means nothing by itself. */
export const GLUE = String.raw`(?:and|then|so|just|but|though|however|actually|不过|但是|但|可是|只是|然后|那就|那)`;

/** What agents are told to do. */
export const VERB = String.raw`(?:run|fix|add|commit|push|open|continue|go on|move|proceed|update|rename|remove|delete|deploy|tell|explain|look|check|start|implement|create|refactor|test|clean|bump|merge|release|revert|build|close)`;
/** Brings up something else, beside the answer. */
export const BESIDE = new RegExp(
  String.raw`^(?:and |oh,? |but )*(?:also|by the way|btw|one more (?:thing|question)|another (?:thing|question)|additionally|besides|plus|and please)\b|^and then (?:please |let's )?${VERB}\b|^(?:顺便|顺带|另外|还有|对了|此外|同时|[写记存]完(?:之后|以后|后|再))`,
);
/** Goes on after the save. */
export const NEXT = /^(?:and|then|but|instead|only|just)\b|^(?:然后|接着|但是)/;
/** A part of what was offered is meant. */
export const PART =
  /^(?:and |but )*(?:only|just) the (?:first|second|third|last)\b|^(?:但是?|不过)?只(?:写|记|存|保存)(?:第|前|最后|结论|要点|这|上面)/;
/** What a clause behind the save begins with where it goes on to something else. */
export const MORE = new RegExp(
  String.raw`^(?:and|then|also|but|now|next|plus|please|pls|afterwards?|after (?:that|this)|meanwhile|btw|by the way|one|another|second(?:ly)?|additionally|besides|finally|let's|let us|we(?:'ll| can| should| need)|i(?:'d| would)? ?(?:also )?(?:like|want|need)|instead|only|just|keep|make|leave|drop|reword|shorten|change|can|could|would|will|${VERB})\b|^(?:再|继续|接|然后|之后|完了|顺|另|还有|还要|也|同时|对了|下一?[个步]|帮|请|麻烦|开始|我们|咱们?|内容|标题|措辞|格式|第|但|不过|只|仅|谢|把|将|去|跑|修|改|看|做|加|更新|提交|部署|测试|发|推|问|解释|精简|简短|弄|我还|我想)`,
);
const WAITS = String.raw`(?:first|wait|hold on|if|unless|once|until|before|when|whenever|after(?! (?:that|this))|as soon as|as long as|so long as|assuming|provided|providing|supposing|pending|subject to|depending|given|in case|on condition|show|let me(?! know)|let's see|not (?:before|until|sure)|i'm not sure|(?:later|tomorrow|tonight|some ?day|eventually|next (?:week|month|time|sprint|year)|in a (?:bit|while|moment|minute)))`;
const 等 = String.raw`(?:先|等|除非|如果|要是|让我|明天|后天|改天|下周|下次|晚点|稍后|待会|回头|以后|过[几两]天|前提|只要|(?:得|要|需)(?:先|等|经)?.{0,12}(?:同意|批准|点头|审核|确认))`;
/** The answer depends on something that has not happened. */
export const HOLD = new RegExp(
  String.raw`^(?:but |and |though |only |maybe |please |also |even )*${WAITS}\b|\bfirst$|\bnot sure\b|^(?:不过|但是|但|可|请|那|另外)*${等}|之前先|的话|(?:同意|批准|通过|审核)(?:了|后|之后|以后)?[再才]|不确定|没想好`,
);
/** It is to be done somewhere else, unless that is a doc. */
export const ELSEWHERE = new RegExp(
  String.raw`^(?:but |and |only |just )*(?:to|into|onto|on|as|with) (?!${BANK})|^(?:but |and |only |just )*in (?:the|a|an|my|your|some) (?!${BANK})|^(?:但是?|不过)?(?:写|记|存|保存|放)?(?:到|在|进)(?!${库})`,
  "u",
);
