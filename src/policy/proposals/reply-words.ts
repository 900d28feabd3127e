/** Traditional characters of the words that are looked for, each before its simplified one. */
const SIMPLIFIED = new Map(
  "寫写確确認认記记錄录進进這这個个請请謝谢過过別别對对沒没問问題题順顺還还後后庫库憶忆決决約约規规則则驗验條条煩烦幫帮無无須须當当從从結结動动嗎吗說说會会將将課课訓训業业務务"
    .match(/../gu)
    ?.map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);

/** One spelling for what a reader takes as the same: letter case, width, script, quotes, skin tones. */
export function foldWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\u{1F3FB}-\u{1F3FF}\u200B\u200C]|\u200D|\uFE0F/gu, "")
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll(/[“”「」『』]/g, '"')
    .replaceAll(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);
}

const BANK = String.raw`(?:记忆库|memory[ -]?bank|memory\.md|(?:memory-bank/|details/)\S+\.md)`;
const IT =
  "(?: (?:it|this(?: one)?|that|them|these|both|all(?: of (?:it|them))?|everything)(?: down| there)?)";
const PLACE = `(?: (?:to|in|into|under) (?:(?:the|our|your|this|project) )*(?:${BANK}|memory))`;
const 写 = String.raw`(?:(?:执行|应用)(?:这个|该)?(?:计划|刷新)|写入|记录|保存|执行|应用|写|记|存)(?:进去|下来|[入进到在]?\s?${BANK}(?:里面?|中)?|入|下|上|一下)?`;

const YES = [
  String.raw`(?:fine|ok|okay|sounds good|looks good|works) (?:by|with|for|to) me|(?:ok|okay) go(?! for)|yes+|yep|yeah|yea|yup|ya`,
  String.raw`(?:kk?|y)(?=[\s.!]*$)|okay|okey|ok+|sure thing|sure|fine|alright|all right|agreed|absolutely|definitely`,
  String.raw`certainly|aye|of course|by all means|correct|(?:i )?(?:confirm(?:ed)?|approved?|agree)|affirmative|lgtm`,
  String.raw`go ahead(?! and| with)|go for it|proceed|(?:let's )?do (?:it|so|that)|do(?=[\s.!]*$)|please do(?: so| it| that)?|make it so`,
  String.raw`(?:good|great) (?:idea|call)|that(?: works| would be (?:great|good|fine))|sounds (?:good|great|fine|reasonable)|looks good`,
  String.raw`(?:that|it)(?:'s| is) (?:fine|ok|okay)|apply (?:the|that|this) (?:plan|refresh)|(?:record|note|store|add|apply)${IT}${PLACE}?`,
  String.raw`(?:go ahead and |do )?(?:save|write)(?:${IT}${PLACE}?|(?=[.,!]|$| please))`,
];
const 是 = [
  `(?<![写记存])好+|我?确认(?:${写})?|可以(?:${写})?|行+|是|嗯+|恩|对|要|需要|没问题|没错|同意|当然|批准|好主意|ok的`,
  `就这样|就这么办|来吧|(?:那就?|就|都|全部?|直接|请|帮我|麻烦你?|我)*${写}`,
];
const NO = [
  String.raw`no thanks|no thank you|no need(?: to \w+${IT}?)?|nope|no+|n|nah|nay|not (?:now|yet|needed|necessary|this time)`,
  String.raw`skip(?: (?:it|this|that|this one|saving))?|(?:leave|drop|forget|cancel|discard)${IT}|cancel|pass|never ?mind|nvm|let's not`,
  String.raw`(?:please )?(?:don't|do not|dont)(?: (?:save|write|record|note|store|add|keep|do|bother)${IT}?)?|(?:i'd )?rather not`,
];
const 不是 = [
  `(?:先|还是|暂时|这次|就|都|也|那)*(?:不用|不要|不必|不需要|无需|别|甭|没必要|不)再?(?:${写})?|(?:还是|那就?)?算了`,
  `先?跳过(?:它|这个|这次)?|取消|拒绝|否|免了|不(?:行|好|可以|同意|是|对|想)|(?:以后|下次)再说`,
];
const POLITE = [
  String.raw`please|pls|thanks?(?: you)?(?: a lot| so much| very much)?|thx|great|perfect|nice|cool|good|oh|ah|well|no problem|np`,
  String.raw`both(?: points)?|all(?: of (?:it|them))?|everything|for (?:later|next time)|(?:then|now|too|why not)(?=$|[.,!])`,
];
const 谢谢 = "谢谢(?:你|您|啦|了)?|多谢|辛苦了?";
const 客气 = [谢谢, "不用谢|麻烦(?:你|了|你了)?|请|哦|噢|那就?|不错|太好了|很好"];

