import { spawn, type ChildProcess } from "node:child_process";

const WATCH = `
  const [pid, home] = process.argv.slice(1)
  process.stdin.resume().on("end", () => {
    try { process.kill(Number(pid), "SIGKILL") } catch {}
    setTimeout(() => require("node:fs").rmSync(home, { recursive: true, force: true, maxRetries: 5 }), 200)
  })
`;

/**
 * A test process that is itself killed (a timeout, Ctrl-C, a crash) runs no clean-up. Its end of this pipe closes in any
 * case, and then the watchdog ends the host and removes what it wrote.
 */
export function killWhenOrphaned(child: ChildProcess, home: string): () => void {
  if (child.pid === undefined) return () => {};
  const watchdog = spawn(process.execPath, ["-e", WATCH, String(child.pid), home], {
    // Its own process group: the Ctrl-C that ends the tests must not end it first.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watchdog.unref();
  return () => {
    watchdog.kill("SIGKILL");
    watchdog.stdin.destroy();
  };
}
