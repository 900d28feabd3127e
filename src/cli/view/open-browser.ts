import { spawn } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/** The command that opens an address in the user's browser; undefined if there is no screen. */
export function browserCommand(
  platform: NodeJS.Platform,
  env: Environment,
  address: string,
): readonly [string, ...string[]] | undefined {
  if (platform === "darwin") return ["open", address];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", address];
  // `xdg-open` prefers the browser in `BROWSER`, which may work without a screen.
  const hasScreen = env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["BROWSER"];
  return hasScreen ? ["xdg-open", address] : undefined;
}

/** Returns whether a browser was started. After two seconds without an error it counts as started. */
export function openBrowser(address: string): Promise<boolean> {
  const [command, ...args] = browserCommand(process.platform, process.env, address) ?? [];
  if (command === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
    // If the browser was not running before, the command ends only when the browser is closed.
    setTimeout(() => resolve(true), 2000).unref();
    child.unref();
  });
}
