import { existsSync } from "node:fs";
import { join } from "node:path";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import { VARIABLES } from "../../../runtime/settings.ts";
import type { Text } from "../../../types.ts";
import type { InstallPlan, Scope, StartPoint } from "../../host.ts";
import type { OwnPackage } from "../../own-package.ts";
import { stopAtBroken } from "../../shared/broken-config.ts";
import { noteLocal } from "../../shared/note-local.ts";
import { toHooks } from "../hook-table.ts";
import { type HookHash, askHashes } from "./ask-hashes.ts";
import { CONFIG, HOOKS, codexPlaces } from "./codex-places.ts";
import { createConfigEdits, editToml } from "./config-edits.ts";
import { findBroken, putHooks } from "./our-hooks.ts";
import { putServer } from "./our-tables.ts";
import { planFiles } from "./plan-files.ts";
import { moveTrust, trustOf } from "./plan-trust.ts";

const WHY: Text = {
  en: "by folder: Codex runs it where it is",
  zh: "用文件夹：Codex 就地运行它",
};
const OUR_HOOKS: Text = { en: "our hooks, behind all others", zh: "我们的钩子，排在其他钩子之后" };
const OUR_SERVER: Text = { en: "the server that they ask", zh: "它们所询问的服务" };
const OUR_TRUST: Text = {
  en: "Codex may run exactly these hooks: you need not review them when it starts",
  zh: "Codex 可以运行且仅运行这些钩子：启动时无需再审查",
};
const EACH: Text = {
  en: "In a team each installs it for themselves.",
  zh: "团队中每个人各自安装。",
};

/** Codex hands hardly anything of its environment on to a server, unless it is told so. */
const HANDED_ON = ["CODEX_HOME", "XDG_STATE_HOME", "LOCALAPPDATA", "LC_ALL", ...VARIABLES];

/** From the folder that the build has made, for this program. */
export async function planInstall(
  start: StartPoint,
  scope: Scope,
  folder: string,
  codex: string | undefined,
): Promise<InstallPlan> {
  const places = codexPlaces(start);
  const here = places.folders[scope];
  const path = join(here, HOOKS);
  const file = readConfig(path);
  const broken = findBroken(file.text);
  if (broken !== undefined) stopAtBroken(file, broken);

  const hooks = toHooks(`sh ${quoted(join(folder, "net.sh"))}`);
  const after = putHooks(file.bytes === undefined ? undefined : file.text, hooks);
  const asked = await ask(codex, hooks);
  const edits = createConfigEdits();
  edits.edit(path, OUR_HOOKS, () => after);
  editToml(edits, join(here, CONFIG), OUR_SERVER, (text) =>
    putServer(text, {
      command: "node",
      args: [join(folder, "server.js")],
      env_vars: HANDED_ON,
      startup_timeout_sec: 60,
      // What it changes it shows first, and the person has to say yes.
      default_tools_approval_mode: "approve",
    }),
  );
  const trust = trustOf(path, after, asked.hashes);
  const change = { path, before: file.text, after };
  editToml(edits, places.config, OUR_TRUST, (text) => moveTrust(text, change, trust));
  const files = planFiles(folder, here);
  return {
    plugin: { specifier: folder, reason: "folder", why: WHY },
    changes: [...edits.changes(), ...files.changes],
    copies: files.copies,
    notes: [
      ...noteLocal(folder, scope, EACH),
      ...(asked.failure === undefined ? [] : [asked.failure]),
    ],
    async findLeft() {
      if (codex === undefined || asked.failure !== undefined) return asked.failure;
      const { checkTrust } = await import("../doctor/check-trust.ts");
      const found = (await checkTrust(start, codex)).find(({ level }) => level === "problem");
      const { what, fix } = found ?? {};
      return what && fix && { en: `${what.en}. → ${fix.en}`, zh: `${what.zh}。→ ${fix.zh}` };
    },
  };
}

export function codexFolder({ root }: OwnPackage): string {
  const folder = join(root, "dist", "codex");
  if (existsSync(join(folder, "server.js"))) return folder;
  throw new DiskError("other", `${folder} is missing. Build it first: npm run build`);
}

interface Asked {
  readonly hashes: readonly HookHash[];
  /** Why they are not known, and what a person has to do then. */
  readonly failure?: Text;
}

async function ask(
  codex: string | undefined,
  hooks: Parameters<typeof askHashes>[1],
): Promise<Asked> {
  if (codex === undefined) {
    return {
      hashes: [],
      failure: {
        en: `Codex was not found, so it cannot be told to trust our hooks. ${BY_HAND.en}`,
        zh: `没有找到 Codex，因此无法让它信任我们的钩子。${BY_HAND.zh}`,
      },
    };
  }
  try {
    return { hashes: await askHashes(codex, hooks) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      hashes: [],
      failure: {
        en: `${codex} does not say how it knows our hooks (${reason}). ${BY_HAND.en}`,
        zh: `${codex} 没有说明它如何识别我们的钩子（${reason}）。${BY_HAND.zh}`,
      },
    };
  }
}

const BY_HAND: Text = {
  en: 'Start "codex" in your project: it says "Hooks need review". Trust them there; until then nothing is guarded.',
  zh: '请在你的项目里启动 "codex"：它会显示 "Hooks need review"。请在那里信任它们；在此之前没有任何守护。',
};

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
