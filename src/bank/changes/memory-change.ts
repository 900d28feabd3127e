import type { DocSection } from "../parse.ts";
import type { Role } from "../roles.ts";

/** A doc as it was and as it is; undefined where it is not there. */
export interface DocTexts {
  /** Inside the bank, with `/`. */
  readonly path: string;
  /** What it was called before; the same where it was not moved. */
  readonly from: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type How = "added" | "dropped" | "changed";

/** What became of a doc. */
export interface DocChange {
  readonly path: string;
  readonly movedFrom: string | undefined;
  readonly how: How;
  readonly role: Role | undefined;
  readonly title: string;
  /** Lines that came and went, in all. */
  readonly added: number;
  readonly removed: number;
  /** Those that differ; of a doc that came or went as a whole, those that hold something with a meaning of its own. */
  readonly sections: readonly SectionChange[];
}

export interface SectionChange {
  /** Empty for what stands under no heading. */
  readonly heading: string;
  readonly owner: DocSection["owner"];
  readonly how: How;
  readonly added: number;
  readonly removed: number;
  readonly items: readonly ItemChange[];
}

export type ItemKind = "decision" | "route" | "focus";

/** Something in a section that means something by itself. */
export interface ItemChange {
  readonly kind: ItemKind;
  readonly how: How;
  /** The decision, the intent of a route, a label of the focus. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}
