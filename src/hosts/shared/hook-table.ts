import type { JsonObject } from "../../formats/edit-jsonc.ts";
import { FIELDS } from "./hook-input.ts";

type Field = keyof typeof FIELDS;

/** Those whose texts may be longer than one hook can carry. */
const IN_PIECES: ReadonlySet<string> = new Set([
  "UserPromptSubmit",
  "SessionStart",
  "SubagentStart",
]);

/** Events and what they hand over → hooks that ask a server; `pieces` of them for a long text. */
export function toHookTable(
  events: Readonly<Record<string, readonly Field[]>>,
  { server, pieces }: { readonly server: string; readonly pieces: number },
): Record<string, JsonObject[]> {
  const toHook = (fields: readonly Field[], part: number) => ({
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
    Object.entries(events).map(([event, fields]) => {
      const parts = IN_PIECES.has(event) ? pieces : 1;
      const hooks = Array.from({ length: parts }, (_, index) => toHook(fields, index + 1));
      // At any other start the host may have no server to ask yet: the first prompt brings the same.
      return [event, [{ ...(event === "SessionStart" && { matcher: "compact" }), hooks }]];
    }),
  );
}
