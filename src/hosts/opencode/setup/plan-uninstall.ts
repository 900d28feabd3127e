import { leaveConfig } from "../../../formats/new-config.ts";
import { parseJsonc } from "../../../formats/parse-jsonc.ts";
import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, Scope, SetupPlan, StartPoint } from "../../host.ts";
import { placeOf, stopAtBroken } from "./host-configs.ts";
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
const FILE_GOES: Text = {
  en: "the file goes: install made it, and nothing else is in it",
  zh: "删除该文件：它由 install 建立，没有其他内容",
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
  const notes: Text[] = [];
  return {
    changes: [
      ...plan(configs, LINE_GOES, notes, ({ text, path }) =>
        dropEntries(text, (name) => isOurEntry(name, path)),
      ),
      ...plan(triggers, TRIGGER_GOES, notes, ({ text }) => dropKeyTrigger(text)),
    ],
    copies: findCopies([...new Set(pick(host.globalFolders, host.projectFolders))]),
    notes,
  };
}

function plan(
  paths: readonly string[],
  what: Text,
  notes: Text[],
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
      const where = placeOf(file, parsed.offset);
      notes.push({
        en: `${where}: ${parsed.problem}. OpenCode cannot read this file; it has nothing of ours and was left alone.`,
        zh: `${where}：${parsed.problem}。OpenCode 读不了这个文件；其中没有我们的内容，未作改动。`,
      });
      return [];
    }
    const dropped = drop(file);
    if (dropped === file.text) return [];
    const after = leaveConfig(dropped);
    return [{ file, after, what: after === undefined ? FILE_GOES : what }];
  });
}
