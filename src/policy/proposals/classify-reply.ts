/** What a message says to an offer. `mixed`: yes, and something else as well. */
export type Reply = "confirm" | "mixed" | "decline" | "unrelated";

/** One spelling for what a reader takes as the same: letter case, width, quotes, skin tones. */
export function foldWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\u{1F3FB}-\u{1F3FF}\u200B\u200C]|\u200D|\uFE0F/gu, "")
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll(/[“”「」『』]/g, '"');
}

const IT = "(?: (?:it|this|that|them|these|both|all(?: of (?:it|them))?|everything)(?: down)?)";
const BANK = String.raw`(?:(?:(?:the|our|your|this|project) )*memory(?:[ -]?bank)?|记忆库|\S+\.md)`;
const 写 = String.raw`(?:写入|记录|保存|执行|应用|写|寫|记|存)(?:进去|下来|[入进到在]?\s?${BANK}里?|入|下|一下)?`;

const CONFIRMS = wordsAtStart(
  String.raw`yes+|yep|yeah|yup|y(?=[\s.!]*$)|okay|ok+|k(?=[\s.!]*$)|sure(?: thing)?|fine|alright|all right|(?:i )?agree|agreed
  |absolutely|definitely|certainly|of course|by all means|correct|(?:i )?confirm(?:ed)?|approved?|lgtm|go (?:ahead|for it)|proceed
  |(?:please )?do (?:it|that|so)|(?:please )?(?:do|save|write|apply|go)(?=[.,!]|\s*$| please)|make it so|(?:sounds|looks) good|good idea|(?:that )?works|that(?:'s| is) (?:fine|ok|okay)
  |(?:save|write|record|note|store|add|apply|keep)${IT}(?: (?:to|in|into) ${BANK})?|apply (?:the )?(?:plan|refresh)`,
  `(?<![写记存])好+|好主意|我?(?:确认|確認)(?:${写})?|可以(?:${写})?|行+|是|嗯+|对(?!了)|要|需要|没问题|没错|同意|当然|批准|来吧|就这样
  |(?:那就?|就|都|全部?|直接|请|帮我)*${写}`,
  "👍👌✅🆗",
);
const DECLINES = wordsAtStart(
  String.raw`no thanks|no thank you|no need(?: to \w+${IT}?)?|nope|no+|n|nah|not (?:now|yet|needed|necessary|this time)|cancel|pass
  |never ?mind|skip${IT}?|(?:leave|drop|forget)${IT}|(?:please )?(?:don't|do not)(?: (?:save|write|record|add|do|bother)${IT}?)?`,
  `(?:先|还是|暂时|这次|就|都|也|那)*(?:不用|不要|不必|不需要|无需|别|没必要|不)再?(?:${写})?|(?:还是|那就?)?算了|先?跳过|取消|拒绝
  |免了|不(?:行|好|可以|同意|想)|(?:以后|下次)再说`,
  "👎❌🚫",
);
/** Neither yes nor no. */
const IS_POLITE = wordsAtStart(
  String.raw`please|thanks?(?: you)?(?: a lot| so much| very much)?|thx|great|perfect|nice|cool|good|oh|ah|well|(?:to|by|for|with) me
  |all(?: of (?:it|them))?|both|(?:then|now|too|why not)(?=$|[.,!])`,
  "谢谢(?:你|您)?|多谢|辛苦|麻烦(?:你|了)?|请|哦|那就?|不错|太好|很好",
  "🙏😊🙂😄🎉",
);

/** A Chinese word ends before punctuation and white space, also after 的, 吧, 了, 啊. */
function wordsAtStart(english: string, chinese: string, signs: string): RegExp {
  const inOneLine = (words: string) => words.replaceAll(/\n\s*/g, "");
  const 词 = `(?:${inOneLine(chinese)})[的吧了啊呀哦哈哒啦嘛]{0,2}`;
  const 完 = String.raw`(?:${词})+(?:谢谢)?(?=$|[\s\p{P}\p{S}])`;
  const whole = String.raw`(?:${inOneLine(english)})(?![\p{L}\p{N}_'/:=-]|\.\w)`;
  return new RegExp(`^(?:${whole}|${完}|[${signs}])`, "u");
}

