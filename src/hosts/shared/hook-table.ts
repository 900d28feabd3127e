import type { JsonObject } from "../../formats/edit-jsonc.ts";
import { FIELDS } from "./hook-input.ts";

/** When a hook is called, by a name for all hosts. */
export type Moment = "prompt" | "start" | "before" | "after" | "end";

/** A host's event: its moment, and the fields that it hands over. */
export interface HookEvent {
  readonly moment: Moment;
  readonly fields: readonly (keyof typeof FIELDS)[];
  /** The host's own filter for these events. */
  readonly matcher?: string;
}

/** Events by the host's names for them. */
export type HookEvents = Readonly<Record<string, HookEvent>>;

/** Moments whose texts may be longer than one hook can carry. */
const IN_PIECES: ReadonlySet<Moment> = new Set(["prompt", "start"]);

/** Events → hooks that ask a server; `pieces` hooks for an event with a long text. */
export function toHookTable(
  events: HookEvents,
  server: string,
  pieces: number,
): Record<string, JsonObject[]> {
  const toHook = (fields: HookEvent["fields"], part: number) => ({
    type: "mcp_tool",
    server,
    tool: "hook",
    timeout: 30,
    input: {
      part: String(part),
      ...Object.fromEntries(fields.map((name) => [name, `\${${FIELDS[name]}}`])),
    },
  });
  return Object.fromEntries(
    Object.entries(events).map(([event, { moment, fields, matcher }]) => {
      const parts = IN_PIECES.has(moment) ? pieces : 1;
      const hooks = Array.from({ length: parts }, (_, index) => toHook(fields, index + 1));
      return [event, [{ ...(matcher !== undefined && { matcher }), hooks }]];
    }),
  );
}
