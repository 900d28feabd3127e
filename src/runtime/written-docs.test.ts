import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../../test/helpers/temp-project.ts";
import { findBlockDamage, parseBlocks } from "../bank/blocks.ts";
import plugin from "../hosts/opencode/plugin.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import { planEdits } from "../hosts/shared/planned-text.ts";

const DOC = "memory-bank/MEMORY.md";

/** Docs as people and agents make them: blocks with odd texts, in either line ending. */
const line = fc.oneof(
  fc.constantFrom("# Title", "- a", "- b", "", "  indented", "```", "text with  spaces  ", "一行"),
  fc.string({ maxLength: 12 }).filter((text) => !/[\r\n]/.test(text)),
);
const lines = fc.array(line, { maxLength: 5 });
const doc = fc
  .record({
    before: lines,
    machine: lines,
    between: lines,
    user: lines,
    after: lines,
    isCrlf: fc.boolean(),
  })
  .map(({ before, machine, between, user, after, isCrlf }) =>
    [
      ...before,
      "<!-- MACHINE_BLOCK_START -->",
      ...machine,
      "<!-- MACHINE_BLOCK_END -->",
      ...between,
      "<!-- USER_BLOCK_START -->",
      ...user,
      "<!-- USER_BLOCK_END -->",
      ...after,
      "",
    ].join(isCrlf ? "\r\n" : "\n"),
  );

/** A stretch of the doc is replaced, as an edit does it. */
const edit = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 40 }),
  words: fc.oneof(
    fc.string({ maxLength: 10 }),
    fc.constantFrom("<!-- USER_BLOCK_START -->\n", "x\n"),
  ),
  replaceAll: fc.boolean(),
});

let hooks: Record<string, (input: object, output: object) => Promise<void>>;

const root = tempFolder();
beforeAll(async () => {
  writeFileSync(join(root, DOC), "");
  process.env["XDG_STATE_HOME"] = join(root, "state");
  const client = { app: { log: async () => ({}) }, session: { get: async () => ({ data: {} }) } };
  const input = { directory: root, worktree: root, client };
  hooks = (await plugin.server(input as never, {})) as typeof hooks;
});

/** Lets a tool write the doc, as the host would: refused or not, and what is on disk then. */
async function run(
  args: object,
  text: () => string | undefined,
): Promise<{ refused: boolean; text: string }> {
  // A full store is looked through for each version that is kept in it.
  rmSync(join(stateFolderOf(join(root, "memory-bank")), "kept"), { recursive: true, force: true });
  const call = { tool: "edit", sessionID: "s", callID: "c" };
  try {
    await hooks["tool.execute.before"]?.(call, { args });
  } catch {
    return { refused: true, text: readFileSync(join(root, DOC), "utf8") };
  }
  const after = text();
  if (after === undefined) rmSync(join(root, DOC));
  else writeFileSync(join(root, DOC), after);
  await hooks["tool.execute.after"]?.({ ...call, args }, { title: "", output: "", metadata: {} });
  return { refused: false, text: readFileSync(join(root, DOC), "utf8") };
}

const userText = (text: string) =>
  parseBlocks(text).user.map(({ from, to }) => text.slice(from, to));

describe("edits of docs", () => {
  it("that touch a user block neither pass nor stick, and all others do", async () => {
    await fc.assert(
      fc.asyncProperty(doc, edit, async (before, { from, length, words, replaceAll }) => {
        const start = Math.floor(from * (before.length - 1));
        const oldString = before.slice(start, start + length);
        fc.pre(oldString !== "" && !/^\r|\r$|^\n/.test(oldString) && oldString !== words);
        writeFileSync(join(root, DOC), before);
        const args = { filePath: DOC, oldString, newString: words, replaceAll };
        const { after } = planEdits(before, args);
        fc.pre(after !== undefined && after !== before);
        const result = await run(args, () => after ?? "");
        const isDamage = findBlockDamage(before, after ?? "") !== undefined;
        expect(result.refused).toBe(isDamage);
        expect(result.text).toBe(isDamage ? before : after);
      }),
      { numRuns: 400 },
    );
  });

  it("whose result nobody could foresee do not stick in a user block, and stick elsewhere", async () => {
    await fc.assert(
      fc.asyncProperty(doc, doc, fc.boolean(), async (before, other, keepsUser) => {
        const [mine] = parseBlocks(before).user;
        const [theirs] = parseBlocks(other).user;
        // A fence may have made an example of it.
        if (mine === undefined || theirs === undefined) return;
        writeFileSync(join(root, DOC), before);
        const after = keepsUser
          ? other.slice(0, theirs.from) + before.slice(mine.from, mine.to) + other.slice(theirs.to)
          : other;
        const args = { filePath: DOC, oldString: "not in the doc at all", newString: "x" };
        const result = await run(args, () => after);
        expect(result.refused).toBe(false);
        expect(userText(result.text)).toEqual(userText(before));
        if (findBlockDamage(before, after) === undefined) expect(result.text).toBe(after);
      }),
      { numRuns: 200 },
    );
  });

  it("by a tool of another plugin that deletes the doc bring it back", async () => {
    writeFileSync(join(root, DOC), "no blocks\n");
    const result = await run({ filePath: DOC, edits: [], delete: true }, () => undefined);
    expect(result).toEqual({ refused: false, text: "no blocks\n" });
  });
});
