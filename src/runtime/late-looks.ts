/**
 * Looks that nobody waits for, one after the other. One that has not begun will see it all: who asks for
 * another one meanwhile gets nothing, and who asked for it tells.
 */
export function createLateLooks<Found>(look: () => Promise<Found[]>) {
  let looking: Promise<void> | undefined;
  let waiting: Promise<unknown> | undefined;

  function lookLater(tell: (found: Found[]) => void): Promise<Found[]> {
    if (waiting !== undefined) return waiting.then(() => []);
    const found = (looking ?? Promise.resolve()).then(() => {
      waiting = undefined;
      return look();
    });
    waiting = found;
    looking = found.then(tell).catch(() => undefined);
    return found;
  }

  /** The latest of them, when it has been told. */
  const looked = () => looking;
  return { lookLater, looked };
}
