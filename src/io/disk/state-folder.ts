import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import { knownHomes } from "../../bank/bank-homes.ts";
import { attempt } from "./read.ts";
import { DiskError } from "./disk-error.ts";
import { realPathOf } from "./paths.ts";

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  readonly platform: NodeJS.Platform;
}

const LONGEST_NAME = 40;

/** Where our state of a project lives. `bank` is the real path of its bank. Nothing is made here. */
export function stateFolder(surroundings: Surroundings, bank: string): string {
  const path = surroundings.platform === "win32" ? win32 : posix;
  const hash = createHash("sha256").update(bank).digest("hex").slice(0, 10);
  const name = `${toName(path.basename(knownHomes(bank)[0] ?? path.dirname(bank)))}-${hash}`;
  return path.join(stateHome(surroundings), name);
}

/** Where the state of all projects lives. */
export function stateHome({ env, home, platform }: Surroundings): string {
  const path = platform === "win32" ? win32 : posix;
  const local = platform === "win32" ? env["LOCALAPPDATA"] : undefined;
  const fallback = platform === "win32" ? ["AppData", "Local"] : [".local", "state"];
  // The XDG standard says that a value which is not absolute is to be ignored.
  const base = [env["XDG_STATE_HOME"], local, home && path.join(home, ...fallback)].find(
    (folder) => folder !== undefined && path.isAbsolute(folder),
  );
  if (base === undefined) {
    const message = "there is no home folder to keep state in. Set HOME or XDG_STATE_HOME to one";
    throw new DiskError(message);
  }
  return path.join(base, "memory-bank");
}

/** The same for this process. */
export function stateFolderOf(bank: string): string {
  return stateFolder(surroundings(), realPathOf(bank));
}

/** Where the state of all projects lives, as it is named and as it is; nowhere where there is no home. */
export function stateHomes(): readonly string[] {
  const home = attempt(() => stateHome(surroundings()), undefined);
  return home === undefined ? [] : [...new Set([home, realPathOf(home)])];
}

export function surroundings(): Surroundings {
  const { env, platform } = process;
  return { env, home: homeFolder(), platform };
}

/** Letters and digits of any language. A dot could make a name that Windows keeps for a device. */
function toName(folder: string): string {
  const safe = folder.normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, "-");
  const name = [...safe]
    .slice(0, LONGEST_NAME)
    .join("")
    .replaceAll(/^-+|-+$/g, "");
  return name || "project";
}

/** Throws where a user has neither HOME nor an entry in the system's list. */
export function homeFolder(): string | undefined {
  return attempt(homedir, undefined);
}