export const CONFIRMS = wordsAtStart(YES, 是, "👍👌✅🆗");
export const DECLINES = wordsAtStart(NO, 不是, "👎🙅❌🚫");
/** Neither yes nor no. */
export const IS_POLITE = wordsAtStart(POLITE, 客气, "🙏😊🎉🙂😄");

/** A Chinese word ends before punctuation and white space, also after 的, 吧, 了, 啊. 对了 means "by the way". */
function wordsAtStart(
  english: readonly string[],
  chinese: readonly string[],
  signs: string,
): RegExp {
  const 词 = `(?!对了)(?:${chinese.join("|")})[的吧了啊呀哦喔哈嘞咧滴哒啦嘛呗呢]{0,2}`;
  const 完 = String.raw`(?:${词})+(?:${谢谢})?(?=$|[\s\p{P}\p{S}])`;
  const whole = String.raw`(?:${english.join("|")})(?![\p{L}\p{N}_'/:=-]|\.\w)`;
  return new RegExp(`^(?:${whole}|${完}|[${signs}])`, "u");
}

/** With one of these in the sentence behind it, a yes confirms nothing. */
export const TAKES_BACK = new RegExp(
  [
    String.raw`\b(?:but|wait|hold on|later|however|first|instead|if|unless|until|when|once|after(?! that| this)|before)\b`,
    String.raw`\b(?:except|although|though|actually|tomorrow|tonight|not sure|kidding|maybe|hm+|assuming|provided|only|show me|tell me)\b`,
    String.raw`\b(?:as (?:long|soon) as|and no|second thought|changed my mind|i mean|i meant|(?:i|he|she|they) said|said \w+)\b`,
    "不过|但|等|稍后|回头|晚点|以后|如果|要是|除非|之后|明天|改天|^只|且慢|慢着|可是|然而|先|开玩笑|算了|前提|想想|[他她]说|给我看",
  ].join("|"),
  "u",
);
export const NEGATES =
  /\b(?:no|not|never|none|nothing|nor|without|cannot)\b|n't\b|不|别|没|勿|甭|无/u;
export const ASKS =
  /\?|[吗呢么]$|为什么|怎么|什么|哪|谁|是否|几|多少|[能要是]不[能要是]|可不可以|^(?:so )?(?:what|why|how|who|where|which|whose|is|are|was|do|does|did|can|could|would|will|should|shall|may|have|has|am)\b/u;
/** Behind a yes without punctuation only these go on with it: `ok button is broken` is none. */
export const GOES_ON = /^(?:and|also|btw|by the way)\b|^\p{Script=Han}/u;
/** Goes on to something else, which may be a question. */
export const BESIDE =
  /^(?:and|by the way|btw|then|next|now|plus|one more|another)\b|\balso\b|^(?:顺便|顺带|另外|还有|然后|接着|接下来|同时|再|下一|此外|继续|对了)/u;
/** A yes that goes on with a statement answers something else: "yes, it works now". */
export const TELLS =
  /^(?:it|i|he|she|they|the|that|this|there|same|still|because|line|error|to|in|into|on|as)\b|^(?:我(?!们|想|要|还)|[他她]|就是|还是|会|问题|报错)|了$/;
