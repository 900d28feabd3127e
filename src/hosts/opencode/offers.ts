import { renderConfirmed } from "../../policy/proposals/render-confirmed.ts";
import { renderReminder, renderRepeated } from "../../policy/proposals/render-reminder.ts";
import { confirmedOf, reminderOf, repeatedOf } from "../../policy/proposals/select-proposals.ts";
import type { Workplace } from "./hooks.ts";

type Place = Pick<Workplace, "bank" | "sessions" | "policy">;

/** What a request carries about proposals: what the user has confirmed, and whether the turn is worth an offer. */
export function renderOffers({ bank, sessions, policy }: Place, sessionID: string): string[] {
  const session = sessions.get(sessionID);
  if (session.parent !== undefined) return [];
  const { proposals } = session;
  const confirmed = confirmedOf(proposals);
  const repeated = repeatedOf(proposals);
  const moment =
    proposals.isSpoken && mayRemind(policy, sessions, sessionID)
      ? reminderOf(proposals)
      : undefined;
  const isSilent = confirmed === undefined && repeated === undefined && moment === undefined;
  // The bank is asked last: most requests have nothing to say, and asking looks at the disk.
  if (isSilent || bank.renderBlock() === undefined) return [];
  const { language } = bank;
  return [
    ...(confirmed === undefined ? [] : [renderConfirmed(confirmed, language, policy.writer)]),
    ...(repeated === undefined ? [] : [renderRepeated(repeated, language)]),
    ...(moment === undefined ? [] : [renderReminder(moment, language)]),
  ];
}

/** What the result of a call says about it, where the call itself made the turn worth an offer. */
export function renderMoment(
  { bank, sessions, policy }: Place,
  sessionID: string,
): string | undefined {
  const { proposals, parent } = sessions.get(sessionID);
  if (parent !== undefined || proposals.isSpoken || !mayRemind(policy, sessions, sessionID))
    return undefined;
  const moment = reminderOf(proposals);
  if (moment === undefined || bank.renderBlock() === undefined) return undefined;
  return renderReminder(moment, bank.language);
}

/** With the guard mode off nobody is told what they might do. */
function mayRemind(
  { guardMode }: Place["policy"],
  sessions: Place["sessions"],
  sessionID: string,
): boolean {
  return guardMode !== "off" && sessions.takesOffers(sessionID);
}
