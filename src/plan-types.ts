/** The vocabulary of refresh. It imports nothing. */

/** What refresh does, by what it finds. */
export type Flow = "init" | "upgrade" | "migrate" | "adopt" | "refresh";

/** One step of a plan. Paths are inside the bank, with `/`; `before` is the hash of the bytes that must be there. */
export type Operation =
  | {
      readonly kind: "create";
      readonly path: string;
      readonly text: string;
      readonly reason: string;
    }
  | {
      readonly kind: "edit";
      readonly path: string;
      readonly before: string;
      readonly text: string;
      readonly reason: string;
      /** The version before is kept aside: a restore brings it back. */
      readonly keepsOld?: true;
    }
  | {
      readonly kind: "move";
      readonly path: string;
      readonly to: string;
      readonly before: string;
      /** Its text in the new place; undefined where every byte stays. */
      readonly text: string | undefined;
      readonly reason: string;
    }
  | {
      readonly kind: "remove";
      readonly path: string;
      readonly before: string;
      readonly reason: string;
    };

/** What refresh would do, as data. Applied whole or not at all. */
export interface Plan {
  /** Differs whenever the operations or the bank do. */
  readonly id: string;
  /** The bank's path from its project's folder. */
  readonly bank: string;
  readonly flow: Flow;
  /** The bank as it was planned for; another one makes the plan stale. */
  readonly state: string;
  readonly operations: readonly Operation[];
  /** What a person should know beside the operations. */
  readonly notes: readonly string[];
}
