import type { StartPoint } from "../../host.ts";
import { type HostPlaces, hostPlaces } from "./host-places.ts";
import { type OrchestratorPlaces, orchestratorPlaces } from "./orchestrator-places.ts";

/** Where the configs may be, seen from the directory in which OpenCode would be started. */
export interface SetupPlaces {
  readonly host: HostPlaces;
  readonly orchestrator: OrchestratorPlaces;
}

export function setupPlaces({ machine, directory, worktree }: StartPoint): SetupPlaces {
  return {
    host: hostPlaces(machine, directory, worktree),
    orchestrator: orchestratorPlaces(machine, directory, worktree),
  };
}
