import { attempt } from "../io/disk/attempt.ts";
import type { Snapshot } from "../io/effects/bank-snapshot.ts";
import { dropKnown, readAbandoned, saveKnown, signOf } from "../io/effects/last-known.ts";
import type { WriteLedger } from "../io/effects/write-ledger.ts";

interface NotedBank {
  readonly ledger: WriteLedger;
  /** Where what was known of it outlives the process. */
  readonly stateFolder: () => string;
}

interface Known {
  readonly snapshot: Snapshot | undefined;
  readonly since: number;
}

/** Changes come in groups. */
const SOON = 300;

/** What is known of a bank is noted, so that the next process can tell what happened when this one was killed. */
export function createKnownNote({ ledger, stateFolder }: NotedBank, known: () => Known) {
  let saving: NodeJS.Timeout | undefined;
  /** This process may be killed as well before it has told what they knew. */
  let forgetAbandoned: (() => void) | undefined;

  async function save(): Promise<void> {
    const { snapshot, since } = known();
    if (snapshot === undefined || snapshot.size === 0) return;
    await saveKnown(stateFolder(), snapshot, since).catch(() => undefined);
  }

  return {
    save,

    saveSoon(): void {
      saving ??= setTimeout(() => {
        saving = undefined;
        forgetAbandoned?.();
        void save();
      }, SOON);
      saving.unref();
    },

    /** Docs that changed after a process of ours was killed, and before this one began. */
    changedMeanwhile(latest: Snapshot): string[] {
      const abandoned = attempt(() => readAbandoned(stateFolder()), undefined);
      forgetAbandoned = abandoned?.forget;
      const changed = (abandoned?.known ?? []).flatMap(({ at, docs }) =>
        [...new Set([...Object.keys(docs), ...latest.keys()])].filter((path) => {
          const entry = latest.get(path);
          if (signOf(entry) === docs[path]) return false;
          const bytes = entry?.kind === "file" ? entry.bytes : undefined;
          const isText = entry === undefined || bytes !== undefined;
          return !isText || !ledger.knows(path, bytes, at);
        }),
      );
      return [...new Set(changed)];
    },

    /** The process ends: what is not told yet is left to the next one. */
    async close(isAllTold: boolean): Promise<void> {
      clearTimeout(saving);
      forgetAbandoned?.();
      if (isAllTold) attempt(() => dropKnown(stateFolder()), undefined);
      else await save();
    },
  };
}
