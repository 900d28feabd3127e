import { basename, join } from "node:path";
import { estimateTokenCount } from "tokenx";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { maskSecrets } from "../../secrets/mask-secrets.ts";
import { readBankState } from "../../io/bank/bank-state.ts";
import type { BankLocation } from "../../io/bank/find-bank.ts";
import type { OpenBank } from "../../io/bank/open-bank.ts";
import { readChangeTimes } from "../../io/bank/read-change-times.ts";
import { readText } from "../../io/disk/read-text.ts";
import { statOf } from "../../io/disk/stat.ts";
import type { LogTail } from "../../io/log/tail-log.ts";
import type { Language } from "../../types.ts";
import { buildMap } from "../../view/build-map.ts";
import { splitPrompt } from "../../view/split-prompt.ts";
import type { Finding } from "../../check/finding.ts";
import type { DocText, View } from "../../view/view.ts";

export interface ViewSources {
  readonly location: BankLocation;
  readonly bank: OpenBank;
  readonly maxChars: number;
  readonly lang: Language | undefined;
  readonly log: LogTail;
  /** What a check of the bank finds; undefined where there is no check. */
  readonly findFindings: () => readonly Finding[] | undefined;
  readonly problems: readonly string[];
}

/** A page must open at once: of a longer doc its beginning is shown, of a huge bank the first docs. */
const LONGEST_SHOWN = 200_000;
const MOST_SHOWN = 24_000_000;

/** Everything that the page shows, as it is on disk now. */
export async function readView(sources: ViewSources): Promise<View> {
  const { location, bank } = sources;
  const now = Date.now();
  const { paths } = readBankState(location.bank);
  const docPaths = paths.filter((path) => path.endsWith(DOC_EXTENSION));
  const times = await readChangeTimes(location.bank, docPaths);
  const docs = docPaths.map((path) => ({
    path,
    text: masked(readText(join(location.bank, path))),
    changedAt: times.get(path)?.changedAt,
    isUncommitted: times.get(path)?.isUncommitted ?? false,
  }));
  const others = new Set(paths);
  const prompt = maskSecrets(bank.renderPrompt());
  sources.log.poll();
  return {
    project: projectOf(location),
    bank: location.bank,
    language: sources.lang ?? bank.language,
    builtAt: now,
    map: buildMap({
      bankName: location.name,
      docs: docs.map((doc) => ({ ...doc, text: doc.text ?? "" })),
      isThere: (path) => others.has(path) || statOf(join(location.bank, path)) !== undefined,
      now,
    }),
    texts: toTexts(docs),
    prompt: {
      text: prompt,
      tokens: estimateTokenCount(prompt),
      maxChars: sources.maxChars,
      leftOut: bank.leftOut,
      parts: splitPrompt(prompt),
    },
    findings: sources.findFindings(),
    log: sources.log.log(),
    problems: sources.problems,
  };
}

/** A page may be kept and passed on. */
function masked(text: string | undefined): string | undefined {
  return text === undefined ? undefined : maskSecrets(text);
}

export function projectOf({ home }: BankLocation): string {
  return basename(home);
}

function toTexts(
  docs: readonly { readonly path: string; readonly text: string | undefined }[],
): Record<string, DocText> {
  let left = MOST_SHOWN;
  return Object.fromEntries(
    docs.flatMap(({ path, text }) => {
      if (text === undefined || left <= 0) return [];
      const shown = text.slice(0, LONGEST_SHOWN);
      left -= shown.length;
      return [[path, { text: shown, isPart: shown.length < text.length }]];
    }),
  );
}
