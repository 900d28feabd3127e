import { execFile } from "node:child_process";

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Lets a host play one turn to its end; throws its last words where it fails. It ends with this process. */
export function runHost(
  program: string,
  args: readonly string[],
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { ...place, signal, killSignal: "SIGKILL" } as const;
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error((stderr || stdout).trim().slice(-300) || error.message));
    });
    child.stdin?.end();
    const leave = () => process.exit(2);
    const killNow = () => child.kill("SIGKILL");
    process.once("exit", killNow).once("SIGINT", leave).once("SIGTERM", leave);
    child.once("close", () =>
      process.off("exit", killNow).off("SIGINT", leave).off("SIGTERM", leave),
    );
  });
}
