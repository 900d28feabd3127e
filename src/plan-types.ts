/** The vocabulary of refresh. It imports nothing. */

/** What refresh does, depending on what it finds. */
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
      /** The old version is kept aside, so that a restore brings it back. */
      readonly keepsOld?: true;
    }
  | {
      readonly kind: "move";
      readonly path: string;
      readonly to: string;
      readonly before: string;
      /** The doc's text in the new place; undefined if every byte stays. */
      readonly text: string | undefined;
      readonly reason: string;
    }
  | {
      readonly kind: "remove";
      readonly path: string;
      readonly before: string;
      readonly reason: string;
    };

/** What refresh would do, as data. A plan is applied whole or not at all. */
export interface Plan {
  /** Changes whenever the operations or the bank do. */
  readonly id: string;
  /** The bank's path from its project's folder. */
  readonly bank: string;
  readonly flow: Flow;
  /** The state of the bank that was planned for; in any other state the plan is stale. */
  readonly state: string;
  readonly operations: readonly Operation[];
  /** What people should know besides the operations. */
  readonly notes: readonly string[];
}
