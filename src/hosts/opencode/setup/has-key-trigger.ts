import { readText } from "../../../io/disk/read-text.ts";
import type { StartPoint } from "../../host.ts";
import { readKeyTrigger } from "./key-trigger.ts";
import { orchestratorPlaces } from "./orchestrator-places.ts";

/** A change of the config is seen after a minute at most; looking at each request would cost reads for nothing. */
const FRESH_FOR = 60_000;

export interface TriggerCheck extends StartPoint {
  readonly now?: () => number;
}

/** Says whether oh-my-opencode's orchestrator has our key trigger in its prompt. Never throws. */
export function createKeyTriggerCheck(check: TriggerCheck): () => boolean {
  const { now = Date.now } = check;
  let known: { readonly at: number; readonly has: boolean } | undefined;
  return () => {
    const at = now();
    // A clock that was put back must not keep an answer for hours.
    if (known !== undefined && Math.abs(at - known.at) < FRESH_FOR) return known.has;
    known = { at, has: hasKeyTrigger(check) };
    return known.has;
  };
}

/** The first config that says anything of the orchestrator decides: it hides what the later ones say. */
function hasKeyTrigger(start: StartPoint): boolean {
  try {
    const { project, user } = orchestratorPlaces(start);
    for (const { path, isShared } of [...project, ...user]) {
      const text = readText(path);
      const has = text === undefined ? undefined : readKeyTrigger(text, isShared, "sisyphus");
      if (has !== undefined) return has;
    }
  } catch {
    // No home folder: nothing can be configured there.
  }
  return false;
}
