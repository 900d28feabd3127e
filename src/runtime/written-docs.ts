import { readdirSync, unlinkSync } from "node:fs";
import { basename, dirname, join, posix, resolve } from "node:path";
import { putBackUserBlocks } from "../bank/blocks.ts";
import { findTitle } from "../bank/parse.ts";
import { changedHeadings } from "../bank/diff-docs.ts";
import { renderGuideline } from "../bank/render-guideline.ts";
import { findSimilarDocs } from "../bank/similar-docs.ts";
import { renderIndexRow } from "../bank/render-routes.ts";
import { attempt, readBytes, readText, stampOf, statOf } from "../io/disk/read.ts";
import type { Paths } from "../io/disk/paths.ts";
import { replaceFile, requireStill } from "../io/disk/replace-file.ts";
import type { KeepReason } from "../io/kept/kept-versions.ts";
import { changesDoc } from "../policy/call.ts";
import { guidelineTopic } from "../policy/decide.ts";
import { type Harm, judgeChange } from "../policy/judge-change.ts";
import { renderReportItem } from "../policy/proposals/render-proposals.ts";
import { findAddedSecrets } from "../secrets/find-added-secrets.ts";
import { findNameSecret, findOffence } from "../secrets/find-offence.ts";
import type { ChangeStep, Effect, Language, NamedBank, Notice, ToolCall, Write } from "../types.ts";
import { damageOf } from "./bank-account.ts";
import { keepAside } from "./effect-checks.ts";
import type { Project } from "./project.ts";

/** A doc that a structured tool is about to write. */
export interface WrittenDoc {
  /** Path inside the bank. */
  readonly doc: string;
  readonly file: string;
  /** The text before the call; undefined for a new doc. */
  readonly before: Buffer | undefined;
  /** The text as the call should make it; undefined where only running the tool tells. */
  readonly expected: Buffer | undefined;
}

/** The call, with what it does to the text of each doc. */
export function withDocChanges(call: ToolCall, root: string) {
  const docs: WrittenDoc[] = [];
  const writes = call.writes.map((write): Write => {
    const { doc, path } = write.target;
    if (doc === undefined || !changesDoc(write)) return write;
    const file = resolve(root, path);
    const bytes = readBytes(file);
    if (bytes === undefined && statOf(file) !== undefined) {
      throw new Error(`${path} cannot be read as a text of bearable size`);
    }
    const before = bytes?.toString("utf8");
    const planned = write.planText?.(before) ?? { after: undefined, brings: "" };
    const expected = planned.after === undefined ? undefined : Buffer.from(planned.after, "utf8");
    docs.push({ doc, file, before: bytes, expected });
    return { ...write, change: { before, ...planned, secret: findOffence(doc, before, planned) } };
  });
  return { call: { ...call, writes }, docs };
}

/**
 * Hosts match edits loosely and run formatters after them, and what some tools write cannot be known: what could not be
 * judged beforehand is judged now. User blocks are put back byte by byte, so that a doc in another encoding keeps its
 * other bytes. A doc that a secret was written into is put back whole.
 */
export function restoreDocs(docs: readonly WrittenDoc[], project: Project): Effect | undefined {
  const { bank, log } = project;
  const trace: ChangeStep[] = [];
  const harmed = docs.flatMap((written) => {
    const found = findHarm(written);
    const isGone = found?.before !== undefined && found.after === undefined;
    const step = found && judgeChange({ kind: "tool", isGone, ...found });
    if (found === undefined || step?.verdict !== "put-back") return [];
    trace.push(step);
    return [{ ...found, rule: step.rule }];
  });
  if (trace.length === 0) return undefined;
  const undone: string[] = [];
  let kept: string | undefined;
  let problem: string | undefined;
  try {
    for (const found of harmed) {
      // The model is told only the id of the first.
      const id = putBack(found, bank.paths, { rule: found.rule, words: found.doc });
      kept ??= id;
      undone.push(found.doc);
    }
  } catch (error) {
    log.error("a doc could not be put back", error);
    problem = error instanceof Error ? error.message : String(error);
  }
  const changed = harmed.map(({ doc }) => doc).slice(undone.length);
  return { words: "", undone, changed, kept, problem, trace };
}

/** A doc that is neither as it was before nor as the call should have made it. */
interface Unforeseen extends WrittenDoc, Harm {
  readonly after: Buffer | undefined;
}

function findHarm(written: WrittenDoc): Unforeseen | undefined {
  const { doc, before, expected, file } = written;
  const after = readBytes(file);
  if (after !== undefined && (expected?.equals(after) === true || before?.equals(after) === true))
    return undefined;
  const [inText] = findAddedSecrets(before?.toString("utf8") ?? "", after?.toString("utf8") ?? "");
  const isNew = before === undefined && after !== undefined;
  const secret = inText?.rule ?? (isNew ? findNameSecret(doc) : undefined);
  return { ...written, after, secret, damage: damageOf(before, after)?.kind };
}

/** Puts the old text back. Returns the id that restores either version; throws if it cannot be done. */
function putBack(found: Unforeseen, paths: Paths, reason: KeepReason): string {
  const { doc, file, before, after, secret } = found;
  const instead = stampOf(statOf(file));
  const home = paths.toHome(doc);
  const kept = keepAside(paths, home.folder, [{ doc: home.doc, before, after }], reason);
  if (before === undefined) {
    requireStill(file, instead);
    unlinkSync(file);
    return kept;
  }
  // Byte by byte: a doc may have another encoding.
  const [old, present] = [before.toString("latin1"), after?.toString("latin1")];
  const isMended = secret === undefined && present !== undefined;
  const text = isMended ? (putBackUserBlocks(old, present) ?? old) : old;
  replaceFile(file, Buffer.from(text, "latin1"), { instead });
  return kept;
}

/** The writing guideline of a doc that was just written, with all docs that were written beside it. */
export function renderWritten(
  { doc, file, before }: WrittenDoc,
  docs: readonly WrittenDoc[],
  { bank }: Pick<Project, "bank">,
): Notice {
  const { language } = bank;
  const beside = before === undefined ? attempt(() => readdirSync(dirname(file)), []) : [];
  const similar = findSimilarDocs(posix.basename(doc), beside);
  const home = bank.paths.toHome(doc);
  const guideline = renderGuideline({
    doc: home.doc,
    report: reportOf(docs, bank),
    similar: similar.map((name) => bank.paths.toAddress(posix.join(posix.dirname(doc), name))),
    indexRow: missingIndexRow(file, language),
    language,
  });
  return { text: guideline, topic: guidelineTopic(doc) };
}

/** The row that the folder's index lacks for a doc. */
function missingIndexRow(file: string, language: Language): string | undefined {
  const name = basename(file);
  const index = readText(join(dirname(file), "index.md"));
  if (name === "index.md" || index === undefined || index.includes(name)) return undefined;
  return `- ${renderIndexRow(language, findTitle(readText(file) ?? "") || name, name)}`;
}

const DOCS_REPORTED = 3;
const SECTIONS_REPORTED = 2;

/** The lines of the report that the user gets, from what is on disk now. */
function reportOf(docs: readonly WrittenDoc[], bank: NamedBank): string[] {
  const items = docs.slice(0, DOCS_REPORTED).map(({ doc, file, before }) => {
    const old = before?.toString("utf8");
    const sections = old === undefined ? [] : changedHeadings(old, readText(file) ?? "");
    return renderReportItem(doc, old === undefined, sections.slice(0, SECTIONS_REPORTED), bank);
  });
  const more = docs.length - items.length;
  return [...items, ...(more > 0 ? [`(+${more})`] : [])];
}
