/** What a message says to an offer. A yes may go on with something else. */
export type Reply = "confirm" | "decline" | "unrelated";

/** Folds spellings that read the same into one: letter case, width, quotes, skin tones. */
export function foldWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\u{1F3FB}-\u{1F3FF}\u200B\u200C]|\u200D|\uFE0F/gu, "")
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll(/[“”「」『』]/g, '"');
}

/** A dot within a word or a path does not end a sentence. */
export function sentencesIn(text: string): string[] {
  return (text.match(/(?:[^.!?;\n。]|\.(?=\S))+\??/gu) ?? []).map((each) => each.trim());
}

const IT = "(?: (?:it|this|that|them|these|both|all(?: of (?:it|them))?|everything)(?: down)?)";
const BANK = String.raw`(?:(?:(?:the|our|your|this|project) )*memory(?:[ -]?bank)?|记忆库|\S+\.md)`;
const WRITE_CHINESE = String.raw`(?:写入|记录|保存|执行|应用|写|寫|记|存)(?:进去|下来|[入进到在]?\s?${BANK}里?|入|下|一下)?`;

const YES = words(
  String.raw`yes+|yep|yeah|yup|y(?=[\s.!]*$)|okay|ok+|k(?=[\s.!]*$)|sure(?: thing)?|fine|all? ?right|(?:i )?agreed?|absolutely|definitely|of course
  |correct|(?:i )?confirm(?:ed)?|approved?|lgtm|go (?:ahead|for it)|proceed|do (?:it|that|so)|(?:please )?(?:do|save|write|apply|go)(?=[.,!]|\s*$| please)
  |(?:sounds|looks) good|good idea|(?:that )?works|(?:save|write|record|note|store|add|apply|keep)${IT}(?: (?:to|in|into) ${BANK})?|apply (?:the )?(?:plan|refresh)`,
  `(?<![写记存])好{1,3}|我?(?:确认|確認)(?:${WRITE_CHINESE})?|可以(?:${WRITE_CHINESE})?|行+|是|嗯{1,3}|对(?!了)|要|需要|没问题|没错|同意|当然|(?:那就?|就|都|全部?|直接|请|帮我)*${WRITE_CHINESE}`,
  "👍👌✅🆗",
);
const NO = words(
  String.raw`no (?:thanks|thank you|need(?: to \w+${IT}?)?)|nope|no+|n|nah|not (?:now|yet|needed|necessary|this time)|cancel|pass|never ?mind
  |(?:skip|leave|drop|forget)${IT}|skip|(?:please )?(?:don't|do not)(?: (?:save|write|record|add|do|bother)${IT}?)?`,
  `(?:先|还是|暂时|这次|就|都|也|那)*(?:不用|不要|不必|不需要|无需|别|没必要|不)再?(?:${WRITE_CHINESE})?|(?:还是|那就?)?算了|先?跳过|取消|拒绝|不(?:行|好|可以|同意|想)|(?:以后|下次)再说`,
  "👎❌🚫",
);
/** Polite words that mean neither yes nor no. */
const POLITE = words(
  "please|thanks?(?: you)?(?: a lot| so much| very much)?|thx|great|perfect|nice|cool|good|oh|ah|well|(?:to|by|for|with) me|all(?: of (?:it|them))?|both|(?:then|now|too|why not)(?=$|[.,!])",
  "谢谢(?:你|您)?|多谢|辛苦|麻烦(?:你|了)?|请|哦|那就?|不错|太好|很好",
  "🙏😊🙂😄🎉",
);
const GAP = String.raw`(?:[\s,!;。、~—–-]|\.(?!\.)|:-?\))*`;
/** Matches the words of yes and politeness at the beginning of a message, up to the first no. */
const ANSWER = new RegExp(
  `^(?:${POLITE}${GAP})*(?<yes>${YES})?(?:${GAP}(?:${YES}|${POLITE}))*(?:${GAP}(?<no>${NO}))?`,
  "u",
);
/** The gap between an answer and the sentence after it, and that sentence. */
const BEHIND = new RegExp(String.raw`^(?<gap>${GAP})(?<sentence>(?:[^.!;\n。]|\.(?=\S))*)`, "u");

