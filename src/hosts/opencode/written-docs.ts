import { unlinkSync } from "node:fs";
import { findBlockDamage, putBackUserBlocks } from "../../bank/blocks.ts";
import { findAddedSecrets } from "../../secrets/find-added-secrets.ts";
import { changedSections } from "../../bank/changed-sections.ts";
import { compareLines } from "../../markdown/compare-lines.ts";
import { renderGuideline } from "../../bank/render-guideline.ts";
import { findSimilarDocs } from "../../bank/similar-docs.ts";
import { listDocs, readIndexRow } from "../../io/bank/list-docs.ts";
import { NOTHING, isStill, replaceFile } from "../../io/disk/replace-file.ts";
import { readBytes } from "../../io/disk/read-text.ts";
import { titleIn } from "../../io/bank/read-title.ts";
import { stampOf, statOf } from "../../io/disk/stat.ts";
import { renderReportItems } from "../../policy/proposals/render-written-report.ts";
import { renderRestored } from "../../policy/restored-notice.ts";
import type { Language } from "../../types.ts";
import type { WrittenDoc } from "./doc-changes.ts";
import type { Workplace } from "./hooks.ts";

/**
 * The host matches edits loosely and runs formatters after them, and of some tools nobody knows what they
 * write: what could not be judged beforehand is judged now. User blocks are put back byte by byte, so that
 * a doc in another encoding is kept as it is; a doc that brought a secret is as it was.
 */
export function restoreDocs(
  docs: readonly WrittenDoc[],
  place: Pick<Workplace, "bank" | "keep" | "log">,
): { readonly notice: string | undefined; readonly restored: readonly string[] } {
  let notice: string | undefined;
  const restored: string[] = [];
  for (const written of docs) {
    const { before, expected, file } = written;
    const stats = statOf(file);
    const after = readBytes(file);
    if (
      after !== undefined &&
      (expected?.equals(after) === true || before?.equals(after) === true)
    ) {
      continue;
    }
    const wrong = findWrong(before, after);
    if (wrong === undefined) continue;
    const said = putBack({ ...written, after, stats }, wrong, place);
    notice ??= said.notice;
    if (said.isDone) restored.push(written.doc);
  }
  return { notice, restored };
}

interface Wrong {
  readonly secret: string | undefined;
  /** What the doc becomes; undefined where it goes. */
  readonly text: Buffer | undefined;
}

function findWrong(before: Buffer | undefined, after: Buffer | undefined): Wrong | undefined {
  const [secret] = findAddedSecrets(before?.toString("utf8") ?? "", after?.toString("utf8") ?? "");
  if (secret !== undefined) return { secret: secret.rule, text: before };
  if (before === undefined) return undefined;
  const old = before.toString("latin1");
  const now = after?.toString("latin1") ?? "";
  if (findBlockDamage(old, now) === undefined) return undefined;
  return { secret: undefined, text: Buffer.from(putBackUserBlocks(old, now) ?? old, "latin1") };
}

interface Found extends WrittenDoc {
  readonly after: Buffer | undefined;
  readonly stats: ReturnType<typeof statOf>;
}

function putBack(
  { doc, file, before, after, stats }: Found,
  { secret, text }: Wrong,
  { bank, keep, log }: Pick<Workplace, "bank" | "keep" | "log">,
): { readonly notice: string; readonly isDone: boolean } {
  const rule = secret === undefined ? "keep-user-blocks" : "keep-secrets-out";
  const instead = stats === undefined ? NOTHING : stampOf(stats);
  try {
    const kept = keep([{ doc, before, after }], { rule, words: doc });
    if (text !== undefined) replaceFile(file, text, { mode: stats?.mode, instead });
    else if (isStill(file, instead)) unlinkSync(file);
    const notice = renderRestored({ doc, kept, problem: undefined, secret }, bank.language);
    return { notice, isDone: true };
  } catch (error) {
    log.error(`${doc} could not be put back`, error);
    const problem = error instanceof Error ? error.message : String(error);
    const notice = renderRestored({ doc, kept: undefined, problem, secret }, bank.language);
    return { notice, isDone: false };
  }
}

/** The writing guideline of a doc that was just written, with all docs that were written beside it. */
export function renderWritten(
  { doc, file, before }: WrittenDoc,
  docs: readonly WrittenDoc[],
  { bank }: Pick<Workplace, "bank">,
): string {
  const text = textOf(file);
  const { added, removed, changes } = compareLines(before?.toString("utf8") ?? "", text);
  const isNew = before === undefined;
  const others = isNew ? listDocs(bank.paths.bank, doc) : [];
  return renderGuideline({
    doc,
    isNew,
    report: reportOf(docs, bank.language),
    added,
    removed,
    firstAdded: changes.find(({ kind }) => kind === "added")?.line ?? "",
    similar: isNew
      ? findSimilarDocs({ path: doc, title: titleIn(text) }, others).map(bank.paths.toAddress)
      : [],
    indexRow: readIndexRow(bank.paths.bank, doc, titleIn(text), bank.language),
    language: bank.language,
  });
}

const DOCS_REPORTED = 3;
const SECTIONS_REPORTED = 2;

/** In the words of the report that the user gets, from what is on disk now. */
function reportOf(docs: readonly WrittenDoc[], language: Language): string[] {
  const items = docs.slice(0, DOCS_REPORTED).map(({ doc, file, before }) => ({
    doc,
    isNew: before === undefined,
    sections:
      before === undefined
        ? []
        : changedSections(before.toString("utf8"), textOf(file)).slice(0, SECTIONS_REPORTED),
  }));
  const more = docs.length - items.length;
  return [...renderReportItems(items, language), ...(more > 0 ? [`(+${more})`] : [])];
}

function textOf(file: string): string {
  return readBytes(file)?.toString("utf8") ?? "";
}
