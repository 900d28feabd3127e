import { dropKeyTrigger } from "../../config/key-trigger.ts";
import { leaveConfig } from "../../formats/new-config.ts";
import { parseJsonc } from "../../formats/parse-jsonc.ts";
import { dropEntries } from "../../config/plugin-entry.ts";
import { type ConfigFile, readConfig } from "../../io/disk/config-file.ts";
import { type Scope, placeOf } from "../../io/host-configs.ts";
import { findCopies } from "../../io/our-copies.ts";
import { isOurEntry } from "../../io/our-entry.ts";
import { type ConfigChange, type SetupPlaces, type SetupPlan, stopAtBroken } from "./plan.ts";
import { texts } from "./texts.ts";

/** Everything of ours, in every file of these scopes, those that do not count included. */
export function planUninstall(places: SetupPlaces, scopes: readonly Scope[]): SetupPlan {
  const { host, orchestrator } = places;
  const isWanted = (scope: Scope) => scopes.includes(scope);
  const pick = <Item>(global: readonly Item[], project: readonly Item[]) => [
    ...(isWanted("global") ? global : []),
    ...(isWanted("project") ? project : []),
  ];
  const configs = pick([...host.global, ...host.alsoGlobal], host.project);
  const triggers = pick(orchestrator.user, orchestrator.project).map(({ path }) => path);
  const notes: string[] = [];
  return {
    changes: [
      ...plan(configs, texts().lineRemoved, notes, ({ text, path }) =>
        dropEntries(text, (name) => isOurEntry(name, path)),
      ),
      ...plan(triggers, texts().triggerRemoved, notes, ({ text }) => dropKeyTrigger(text)),
    ],
    copies: findCopies([...new Set(pick(host.globalFolders, host.projectFolders))]),
    notes,
  };
}

function plan(
  paths: readonly string[],
  what: string,
  notes: string[],
  drop: (file: ConfigFile) => string,
): ConfigChange[] {
  const files = paths.map(readConfig).filter(({ bytes }) => bytes !== undefined);
  // Two names may lead to one file: it can be written only once.
  const unique = files.filter(
    ({ target }, index) => files.findIndex((file) => file.target === target) === index,
  );
  return unique.flatMap((file) => {
    const parsed = parseJsonc(file.text);
    if (parsed.kind === "broken") {
      if (/memory[-_]bank/i.test(file.text)) stopAtBroken(file, parsed);
      notes.push(texts().brokenElsewhere(placeOf(file, parsed.offset), parsed.problem));
      return [];
    }
    const dropped = drop(file);
    if (dropped === file.text) return [];
    const after = leaveConfig(dropped);
    return [{ file, after, what: after === undefined ? texts().fileRemoved : what }];
  });
}
