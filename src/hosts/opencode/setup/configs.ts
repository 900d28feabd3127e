import { readConfig } from "../../../io/disk/config-file.ts";
import type { Scope } from "../../host.ts";
import { placeOf } from "../../shared/broken-config.ts";
import { readOurEntry } from "./our-entry.ts";
import type { HostPlaces } from "./places.ts";
import { findBroken, readPluginList } from "./plugin-list.ts";

export type HostConfig = ReturnType<typeof readConfigs>[number];
export type ConfiguredEntry = HostConfig["ours"][number];

/** Reads those of these configs that exist. */
export function readConfigs(paths: readonly string[]) {
  return paths
    .map(readConfig)
    .filter(({ bytes }) => bytes !== undefined)
    .map((file) => {
      const { entries = [], list } = readPluginList(file.text) ?? {};
      const ours = entries.flatMap(({ name: { value: specifier }, options, isForSecondOnly }) => {
        const written = { file: file.path, specifier, options, isForSecondOnly };
        const found = readOurEntry(specifier, file.path);
        return found === undefined ? [] : [{ ...written, ...found }];
      });
      return {
        file,
        /** Why the config can be neither read nor changed. */
        broken: findBroken(file.text),
        /** Whether it has a list of plugins, which may be empty. */
        hasList: list !== undefined,
        /** The entries of ours, and the place of each. */
        ours,
      };
    });
}

/** The configs of a scope that OpenCode heeds: of the user's own files, the one whose list of plugins it takes. */
export function countingConfigs(host: HostPlaces, scope: Scope): HostConfig[] {
  const user = scope === "global" ? readConfigs(host.user) : [];
  const taken = user.find(({ hasList }) => hasList) ?? user[0];
  const counting = user.filter((each) => each === taken || each.broken !== undefined);
  return [...counting, ...readConfigs(host.more[scope])];
}

/** Our entries in all configs that OpenCode reads when it is started there, the one that counts most first. */
export function findOurs(host: HostPlaces) {
  const scopes: readonly Scope[] = ["project", "global"];
  const configs = scopes.flatMap((scope) => countingConfigs(host, scope));
  return {
    entries: configs.flatMap(({ ours }) => ours),
    broken: configs.flatMap(({ file, broken }) =>
      broken === undefined ? [] : [{ where: placeOf(file, broken.offset), why: broken.problem }],
    ),
  };
}
