import {
  ONLY_TRIGGER,
  ORCHESTRATORS,
  putKeyTrigger,
  readKeyTrigger,
} from "../../config/key-trigger.ts";
import { newConfig } from "../../formats/new-config.ts";
import { parseJsonc } from "../../formats/parse-jsonc.ts";
import { type ConfigFile, readConfig } from "../../io/disk/config-file.ts";
import type { Scope } from "../../io/host-configs.ts";
import { type OrchestratorPlace, isOrchestrator } from "../../io/orchestrator-places.ts";
import {
  type SetupPlaces,
  type SetupPlan,
  hasEntry,
  readSoundConfig,
  stopAtBroken,
} from "./plan.ts";
import { texts } from "./texts.ts";

type TriggerPlan = Pick<SetupPlan, "changes" | "notes">;

interface OrchestratorConfig extends OrchestratorPlace {
  readonly file: ConfigFile;
}

const NOTHING: TriggerPlan = { changes: [], notes: [] };

/** The key trigger for oh-my-opencode's orchestrators; nothing where it is not in use. */
export function planTrigger(places: SetupPlaces, scope: Scope): TriggerPlan {
  const user = firstOf(places.orchestrator.user);
  if (scope === "global") {
    if (user !== undefined) return putInto(user, ORCHESTRATORS);
    return usesOrchestrator(places, scope) ? make(places.orchestrator.newUser) : NOTHING;
  }
  const project = firstOf(places.orchestrator.project);
  if (project !== undefined) return putIntoProject(project, user);
  const isGlobal = user !== undefined || usesOrchestrator(places, "global");
  if (!isGlobal)
    return usesOrchestrator(places, scope) ? make(places.orchestrator.newProject) : NOTHING;
  const isThere = user !== undefined && ORCHESTRATORS.every((agent) => says(user, agent) === true);
  return { changes: [], notes: isThere ? [] : [texts().triggerIsGlobal] };
}

/** What a project says of an agent's prompt hides what the user's own config says of it. */
function putIntoProject(
  project: OrchestratorConfig,
  user: OrchestratorConfig | undefined,
): TriggerPlan {
  const notes: string[] = [];
  const agents = ORCHESTRATORS.filter((agent) => {
    if (user === undefined || says(project, agent) !== undefined) return true;
    const inherited = says(user, agent);
    if (inherited === false) notes.push(texts().triggerHides(agent, user.path));
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
    changes: text === file.text ? [] : [{ file, after: text, what: texts().triggerAdded }],
    notes: skipped.map(({ agent, reason }) => texts().triggerSkipped(agent, path, reason)),
  };
}

function make(path: string): TriggerPlan {
  const after = newConfig(undefined, ONLY_TRIGGER);
  return { changes: [{ file: readConfig(path), after, what: texts().triggerAdded }], notes: [] };
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

function usesOrchestrator({ host }: SetupPlaces, scope: Scope): boolean {
  const paths = scope === "global" ? [...host.global, ...host.alsoGlobal] : host.project;
  return paths.some((path) => {
    const config = readSoundConfig(path);
    return config !== undefined && hasEntry(config, isOrchestrator);
  });
}
