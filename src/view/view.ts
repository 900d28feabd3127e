import type { Finding } from "../check/finding.ts";
import type { Role } from "../bank/roles.ts";
import type { Language, LogPart } from "../types.ts";

/** What the page shows, as data: the command builds it, the page renders it. */
export interface View {
  readonly project: string;
  readonly bank: string;
  readonly language: Language;
  /** When the view was built, in milliseconds. */
  readonly builtAt: number;
  readonly map: BankMap;
  readonly prompt: Prompt;
  readonly log: LogPart;
  /** By incident: the words of the command whose change was undone, as long as they are kept. */
  readonly commands: Readonly<Record<string, string>>;
  /** Problems to show to the user, such as settings that are not valid. */
  readonly problems: readonly string[];
  /** Undefined until it is loaded. */
  readonly rest: ViewRest | undefined;
}

/** Data that takes longer in a large bank, and that the map does not need. */
export interface ViewRest {
  /** By path; a doc that could not be read has no entry. */
  readonly texts: Readonly<Record<string, DocText>>;
  readonly findings: readonly Finding[];
}

export interface DocText {
  readonly text: string;
  /** The doc is longer than what is shown. */
  readonly isPart: boolean;
}

export interface BankMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  readonly folders: readonly MapFolder[];
  readonly width: number;
  readonly height: number;
  /** Whether every name has room below its circle. */
  readonly hasRoomForNames: boolean;
}

/** From the centre of a circle to the end of its name, in units of the picture. */
export const ROOM_FOR_NAME = 46;

/** Days since the last change: after the first number a doc is ageing, after the second it is stale. */
export const FRESH_DAYS = 30;
export const STALE_DAYS = 90;
export type Freshness = "fresh" | "ageing" | "stale";

export interface MapNode extends Circle {
  /** Inside the bank; begins with `../` for a dead link that leads out of the bank. */
  readonly path: string;
  readonly kind: "doc" | "missing";
  readonly title: string;
  /** The doc's role, by its name. */
  readonly role: Role | undefined;
  /** The folder whose circle holds the doc: "" is the bank itself. */
  readonly folder: string;
  readonly chars: number;
  /** The time of the last change, in milliseconds; undefined if the file does not exist. */
  readonly changedAt: number | undefined;
  readonly freshness: Freshness;
  /** Changed since its last commit. */
  readonly isUncommitted: boolean;
  /** Whether no way leads from the entry to the doc. */
  readonly isOrphan: boolean;
}

export interface MapEdge {
  readonly kind: "route" | "link";
  readonly from: string;
  /** A doc's path, or a folder's with `/` at the end. */
  readonly to: string;
  /** The line in `from`, 1-based. */
  readonly line: number;
  /** The route's intent; empty for a link. */
  readonly intent: string;
  readonly leadsNowhere: boolean;
}

export interface MapFolder extends Circle {
  readonly path: string;
}

export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface Prompt {
  readonly text: string;
  readonly tokens: number;
  readonly maxChars: number;
  /** Headings of the entry that did not fit. */
  readonly leftOut: readonly string[];
  /** All parts together are the text. */
  readonly parts: readonly PromptPart[];
}

export interface PromptPart {
  readonly heading: string;
  readonly chars: number;
}
