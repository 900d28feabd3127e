import { join, relative } from "node:path";
import { checkBank } from "../../check/check-bank.ts";
import type { CheckInput } from "../../check/check-input.ts";
import type { Finding } from "../../check/finding.ts";
import type { PlacedFinding } from "../../check/formats/placed-finding.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { type Base, listBranchDocs } from "../../io/bank/branch-docs.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { type Located } from "../open.ts";
import { clearProgress, showProgress } from "../progress.ts";
import { say } from "../say.ts";

/** A bank, what was looked at in it, and what was found. */
export interface CheckedPlace {
  readonly place: Located;
  /** Inside the bank. */
  readonly docs: readonly string[];
  readonly findings: readonly Finding[];
}

/** All of a bank, or what a branch changed in it since it left another one. */
export function checkPlace(place: Located, input: CheckInput, since?: Base): CheckedPlace {
  showProgress(say({ en: "looking at the bank", zh: "正在查看记忆库" }));
  const findings = checkBank(input);
  clearProgress();
  const docs = input.files.map(({ path }) => path).filter((path) => path.endsWith(DOC_EXTENSION));
  if (since === undefined) return { place, docs, findings };
  const changed = new Set(listBranchDocs(place, since).map(({ path }) => path));
  return {
    place,
    docs: docs.filter((path) => changed.has(path)),
    findings: findings.filter(({ path }) => changed.has(path)),
  };
}

/** As other tools know a doc: from the work tree's root. */
export function fileOf({ root, bank }: Located, path: string): string {
  return toSlashes(relative(root, join(bank, path)));
}

export function placeFindings(banks: readonly CheckedPlace[]): PlacedFinding[] {
  return banks.flatMap(({ place, findings }) =>
    findings.map((finding) => ({ ...finding, file: fileOf(place, finding.path) })),
  );
}
