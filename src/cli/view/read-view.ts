import { basename, join } from "node:path";
import { estimateTokenCount } from "tokenx";
import { DOC_EXTENSION, ENTRY } from "../../bank/layout.ts";
import { hideValues } from "../../secrets/hide-values.ts";
import { readBankState } from "../../io/bank/bank-state.ts";
import type { BankLocation } from "../../io/bank/find-bank.ts";
import { readChangeTimes } from "../../io/bank/git-docs.ts";
import { readText, statOf } from "../../io/disk/read.ts";
import type { LogTail } from "../../io/log/tail-log.ts";
import type { KeptIncident } from "../../io/kept/kept-versions.ts";
import type { Language } from "../../types.ts";
import { buildMap } from "../../view/build-map.ts";
import { splitPrompt } from "../../view/split-prompt.ts";
import type { Finding } from "../../check/finding.ts";
import type { Opened } from "../open.ts";
import type { BankMap, DocText, View, ViewRest } from "../../view/view.ts";

export interface ViewSources {
  readonly opened: Opened;
  readonly lang: Language | undefined;
  readonly log: LogTail;
  /** The kept incidents, which hold the words of the commands whose changes were undone. */
  readonly listKept: () => readonly Pick<KeptIncident, "id" | "words">[];
  readonly findFindings: () => readonly Finding[];
}

/** Of a longer doc only this many characters are shown, so that the page opens fast. */
const LONGEST_SHOWN = 200_000;

/** Reads from disk what the page shows first. */
export function readView(sources: ViewSources): View {
  const { location, bank, problems } = sources.opened;
  const now = Date.now();
  const { paths } = readBankState(location.bank);
  const docs = readDocs(location, paths);
  const times = readChangeTimes(
    location.bank,
    docs.map(({ path }) => path),
  );
  const others = new Set(paths);
  const prompt = hideValues(bank.renderPrompt());
  sources.log.poll();
  return {
    project: projectOf(location),
    bank: location.bank,
    language: sources.lang ?? bank.language,
    builtAt: now,
    map: maskMap(
      buildMap({
        bankName: location.name,
        docs: docs.map(({ path, text = "" }) => ({
          path,
          text: path === ENTRY ? hideValues(text) : text,
          changedAt: times.get(path)?.changedAt,
          isUncommitted: times.get(path)?.isUncommitted ?? false,
        })),
        isThere: (path) => others.has(path) || statOf(join(location.bank, path)) !== undefined,
        now,
      }),
    ),
    prompt: {
      text: prompt,
      tokens: estimateTokenCount(prompt),
      maxChars: location.settings.maxChars,
      leftOut: bank.leftOut,
      parts: splitPrompt(prompt),
    },
    log: sources.log.log(),
    // The log does not hold a command's words; they are kept with the versions of the docs.
    commands: Object.fromEntries(
      sources.listKept().flatMap(({ id, words }) => (words ? [[id, hideValues(words)]] : [])),
    ),
    problems,
    rest: undefined,
  };
}

/** Reads the rest of the page: searching the docs for secrets and checking them takes by far the longest. */
export function readRest({ opened: { location }, findFindings }: ViewSources): ViewRest {
  const docs = readDocs(location, readBankState(location.bank).paths);
  return { texts: toTexts(docs), findings: findFindings() };
}

interface ReadDoc {
  readonly path: string;
  readonly text: string | undefined;
}

function readDocs({ bank }: BankLocation, paths: readonly string[]): ReadDoc[] {
  return paths
    .filter((path) => path.endsWith(DOC_EXTENSION))
    .map((path) => ({ path, text: readText(join(bank, path)) }));
}

/** Masks secrets in titles and in paths of dead links, because people may pass the page on. */
function maskMap(map: BankMap): BankMap {
  const maskLead = (path: string, isMissing: boolean) => (isMissing ? hideValues(path) : path);
  return {
    ...map,
    nodes: map.nodes.map((node) => ({
      ...node,
      title: hideValues(node.title),
      path: maskLead(node.path, node.kind === "missing"),
    })),
    edges: map.edges.map((edge) => ({ ...edge, to: maskLead(edge.to, edge.leadsNowhere) })),
  };
}

export function projectOf({ home }: BankLocation): string {
  return basename(home);
}

function toTexts(docs: readonly ReadDoc[]): Record<string, DocText> {
  return Object.fromEntries(
    docs.flatMap(({ path, text }) => {
      if (text === undefined) return [];
      const isPart = text.length > LONGEST_SHOWN;
      return [[path, { text: hideValues(text).slice(0, LONGEST_SHOWN), isPart }]];
    }),
  );
}
