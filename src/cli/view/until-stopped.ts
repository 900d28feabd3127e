const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PAUSE = 1000;

/**
 * Until somebody stops the command, or the terminal that it was started from is gone. Its input is not read to
 * find that out: a command in the background would be halted for it. The parent's end tells the same.
 */
export function untilStopped(): Promise<void> {
  const parent = process.ppid;
  const isFromTerminal = process.stdin.isTTY || process.stdout.isTTY;
  return new Promise((resolve) => {
    const stop = () => {
      clearInterval(timer);
      for (const signal of SIGNALS) process.removeListener(signal, stop);
      resolve();
    };
    const timer = setInterval(() => {
      if (isFromTerminal && process.ppid !== parent) stop();
    }, PAUSE);
    for (const signal of SIGNALS) process.once(signal, stop);
  });
}
