import type { Effect } from "../types.ts";

type Late = string | Outside;
interface Outside {
  readonly docs: ReadonlySet<string>;
  readonly kept: string | undefined;
}

/** Notices of one session for which there was no result: the next request that is answered carries them. */
export function createLateNotices() {
  let waiting: readonly Late[] = [];
  /** How many of them the request under way carries. */
  let said = 0;

  return {
    add(text: string): void {
      waiting = [...waiting, text];
    },
    /** What somebody else did is one notice, however often they did it. */
    addOutside({ changed, kept }: Effect): void {
      const last = waiting.length > said ? waiting.at(-1) : undefined;
      const before = typeof last === "object" ? last : undefined;
      const outside = { docs: new Set([...(before?.docs ?? []), ...changed]), kept };
      waiting = [...(before === undefined ? waiting : waiting.slice(0, -1)), outside];
    },
    /** The host makes a request that failed once more, and asks again what it is to carry. */
    render(toText: (effect: Effect) => string): string | undefined {
      said = waiting.length;
      if (waiting.length === 0) return undefined;
      return waiting
        .map((late) => (typeof late === "string" ? late : toText(toEffect(late))))
        .join("\n");
    },
    /** The request was answered: what it carried is said. */
    heard(): void {
      waiting = waiting.slice(said);
      said = 0;
    },
  };
}

function toEffect({ docs, kept }: Outside): Effect {
  return { words: undefined, undone: [], kept, changed: [...docs], problem: undefined, trace: [] };
}
