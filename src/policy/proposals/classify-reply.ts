/** What a message says to an offer. A yes may go on with something else. */
export type Reply = "confirm" | "decline" | "unrelated";

/** One spelling for what a reader takes as the same: letter case, width, quotes, skin tones. */
export function foldWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\u{1F3FB}-\u{1F3FF}\u200B\u200C]|\u200D|\uFE0F/gu, "")
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll(/[“”「」『』]/g, '"');
}

/** A dot within a word or a path ends no sentence. */
export function sentencesIn(text: string): string[] {
  return (text.match(/(?:[^.!?;\n。]|\.(?=\S))+\??/gu) ?? []).map((each) => each.trim());
}

const IT = "(?: (?:it|this|that|them|these|both|all(?: of (?:it|them))?|everything)(?: down)?)";
const BANK = String.raw`(?:(?:(?:the|our|your|this|project) )*memory(?:[ -]?bank)?|记忆库|\S+\.md)`;
const 写 = String.raw`(?:写入|记录|保存|执行|应用|写|寫|记|存)(?:进去|下来|[入进到在]?\s?${BANK}里?|入|下|一下)?`;

const YES = words(
  String.raw`yes+|yep|yeah|yup|y(?=[\s.!]*$)|okay|ok+|k(?=[\s.!]*$)|sure(?: thing)?|fine|all? ?right|(?:i )?agreed?|absolutely|definitely|of course
  |correct|(?:i )?confirm(?:ed)?|approved?|lgtm|go (?:ahead|for it)|proceed|do (?:it|that|so)|(?:please )?(?:do|save|write|apply|go)(?=[.,!]|\s*$| please)
  |(?:sounds|looks) good|good idea|(?:that )?works|(?:save|write|record|note|store|add|apply|keep)${IT}(?: (?:to|in|into) ${BANK})?|apply (?:the )?(?:plan|refresh)`,
  `(?<![写记存])好+|我?(?:确认|確認)(?:${写})?|可以(?:${写})?|行+|是|嗯+|对(?!了)|要|需要|没问题|没错|同意|当然|(?:那就?|就|都|全部?|直接|请|帮我)*${写}`,
  "👍👌✅🆗",
);
const NO = words(
  String.raw`no (?:thanks|thank you|need(?: to \w+${IT}?)?)|nope|no+|n|nah|not (?:now|yet|needed|necessary|this time)|cancel|pass|never ?mind
  |(?:skip|leave|drop|forget)${IT}|skip|(?:please )?(?:don't|do not)(?: (?:save|write|record|add|do|bother)${IT}?)?`,
  `(?:先|还是|暂时|这次|就|都|也|那)*(?:不用|不要|不必|不需要|无需|别|没必要|不)再?(?:${写})?|(?:还是|那就?)?算了|先?跳过|取消|拒绝|不(?:行|好|可以|同意|想)|(?:以后|下次)再说`,
  "👎❌🚫",
);
/** Neither yes nor no. */
const POLITE = words(
  "please|thanks?(?: you)?(?: a lot| so much| very much)?|thx|great|perfect|nice|cool|good|oh|ah|well|(?:to|by|for|with) me|all(?: of (?:it|them))?|both|(?:then|now|too|why not)(?=$|[.,!])",
  "谢谢(?:你|您)?|多谢|辛苦|麻烦(?:你|了)?|请|哦|那就?|不错|太好|很好",
  "🙏😊🙂😄🎉",
);
/** A word at the beginning, and what parts it from the next one. */
const ANSWER = new RegExp(
  String.raw`^(?:(?<yes>${YES})|(?<no>${NO})|${POLITE})(?<gap>(?:[\s.,!;。、~—–-]|:-?\))*)`,
  "u",
);

/** A Chinese word ends before punctuation and white space, also after 的, 吧, 了, 啊. */
function words(english: string, chinese: string, signs: string): string {
  const 完 = String.raw`(?:(?:${chinese})[的吧了啊呀哦哈哒啦嘛]{0,2})+(?:谢谢)?(?=$|[\s\p{P}\p{S}])`;
  const whole = String.raw`(?:${english.replaceAll(/\n\s*/g, "")})(?![\p{L}\p{N}_'/:=-]|\.\w)`;
  return `${whole}|${完}|[${signs}]`;
}

