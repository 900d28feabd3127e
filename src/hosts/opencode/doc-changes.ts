import { isAbsolute, join, resolve } from "node:path";
import { readBytes, readText } from "../../io/disk/read-text.ts";
import { statOf } from "../../io/disk/stat.ts";
import type { ToolCall, Write } from "../../types.ts";
import { toPatchedFiles } from "./patch-files.ts";
import { textField } from "./payload.ts";
import { planPatch } from "./planned-patch.ts";
import { type PlannedText, planEdits, planUnknown, planWrite } from "./planned-text.ts";
import { type Surroundings, patchText } from "./tool-call.ts";

/** A doc that a structured tool is about to write. */
export interface WrittenDoc {
  /** Path inside the bank. */
  readonly doc: string;
  readonly file: string;
  /** Undefined for a new doc. */
  readonly before: Buffer | undefined;
  /** Undefined where only running the tool tells. */
  readonly expected: Buffer | undefined;
}

export interface DocChanges {
  readonly call: ToolCall;
  readonly docs: readonly WrittenDoc[];
}

/** The same call, with what it does to the text of each doc. Only a write into the bank costs anything here. */
export function withDocChanges(
  call: ToolCall,
  tool: string,
  args: unknown,
  around: Surroundings,
): DocChanges {
  if (call.via === "shell" || !call.writes.some(changesDoc)) return { call, docs: [] };
  const docs: WrittenDoc[] = [];
  const writes = call.writes.map((write): Write => {
    const { doc, path } = write.target;
    if (doc === undefined || !changesDoc(write)) return write;
    const file = isAbsolute(path) ? path : join(around.root, path);
    const bytes = readBytes(file);
    if (bytes === undefined && statOf(file) !== undefined) {
      throw new Error(`${path} cannot be read as a text of bearable size`);
    }
    const before = bytes?.toString("utf8");
    const { after, brings } = plan(tool, args, before, write, around);
    const expected = after === undefined ? undefined : Buffer.from(after, "utf8");
    docs.push({ doc, file, before: bytes, expected });
    return { ...write, change: { before, after, brings } };
  });
  return { call: { ...call, writes }, docs };
}

function changesDoc({ target, effect }: Write): boolean {
  return target.doc !== undefined && (effect === "change" || effect === "replace");
}

function plan(
  tool: string,
  args: unknown,
  before: string | undefined,
  write: Write,
  around: Surroundings,
): PlannedText {
  switch (tool.toLowerCase()) {
    case "write":
      return planWrite(before, args);
    case "edit":
    case "multiedit":
      return textField(args, "filePath") === undefined
        ? planUnknown(args)
        : planEdits(before, args);
    case "apply_patch":
    case "patch":
      return planPatched(patchText(args), before, write, around);
    default:
      return planUnknown(args);
  }
}

/** The patch names its files in its own way: the section of this doc is found by where its path leads. */
function planPatched(
  patch: string,
  before: string | undefined,
  { target }: Write,
  { bank, directory }: Surroundings,
): PlannedText {
  const files = toPatchedFiles(patch);
  const at = files.findIndex(
    ({ path, effect }) =>
      effect !== "move-from" && bank.paths.toWritten(resolve(directory, path)).doc === target.doc,
  );
  const named = files[at];
  if (named === undefined) return planUnknown({ patch });
  const origin = files[at - 1];
  if (origin?.effect !== "move-from") return planPatch(before, patch, named.path);
  // A move in is a new doc with the text of the old place.
  const source = readText(resolve(directory, origin.path));
  const moved = planPatch(source, patch, origin.path);
  return { after: moved.after, brings: `${source ?? ""}\n${moved.brings}` };
}
