import { REMINDER, confirmedOf } from "../policy/proposals/advance-proposals.ts";
import {
  renderConfirmed,
  renderReminder,
  renderRepeated,
} from "../policy/proposals/render-proposals.ts";
import type { Notice } from "../types.ts";
import type { Project } from "./project.ts";
import { changingFiles } from "./root-files.ts";

type Place = Pick<Project, "bank" | "sessions" | "policy">;

/** A turn that changed this many files may have settled something. */
const MANY_FILES = 3;

/** What a request carries about proposals: what the user has confirmed, and that an offer was made twice. */
export function renderOffers({ bank, sessions, policy }: Place, id: string): string[] {
  const { proposals, parent } = sessions.stateOf(id);
  if (parent !== undefined) return [];
  const confirmed = confirmedOf(proposals);
  const { repeated } = proposals;
  // The bank is asked last: most requests have nothing to say, and asking looks at the disk.
  if (confirmed === undefined && repeated === undefined) return [];
  if (bank.renderBlock() === undefined) return [];
  const { writer, words } = policy;
  return [
    ...(confirmed === undefined ? [] : [renderConfirmed(confirmed, bank, writer, words)]),
    ...(repeated === undefined ? [] : [renderRepeated(repeated, bank)]),
  ];
}

/**
 * What the result of a write says about offers: once in a turn that changed a sensitive file or several files, and
 * nothing where the turn was told something else, or the user is not to be asked.
 */
export function remindOfOffer(place: Place, id: string): Notice | undefined {
  const { bank, sessions, policy } = place;
  const { proposals, parent, told } = sessions.stateOf(id);
  const { hasUser, isQuiet, changed, settledFiles } = proposals;
  if (parent !== undefined || !hasUser || isQuiet || told.size > 0) return undefined;
  if (policy.guardMode === "off" || !sessions.takesOffers(id)) return undefined;
  const levels = changed
    .filter((path) => !settledFiles.includes(path))
    .map((path) => policy.assessRisk(changingFiles([path])).level);
  const lasting = levels.filter((level) => level !== "low").length;
  if (!levels.includes("high") && lasting < MANY_FILES) return undefined;
  if (bank.renderBlock() === undefined) return undefined;
  return { text: renderReminder(bank.language), topic: REMINDER };
}
