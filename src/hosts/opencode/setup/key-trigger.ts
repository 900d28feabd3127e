import { basename } from "node:path";
import { MEMORY_READER, PROTOCOL_VERSION } from "../../../bank/layout.ts";
import { dropMember, putMember } from "../../../formats/edit-jsonc.ts";
import { type JsoncNode, memberOf, parseJsonc } from "../../../formats/parse-jsonc.ts";
import { foldersUp } from "../../../io/bank/find-bank.ts";
import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, Scope, StartPoint } from "../../host.ts";
import { stopAtBroken } from "../../shared/broken-config.ts";
import { REFRESH_COMMAND } from "../words.ts";
import { below, hostPlaces } from "./places.ts";
import body from "./texts/key-trigger.md";

const START = "<!-- MEMORY_BANK_KEY_TRIGGER_START -->";
const END = "<!-- MEMORY_BANK_KEY_TRIGGER_END -->";
const TRIGGER = `${START}(?:(?!${START})[^])*?${END}`;
/** As it stands in a string of JSON, alone and with the gap behind what a user wrote. */
const OURS = new RegExp(TRIGGER);
const ADDITION = new RegExp(String.raw`(?:\\n\\n)?${TRIGGER}`);
/** The orchestrators of oh-my-opencode: the agents that a user talks to. */
const ORCHESTRATORS = ["sisyphus", "atlas"];
/** Since its version 4 all harnesses share one file, with a part for each; before, the whole file is this part. */
const PART = "[opencode]";
const SHARED = ["omo.jsonc", "omo.json"];
const OWN = ["oh-my-openagent", "oh-my-opencode"].flatMap((name) => [
  `${name}.jsonc`,
  `${name}.json`,
]);

const ADDED: Text = {
  en: "the key trigger for oh-my-opencode's orchestrators is put in",
  zh: "为 oh-my-opencode 的编排代理加入触发规则",
};
export const KEY_TRIGGER = `${START}\n${body
  .replaceAll("{reader}", MEMORY_READER)
  .replaceAll("{refresh}", REFRESH_COMMAND)
  .replaceAll("{protocol}", PROTOCOL_VERSION)
  .trimEnd()}\n${END}`;

/** The key trigger in the config that the user has of oh-my-opencode: its own installer makes one. */
export function planTrigger(start: StartPoint): ConfigChange[] {
  const file = orchestratorFiles(start, "global")
    .map(readConfig)
    .find(({ bytes }) => bytes !== undefined);
  if (file === undefined) return [];
  const parsed = parseJsonc(file.text);
  if (parsed.kind === "broken") stopAtBroken(file, parsed);
  const after = putKeyTrigger(file);
  return after === file.text ? [] : [{ file, after, what: ADDED }];
}

/** The configs of oh-my-opencode, the user's in the order in which they win. */
export function orchestratorFiles(start: StartPoint, scope: Scope): string[] {
  const { home } = start.machine;
  const inProject = foldersUp(start.directory, start.worktree).filter((at) => at !== home);
  const shared = scope === "project" ? inProject : [home ?? []].flat();
  const own = hostPlaces(start).folders[scope].toReversed();
  return [...below(below(shared, [".omo"]), SHARED), ...below(own, OWN)];
}

/** The text in which each orchestrator that can take it has the trigger of this version. What the user wrote stays. */
export function putKeyTrigger({ path, text }: Pick<ConfigFile, "path" | "text">): string {
  const isShared = SHARED.includes(basename(path));
  return ORCHESTRATORS.reduce(
    (each, agent) => putInto(each, agent, isShared),
    dropKeyTrigger(text),
  );
}

function putInto(text: string, agent: string, isShared: boolean): string {
  const [ofPart, ofAll] = placesOf(agent);
  // Where the user's own addition is, so that neither hides the other.
  const present = nodeAt(text, ofPart) ?? nodeAt(text, ofAll);
  if (present === undefined) return putMember(text, isShared ? ofPart : ofAll, KEY_TRIGGER);
  if (present.kind !== "string" || present.value.startsWith("file://")) return text;
  const end = present.end - 1;
  return text.slice(0, end) + JSON.stringify(`\n\n${KEY_TRIGGER}`).slice(1, -1) + text.slice(end);
}

/** The text without any trigger of ours. A literal is changed as it is written: the user's escapes stay. */
export function dropKeyTrigger(text: string): string {
  return ORCHESTRATORS.flatMap(placesOf).reduceRight((rest, keys) => {
    const present = nodeAt(rest, keys);
    if (present?.kind !== "string" || !OURS.test(present.value)) return rest;
    // The whole string was the trigger, without a gap before it, so the key is ours too.
    if (present.value.replace(OURS, "") === "") return dropMember(rest, keys);
    const { start, end } = present;
    return rest.slice(0, start) + rest.slice(start, end).replace(ADDITION, "") + rest.slice(end);
  }, text);
}

type KeyPath = readonly [string, ...string[]];

/** Where what is added to an agent's prompt stands: in OpenCode's part of the shared file, and elsewhere. */
function placesOf(agent: string): readonly [ofPart: KeyPath, ofAll: KeyPath] {
  const ofAll = ["agents", agent, "prompt_append"] as const;
  return [[PART, ...ofAll], ofAll];
}

function nodeAt(text: string, keys: readonly string[]): JsoncNode | undefined {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed") return undefined;
  return keys.reduce<JsoncNode | undefined>((node, key) => memberOf(node, key)?.value, parsed.root);
}
