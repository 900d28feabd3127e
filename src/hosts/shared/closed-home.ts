import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt } from "../../io/disk/read.ts";

/** Folders to delete when this process ends. One listener for all, because Node warns of more than ten. */
const homes: string[] = [];

/** Makes a home folder without any of the user's files; it is deleted when this process ends. */
export function makeHome(name: string): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), `memory-bank-${name}-`)));
  if (homes.push(home) === 1) process.once("exit", removeHomes);
  mkdirSync(join(home, "tmp"));
  return home;
}

/** A folder that cannot be deleted, because a host still writes there, must not stop this process from ending. */
function removeHomes(): void {
  for (const home of homes) attempt(() => removeFolder(home), undefined);
}

export function removeFolder(folder: string): void {
  // A host may still be writing a snapshot or its log into the folder.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

const KEPT = ["PATH", "SystemRoot", "ComSpec", "PATHEXT", "SystemDrive", "windir"];

/** No program listens at this address: network requests fail at once, and in the same way on every machine. */
export const NOWHERE = "http://127.0.0.1:9";

/** The environment for a host in that home: without variables of hosts or of ours, and without network. */
export function closedEnvironment(home: string): Record<string, string> {
  const temp = join(home, "tmp");
  return {
    ...Object.fromEntries(KEPT.map((name) => [name, process.env[name] ?? ""])),
    LANG: "C.UTF-8",
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    TMPDIR: temp,
    TEMP: temp,
    TMP: temp,
    HTTP_PROXY: NOWHERE,
    HTTPS_PROXY: NOWHERE,
    NO_PROXY: "127.0.0.1,localhost",
    npm_config_registry: NOWHERE,
    npm_config_fetch_retries: "0",
  };
}
