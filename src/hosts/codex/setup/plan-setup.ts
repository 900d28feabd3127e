import { join } from "node:path";
import { dropTables, putTable, readToml } from "../../../formats/edit-toml.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
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
import { dropHooks, findBroken, hasMovedOthers, putHooks } from "./our-hooks.ts";
import { foldersOf, planFiles, planFilesGoing } from "./plan-files.ts";
import { type HookHash, askHashes, isTrustIn, putTrust, trustOf } from "./trust.ts";

const OUR_HOOKS: Text = { en: "our hooks, behind all others", zh: "我们的钩子，排在其他钩子之后" };
const OUR_SERVER: Text = { en: "the server that they ask", zh: "它们所询问的服务" };
const OUR_TRUST: Text = {
  en: "Codex may run exactly these hooks: you need not review them when it starts",
  zh: "Codex 可以运行且仅运行这些钩子：启动时无需再审查",
};
const HOOKS_GO: Text = { en: "our hooks go", zh: "移除我们的钩子" };
const SERVER_GOES: Text = {
  en: "our server, and what Codex trusted of ours, go",
  zh: "移除我们的服务，以及 Codex 对我们的信任",
};
const BY_HAND: Text = {
  en: 'Start "codex" in your project: it says "Hooks need review". Trust them there; until then nothing is guarded.',
  zh: '请在你的项目里启动 "codex"：它会显示 "Hooks need review"。请在那里信任它们；在此之前没有任何守护。',
};
const OTHERS_MOVED: Text = {
  en: 'Hooks of others stand behind ours and move: Codex skips them until you trust them again. Start "codex" and look at /hooks.',
  zh: '我们的钩子之后还有别人的钩子，它们的位置会变：在你重新信任之前 Codex 会跳过它们。请启动 "codex" 并查看 /hooks。',
};

/** Codex gives a server only the variables of its environment that are listed. */
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
  const { text: before } = file;
  const broken = findBroken(before);
  if (broken !== undefined) stopAtBroken(file, broken);

  const hooks = toHooks(`sh ${quoted(join(folder, "net.sh"))}`);
  const after = putHooks(file.bytes === undefined ? undefined : before, hooks);
  const { hashes, failure } = await ask(codex, after);
  const trust = trustOf(path, after, hashes);
  const server = {
    command: "node",
    args: [join(folder, "server.js")],
    env_vars: HANDED_ON,
    startup_timeout_sec: 60,
    // Codex need not ask: our tool shows its plan first, and applies it after a yes.
    default_tools_approval_mode: "approve",
  };
  const configs = planToml([
    {
      path: join(here, CONFIG),
      what: OUR_SERVER,
      edit: (text) => putTable(text, ["mcp_servers", SERVER], server),
    },
    {
      path: places.config,
      what: OUR_TRUST,
      edit: (text) =>
        before === after && trust.size === 0 ? text : putTrust(text, { path, before }, trust),
    },
  ]);
  const files = planFiles(folder, here);
  return {
    plugin: byFolder(CODEX.name, folder),
    changes: [
      ...(after === before ? [] : [{ file, after, what: OUR_HOOKS }]),
      ...configs,
      ...files.changes,
    ],
    copies: files.copies,
    notes: [
      ...noteLocal(folder, scope),
      ...(failure === undefined ? [] : [failure]),
      ...(hasMovedOthers(before, after) ? [OTHERS_MOVED] : []),
    ],
    async findLeft() {
      if (failure !== undefined) return failure;
      const { checkTrust } = await import("../doctor/check-trust.ts");
      const found = (await checkTrust(start, codex)).find(({ level }) => level === "problem");
      const { what, fix } = found ?? {};
      return what && fix && { en: `${what.en}. → ${fix.en}`, zh: `${what.zh}。→ ${fix.zh}` };
    },
  };
}

/** Everything of ours, in every file of these scopes. */
export function planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan {
  const { config, folders } = codexPlaces(start);
  const hooks = scopes.map((scope) => {
    const path = join(folders[scope], HOOKS);
    return { path, text: readText(path) ?? "" };
  });
  const isTrust = hooks.map(({ path, text }) => isTrustIn(path, text));
  const own = scopes.map((scope) => join(folders[scope], CONFIG));
  const plans = [
    planRemoval(
      CODEX.name,
      hooks.map(({ path }) => path),
      HOOKS_GO,
      ({ text }) => dropHooks(text),
    ),
    planRemoval(
      CODEX.name,
      [config, ...own],
      SERVER_GOES,
      ({ text, path }) =>
        dropTables(text, (table) => {
          const [servers, server] = table.path;
          const isServer = servers === "mcp_servers" && server === SERVER;
          return (isServer && own.includes(path)) || isTrust.some((isOurs) => isOurs(table));
        }),
      TOML,
    ),
  ];
  const moved = hooks.some(({ text }) => hasMovedOthers(text, dropHooks(text)));
  const isNamed = Boolean(start.machine.env["CODEX_HOME"]);
  return {
    changes: [
      ...plans.flatMap(({ changes }) => changes),
      ...scopes.flatMap((scope) => planFilesGoing(folders[scope])),
    ],
    copies: [],
    notes: [...plans.flatMap(({ notes }) => notes), ...(moved ? [OTHERS_MOVED] : [])],
    folders: scopes.flatMap((scope) => [
      ...foldersOf(folders[scope]),
      // Codex does not start if the folder that CODEX_HOME names is missing.
      ...(scope === "global" && isNamed ? [] : [folders[scope]]),
    ]),
  };
}

interface TomlEdit {
  readonly path: string;
  readonly what: Text;
  readonly edit: (text: string | undefined) => string | undefined;
}

/** Several edits of one file are one change. A file that does not parse, before or after, stops everything. */
function planToml(edits: readonly TomlEdit[]): ConfigChange[] {
  const files = new Map(
    edits.map(({ path }) => readConfig(path)).map((file) => [file.target, file]),
  );
  return [...files.values()].flatMap((file): ConfigChange[] => {
    const scanned = readToml(file.text);
    if (scanned.kind === "broken") stopAtBroken(file, scanned);
    const before = file.bytes === undefined ? undefined : file.text;
    const done: Text[] = [];
    const after = edits
      .filter(({ path }) => readConfig(path).target === file.target)
      .reduce((text, { edit, what }) => {
        const edited = edit(text);
        if (edited !== text) done.push(what);
        return edited;
      }, before);
    if (after === before) return [];
    const result = readToml(after ?? "");
    if (result.kind === "broken") throw unfit(file.path, result.problem);
    const what = {
      en: done.map(({ en }) => en).join("; "),
      zh: done.map(({ zh }) => zh).join("；"),
    };
    return [{ file, after, what }];
  });
}

function unfit(path: string, problem: string): SetupError {
  return new SetupError({
    en: `${path}: a table cannot be added to it (${problem}). Write "mcp_servers" and "hooks" there as [tables], then run it again; nothing was changed`,
    zh: `${path}：无法加入表（${problem}）。请把其中的 "mcp_servers" 和 "hooks" 写成 [表]，再运行一次；没有任何改动`,
  });
}

interface Asked {
  readonly hashes: readonly HookHash[];
  /** Why they are not known, and what a person has to do then. */
  readonly failure?: Text;
}

async function ask(codex: string | undefined, hooks: string): Promise<Asked> {
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

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
