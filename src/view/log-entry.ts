import * as v from "valibot";

const PLACE = {
  v: v.literal(1),
  at: v.number(),
  session: v.string(),
  root: v.optional(v.string()),
  turn: v.number(),
};

const ENTRY = v.variant("kind", [
  v.object({ ...PLACE, kind: v.literal("turn") }),
  v.object({ ...PLACE, kind: v.literal("read"), doc: v.string(), whole: v.boolean() }),
  v.object({ ...PLACE, kind: v.literal("reader"), verified: v.optional(v.string()) }),
  v.object({
    ...PLACE,
    kind: v.literal("decision"),
    tool: v.string(),
    via: v.string(),
    writes: v.array(v.object({ path: v.string(), effect: v.string() })),
    more: v.optional(v.number()),
    risk: v.string(),
    decision: v.picklist(["allow", "warn", "refuse"]),
    rule: v.optional(v.string()),
    trace: v.array(v.object({ rule: v.string(), verdict: v.string(), because: v.string() })),
  }),
  v.object({
    ...PLACE,
    kind: v.literal("effect"),
    undone: v.array(v.string()),
    changed: v.array(v.string()),
    kept: v.optional(v.string()),
  }),
  v.object({ ...PLACE, kind: v.literal("restored"), docs: v.array(v.string()) }),
  v.object({ ...PLACE, kind: v.literal("compacted") }),
  v.object({ ...PLACE, kind: v.literal("recovered") }),
  v.object({
    ...PLACE,
    kind: v.literal("proposal"),
    state: v.picklist(["reminded", "offered", "confirmed", "declined", "ignored", "written"]),
    target: v.string(),
  }),
  v.object({ ...PLACE, kind: v.literal("applied"), plan: v.string(), flow: v.string() }),
]);

/** One line of the decision log. */
export type LogEntry = v.InferOutput<typeof ENTRY>;

const BEGINNING = '{"v":1,';

/**
 * Undefined for a line that is torn, or of a kind that a later version writes. A process that was killed leaves
 * half a line, and the next one goes on behind it.
 */
export function parseLogEntry(line: string): LogEntry | undefined {
  try {
    const whole = line.slice(Math.max(0, line.lastIndexOf(BEGINNING)));
    const { success, output } = v.safeParse(ENTRY, JSON.parse(whole));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}
