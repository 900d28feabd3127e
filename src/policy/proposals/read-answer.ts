import type { AnswerOption } from "../../proposal-types.ts";
import { type Reply, type Topic, classifyReply } from "./classify-reply.ts";
import { findDocs } from "./find-docs.ts";
import { LEAVES, OTHER_ACT } from "./find-offer.ts";
import { foldWords } from "./fold-words.ts";
import { withoutPurpose } from "./questions.ts";

interface Answered {
  readonly options: readonly AnswerOption[];
  readonly answers: readonly string[];
}

interface Meant {
  readonly reply: Reply;
  /** The docs that the answers name. */
  readonly docs: readonly string[];
}

/** What the user has chosen or typed means. One no among several answers is a no. */
export function readAnswer({ options, answers }: Answered, topic: Topic): Meant {
  const labels = new Set(options.map(({ label }) => label));
  const meant = answers
    .flatMap((answer) => separate(answer, labels))
    .flatMap((answer) => {
      const chosen = options.filter(({ label }) => label === answer);
      if (chosen.length === 0) return [read(answer, topic)];
      const all = chosen.map((option) => readOption(option, topic));
      // Of options that look alike nobody knows which was meant.
      return new Set(all.map(({ reply }) => reply)).size === 1 ? all : [NOTHING];
    });
  const replies = new Set(meant.map(({ reply }) => reply));
  const reply =
    (["decline", "mixed", "confirm"] as const).find((each) => replies.has(each)) ?? "unrelated";
  return { reply, docs: meant.flatMap(({ docs }) => docs) };
}

/** Some hosts give several choices as one text. */
function separate(answer: string, labels: ReadonlySet<string>): string[] {
  const choices = answer.split(/[,，、]/).map((choice) => choice.trim());
  return !labels.has(answer) && choices.every((choice) => labels.has(choice)) ? choices : [answer];
}

const NOTHING: Meant = { reply: "unrelated", docs: [] };

/** The label decides, unless its description says otherwise; the description, where the label says neither yes nor no. */
function readOption({ label, description }: AnswerOption, topic: Topic): Meant {
  const [byLabel, behind] = [read(label, topic), read(description, topic)];
  if (byLabel.reply === "decline" || behind.reply === "decline")
    return { ...behind, reply: "decline" };
  if (byLabel.reply === "unrelated" && !AGREES.test(foldWords(label.trim()))) return behind;
  const isYes = behind.reply === "confirm" || behind.reply === "mixed";
  if (!isYes && saysOtherwise(description, topic)) return NOTHING;
  return byLabel.reply === "unrelated" ? { ...byLabel, reply: "confirm" } : byLabel;
}

/** On a button these are a yes; in a message they may be about anything. */
const AGREES =
  /^(?:是|对|(?:add|update|store|keep|log|note)(?: (?:it|this|that))?|更新|添加|补充)$/;
const ON_CONDITION =
  /\b(?:if|unless|until|once|when|first|before|after|later|tomorrow|instead|no|none|never|(?:ask|show) me|let me see|preview|draft|dry[ -]?run|readme|changelog|comments?|commit message|wiki)\b|^but\b|^(?:only|just) (?:as|in|if|when|to)\b|readme|注释|如果|除非|之前|先|等|以后|明天|预览|草稿|改为/;

function saysOtherwise(description: string, topic: Topic): boolean {
  const words = withoutPurpose(foldWords(description));
  const isElsewhere = /\.md\b/.test(words) && findDocs(words).length === 0;
  if (topic === "plan" && /\b(?:only|just)\b|[只仅]/.test(words)) return true;
  return isElsewhere || [LEAVES, OTHER_ACT, ON_CONDITION].some((each) => each.test(words));
}

/** The name of a doc alone chooses that doc. What stands in parentheses is a remark. */
function read(text: string, topic: Topic): Meant {
  const plain = text.replaceAll(/[(（][^()（）]*[)）]/g, "").trim();
  const docs = findDocs(plain);
  const reply = classifyReply(plain, topic);
  const isName = docs.length > 0 && NAMES_ONLY.test(plain);
  return { reply: isName && topic === "save" ? "confirm" : reply, docs };
}

/** Whether an answer says which of two things is to be done: a mere yes does not. */
export function choosesAct(answers: readonly string[]): boolean {
  return answers.every((answer) => ACT.test(foldWords(answer)));
}

const ACT =
  /\b(?:save|write|record|store|add|update|keep|apply|execute|run)\b|[写记存]|更新|添加|执行|应用/;

/** Paths and what joins them. */
const NAMES_ONLY =
  /^(?:(?:only|just|both|仅|只|→|->)\s*)?[`"']?[^\s,，、]{1,200}\.md[`"']?(?:\s*(?:,|，|、|and|\+|&|和|及)\s*[`"']?[^\s,，、]{1,200}\.md[`"']?)*(?:\s*only)?$/i;
