import { join } from "node:path";
import { REFRESH, REFRESH_TOOL, SERVER } from "../../src/hosts/codex/words.ts";
import { type RefreshNotes, fromNotes } from "../../src/hosts/shared/refresh-tool.ts";
import { DOC_TEXT, OFFER, PLAN } from "./hooked-project.ts";
import { type RolloutFile, ranItem, ranOutput } from "./written-rollout.ts";
import type { Fields } from "./written-transcript.ts";

export interface Call {
  readonly tool: "cat" | "write" | "patch" | "shell-patch" | "refresh" | "ask";
  readonly doc: string;
  /** Which one of two things that the tool may do. */
  readonly isOther: boolean;
  readonly outcome: "done" | "failed" | "cut" | "refused" | "stopped" | "running";
}

/** How a call looks wherever it is seen. */
interface Seen {
  /** The row with which the model calls it. */
  readonly announce: (file: RolloutFile, id: string) => void;
  readonly hook: { readonly tool: string; readonly args: Fields };
  /** What the host tells of its end; undefined where it tells nothing. */
  readonly item: (id: string) => Fields | undefined;
  /** What a hook or a script gets; undefined where no hook is called. */
  readonly response: unknown;
  /** What the model sees where it has called it itself. */
  readonly output: unknown;
  readonly notes?: RefreshNotes;
}

export function seenOf(call: Call, root: string): Seen {
  switch (call.tool) {
    case "cat":
    case "write":
      return seenCommand(call, root);
    case "patch":
    case "shell-patch":
      return seenPatch(call, root);
    case "refresh":
      return seenRefresh(call);
    case "ask":
      return seenQuestion(call);
  }
}

const CUT = "Warning: truncated output (original token count: 42224)\n\n- a…9 tokens truncated…";

function seenCommand({ tool, doc, outcome }: Call, root: string): Seen {
  const cmd = `cat memory-bank/${doc}${tool === "write" ? "; echo > src/a.ts" : ""}`;
  const exit = outcome === "failed" ? 1 : 0;
  const text = outcome === "failed" ? "cat: no such file\n" : DOC_TEXT;
  const response = outcome === "cut" ? CUT : text;
  return {
    announce: (file, id) => file.called(id, "exec_command", { cmd }),
    hook: { tool: "Bash", args: { command: cmd } },
    item: (id) => ranItem(id, cmd, root, text, exit),
    response,
    output: ranOutput(response, exit),
  };
}

const PATCHED =
  "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n";
const UNPATCHED = "apply_patch verification failed: Failed to find expected lines";

function seenPatch({ tool, doc, isOther, outcome }: Call, root: string): Seen {
  const path = isOther ? "src/b.ts" : `memory-bank/${doc}`;
  const text = isOther
    ? `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`
    : `*** Begin Patch\n*** Update File: ${path}\n@@\n-- a\n+- z\n*** End Patch`;
  const change = isOther
    ? { type: "add", content: "x\n" }
    : { type: "update", unified_diff: "@@ -1 +1 @@\n-- a\n+- z\n", move_path: null };
  const isDone = outcome !== "failed";
  const item = (id: string) => ({
    type: "FileChange",
    id,
    changes: { [join(root, path)]: change },
    status: isDone ? "completed" : "failed",
  });
  const output = isDone ? PATCHED : UNPATCHED;
  if (tool === "patch")
    return {
      announce: (file, id) => file.custom(id, "apply_patch", text),
      hook: { tool: "apply_patch", args: { command: text } },
      item: (id) => (isDone || isOther ? item(id) : undefined),
      response: isDone ? output : undefined,
      output,
    };
  const cmd = `apply_patch <<'EOF'\n${text}\nEOF`;
  return {
    announce: (file, id) => file.called(id, "exec_command", { cmd }),
    hook: { tool: "Bash", args: { command: cmd } },
    item,
    response: undefined,
    output: `Wall time: 0.0000 seconds\nOutput:\n${output}`,
  };
}

function seenRefresh({ isOther, outcome, doc }: Call): Seen {
  const args = isOther ? { action: "apply", plan: PLAN } : { action: "plan" };
  const notes: RefreshNotes = isOther ? { applied: [doc] } : { planned: PLAN };
  const isDone = outcome !== "failed";
  const content = [{ type: "text", text: "The plan" }];
  const shown = content.map(({ text }) => ({ type: "input_text", text }));
  return {
    announce: (file, id) => file.called(id, REFRESH, args, `mcp__${SERVER}`),
    hook: { tool: REFRESH_TOOL, args },
    item: (id) => ({
      type: "McpToolCall",
      id,
      server: SERVER,
      tool: REFRESH,
      arguments: args,
      status: isDone ? "completed" : "failed",
      result: { content, ...(isDone && { _meta: fromNotes(notes) }) },
    }),
    response: { content },
    output: [{ type: "input_text", text: "Wall time: 0.1 seconds\nOutput:" }, ...shown],
    ...(isDone && { notes }),
  };
}

function seenQuestion({ isOther, outcome }: Call): Seen {
  const args = { questions: [{ id: "q", header: "Save", question: OFFER, options: [] }] };
  const answers = outcome === "failed" ? {} : { q: { answers: [isOther ? "no" : "yes"] } };
  const response = JSON.stringify({ answers });
  return {
    announce: (file, id) => file.called(id, "request_user_input", args),
    hook: { tool: "request_user_input", args },
    item: () => undefined,
    response,
    output: response,
  };
}