/** A Chinese word ends before punctuation and white space, also after 的, 吧, 了, 啊. */
function words(english: string, chinese: string, signs: string): string {
  const wholeChinese = String.raw`(?:(?:${chinese})[的吧了啊呀哦哈哒啦嘛]{0,2}){1,3}(?:谢谢)?(?=$|[\s\p{P}\p{S}])`;
  const whole = String.raw`(?:${english.replaceAll(/\n\s*/g, "")})(?![\p{L}\p{N}_'/:=-]|\.\w)`;
  return `(?:${whole}|${wholeChinese}|[${signs}])`;
}

export const NEGATES =
  /\b(?:no|not|never|none|nothing|nor|without|cannot)\b|n't\b|不|(?<![级类区特])别|没|勿|甭|无/u;
export const ASKS =
  /\?|[吗呢么]$|为什么|怎么|什么|哪|谁|是否|几|多少|[能要是]不[能要是]|可不可以|如何|^(?:so )?(?:what|why|how|who|where|which|is|are|was|do|does|did|can|could|would|will|should|shall|may|have|has|am)\b/u;
/** If the sentence after a yes has one of these, the yes does not confirm. */
const TAKES_BACK =
  /\b(?:but|wait|hold on|later|however|first|instead|if|unless|until|when|once|after(?! that)|before|except|although|though|actually|tomorrow|not sure|kidding|maybe|assuming|only|show me|tell me|as (?:long|soon) as|and no|second thought|(?:i|he|she|they) said|i mean)\b|不过|但|等|稍后|回头|晚点|以后|如果|要是|除非|之后|明天|改天|^只|慢着|可是|然而|先|开玩笑|算了|前提|想想|[他她]说/u;
/** If the sentence after a yes begins like this, it is about something else and may be a question. */
const BESIDE =
  /^(?:and|also|btw|by the way)\b|^(?:顺便|顺带|另外|还有|然后|接着|接下来|同时|再|下一|此外|继续)/u;
/** The yes goes on with a statement, so it answers something else: "yes, it works now". */
const TELLS =
  /^(?:it|i|he|she|they|the|that|this|there|same|still|because|line|error|to|in|into|on|as)\b|^(?:我(?!们|想|要|还)|[他她]|就是|还是|会|问题|报错)|了$/u;

/** `mb:write` and `mb:no` count anywhere, unless negated, asked about or put under a condition. */
const COMMAND = /(?<![\w/:-])mb:(?:(?<yes>write)|(?<no>no))(?![\w:-])/;

/** A short list of words at the beginning of a message decides. In doubt nothing is confirmed. */
export function classifyReply(message: string): Reply {
  const text = foldWords(message).trim();
  const command = COMMAND.exec(text);
  const answer = command ?? ANSWER.exec(text);
  if (answer === null) return "unrelated";
  const { yes, no } = answer.groups ?? {};
  const rest = text.slice(answer.index + answer[0].length);
  const { gap = "", sentence = "" } = BEHIND.exec(rest)?.groups ?? {};
  if (command === null) {
    // `no tests fail` and `ok button is broken` are not answers.
    if (sentence !== "" && !/\S|\n/.test(gap) && !BESIDE.test(sentence)) return "unrelated";
  } else {
    const before = /[^.!?;\n。]*$/.exec(text.slice(0, command.index))?.[0].trim() ?? "";
    if ([ASKS, NEGATES, TAKES_BACK].some((each) => each.test(before))) return "unrelated";
  }
  if (no !== undefined) return "decline";
  return yes !== undefined && goesOn(gap, sentence) ? "confirm" : "unrelated";
}

/** Whether a yes still holds with the sentence after it, which may revoke, negate, question or replace the yes. */
function goesOn(gap: string, sentence: string): boolean {
  if (TAKES_BACK.test(sentence) || NEGATES.test(sentence.split(",")[0] ?? "")) return false;
  if (BESIDE.test(sentence)) return true;
  return ASKS.test(sentence) ? /[.!\n。]/.test(gap) : gap.trim() === "" || !TELLS.test(sentence);
}
