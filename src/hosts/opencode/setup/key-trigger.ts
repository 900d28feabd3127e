import { basename, join } from "node:path";
import { MEMORY_READER, PROTOCOL_VERSION } from "../../../bank/layout.ts";
import type { JsonObject } from "../../../formats/edit-jsonc.ts";
import { dropMember, putMember } from "../../../formats/edit-members.ts";
import { newConfig } from "../../../formats/new-config.ts";
import {
  type JsoncNode,
  type JsoncString,
  memberOf,
  parseJsonc,
} from "../../../formats/parse-jsonc.ts";
import { foldersUp } from "../../../io/bank/find-bank.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { Scope, SetupPlan, StartPoint } from "../../host.ts";
import { stopAtBroken } from "../../shared/broken-config.ts";
import { REFRESH_COMMAND } from "../words.ts";
import { below, hostPlaces } from "./places.ts";
import { readConfigs } from "./plugin-list.ts";
import body from "./texts/key-trigger.md";

const START = "<!-- MEMORY_BANK_KEY_TRIGGER_START -->";
const END = "<!-- MEMORY_BANK_KEY_TRIGGER_END -->";
const AGENTS = "agents";
const APPEND = "prompt_append";
/** The orchestrators of oh-my-opencode: the agents that a user talks to. */
const ORCHESTRATORS: readonly string[] = ["sisyphus", "atlas"];
/** Since its version 4 all harnesses share one file, with a part for each; before, the whole file is this part. */
const PART = "[opencode]";
const SHARED = ["omo.jsonc", "omo.json"];
const OWN = [
  "oh-my-openagent.jsonc",
  "oh-my-openagent.json",
  "oh-my-opencode.jsonc",
  "oh-my-opencode.json",
];
/** As a plugin of OpenCode: also under its newer name, pinned, or as a file. */
const AS_PLUGIN =
  /^(?:(?:npm:)?(?:@code-yeongyu\/)?|file:.*[\\/])oh-my-open(?:code|agent)(?:[@\\/]|$)/i;

const ADDED: Text = {
  en: "the key trigger for oh-my-opencode's orchestrators is put in",
  zh: "为 oh-my-opencode 的编排代理加入触发规则",
};
const IS_GLOBAL: Text = {
  en: 'oh-my-opencode is set up for all projects: "memory-bank install --global" adds the key trigger there.',
  zh: 'oh-my-opencode 是为所有项目设置的："memory-bank install --global" 会在那里加入触发规则。',
};

export const KEY_TRIGGER = `${START}\n${body
  .replaceAll("{reader}", MEMORY_READER)
  .replaceAll("{refresh}", REFRESH_COMMAND)
  .replaceAll("{protocol}", PROTOCOL_VERSION)
  .trimEnd()}\n${END}`;

/** The key trigger for oh-my-opencode's orchestrators; nothing where it is not in use. */
export function planTrigger(start: StartPoint, scope: Scope): Pick<SetupPlan, "changes" | "notes"> {
  const host = hostPlaces(start);
  const isUsed = (at: Scope) =>
    readConfigs([...(at === "global" ? host.user : []), ...host.more[at]]).some(({ entries }) =>
      entries.some(({ name }) => isOrchestrator(name.value)),
    );
  const user = findConfig(start, "global");
  // What a project says of an agent's prompt would hide what the user's own config says of it.
  if (scope === "project" && (user !== undefined || isUsed("global"))) {
    const isThere = user !== undefined && hasKeyTrigger(user.text);
    return { changes: [], notes: isThere ? [] : [IS_GLOBAL] };
  }
  const found = scope === "global" ? user : findConfig(start, scope);
  if (found === undefined && !isUsed(scope)) return { changes: [], notes: [] };
  // Every version reads this one, newer ones move it to their own place.
  const at = host.fresh[scope];
  const fresh = join(at, scope === "global" ? "" : ".opencode", "oh-my-opencode.jsonc");
  const file = found ?? readConfig(fresh);
  const isShared = SHARED.includes(basename(file.path));
  const { text, skipped } = putKeyTrigger(found?.text, isShared);
  return {
    changes: text === file.text ? [] : [{ file, after: text, what: ADDED }],
    notes: skipped.map((agent) => ({
      en: `oh-my-opencode: ${agent} gets no key trigger, because its prompt_append in ${file.path} names a file or cannot be added to.`,
      zh: `oh-my-opencode：${agent} 不加触发规则，因为 ${file.path} 中它的 prompt_append 指向文件，或无法追加。`,
    })),
  };
}