export const NEGATES =
  /\b(?:no|not|never|none|nothing|nor|without|cannot)\b|n't\b|不|别|没|勿|甭|无/u;
const ASKS =
  /\?|[吗呢么]$|为什么|怎么|什么|哪|谁|是否|几|多少|[能要是]不[能要是]|可不可以|^(?:so )?(?:what|why|how|who|where|which|is|are|was|do|does|did|can|could|would|will|should|shall|may|have|has|am)\b/u;
/** With one of these in the sentence behind it, a yes confirms nothing. */
const TAKES_BACK =
  /\b(?:but|wait|hold on|later|however|first|instead|if|unless|until|when|once|after(?! that)|before|except|although|though|actually|tomorrow|not sure|kidding|maybe|assuming|only|show me|tell me|as (?:long|soon) as|and no|second thought|(?:i|he|she|they) said|i mean)\b|不过|但|等|稍后|回头|晚点|以后|如果|要是|除非|之后|明天|改天|^只|慢着|可是|然而|先|开玩笑|算了|前提|想想|[他她]说/u;
/** Goes on to something else, which may be a question. */
const BESIDE =
  /^(?:and|also|btw|by the way|then|next|now|plus)\b|^(?:顺便|顺带|另外|还有|然后|接着|接下来|同时|再|下一|此外|继续)/u;
/** A yes that goes on with a statement answers something else: "yes, it works now". */
const TELLS =
  /^(?:it|i|he|she|they|the|that|this|there|same|still|because|line|error|to|in|into|on|as)\b|^(?:我(?!们|想|要|还)|[他她]|就是|还是|会|问题|报错)|了$/u;

const COMMAND = /(?<![\w/:-])mb:(write|no)(?![\w:-])/;
/** `"yes"` and `**yes**` are that word alone. */
const QUOTED = /^["'*_(]{1,3}([^"'*_()]{1,40})["'*_)]{1,3}[.!。]?$/;
/** Between an answer and what follows it. */
const GAP = /^(?:[\s.,!;。、~—–-]|:-?\))*/u;
const SENTENCE = /^(?:[^.!;\n。]|\.(?=\S))*/u;

/** A short list of words at the beginning of a message decides. In doubt nothing is confirmed. */
export function classifyReply(message: string): Reply {
  const text = foldWords(message).trim().replace(QUOTED, "$1");
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
  if (word === "no") return "decline";
  return /^[\s.!。]*$/.test(before + after) ? "confirm" : "mixed";
}

/** Takes words of yes, of no and polite ones from the beginning, as long as there are any. */
function readWords(text: string): Reply {
  let rest = text;
  let gap = "";
  let hasYes = false;
  for (;;) {
    const matched = (words: RegExp) => words.exec(rest)?.[0].length ?? 0;
    const [yes, no, polite] = [matched(CONFIRMS), matched(DECLINES), matched(IS_POLITE)];
    const longest = Math.max(yes, no, polite);
    if (longest === 0) break;
    rest = rest.slice(longest);
    gap = GAP.exec(rest)?.[0] ?? "";
    rest = rest.slice(gap.length);
    if (no > Math.max(yes, polite)) return isApart(gap, rest) ? "decline" : "unrelated";
    hasYes ||= yes === longest;
  }
  if (!hasYes || /\.\.|…/.test(gap)) return "unrelated";
  if (rest === "") return "confirm";
  return isApart(gap, rest) && goesOn(gap, rest) ? "mixed" : "unrelated";
}

/** Whether the answer is whole without what follows: `no tests fail` and `ok button is broken` are no answers. */
function isApart(gap: string, rest: string): boolean {
  return rest === "" || /\S|\n/.test(gap) || /^(?:and|also|btw)\b|^\p{Script=Han}/u.test(rest);
}

/** What follows a yes must not take it back, negate it, ask about it or tell of something else. */
function goesOn(gap: string, rest: string): boolean {
  const sentence = SENTENCE.exec(rest)?.[0] ?? "";
  if (TAKES_BACK.test(sentence) || NEGATES.test(sentence.split(",")[0] ?? "")) return false;
  if (BESIDE.test(rest)) return true;
  return ASKS.test(sentence) ? /[.!\n。]/.test(gap) : !TELLS.test(sentence);
}
