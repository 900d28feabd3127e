import type { Finding } from "../check/finding.ts";
import type { Role } from "../bank/roles.ts";
import type { Language, LogPart } from "../types.ts";

/** What the page shows, as data: the command builds it, the page draws it. */
export interface View {
  readonly project: string;
  readonly bank: string;
  readonly language: Language;
  /** When it was built, in milliseconds. */
  readonly builtAt: number;
  readonly map: BankMap;
  readonly prompt: Prompt;
  readonly log: LogPart;
  /** By incident: the words of the command that was undone, as long as they are kept. */
  readonly commands: Readonly<Record<string, string>>;
  /** What a person should know of what is missing here. */
  readonly problems: readonly string[];
  /** Undefined until it is there. */
  readonly rest: ViewRest | undefined;
}

/** What takes longer in a large bank, and is not needed for its map. */
export interface ViewRest {
  /** By path; a doc that could not be read has none. */
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
  /** Every name has room below its circle. */
  readonly hasRoomForNames: boolean;
}

/** From the middle of a circle to the end of its name, in units of the picture. */
export const ROOM_FOR_NAME = 46;

/** Of the last change: longer ago than the first a doc is ageing, longer than the second it is stale. */
export const FRESH_DAYS = 30;
export const STALE_DAYS = 90;
export type Freshness = "fresh" | "ageing" | "stale";

export interface MapNode extends Circle {
  /** Inside the bank; with `../` where a link leads out of it to nothing. */
  readonly path: string;
  readonly kind: "doc" | "missing";
  readonly title: string;
  /** What it is for, by its name. */
  readonly role: Role | undefined;
  /** Of the folder whose circle it is in: "" is the bank itself. */
  readonly folder: string;
  readonly chars: number;
  /** In milliseconds; undefined for a file that is not there. */
  readonly changedAt: number | undefined;
  readonly freshness: Freshness;
  /** Changed since its last commit. */
  readonly isUncommitted: boolean;
  /** No way leads to it from the entry. */
  readonly isOrphan: boolean;
}

export interface MapEdge {
  readonly kind: "route" | "link";
  readonly from: string;
  /** A path, or a folder with `/` behind it. */
  readonly to: string;
  /** Where it stands in `from`, 1-based. */
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
  /** All of them together are the text. */
  readonly parts: readonly PromptPart[];
}

export interface PromptPart {
  readonly heading: string;
  readonly chars: number;
}