/** The configs of oh-my-opencode, those that win first. The home folder's own `.omo` is the user's, wherever the project is. */
export function orchestratorFiles(start: StartPoint, scope: Scope): string[] {
  const { directory, worktree, machine } = start;
  const { home } = machine;
  const shared = (at: string) => below([join(at, ".omo")], SHARED);
  if (scope === "global") {
    const own = hostPlaces(start).folders.global.toReversed();
    return [...(home === undefined ? [] : shared(home)), ...below(own, OWN)];
  }
  return foldersUp(directory, worktree).flatMap((at) =>
    at === home ? [] : [...shared(at), ...below([join(at, ".opencode")], OWN)],
  );
}

function findConfig(start: StartPoint, scope: Scope) {
  const file = orchestratorFiles(start, scope)
    .map(readConfig)
    .find(({ bytes }) => bytes !== undefined);
  const parsed = file && parseJsonc(file.text);
  if (file !== undefined && parsed?.kind === "broken") stopAtBroken(file, parsed);
  return file;
}

export function isOrchestrator(plugin: string): boolean {
  return AS_PLUGIN.test(plugin);
}

/**
 * The text in which each orchestrator has the trigger of this version; those that cannot take it are skipped. What the
 * user wrote around it stays. Undefined where there was no file.
 */
export function putKeyTrigger(
  text: string | undefined,
  isShared: boolean,
): { readonly text: string; readonly skipped: readonly string[] } {
  if (text === undefined || parseJsonc(text).kind === "empty") {
    const agents = ORCHESTRATORS.map((agent) => [agent, { [APPEND]: KEY_TRIGGER }] as const);
    const only: JsonObject = { [AGENTS]: Object.fromEntries(agents) };
    return { text: newConfig(text, isShared ? { [PART]: only } : only), skipped: [] };
  }
  const skipped: string[] = [];
  let result = text;
  for (const agent of ORCHESTRATORS) {
    const edited = putInto(result, agent, isShared);
    if (edited === undefined) skipped.push(agent);
    else result = edited;
  }
  return { text: result, skipped };
}

function putInto(text: string, agent: string, isShared: boolean): string | undefined {
  const [ofPart, ofAll] = placesOf(agent);
  // Where the user's own addition is, so that neither hides the other.
  const present = (isShared ? nodeAt(text, ofPart) : undefined) ?? nodeAt(text, ofAll);
  if (present === undefined) {
    const made = putMember(text, isShared ? ofPart : ofAll, KEY_TRIGGER);
    return made === text ? undefined : made;
  }
  if (present.kind !== "string" || present.value.startsWith("file://")) return undefined;
  const inner = insideOf(text, present);
  const [from, to] = placeIn(inner);
  // As it stands in a string of JSON.
  const trigger = JSON.stringify(KEY_TRIGGER).slice(1, -1);
  if (to !== -1) return withInside(text, present, inner.slice(0, from) + trigger + inner.slice(to));
  const isDamaged = inner.includes(START) || inner.includes(END);
  return isDamaged ? undefined : withInside(text, present, `${inner}\\n\\n${trigger}`);
}

/** The text without any trigger of ours. */
export function dropKeyTrigger(text: string): string {
  return ORCHESTRATORS.flatMap(placesOf).reduceRight((rest, keys) => {
    const present = nodeAt(rest, keys);
    if (present?.kind !== "string") return rest;
    const inner = insideOf(rest, present);
    const [from, to] = placeIn(inner);
    if (to === -1) return rest;
    const before = inner.slice(0, from);
    const left = before.replace(/\\n\\n$/, "") + inner.slice(to);
    // The whole string was the trigger, without the gap that follows what a user wrote, so the key is ours too.
    const isOurs = before === "" && left === "";
    return isOurs ? dropMember(rest, keys) : withInside(rest, present, left);
  }, text);
}

type KeyPath = readonly [string, ...string[]];

/** Where what is added to an agent's prompt stands: in OpenCode's part of the shared file, and elsewhere. */
function placesOf(agent: string): readonly [ofPart: KeyPath, ofAll: KeyPath] {
  const ofAll = [AGENTS, agent, APPEND] as const;
  return [[PART, ...ofAll], ofAll];
}

function nodeAt(text: string, keys: readonly string[]): JsoncNode | undefined {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed") return undefined;
  return keys.reduce<JsoncNode | undefined>((node, key) => memberOf(node, key)?.value, parsed.root);
}

export function hasKeyTrigger(text: string): boolean {
  return placeIn(text)[1] !== -1;
}

/** Where the trigger begins and ends; the end is -1 where it is not there. */
function placeIn(text: string): readonly [from: number, to: number] {
  const from = text.indexOf(START);
  const end = from === -1 ? -1 : text.indexOf(END, from);
  return [from, end === -1 ? -1 : end + END.length];
}

/** A literal is read and changed as it is written: the user's escapes stay. */
function insideOf(text: string, { start, end }: JsoncString): string {
  return text.slice(start + 1, end - 1);
}

function withInside(text: string, { start, end }: JsoncString, inner: string): string {
  return `${text.slice(0, start)}"${inner}"${text.slice(end)}`;
}
