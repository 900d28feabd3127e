import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { knownHomes } from "../../bank/layout.ts";
import { attempt } from "./read.ts";
import { DiskError } from "./disk-error.ts";
import { realPathOf } from "./paths.ts";

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  readonly platform: NodeJS.Platform;
}

const LONGEST_NAME = 40;

/** Where the state of one project lives, known by its bank. The folder is not created here. */
export function stateFolderOf(bank: string, machine = surroundings()): string {
  const real = realPathOf(bank);
  const hash = createHash("sha256").update(real).digest("hex").slice(0, 10);
  const name = toName(basename(knownHomes(real)[0] ?? dirname(real)));
  return join(stateHome(machine), `${name}-${hash}`);
}

/** The folder for the state of all projects. */
export function stateHome({ env, home, platform } = surroundings()): string {
  const isWindows = platform === "win32";
  const local = isWindows ? env["LOCALAPPDATA"] : undefined;
  const below = isWindows ? "AppData/Local" : ".local/state";
  // The XDG standard says that a value which is not absolute is to be ignored.
  const base = [env["XDG_STATE_HOME"], local, home && join(home, below)].find(
    (folder) => folder !== undefined && isAbsolute(folder),
  );
  if (base === undefined) {
    const message = "there is no home folder to keep state in. Set HOME or XDG_STATE_HOME to one";
    throw new DiskError(message);
  }
  return join(base, "memory-bank");
}

export function surroundings(): Surroundings {
  const { env, platform } = process;
  // `homedir` throws for a user with neither HOME nor an entry in the system's list.
  return { env, home: attempt(homedir, undefined), platform };
}

/** Letters and digits of any language. A dot could make a name that Windows reserves for a device. */
function toName(folder: string): string {
  const safe = folder.normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, "-");
  const short = [...safe].slice(0, LONGEST_NAME).join("");
  return short.replaceAll(/^-+|-+$/g, "") || "project";
}
