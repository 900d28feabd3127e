import { toReminderNotice } from "../policy/notice.ts";
import { renderConfirmed } from "../policy/proposals/render-confirmed.ts";
import { renderReminder, renderRepeated } from "../policy/proposals/render-reminder.ts";
import { confirmedOf, reminderOf, repeatedOf } from "../policy/proposals/select-proposals.ts";
import type { Notice } from "../types.ts";
import type { Project } from "./project.ts";

type Place = Pick<Project, "bank" | "sessions" | "policy">;

/** What a request carries about proposals: what the user has confirmed, and whether the turn is worth an offer. */
export function renderOffers(place: Place, id: string): string[] {
  const { bank, sessions, policy } = place;
  const { proposals, parent } = sessions.stateOf(id);
  if (parent !== undefined) return [];
  const confirmed = confirmedOf(proposals);
  const repeated = repeatedOf(proposals);
  const moment = proposals.isSpoken && mayRemind(place, id) ? reminderOf(proposals) : undefined;
  const isSilent = confirmed === undefined && repeated === undefined && moment === undefined;
  // The bank is asked last: most requests have nothing to say, and asking looks at the disk.
  if (isSilent || bank.renderBlock() === undefined) return [];
  const { writer, words } = policy;
  return [
    ...(confirmed === undefined ? [] : [renderConfirmed(confirmed, bank, writer, words)]),
    ...(repeated === undefined ? [] : [renderRepeated(repeated, bank)]),
    ...(moment === undefined ? [] : [renderReminder(moment, bank.language)]),
  ];
}

/** What the result of a call says about it, where the call itself made the turn worth an offer. */
export function renderMoment(place: Place, id: string): Notice | undefined {
  const { bank, sessions } = place;
  const { proposals, parent } = sessions.stateOf(id);
  if (parent !== undefined || proposals.isSpoken || !mayRemind(place, id)) return undefined;
  const moment = reminderOf(proposals);
  if (moment === undefined || bank.renderBlock() === undefined) return undefined;
  return toReminderNotice(renderReminder(moment, bank.language));
}

/** With the guard mode off nobody is told what they might do. */
function mayRemind({ policy, sessions }: Place, id: string): boolean {
  return policy.guardMode !== "off" && sessions.takesOffers(id);
}
