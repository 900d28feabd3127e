import { spawn } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/** The command that opens an address in the user's browser; undefined where there is no screen for one. */
export function browserCommand(
  platform: NodeJS.Platform,
  env: Environment,
  address: string,
): readonly [string, ...string[]] | undefined {
  if (platform === "darwin") return ["open", address];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", address];
  // It takes the browser that `BROWSER` names before any other.
  const hasScreen = env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["BROWSER"];
  return hasScreen ? ["xdg-open", address] : undefined;
}

/** Whether a browser could be asked; it may take its time. */
export function openBrowser(address: string): Promise<boolean> {
  const [command, ...args] = browserCommand(process.platform, process.env, address) ?? [];
  if (command === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
    // A browser that was not running yet goes on as long as it is open.
    setTimeout(() => resolve(true), 2000).unref();
    child.unref();
  });
}
