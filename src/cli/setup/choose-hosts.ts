import type { Host, StartPoint } from "../../hosts/host.ts";
import { KNOWN_HOSTS } from "../../hosts/known-hosts.ts";
import { HOST_NAMES, loadHosts, programOf } from "../../hosts/registry.ts";
import type { CommandFile } from "../usage.ts";

export const HOST_TAKES: CommandFile["takes"] = {
  "--host <host>": {
    en: `one of ${HOST_NAMES}, and not each that is here`,
    zh: `只针对 ${HOST_NAMES} 之一，而不是这里的每一个`,
    choices: KNOWN_HOSTS.map(({ id }) => id),
  },
};

export interface HostOption {
  readonly host?: string;
}

/** The one that is named, else those that are here, else the first that we know. */
export async function chooseHosts(
  start: StartPoint,
  { host: asked }: HostOption,
): Promise<readonly Host[]> {
  const hosts = await loadHosts();
  if (asked !== undefined) return hosts.filter(({ id }) => id === asked);
  const here = hosts.filter(
    (host) => programOf(host, start.machine) !== undefined || host.isSetUp(start),
  );
  return here.length > 0 ? here : hosts.slice(0, 1);
}

export function namesOf(hosts: readonly Host[]): string {
  return hosts.map(({ name }) => name).join(", ");
}
