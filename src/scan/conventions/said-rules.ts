import { toPlainText } from "../plain-text.ts";
import { splitSentences, withoutMarkup } from "../readme.ts";
import type { Trust } from "./choose-sources.ts";
import { type Passage, readPassages } from "./passages.ts";

/** A rule in the project's own words. */
export interface SaidRule {
  readonly words: string;
  /** The heading that it stands below. */
  readonly section: string | undefined;
  /** It stands where the text says how code is written. */
  readonly isStyle: boolean;
}

/** Below these, what is listed is how code is written. */
const STYLE =
  /\b(?:styles?|style ?guides?|conventions?|standards?|naming|formatting|linting|best practices|principles|patterns to|don'?ts?|anti-?patterns|code quality|code guidelines|coding|typescript|javascript|python|java|rust|golang|error handling|imports?|types|comments|docstrings?)\b|规范|约定|风格|准则|命名|原则/iu;
/** Below these, some of what is said is a rule. */
const RULES =
  /\b(?:rules?|guidelines?|policy|policies|requirements?|commits?|commit messages?|pull ?requests?|prs?|patches|branch(?:es|ing)?|review|tests?|testing|unit tests|logging|dependenc(?:y|ies)|security|constraints|important|critical|workflow|checklist|submitting|quality|expectations|notes for)\b|规则|提交|测试|注意|要求/iu;
/** In a README only what cannot be meant for users. */
const README_RULES =
  /\b(?:cod(?:e|ing) (?:style|conventions?|guidelines?|standards?|rules?)|style ?guide|naming conventions?|commit (?:messages?|conventions?|guidelines?|format)|development (?:guidelines|conventions|rules)|project conventions|conventional commits)\b|(?:编码|代码|开发|命名|提交|编程)(?:规范|约定|风格|规则)/iu;
/** Below these nothing is a rule: how to set up, what there is, who to thank. */
const OTHER =
  /\b(?:install\w*|set ?up|getting started|quick ?start|prerequisites|overview|about|introduction|structure|layout|architecture|commands?|scripts|usage|examples?|bug reports?|report\w*|issues?|questions?|support|community|code of conduct|license|licen[cs]ing|credits|thanks|acknowledge?ments|contributors|financial|sponsor\w*|table of contents|contents|resources|links|references|faq|troubleshooting|release\w*|publish\w*|changelog|roadmap|deploy\w*|translation|first (?:time|contribution)|steps|creating|how to|features?|tech stack|technologies|tools|debugging|memory bank|file locations|key files|env(?:ironment)? var\w*|reviewing|review a|discuss\w*|opening|your build|ide)\b|安装|目录|概述|简介|介绍|架构|部署|常见问题|许可|致谢|贡献者|功能|技术栈/iu;

/** Says what to do or what not to do. */
const BINDS =
  /\b(?:must|should|shall|never|always|do not|don[’']t|avoid|prefer(?:red|ably)?|required|may not|mandatory|forbidden|disallowed|instead of|we use|we follow|not allowed|not accepted|no more than|at least|at most|needs? to be|need tests)\b|必须|应当|应该|应|不要|禁止|不得|使用|避免|统一|遵循|保持|采用|不能|优先|不允许|一律/iu;
const DOES =
  /^(?:please,? |all |no |be |use|keep|write|follow|ensure|make sure|include|place|put|name|document|handle|return|define|declare|format|indent|limit|remove|respect|wrap|sort|group|import|export|separate|squash|rebase|sign|reference|provide|add|run|test|check|update|commit|leave|choose|pass|throw|catch|log|mark|treat|annotate|cover|match|favor|favour|stick|try|start|begin|end|capitalize|minimi[sz]e|implement|validate|extract|split|structure|organi[sz]e|store|build|create|maintain|review|verify|break|mock|apply)\b/i;
/** In running text: the same words often only tell how something works. */
const DEMANDS =
  /\b(?:must|should|do not|don[’']t|avoid|prefer)\b|^(?:never|always)\b|必须|应当|应该|不要|禁止|不得|避免|统一|一律/iu;
/** Courtesy, invitations, and steps of contributing that bind nobody. */
const COURTESY =
  /\b(?:thank\w*|welcome\w*|feel free|happy|glad|appreciat\w*|encourage\w*|fork|clone|git (?:checkout|add|commit|push|clone)|staging|your feature branch|create (?:a )?new pull request|join|discord|slack|gitter|mailing list|code of conduct|click|sponsor\w*|newsletter|stack ?overflow|open an? (?:new )?issue|file an? (?:issue|bug)|create an? (?:issue|pull request)|submit an? (?:issue|pull request|pr)|open an? (?:pull request|pr)|send (?:us )?(?:an? )?(?:pull request|pr)|look(?:ing)? forward|don[’']t worry|please tell us|we will|don[’']t hesitate|be patient|first[- ]time|good first issue|github\.com|npm install|yarn install|pip install|you are an? |account|press|menu|intellij|take a look|have a look|your task is|your role|memory bank)\b|欢迎|感谢|点击|扫码/iu;
/** Speaks of what stands elsewhere: alone it says nothing. */
const LEANS =
  /^(?:this|that|these|those|it|its|they|then|there|however|but|and|or|also|so|such|for example|e\.g|i\.e|otherwise|see|example|note that|here|where|which|if so|after that|next|finally|once|first|second|therefore|thus|hence|in (?:this|that|both|such)|\w+ (?:it|them|this|these)|for more|more info|read|refer|check out|take a look|now|let'?s|we['’]re|i['’])\b|\b(?:below|above|as follows|the following|following (?:command|example|steps|format|rules)|like this|like so|these rules|(?:for|to|of|with|about) (?:it|them|this)(?=[.!]?$)|this (?:document|guide|section|file|page))\b|如下|以下|例如|参见|详见/iu;
/** Examples of what is right or wrong, questions, and what was never filled in. */
const NO_RULE =
  /^(?:good|bad|ok|yes|no|right|wrong|before|after|example|todo|tbd|✅ ?(?:good|do|correct)|❌ ?(?:bad|don'?t|wrong))\b[^a-z]{0,3}(?:$|:)|\?$|？$|^https?:|^\$ |^(?:enter|open|select|go to|click) |^[^\p{L}\p{N}]*$|^(?:build|tests?|install|dev|start|run|lint|format)\s?: ?`|^(?:feat|fix|docs|style|refactor|perf|tests?|chore|build|ci|revert)\b`?\s?[:(：-]|\[(?:insert|your|todo)/iu;

const LONGEST = 220;
const LONGEST_SECTION = 60;
const SHORTEST = 14;
const FEWEST_WORDS = 3;
/** Of an item that stands where rules do, and does not sound like one. */
const FEWEST_NAMED = 4;
const MOST_OF_SECTION = 6;

/** What a text says of how things are done here, as it says it. */
export function readSaidRules(text: string, trust: Trust): SaidRule[] {
  const counts = new Map<string, number>();
  return readPassages(text).flatMap((passage) => {
    const binding = bindingOf(passage.headings, trust);
    if (binding === undefined) return [];
    const words = toRule(passage, binding);
    if (words === undefined) return [];
    const section = toSection(passage.headings);
    const count = (counts.get(section ?? "") ?? 0) + 1;
    counts.set(section ?? "", count);
    return count > MOST_OF_SECTION ? [] : [{ words, section, isStyle: binding === "style" }];
  });
}

/** Whether what stands below these headings are rules: all of it, or what sounds like one. */
function bindingOf(headings: readonly string[], trust: Trust): "style" | "rules" | undefined {
  const below = headings.slice(headings.length > 1 ? 1 : 0);
  const inner = below.toReversed();
  if (trust === "readme")
    return below.some((title) => README_RULES.test(title)) ? "style" : undefined;
  for (const title of inner) {
    if (OTHER.test(title) && !STYLE.test(title)) return undefined;
    if (STYLE.test(title)) return "style";
    if (RULES.test(title)) return "rules";
  }
  if (trust === "style") return "style";
  return trust === "rules" ? "rules" : undefined;
}

function toRule({ text, isItem }: Passage, binding: "style" | "rules"): string | undefined {
  const plain = LINK_ALONE.test(text) ? undefined : toWords(text);
  if (plain === undefined || /[:：]$/u.test(plain) || NO_RULE.test(plain)) return undefined;
  const sentences = splitSentences(plain);
  const binds = (words: string) => (isItem ? BINDS : DEMANDS).test(words) || DOES.test(words);
  const from = isItem ? 0 : sentences.findIndex((each) => binds(each) && !LEANS.test(each));
  const chosen = takeSentences(sentences.slice(Math.max(0, from)));
  if (from < 0 || chosen === undefined || COURTESY.test(chosen) || LEANS.test(chosen)) {
    return undefined;
  }
  if (binds(chosen)) return saysEnough(chosen, FEWEST_WORDS) ? chosen : undefined;
  return isItem && binding === "style" && saysEnough(chosen, FEWEST_NAMED) ? chosen : undefined;
}

/** Whole sentences, as many as fit; one that is too long alone is left out. */
function takeSentences(sentences: readonly string[]): string | undefined {
  const [first = "", ...others] = sentences;
  if (first.length > LONGEST) return undefined;
  let taken = first;
  for (const sentence of others) {
    if (taken.length + sentence.length + 1 > LONGEST || /[:：]$/u.test(sentence)) break;
    if (LEANS.test(sentence) || COURTESY.test(sentence)) break;
    taken = `${taken} ${sentence}`;
  }
  return taken;
}

function saysEnough(words: string, fewest: number): boolean {
  const han = words.match(/\p{Script=Han}/gu)?.length ?? 0;
  const count = words.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return han >= 6 || (words.length >= SHORTEST && count >= fewest);
}

/** The heading itself, as far as it says more than the name of the text. */
function toSection(headings: readonly string[]): string | undefined {
  const title = headings.length > 1 ? headings.at(-1) : undefined;
  const plain = toPlainText(withoutMarkup(title ?? ""), LONGEST_SECTION)
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/^\d{1,2}(?:\.\d{1,2})*[.)]?\s+/, "")
    .replaceAll(/[()（）`*\s]+/gu, " ")
    .trim()
    .replace(/[:：.]$/u, "");
  return plain === "" ? undefined : plain;
}

const LINK_ALONE =
  /^(?:\*\*)?\[[^\]]{0,200}\](?:\([^)]{0,400}\)|\[[^\]]{0,200}\])(?:\*\*)?\W{0,3}$/;
const CODE = /(`{1,3})([^`]{1,200})\1/g;
const KEPT = /\uE000(\d{1,3})\uE001/g;

/** Without markup, but with code in backticks as it is. Undefined for what cannot stand in a doc. */
function toWords(text: string): string | undefined {
  const codes: string[] = [];
  const marked = text.replaceAll(/[\uE000-\uF8FF]/g, " ").replaceAll(CODE, (_, _marks, code) => {
    codes.push(String(code).trim());
    return `\uE000${codes.length - 1}\uE001`;
  });
  const words = toPlainText(withoutMarkup(marked), LONGEST * 5)
    .replace(/^[^\p{L}\p{N}"'“‘([@.<\uE000-]+/u, "")
    .replaceAll(KEPT, (_, index: string) => `\`${codes[Number(index)] ?? ""}\``)
    .trim();
  return /<!--|-->|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(words) ? undefined : words;
}
