import { readdirSync, unlinkSync } from "node:fs";
import { dirname, isAbsolute, join, posix } from "node:path";
import { findBlockDamage, putBackUserBlocks } from "../bank/blocks.ts";
import { findTitle } from "../bank/parse.ts";
import { changedHeadings } from "../bank/diff-docs.ts";
import { renderGuideline } from "../bank/render-guideline.ts";
import { findSimilarDocs } from "../bank/similar-docs.ts";
import { readIndexRow } from "../io/bank/read-index-row.ts";
import { attempt, readBytes, stampOf, statOf } from "../io/disk/read.ts";
import type { Paths } from "../io/disk/paths.ts";
import { isStill, replaceFile } from "../io/disk/replace-file.ts";
import type { KeepReason } from "../io/kept/kept-versions.ts";
import { changesDoc } from "../policy/call.ts";
import { guidelineTopic } from "../policy/decide.ts";
import { type Harm, judgeChange } from "../policy/judge-change.ts";
import { renderReportItem } from "../policy/proposals/render-proposals.ts";
import { findAddedSecrets } from "../secrets/find-added-secrets.ts";
import { findNameSecret, findOffence } from "../secrets/find-offence.ts";
import { hideValues } from "../secrets/hide-values.ts";
import type {
  ChangeStep,
  Effect,
  NamedBank,
  Notice,
  PlannedText,
  ToolCall,
  Write,
} from "../types.ts";
import { keepAside } from "./effect-checks.ts";
import type { Project } from "./project.ts";

/** A doc that a structured tool is about to write. */
export interface WrittenDoc {
  /** Path inside the bank. */
  readonly doc: string;
  readonly file: string;
  /** Undefined for a new doc. */
  readonly before: Buffer | undefined;
  /** Undefined where only running the tool tells. */
  readonly expected: Buffer | undefined;
}

const UNKNOWN: PlannedText = { after: undefined, brings: "" };

/** The same call, with what it does to the text of each doc. */
export function withDocChanges(call: ToolCall, root: string) {
  const docs: WrittenDoc[] = [];
  const writes = call.writes.map((write): Write => {
    const { doc, path } = write.target;
    if (doc === undefined || !changesDoc(write)) return write;
    const file = isAbsolute(path) ? path : join(root, path);
    const bytes = readBytes(file);
    if (bytes === undefined && statOf(file) !== undefined) {
      throw new Error(`${path} cannot be read as a text of bearable size`);
    }
    const before = bytes?.toString("utf8");
    const planned = write.planText?.(before) ?? UNKNOWN;
    const expected = planned.after === undefined ? undefined : Buffer.from(planned.after, "utf8");
    docs.push({ doc, file, before: bytes, expected });
    return { ...write, change: { before, ...planned, secret: findOffence(doc, before, planned) } };
  });
  return { call: { ...call, writes }, docs };
}

/**
 * Hosts match edits loosely and run formatters after them, and of some tools nobody knows what they
 * write: what could not be judged beforehand is judged now. User blocks are put back byte by byte, so that
 * a doc in another encoding is kept as it is; a doc that brought a secret is as it was.
 */
export function restoreDocs(
  docs: readonly WrittenDoc[],
  { bank, log }: Pick<Project, "bank" | "log">,
): Effect | undefined {
  const undone: string[] = [];
  const changed: string[] = [];
  const trace: ChangeStep[] = [];
  let kept: string | undefined;
  let problem: string | undefined;
  for (const written of docs) {
    const found = look(written);
    if (found === undefined) continue;
    const { doc, secret, damage } = found;
    const step = judgeChange({ kind: "tool", doc, secret, damage });
    if (step.verdict === "keep") continue;
    trace.push(step);
    const name = hideValues(doc);
    try {
      const id = putBack(found, bank.paths, { rule: step.rule, words: name });
      // The model is told of the first of them.
      kept ??= id;
      undone.push(name);
    } catch (error) {
      log.error(`${name} could not be put back`, error);
      problem = error instanceof Error ? error.message : String(error);
      changed.push(name);
    }
  }
  return trace.length === 0 ? undefined : { words: "", undone, changed, kept, problem, trace };
}

/** A doc that is neither as it was nor as it was to become. */
interface Unforeseen extends WrittenDoc, Harm {
  readonly after: Buffer | undefined;
}

function look(written: WrittenDoc): Unforeseen | undefined {
  const { doc, before, expected, file } = written;
  const after = readBytes(file);
  if (after !== undefined && (expected?.equals(after) === true || before?.equals(after) === true)) {
    return undefined;
  }
  const [inText] = findAddedSecrets(before?.toString("utf8") ?? "", after?.toString("utf8") ?? "");
  const isNew = before === undefined && after !== undefined;
  const secret = inText?.rule ?? (isNew ? findNameSecret(doc) : undefined);
  const damage = before && findBlockDamage(toLatin1(before), after ? toLatin1(after) : "");
  return { ...written, after, secret, damage: damage?.kind };
}

/** What the doc becomes; undefined where it goes. */
function mended({ before, after, secret }: Unforeseen): Buffer | undefined {
  if (secret !== undefined || before === undefined || after === undefined) return before;
  const old = toLatin1(before);
  return Buffer.from(putBackUserBlocks(old, toLatin1(after)) ?? old, "latin1");
}

/** Blocks are compared byte by byte: a doc may have another encoding. */
function toLatin1(bytes: Buffer): string {
  return bytes.toString("latin1");
}

/** Returns the name by which both versions come back; throws if it cannot be done. */
function putBack(found: Unforeseen, paths: Paths, reason: KeepReason): string {
  const { doc, file, before, after } = found;
  const stats = statOf(file);
  const instead = stampOf(stats);
  const home = paths.toHome(doc);
  const kept = keepAside(paths, home.folder, [{ doc: home.doc, before, after }], reason);
  const text = mended(found);
  if (text !== undefined) replaceFile(file, text, { mode: stats?.mode, instead });
  else if (isStill(file, instead)) unlinkSync(file);
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
    indexRow: readIndexRow(home.folder, home.doc, findTitle(textOf(file)) ?? "", language),
    language,
  });
  return { text: guideline, topic: guidelineTopic(doc) };
}

const DOCS_REPORTED = 3;
const SECTIONS_REPORTED = 2;

/** In the words of the report that the user gets, from what is on disk now. */
function reportOf(docs: readonly WrittenDoc[], bank: NamedBank): string[] {
  const items = docs.slice(0, DOCS_REPORTED).map(({ doc, file, before }) => {
    const old = before?.toString("utf8");
    const sections = old === undefined ? [] : changedHeadings(old, textOf(file));
    return renderReportItem(
      { doc, isNew: old === undefined, sections: sections.slice(0, SECTIONS_REPORTED) },
      bank,
    );
  });
  const more = docs.length - items.length;
  return [...items, ...(more > 0 ? [`(+${more})`] : [])];
}

function textOf(file: string): string {
  return readBytes(file)?.toString("utf8") ?? "";
}
