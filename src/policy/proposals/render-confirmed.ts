import { fillIn } from "../../bank/fill-in.ts";
import { BANK_WRITER } from "../../bank/layout.ts";
import type { HostWords, NamedBank, Text, WriterMode } from "../../types.ts";
import { toOwnName } from "./common-name.ts";
import { addressesOf } from "./render-offer.ts";
import { renderWrittenReport } from "./render-written-report.ts";
import type { Confirmed } from "./approved.ts";

const TAG = "memory-bank-confirmed";

/** The block that tells the model what exactly the user has said yes to, until it is written. */
export function renderConfirmed(
  { docs, points, isMixed }: Confirmed,
  { name, language }: NamedBank,
  writer: WriterMode,
  words: HostWords,
): string {
  const call = fillIn(words.delegate, { agent: BANK_WRITER });
  const by: Text =
    writer === "subagent"
      ? { en: `through ${call}`, zh: `交给 ${call} ` }
      : { en: "directly", zh: "直接" };
  const rest: Text = isMixed
    ? { en: "; then answer the rest of the message", zh: "；然后回答用户消息的其余部分" }
    : { en: "", zh: "" };
  const content = points
    .map((point) => neutralise(toOwnName(point, name)))
    .join({ en: "; ", zh: "；" }[language]);
  const text = {
    en: {
      confirmed: "The user has confirmed this save:",
      content: `→ Content: ${content}`,
      next: `Write it now, ${by.en}, and no more than this${rest.en}. Show what changed, and report what was really done like this:`,
    },
    zh: {
      confirmed: "用户已确认写入：",
      content: `→ 内容：${content}`,
      next: `现在就${by.zh}写入，只写这些${rest.zh}。写完展示改动，并按实际结果这样报告：`,
    },
  }[language];
  return [
    `<${TAG}>`,
    text.confirmed,
    ...addressesOf(docs, name).map((address) => `→ ${neutralise(address)}`),
    ...(content === "" ? [] : [text.content]),
    text.next,
    renderWrittenReport(docs === "any" ? [] : docs.map((doc) => ({ doc, isNew: false })), {
      name,
      language,
    }),
    `</${TAG}>`,
  ].join("\n");
}

function neutralise(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll(/\s+/g, " ");
}
