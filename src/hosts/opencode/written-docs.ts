import { findBlockDamage, putBackUserBlocks } from "../../bank/blocks.ts";
import { compareLines } from "../../bank/compare-lines.ts";
import { renderGuideline } from "../../bank/render-guideline.ts";
import { findSimilarDocs } from "../../bank/similar-docs.ts";
import { listDocs, readIndexRow } from "../../io/list-docs.ts";
import { NOTHING, replaceFile } from "../../io/replace-file.ts";
import { readBytes } from "../../io/read-text.ts";
import { stampOf, statOf } from "../../io/stat.ts";
import { renderRestored } from "../../policy/restored-notice.ts";
import type { WrittenDoc } from "./doc-changes.ts";
import type { Workplace } from "./hooks.ts";

/**
 * The host matches edits loosely and runs formatters after them: the user's blocks are compared again, and
 * put back where they differ. Byte by byte, so that a doc in another encoding is kept as it is.
 */
export function restoreUserBlocks(
  docs: readonly WrittenDoc[],
  place: Pick<Workplace, "bank" | "keep" | "log">,
): string | undefined {
  let notice: string | undefined;
  for (const written of docs) {
    const { before, expected, file } = written;
    if (before === undefined) continue;
    const stats = statOf(file);
    const after = readBytes(file);
    if (after !== undefined && (after.equals(before) || expected?.equals(after) === true)) continue;
    const old = before.toString("latin1");
    const now = after?.toString("latin1") ?? "";
    if (findBlockDamage(old, now) === undefined) continue;
    notice ??= putBack(written, putBackUserBlocks(old, now) ?? old, after, stats, place);
  }
  return notice;
}

function putBack(
  { doc, file, before }: WrittenDoc,
  text: string,
  after: Buffer | undefined,
  stats: ReturnType<typeof statOf>,
  { bank, keep, log }: Pick<Workplace, "bank" | "keep" | "log">,
): string {
  try {
    const kept = keep([{ doc, before, after }], { rule: "keep-user-blocks", words: doc });
    replaceFile(file, Buffer.from(text, "latin1"), {
      mode: stats?.mode,
      instead: stats === undefined ? NOTHING : stampOf(stats),
    });
    return renderRestored({ doc, kept, problem: undefined }, bank.language);
  } catch (error) {
    log.error(`the user block of ${doc} could not be put back`, error);
    const problem = error instanceof Error ? error.message : String(error);
    return renderRestored({ doc, kept: undefined, problem }, bank.language);
  }
}

/** The writing guideline of a doc that was just written. */
export function renderWritten(
  { doc, file, before }: WrittenDoc,
  { bank }: Pick<Workplace, "bank">,
): string {
  const text = readBytes(file)?.toString("utf8") ?? "";
  const { added, removed, changes } = compareLines(before?.toString("utf8") ?? "", text);
  const isNew = before === undefined;
  const docs = isNew ? listDocs(bank.paths.bank, doc) : [];
  return renderGuideline({
    doc,
    isNew,
    added,
    removed,
    firstAdded: changes.find(({ kind }) => kind === "added")?.line ?? "",
    similar: isNew
      ? findSimilarDocs({ path: doc, title: titleOf(text) }, docs).map(bank.paths.toAddress)
      : [],
    indexRow: readIndexRow(bank.paths.bank, doc, titleOf(text), bank.language),
    language: bank.language,
  });
}

function titleOf(text: string): string {
  return /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? "";
}
