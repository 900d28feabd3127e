import type { PlannedText } from "../../types.ts";
import { field, textField, textsBelow } from "./payload.ts";

/** What `write` makes of a file: the host keeps a byte order mark. */
export function planWrite(before: string | undefined, args: unknown): PlannedText {
  const content = field(args, "content");
  const brings = typeof content === "string" ? content : "";
  const mark = before?.startsWith("\uFEFF") && !brings.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { after: mark + brings, brings };
}

interface Edit {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
}

/** What `edit` and `multiedit` make of a file, as long as each old text is found literally. */
export function planEdits(before: string | undefined, args: unknown): PlannedText {
  if (hasOtherEdits(args)) return planUnknown(args);
  const edits = toEdits(args);
  let text = before;
  for (const edit of edits) text = applyEdit(text, edit);
  return { after: text, brings: edits.map(({ newString }) => newString).join("\n") };
}

/** Edit tools of other plugins have forms of their own. */
function hasOtherEdits(args: unknown): boolean {
  const list = field(args, "edits");
  const isOther = (edit: unknown) => typeof field(edit, "newString") !== "string";
  return Array.isArray(list) && list.some(isOther);
}

function toEdits(args: unknown): Edit[] {
  const list = field(args, "edits");
  const found = [args, ...(Array.isArray(list) ? list : [])];
  return found.flatMap((edit) => {
    const newString = field(edit, "newString");
    if (typeof newString !== "string") return [];
    const oldString = textField(edit, "oldString") ?? "";
    return [{ oldString, newString, replaceAll: field(edit, "replaceAll") === true }];
  });
}

function applyEdit(text: string | undefined, edit: Edit): string | undefined {
  if (edit.oldString === "") return text === undefined ? edit.newString : undefined;
  if (text === undefined) return undefined;
  const old = withEndingsOf(text, edit.oldString);
  const parts = text.split(old);
  if (parts.length === 1 || (parts.length > 2 && !edit.replaceAll)) return undefined;
  return parts.join(withEndingsOf(text, edit.newString));
}

/** The host writes a file's own line endings, whichever the model used. */
function withEndingsOf(text: string, words: string): string {
  const plain = words.replaceAll("\r\n", "\n");
  return text.includes("\r\n") ? plain.replaceAll("\n", "\r\n") : plain;
}

/** Of a tool that we do not know only the texts among its arguments are certain. */
export function planUnknown(args: unknown): PlannedText {
  return {
    after: undefined,
    brings: textsBelow(args)
      .map(({ text }) => text)
      .join("\n"),
  };
}
