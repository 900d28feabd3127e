import { posix } from "node:path";
import { MEMORY_READER } from "../../../bank/layout.ts";
import { shortenPath } from "../../../bank/shorten.ts";
import { STEERING } from "../../../bank/steering.ts";
import type { GuardMode, Language, LogLine, Text } from "../../../types.ts";

/** How the bank stands, and the session that is looked at. */
export interface BankStatus {
  readonly name: string;
  readonly language: Language;
  readonly guardMode: GuardMode;
  /** OpenCode is told to load the plugin: without it nothing is guarded. */
  readonly isServed: boolean;
  readonly hasEntry: boolean;
  /** Undefined if they need not be read, or if it is unknown. */
  readonly conventions: "read" | "unread" | undefined;
  /** What memory-reader's answer of this turn is worth; `verified` is missing where it has no quotes. */
  readonly answer: { readonly verified?: string | undefined } | undefined;
  /** Docs that must be read again after a compaction. */
  readonly missing: readonly string[];
  /** What the last message offers to save. */
  readonly offer: readonly string[];
  readonly read: readonly string[];
  readonly wrote: readonly string[];
}

export interface Span {
  readonly text: string;
  readonly tone: "muted" | "plain" | "good" | "attention" | "title";
}
export type Line = readonly Span[];

const LONGEST_DOC = 24;
const LONGEST_LISTED = 34;
const DOCS_LISTED = 8;

/** The texts for each place of the screen. */
export const renderStatus = {
  /** One line on the start screen. */
  home(status: BankStatus): Line[] {
    const { guardMode, language, isServed, hasEntry } = status;
    const mode = { en: `guard: ${guardMode}`, zh: `防护：${guardMode}` }[language];
    const spans = isServed && hasEntry ? [span(mode, "muted")] : newsOf(status);
    return [joined([span("Memory Bank", "title"), span(`${status.name}/`, "muted"), ...spans])];
  },

  /** One line beside the prompt. */
  prompt: (status: BankStatus): Line[] => [joined([span(status.name, "muted"), ...newsOf(status)])],

  sidebar: (status: BankStatus): Line[] => [
    [span("Memory Bank", "title")],
    ...newsOf(status).map((news) => [news]),
    ...listed({ en: "Read", zh: "已读" }, status.read, status.language),
    ...listed({ en: "Written", zh: "已写" }, status.wrote, status.language),
  ],
};

/** What matters now, the most important first. */
function newsOf(status: BankStatus): Span[] {
  const { isServed, hasEntry, conventions, answer, missing, offer, language } = status;
  const news: Span[] = [];
  const say = (tone: Span["tone"], text: Text) => news.push(span(text[language], tone));
  if (!isServed)
    say("attention", {
      en: "plugin not loaded: memory-bank doctor",
      zh: "插件未加载：memory-bank doctor",
    });
  else if (!hasEntry)
    say("attention", {
      en: "no entry: /memory-bank-refresh",
      zh: "缺少入口：/memory-bank-refresh",
    });
  if (!isServed || !hasEntry) return news;
  const [again, offered] = [docNames(missing), docNames(offer)];
  if (missing.length > 0)
    say("attention", { en: `read again: ${again}`, zh: `压缩后待重读：${again}` });
  else if (conventions === "read") say("good", { en: "conventions read", zh: "已读约定" });
  else if (conventions === "unread") say("muted", { en: "conventions not read", zh: "未读约定" });
  if (answer !== undefined) {
    const { verified } = answer;
    const [found, all = ""] = verified?.split("/") ?? [];
    const worth =
      verified === undefined
        ? { en: "unproved", zh: "未经证实" }
        : { en: `${verified} verified`, zh: `${verified} 已核实` };
    news.push(span(`${MEMORY_READER} ${worth[language]}`, found === all ? "good" : "attention"));
  }
  if (offer.length > 0)
    say("attention", { en: `offer waits: ${offered}`, zh: `待你确认：${offered}` });
  return news;
}

function listed(title: Text, docs: readonly string[], language: Language): Line[] {
  if (docs.length === 0) return [];
  const shown = docs.slice(-DOCS_LISTED);
  const more = docs.length - shown.length;
  const rest = { en: `… ${more} more`, zh: `… 另有 ${more} 个` }[language];
  return [
    [span(title[language], "plain")],
    ...(more > 0 ? [[span(rest, "muted")]] : []),
    ...shown.map((doc) => [span(shortenPath(doc, LONGEST_LISTED), "muted")]),
  ];
}

/** Names docs without their folders, because there is little room. */
function docNames([first = "", ...rest]: readonly string[]): string {
  const name = shortenPath(posix.basename(first), LONGEST_DOC);
  return rest.length === 0 ? name : `${name} +${rest.length}`;
}

function joined(spans: readonly Span[]): Line {
  return spans.flatMap((each, index) => (index === 0 ? [each] : [span(" · ", "muted"), each]));
}

function span(text: string, tone: Span["tone"]): Span {
  return { text: text.replaceAll(STEERING, "\ufffd"), tone };
}

/** What somebody should see at once: that something was refused or put back, and why. */
export function renderToast(line: LogLine, language: Language): string | undefined {
  if (line.kind === "decision" && line.decision === "refuse") {
    const because = line.trace.at(-1)?.because ?? "";
    return { en: `Refused: ${because}`, zh: `已拒绝：${because}` }[language];
  }
  if (line.kind !== "effect" || line.undone.length === 0) return undefined;
  const docs = line.undone.map((doc) => shortenPath(doc)).join(", ");
  return { en: `Put back: ${docs}`, zh: `已还原：${docs}` }[language];
}
