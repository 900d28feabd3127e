interface Reading {
  readonly since: number;
  readonly done: Promise<void>;
  readonly finish: () => void;
}

/** Calls of one session that have begun and may end in a read of a doc. */
export function createReadsUnderWay(now: () => number = Date.now) {
  const readings = new Map<string, Reading>();

  return {
    start(callID: string): void {
      let finish = () => {};
      const done = new Promise<void>((resolve) => {
        finish = resolve;
      });
      readings.set(callID, { since: now(), done, finish });
    },
    finish(callID: string): void {
      readings.get(callID)?.finish();
      readings.delete(callID);
    },
    /** A new step begins: whatever was still being read has failed. */
    clear: () => readings.clear(),
    /** One for each read but the caller's own, over when it is, or `patience` ms after it began. */
    waits(patience: number, except: string): Promise<void>[] {
      return [...readings].flatMap(([callID, { since, done }]) => {
        const left = since + patience - now();
        return callID === except || left <= 0 ? [] : [withTimeout(done, left)];
      });
    },
  };
}

async function withTimeout(done: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([done, timeout]);
  clearTimeout(timer);
}
