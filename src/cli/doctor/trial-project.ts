import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What the trial may not change. */
export const MANIFEST = '{ "name": "memory-bank-doctor" }\n';

const FILES: Readonly<Record<string, string>> = {
  "project/memory-bank/MEMORY.md": `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

# Project Memory

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
<!-- USER_BLOCK_END -->
`,
  "project/memory-bank/details/patterns.md": "- be kind\n",
  "project/package.json": MANIFEST,
  "models.json": "{}",
};

export interface Trial {
  /** Also the home folder of whatever runs in it. */
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  remove(): void;
}

const KEPT = ["PATH", "SystemRoot", "ComSpec", "PATHEXT", "SystemDrive", "windir"];

/** A project with a bank in a home of its own: nothing of the user's is read or written, no network is used. */
export function makeTrial(): Trial {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "memory-bank-doctor-")));
  const remove = () =>
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.once("exit", remove);
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return {
    home,
    project: join(home, "project"),
    env: environmentOf(home),
    remove() {
      remove();
      process.off("exit", remove);
    },
  };
}

function environmentOf(home: string): NodeJS.ProcessEnv {
  const outside = KEPT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const temp = join(home, "tmp");
  mkdirSync(temp);
  const nowhere = "http://127.0.0.1:9";
  return {
    ...Object.fromEntries(outside),
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
    MEMORY_BANK_LOG: "off",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_MODELS_PATH: join(home, "models.json"),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_SHARE: "1",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: "127.0.0.1,localhost",
    npm_config_registry: nowhere,
    npm_config_fetch_retries: "0",
  };
}
