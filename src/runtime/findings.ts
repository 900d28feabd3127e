import { renderEffect } from "../policy/effect-notice.ts";
import type { Found } from "./effect-checks.ts";
import type { Project } from "./project.ts";

/** What comparisons of the bank bring to light is logged, and told to whom it concerns. */
export function createFindings({ bank, sessions, policy, effects, decisions }: Project) {
  /** There is no result to say it in: the next request does. */
  function sayLater(id: string, text: string | undefined): void {
    if (text !== undefined) sessions.of(sessions.rootOf(id)).lateNotices.add(text);
  }

  /** Returns what there is to say of this very call. */
  function finish(id: string, key: string): string | undefined {
    const found = effects.finish(key);
    const own = found.find(({ call }) => call?.key === key);
    report(
      id,
      found.filter((each) => each !== own),
    );
    if (own === undefined) return undefined;
    decisions.changed(id, own.effect);
    return renderEffect(own.effect, policy.words, bank);
  }

  /** Nobody waits for these to be said: what an earlier call did, or none. */
  function report(id: string, found: readonly Found[]): void {
    for (const { call, effect } of found) {
      decisions.changed(call?.session ?? id, effect);
      if (call !== undefined) {
        sayLater(call.session, renderEffect(effect, policy.words, bank));
        continue;
      }
      for (const { lateNotices } of sessions.roots(id)) lateNotices.addOutside(effect);
    }
  }

  /** What has changed since somebody last looked. */
  function look(id: string): void {
    report(id, effects.look());
  }

  return { sayLater, report, finish, look };
}
