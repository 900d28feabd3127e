import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { readHookInput } from "../../src/hosts/shared/hook-input.ts";
import { type HookDialect, createHooks } from "../../src/hosts/shared/hooks.ts";
import { textField } from "../../src/hosts/shared/payload.ts";
import { openRuntime } from "../../src/runtime/open-runtime.ts";
import { readSettings } from "../../src/runtime/settings.ts";
import type { ReadScope, Session } from "../../src/types.ts";
import type { Fields } from "./written-transcript.ts";

export const DOCS = [
  "MEMORY.md",
  "details/patterns.md",
  "details/requirements/REQ-001-a.md",
  "details/design/a.md",
];
export const DOC_TEXT = "- a\n- b\n- c\n";
export const OFFER =
  "Fixed.\n\n---\n💾 Save this to the Memory Bank?\n   → memory-bank/details/patterns.md\n   → Content: tabs\n---";
export const PLAN = "0123456789ab";
/** What users say. */
export const SAID = [
  "hello",
  "yes",
  "好",
  "no",
  "apply the plan",
  "from now on we use tabs",
  "it fails again",
];
/** What agents say. */
export const SPOKEN = [OFFER, "Done.", "Let me look.", "Shall I deploy?"];

/** A project with a bank, for all tests of a file. What is waited for has come at once, or never comes. */
export function useHookedProject() {
  let root = "";
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "memory-bank-")));
    for (const doc of DOCS) {
      const path = join(root, "memory-bank", doc);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, DOC_TEXT);
    }
    const { setTimeout } = globalThis;
    vi.stubGlobal("setTimeout", (act: () => void) => setTimeout(act, 0));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    get root() {
      return root;
    },
  };
}

export type HookServer = ReturnType<typeof createHookServer>;

/** One process of the server: it only looks, so that nothing but the host decides what happens. */
export function createHookServer(host: {
  readonly root: string;
  readonly readScope: ReadScope;
  readonly dialect: HookDialect;
}) {
  const { root, readScope, dialect } = host;
  const log = {
    warn: () => {},
    error: (_: string, error: unknown) => expect.unreachable(String(error)),
  };
  const { settings } = readSettings({}, { readScope, guardMode: "off", approval: "off" });
  const runtime = openRuntime({
    directory: root,
    worktree: root,
    settings: { ...settings, log: "off" },
    locale: "en",
    words: dialect.words,
    log,
    lookUp: async () => ({ parent: undefined, isUnattended: false }),
  });
  const hooks = createHooks({
    runtime,
    log,
    directory: root,
    dialect,
    settings: { guardMode: "off", toasts: "off" },
    toasts: [],
  });

  return {
    runtime,
    hooks,
    /** What is said to the model at this hook, which is called as often as a long text needs it. */
    async call(fields: Fields & { readonly event: string }): Promise<readonly string[]> {
      const parts = /Start|Prompt/.test(fields.event) ? dialect.room.pieces : 1;
      const texts = await Promise.all(
        Array.from({ length: parts }, async (_, index) => {
          const input = readHookInput({ folder: root, part: String(index + 1), ...fields });
          const answer = await hooks.answer(input);
          return textField(answer, "hookSpecificOutput", "additionalContext") ?? [];
        }),
      );
      return texts.flat();
    },
  };
}

function withoutTimes({ reads }: Pick<Session, "reads">) {
  return [...reads].map(([doc, { ranges, total }]) => ({
    doc,
    total,
    ranges: ranges.map(({ from, to }) => `${from}-${to}`),
  }));
}

/** What matters of a state; a subagent's reads of the turn end with its process. */
export function essence(session: Session, isChild: boolean) {
  const { anchors, recovery, turn, reads, awaited, wrote, proposals, said, told } = session;
  const lasting = { anchors, awaited, wrote, said, recovery: recovery && withoutTimes(recovery) };
  if (isChild) return lasting;
  return { ...lasting, proposals, told, turn, reads: withoutTimes({ reads }) };
}