export const NEGATES =
  /\b(?:no|not|never|none|nothing|nor|without|cannot)\b|n't\b|不|别|没|勿|甭|无/u;
export const ASKS =
  /\?|[吗呢么]$|为什么|怎么|什么|哪|谁|是否|几|多少|[能要是]不[能要是]|可不可以|如何|^(?:so )?(?:what|why|how|who|where|which|is|are|was|do|does|did|can|could|would|will|should|shall|may|have|has|am)\b/u;
/** With one of these in the sentence behind it, a yes confirms nothing. */
const TAKES_BACK =
  /\b(?:but|wait|hold on|later|however|first|instead|if|unless|until|when|once|after(?! that)|before|except|although|though|actually|tomorrow|not sure|kidding|maybe|assuming|only|show me|tell me|as (?:long|soon) as|and no|second thought|(?:i|he|she|they) said|i mean)\b|不过|但|等|稍后|回头|晚点|以后|如果|要是|除非|之后|明天|改天|^只|慢着|可是|然而|先|开玩笑|算了|前提|想想|[他她]说/u;
/** Goes on to something else, which may be a question. */
const BESIDE =
  /^(?:and|also|btw|by the way)\b|^(?:顺便|顺带|另外|还有|然后|接着|接下来|同时|再|下一|此外|继续)/u;
/** A yes that goes on with a statement answers something else: "yes, it works now". */
const TELLS =
  /^(?:it|i|he|she|they|the|that|this|there|same|still|because|line|error|to|in|into|on|as)\b|^(?:我(?!们|想|要|还)|[他她]|就是|还是|会|问题|报错)|了$/u;

const COMMAND = /(?<![\w/:-])mb:(write|no)(?![\w:-])/;

/** A short list of words at the beginning of a message decides. In doubt nothing is confirmed. */
export function classifyReply(message: string): Reply {
  const text = foldWords(message).trim();
  const command = COMMAND.exec(text);
  return command === null ? readWords(text) : readCommand(text, command);
}

/** The two commands count anywhere, unless they are negated, asked about or put under a condition. */
function readCommand(text: string, { 0: command, 1: word, index }: RegExpExecArray): Reply {
  const before = /[^.!?;\n。]*$/.exec(text.slice(0, index))?.[0].trim() ?? "";
  const after = text.slice(index + command.length);
  const clause = before.split(",").at(-1)?.trim() ?? "";
  const isOpen =
    ASKS.test(clause) || NEGATES.test(clause) || /^ ?(?:\?|is|means?|是|吗)/.test(after);
  if (isOpen || TAKES_BACK.test(before) || TAKES_BACK.test(after)) return "unrelated";
  return word === "no" ? "decline" : "confirm";
}

/** Takes words of yes, of no and polite ones from the beginning, as long as there are any. */
function readWords(text: string): Reply {
  let rest = text;
  let gap = "";
  let hasYes = false;
  let hasNo = false;
  for (let found = ANSWER.exec(rest); found !== null && !hasNo; found = ANSWER.exec(rest)) {
    rest = rest.slice(found[0].length);
    gap = found.groups?.["gap"] ?? "";
    hasYes ||= found.groups?.["yes"] !== undefined;
    hasNo = found.groups?.["no"] !== undefined;
  }
  // `no tests fail` and `ok button is broken` are no answers.
  if (rest !== "" && !/\S|\n/.test(gap) && !BESIDE.test(rest)) return "unrelated";
  if (hasNo) return "decline";
  return hasYes && !/\.\.|…/.test(gap) && goesOn(gap, rest) ? "confirm" : "unrelated";
}

/** What follows a yes must not take it back, negate it, ask about it or tell of something else. */
function goesOn(gap: string, rest: string): boolean {
  const sentence = /^(?:[^.!;\n。]|\.(?=\S))*/u.exec(rest)?.[0] ?? "";
  if (TAKES_BACK.test(sentence) || NEGATES.test(sentence.split(",")[0] ?? "")) return false;
  if (BESIDE.test(rest)) return true;
  return ASKS.test(sentence) ? /[.!\n。]/.test(gap) : !TELLS.test(sentence);
}
