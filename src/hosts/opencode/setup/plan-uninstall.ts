import type { Text } from "../../../types.ts";
import type { Scope, SetupPlan, StartPoint } from "../../host.ts";
import { planRemoval } from "../../shared/plan-removal.ts";
import { OPENCODE } from "../about.ts";
import { hostPlaces } from "./host-places.ts";
import { dropKeyTrigger } from "./key-trigger.ts";
import { orchestratorPlaces } from "./orchestrator-places.ts";
import { findCopies } from "./our-copies.ts";
import { isOurEntry } from "./our-entry.ts";
import { dropEntries } from "./plugin-entry.ts";

const LINE_GOES: Text = { en: "our line goes", zh: "移除我们的一行" };
const TRIGGER_GOES: Text = {
  en: "the key trigger for oh-my-opencode's orchestrators goes",
  zh: "移除 oh-my-opencode 编排代理的触发规则",
};

/** Everything of ours, in every file of these scopes, those that do not count included. */
export function planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan {
  const host = hostPlaces(start);
  const orchestrator = orchestratorPlaces(start);
  const pick = <Item>(global: readonly Item[], project: readonly Item[]) =>
    scopes.flatMap((scope) => (scope === "global" ? global : project));
  const { terminal } = host;
  const configs = [
    ...pick([...host.global, ...host.alsoGlobal], host.project),
    ...pick(terminal.global.files, terminal.project.files),
  ];
  const triggers = pick(orchestrator.user, orchestrator.project).map(({ path }) => path);
  const { name } = OPENCODE;
  const lines = planRemoval(name, configs, LINE_GOES, ({ text, path }) =>
    dropEntries(text, (entry) => isOurEntry(entry, path)),
  );
  const trigger = planRemoval(name, triggers, TRIGGER_GOES, ({ text }) => dropKeyTrigger(text));
  return {
    changes: [...lines.changes, ...trigger.changes],
    copies: findCopies([...new Set(pick(host.globalFolders, host.projectFolders))]),
    notes: [...lines.notes, ...trigger.notes],
  };
}
