import { fillIn } from "../../bank/fill-in.ts";
import { BANK_WRITER } from "../../bank/layout.ts";
import type { HostWords, Language, WriterMode } from "../../types.ts";
import { addressesOf } from "./render-offer.ts";
import { renderWrittenReport } from "./render-written-report.ts";
import type { Confirmed } from "./select-proposals.ts";

const TAG = "memory-bank-confirmed";

/** The block that tells the model what exactly the user has said yes to, until it is written. */
export function renderConfirmed(
  { docs, points, isMixed }: Confirmed,
  language: Language,
  writer: WriterMode,
  words: HostWords,
): string {
  const zh = language === "zh";
  const call = fillIn(words.delegate, { agent: BANK_WRITER });
  const by =
    writer === "subagent" ? (zh ? `交给 ${call} ` : `through ${call}`) : zh ? "直接" : "directly";
  const content = points.map(neutralise).join(zh ? "；" : "; ");
  return [
    `<${TAG}>`,
    zh ? "用户已确认写入：" : "The user has confirmed this save:",
    ...addressesOf(docs).map((address) => `→ ${neutralise(address)}`),
    ...(content === "" ? [] : [zh ? `→ 内容：${content}` : `→ Content: ${content}`]),
    zh
      ? `现在就${by}写入，只写这些${isMixed ? "；然后回答用户消息的其余部分" : ""}。写完展示改动，并按实际结果这样报告：`
      : `Write it now, ${by}, and no more than this${isMixed ? "; then answer the rest of the message" : ""}. Show what changed, and report what was really done like this:`,
    renderWrittenReport(docs === "any" ? [] : docs.map((doc) => ({ doc, isNew: false })), language),
    `</${TAG}>`,
  ].join("\n");
}

function neutralise(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll(/\s+/g, " ");
}
