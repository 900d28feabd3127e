import { newConfig } from "../../../formats/new-config.ts";
import { parseJsonc } from "../../../formats/parse-jsonc.ts";
import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { Scope, SetupPlan, StartPoint } from "../../host.ts";
import { stopAtBroken } from "../../shared/broken-config.ts";
import { hasEntry, readSoundConfigs } from "./host-configs.ts";
import { type HostPlaces, hostPlaces } from "./host-places.ts";
import { ONLY_TRIGGER, ORCHESTRATORS, putKeyTrigger, readKeyTrigger } from "./key-trigger.ts";
import {
  type OrchestratorPlace,
  isOrchestrator,
  orchestratorPlaces,
} from "./orchestrator-places.ts";

type TriggerPlan = Pick<SetupPlan, "changes" | "notes">;

interface OrchestratorConfig extends OrchestratorPlace {
  readonly file: ConfigFile;
}

const NOTHING: TriggerPlan = { changes: [], notes: [] };
const ADDED: Text = {
  en: "the key trigger for oh-my-opencode's orchestrators is put in",
  zh: "为 oh-my-opencode 的编排代理加入触发规则",
};
const IS_GLOBAL: Text = {
  en: 'oh-my-opencode is set up for all projects: "memory-bank install --global" adds the key trigger there.',
  zh: 'oh-my-opencode 是为所有项目设置的："memory-bank install --global" 会在那里加入触发规则。',
};

/** The key trigger for oh-my-opencode's orchestrators; nothing where it is not in use. */
export function planTrigger(start: StartPoint, scope: Scope): TriggerPlan {
  const places = orchestratorPlaces(start);
  const isUsed = (where: Scope) => usesOrchestrator(hostPlaces(start), where);
  const user = firstOf(places.user);
  if (scope === "global") {
    if (user !== undefined) return putInto(user, ORCHESTRATORS);
    return isUsed(scope) ? make(places.newUser) : NOTHING;
  }
  const project = firstOf(places.project);
  if (project !== undefined) return putIntoProject(project, user);
  const isGlobal = user !== undefined || isUsed("global");
  if (!isGlobal) return isUsed(scope) ? make(places.newProject) : NOTHING;
  const isThere = user !== undefined && ORCHESTRATORS.every((agent) => says(user, agent) === true);
  return { changes: [], notes: isThere ? [] : [IS_GLOBAL] };
}

/** What a project says of an agent's prompt hides what the user's own config says of it. */
function putIntoProject(
  project: OrchestratorConfig,
  user: OrchestratorConfig | undefined,
): TriggerPlan {
  const notes: Text[] = [];
  const agents = ORCHESTRATORS.filter((agent) => {
    if (user === undefined || says(project, agent) !== undefined) return true;
    const inherited = says(user, agent);
    if (inherited === false) {
      notes.push({
        en: `oh-my-opencode: ${agent} gets no key trigger for this project, because it would hide the prompt_append in ${user.path}. "memory-bank install --global" adds it there.`,
        zh: `oh-my-opencode：本项目的 ${agent} 不加触发规则，否则会遮住 ${user.path} 中的 prompt_append。"memory-bank install --global" 会加到那里。`,
      });
    }
    return inherited === undefined;
  });
  const plan = putInto(project, agents);
  return { changes: plan.changes, notes: [...plan.notes, ...notes] };
}

function putInto(
  { file, isShared, path }: OrchestratorConfig,
  agents: readonly string[],
): TriggerPlan {
  const isEmpty = parseJsonc(file.text).kind === "empty";
  const { text, skipped } = isEmpty
    ? {
        text: newConfig(file.text, isShared ? { "[opencode]": ONLY_TRIGGER } : ONLY_TRIGGER),
        skipped: [],
      }
    : putKeyTrigger(file.text, isShared, agents);
  return {
    changes: text === file.text ? [] : [{ file, after: text, what: ADDED }],
    notes: skipped.map(({ agent, reason }) => ({
      en: `oh-my-opencode: ${agent} gets no key trigger, because in ${path} ${reason}.`,
      zh: `oh-my-opencode：${agent} 不加触发规则，因为 ${path} 中 ${reason}。`,
    })),
  };
}

function make(path: string): TriggerPlan {
  const after = newConfig(undefined, ONLY_TRIGGER);
  return { changes: [{ file: readConfig(path), after, what: ADDED }], notes: [] };
}

function says({ file, isShared }: OrchestratorConfig, agent: string): boolean | undefined {
  return readKeyTrigger(file.text, isShared, agent);
}

function firstOf(places: readonly OrchestratorPlace[]): OrchestratorConfig | undefined {
  for (const place of places) {
    const file = readConfig(place.path);
    if (file.bytes === undefined) continue;
    const parsed = parseJsonc(file.text);
    if (parsed.kind === "broken") stopAtBroken(file, parsed);
    return { ...place, file };
  }
  return undefined;
}

function usesOrchestrator(host: HostPlaces, scope: Scope): boolean {
  const paths = scope === "global" ? [...host.global, ...host.alsoGlobal] : host.project;
  // One by one: a broken config behind the one that tells is no reason to stop.
  return paths.some((path) =>
    readSoundConfigs([path]).some((config) => hasEntry(config, isOrchestrator)),
  );
}
