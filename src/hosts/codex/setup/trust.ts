import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { dropTables, putTable, type TomlTable } from "../../../formats/edit-toml.ts";
import { realPathOf } from "../../../io/disk/paths.ts";
import type { Text } from "../../../types.ts";
import type { Scope, StartPoint } from "../../host.ts";
import { field, listIn, parseJson, textField, textsIn } from "../../shared/payload.ts";
import { closedEnvironment, codexHomeIn, makeHome } from "../doctor/closed-home.ts";
import { codexPlaces, namesOf, readSetups } from "./codex-places.ts";
import { groupsIn } from "./our-hooks.ts";

/** Key of a hook, `file:event:group:index` → the hash of the hook that was trusted. */
export type Trust = ReadonlyMap<string, string>;

const LIST = 2;

/**
 * Asks the user's Codex, in a temporary home, for the hash of each hook in this text (`:pre_tool_use:1:0`), so that the
 * plan can show what Codex is to trust before anything is written. Codex runs none of these hooks.
 */
export async function askHashes(codex: string, hooks: string): Promise<Trust> {
  const home = makeHome("trust");
  const file = join(codexHomeIn(home), "hooks.json");
  writeFileSync(file, hooks);
  const trusted = `projects={${JSON.stringify(home)}={trust_level="trusted"}}`;
  const place = { cwd: home, env: closedEnvironment(home), timeout: 30_000 };
  const server = spawn(codex, ["app-server", "-c", trusted], place);
  server.on("error", () => {});
  server.stdin.on("error", () => {});
  const clientInfo = { name: "agent-memory-bank", version: "1" };
  const hello = { clientInfo, capabilities: { experimentalApi: true } };
  const messages = [
    { id: 1, method: "initialize", params: hello },
    { method: "initialized" },
    { id: LIST, method: "hooks/list", params: { cwds: [home] } },
  ];
  for (const message of messages) server.stdin.write(`${JSON.stringify(message)}\n`);
  try {
    for await (const line of createInterface(server.stdout)) {
      const answer = parseJson(line);
      const failure = textField(answer, "error", "message");
      if (failure !== undefined) throw new Error(failure);
      if (field(answer, "id") === LIST) return hashesIn(field(answer, "result"), file);
    }
    throw new Error("it does not answer");
  } finally {
    server.kill();
  }
}

function hashesIn(result: unknown, file: string): Trust {
  const [listed] = listIn(result, "data");
  const hooks = listIn(listed, "hooks");
  const [warning = "it lists no hooks"] = textsIn(field(listed, "warnings"));
  if (hooks.length === 0) throw new Error(warning);
  const placeOf = (hook: unknown) => textField(hook, "key")?.slice(file.length) ?? "";
  return new Map(hooks.map((hook) => [placeOf(hook), textField(hook, "currentHash") ?? ""]));
}

/** The trust entries that Codex needs to run our hooks in this text. */
export function trustOf(path: string, text: string, hashes: Trust): Trust {
  const named = namesOf(path).flatMap((name) =>
    [...hashes].map(([place, hash]) => [name + place, hash] as const),
  );
  const isOurs = isKeyIn(path, text);
  return new Map(named.filter(([key]) => isOurs(key)));
}

/** Why Codex would skip our hooks even with these trust entries; undefined if it runs them. */
export function whySkipped(start: StartPoint, scope: Scope, trust: Trust): Text | undefined {
  const { root } = codexPlaces(start);
  const config = readSetups(start)[0]?.value;
  const levels = [root, realPathOf(root)].map((folder) =>
    field(config, "projects", folder, "trust_level"),
  );
  if (scope === "project" && levels.includes("untrusted")) {
    return {
      en: `Codex does not trust ${root}: it takes nothing from its .codex folder. Start "codex" there and trust it, or install with --global`,
      zh: `Codex 不信任 ${root}：它不采用其中 .codex 文件夹的任何内容。请在那里启动 "codex" 并信任它，或用 --global 安装`,
    };
  }
  const states = [...trust.keys()].map((key) => field(config, "hooks", "state", key, "enabled"));
  if (![...states, field(config, "features", "hooks")].includes(false)) return undefined;
  return {
    en: 'our hooks are switched off in Codex\'s config.toml: Codex skips them without a word. Start "codex" and look at /hooks',
    zh: '我们的钩子在 Codex 的 config.toml 中被关闭：Codex 会不加说明地跳过它们。请启动 "codex" 并查看 /hooks',
  };
}

/** Puts these trust entries into the user's config, in place of those for our hooks of before. */
export function putTrust(
  config: string | undefined,
  { path, before }: { readonly path: string; readonly before: string },
  trust: Trust,
): string | undefined {
  const isStale = isTrustIn(path, before);
  const rest =
    config && dropTables(config, (table) => isStale(table) && !trust.has(table.path.at(-1) ?? ""));
  return [...trust].reduce<string | undefined>(
    (text, [key, hash]) => putTable(text, ["hooks", "state", key], { trusted_hash: hash }),
    rest,
  );
}

/** Returns a test: whether a table of the config is Codex's state of one of our hooks in this text. */
export function isTrustIn(path: string, text: string) {
  const isOurs = isKeyIn(path, text);
  return ({ path: [hooks, state, key = "", ...more] }: TomlTable): boolean =>
    hooks === "hooks" && state === "state" && more.length === 0 && isOurs(key);
}

/** Returns a test: whether a key (`file:pre_tool_use:1:0`) belongs to one of our hooks in this text. */
function isKeyIn(path: string, text: string) {
  const ours = groupsIn(text).filter(({ isOurs }) => isOurs);
  const groups = ours.flatMap(({ event, index }) => {
    const name = event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
    return namesOf(path).map((file) => `${file}:${name}:${index}:`);
  });
  return (key: string): boolean => groups.some((group) => key.startsWith(group));
}
