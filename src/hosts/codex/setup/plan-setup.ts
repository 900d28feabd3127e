import { join } from "node:path";
import { dropTables, putTable, readToml } from "../../../formats/edit-toml.ts";
import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import { readText } from "../../../io/disk/read.ts";
import { VARIABLES } from "../../../runtime/settings.ts";
import type { Text } from "../../../types.ts";
import {
  type ConfigChange,
  type InstallPlan,
  type Scope,
  SetupError,
  type SetupPlan,
  type StartPoint,
} from "../../host.ts";
import { stopAtBroken } from "../../shared/broken-config.ts";
import { byFolder, noteLocal } from "../../shared/local-plugin.ts";
import { TOML, planRemoval } from "../../shared/plan-removal.ts";
import { CODEX } from "../about.ts";
import { toHooks } from "../hook-table.ts";
import { SERVER } from "../words.ts";
import { CONFIG, HOOKS, codexPlaces } from "./codex-places.ts";
import { dropHooks, findBroken, putHooks } from "./our-hooks.ts";
import { foldersOf, planFiles, planFilesGoing } from "./plan-files.ts";
import { type Trust, askHashes, isTrustIn, putTrust, trustOf, whySkipped } from "./trust.ts";

const OUR_HOOKS: Text = { en: "our hooks, behind all others", zh: "我们的钩子，排在其他钩子之后" };
const OUR_SERVER: Text = { en: "the server that our hooks ask", zh: "钩子所询问的服务" };
const OUR_TRUST: Text = {
  en: "your trust in exactly these hooks: you need not review them when Codex starts",
  zh: "你对这些钩子（仅这些）的信任：Codex 启动时无需再审查",
};
const OUR_SERVER_AND_TRUST: Text = {
  en: `${OUR_SERVER.en}, and ${OUR_TRUST.en}`,
  zh: `${OUR_SERVER.zh}，以及${OUR_TRUST.zh}`,
};
const HOOKS_GO: Text = { en: "our hooks go", zh: "移除我们的钩子" };
const SERVER_GOES: Text = {
  en: "our server, and what Codex trusted of ours, go",
  zh: "移除我们的服务，以及 Codex 对我们的信任",
};
/** Variables that Codex hands on to our server: it hands on only those that its config lists. */
const HANDED_ON = [
  "CODEX_HOME",
  "XDG_STATE_HOME",
  "LOCALAPPDATA",
  "LC_ALL",
  ...Object.keys(VARIABLES),
];

/** `folder` is the one that the build has made; `codex` is the user's program. */
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
  const { text: before } = file;
  stopAtBroken(file, findBroken(before));

  const net = join(folder, "net.sh").replaceAll("'", `'\\''`);
  const hooks = toHooks(`sh '${net}'`);
  const after = putHooks(file.bytes === undefined ? undefined : before, hooks);
  const { hashes, failure } = await ask(codex, after);
  const trust = trustOf(path, after, hashes);
  const server = {
    command: "node",
    args: [join(folder, "server.js")],
    env_vars: HANDED_ON,
    startup_timeout_sec: 60,
    // Codex need not ask the user: our tool shows its plan first, and applies it only after a yes.
    default_tools_approval_mode: "approve",
  };
  const toTrust = (text: string | undefined) =>
    before === after && trust.size === 0 ? text : putTrust(text, { path, before }, trust);
  const putServer = (text: string | undefined) => putTable(text, ["mcp_servers", SERVER], server);
  const own = join(here, CONFIG);
  const configs = [...new Set([own, places.config])].flatMap((config) => {
    const what = config === own ? OUR_SERVER : OUR_TRUST;
    return planToml(config, own === places.config ? OUR_SERVER_AND_TRUST : what, (text) => {
      const served = config === own ? putServer(text) : text;
      return config === places.config ? toTrust(served) : served;
    });
  });
  const files = planFiles(folder, here);
  const left = failure ?? whySkipped(start, scope, trust);
  return {
    plugin: byFolder(CODEX.name, folder),
    changes: [
      ...(after === before ? [] : [{ file, after, what: OUR_HOOKS }]),
      ...configs,
      ...files.changes,
    ],
    copies: files.copies,
    notes: [...noteLocal(folder, scope), ...(left === undefined ? [] : [left])],
    ...(left !== undefined && { left }),
  };
}

/** Removes everything of ours from all files of these scopes. */
export function planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan {
  const { config, folders } = codexPlaces(start);
  const hooks = scopes.map((scope) => join(folders[scope], HOOKS));
  const isTrust = hooks.map((path) => isTrustIn(path, readText(path) ?? ""));
  const own = scopes.map((scope) => join(folders[scope], CONFIG));
  const dropOurs = ({ text, path }: ConfigFile) =>
    dropTables(text, (table) => {
      const [servers, server] = table.path;
      const isServer = servers === "mcp_servers" && server === SERVER && own.includes(path);
      return isServer || isTrust.some((isOurs) => isOurs(table));
    });
  return {
    changes: [
      ...planRemoval(hooks, HOOKS_GO, ({ text }) => dropHooks(text)),
      ...planRemoval([config, ...own], SERVER_GOES, dropOurs, TOML),
      ...scopes.flatMap((scope) => planFilesGoing(folders[scope])),
    ],
    copies: [],
    notes: [],
    folders: scopes.flatMap((scope) => [
      ...foldersOf(folders[scope]),
      ...(scope === "project" ? [folders.project] : []),
    ]),
  };
}

/** Plans a change of a TOML file; throws if the file does not parse before or after the change. */
function planToml(
  path: string,
  what: Text,
  edit: (text: string | undefined) => string | undefined,
): ConfigChange[] {
  const file = readConfig(path);
  const scanned = readToml(file.text);
  if (scanned.kind === "broken") stopAtBroken(file, scanned);
  const before = file.bytes === undefined ? undefined : file.text;
  const after = edit(before);
  const result = readToml(after ?? "");
  if (result.kind === "broken") throw unfit(path, result.problem);
  return after === before ? [] : [{ file, after, what }];
}

function unfit(path: string, problem: string): SetupError {
  return new SetupError({
    en: `${path}: a table cannot be added to it (${problem}). Write "mcp_servers" and "hooks" there as [tables], then run it again; nothing was changed`,
    zh: `${path}：无法加入表（${problem}）。请把其中的 "mcp_servers" 和 "hooks" 写成 [表]，再运行一次；没有任何改动`,
  });
}

/** Asks Codex for the hashes of hooks. If that fails, says why, and what the person has to do. */
async function ask(
  codex: string | undefined,
  hooks: string,
): Promise<{ readonly hashes: Trust; readonly failure?: Text }> {
  try {
    if (codex === undefined) throw new Error("it was not found");
    return { hashes: await askHashes(codex, hooks) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const failure = {
      en: `Codex cannot be asked how it knows our hooks (${reason}), nor told to trust them. Start "codex" in your project: it says "Hooks need review". Trust them there; until then nothing is guarded.`,
      zh: `无法询问 Codex 如何识别我们的钩子（${reason}），也就无法让它信任它们。请在你的项目里启动 "codex"：它会显示 "Hooks need review"。请在那里信任它们；在此之前没有任何守护。`,
    };
    return { hashes: new Map(), failure };
  }
}
