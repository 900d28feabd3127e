import type { AnswerOption } from "../../proposal-types.ts";
import { type Reply, type Topic, classifyReply } from "./classify-reply.ts";
import { findDocs } from "./find-docs.ts";

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
  const meant = answers.map((answer) => {
    const option = options.find(({ label }) => label === answer);
    return option === undefined ? read(answer, topic) : readOption(option, topic);
  });
  const replies = new Set(meant.map(({ reply }) => reply));
  const reply =
    (["decline", "mixed", "confirm"] as const).find((each) => replies.has(each)) ?? "unrelated";
  return { reply, docs: meant.flatMap(({ docs }) => docs) };
}

/** The label decides; its description where the label says neither yes nor no, and where it says no. */
function readOption({ label, description }: AnswerOption, topic: Topic): Meant {
  const [byLabel, behind] = [read(label, topic), read(description, topic)];
  if (byLabel.reply === "decline" || behind.reply === "decline")
    return { ...behind, reply: "decline" };
  return byLabel.reply === "unrelated" ? behind : byLabel;
}

/** The name of a doc alone chooses that doc. What stands in parentheses is a remark. */
function read(text: string, topic: Topic): Meant {
  const plain = text.replaceAll(/[(（][^()（）]*[)）]/g, "").trim();
  const docs = findDocs(plain);
  const reply = classifyReply(plain, topic);
  const isName = docs.length > 0 && NAMES_ONLY.test(plain);
  return { reply: isName && topic === "save" ? "confirm" : reply, docs };
}

/** Paths and what joins them. */
const NAMES_ONLY =
  /^(?:(?:only|just|both|仅|只|→|->)\s*)?[`"']?[^\s,，、]{1,200}\.md[`"']?(?:\s*(?:,|，|、|and|\+|&|和|及)\s*[`"']?[^\s,，、]{1,200}\.md[`"']?)*(?:\s*only)?$/i;
