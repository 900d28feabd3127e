import type { PlannedText } from "../../types.ts";
import { field, listIn, textField, textsBelow } from "./payload.ts";

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

/**
 * What `edit` and `multiedit` make of a file, as long as each old text is found literally. Edit tools of other plugins
 * have forms of their own: of these only the texts among the arguments are certain.
 */
export function planEdits(before: string | undefined, args: unknown): PlannedText {
  const listed = listIn(args, "edits");
  const edits = [args, ...listed].flatMap(toEdit);
  if (edits.length < Math.max(1, listed.length)) {
    const brings = textsBelow(args).map(({ text }) => text);
    return { after: undefined, brings: brings.join("\n") };
  }
  return {
    after: edits.reduce(applyEdit, before),
    brings: edits.map(({ newString }) => newString).join("\n"),
  };
}

function toEdit(edit: unknown): Edit[] {
  const newString = field(edit, "newString");
  if (typeof newString !== "string") return [];
  const oldString = textField(edit, "oldString") ?? "";
  return [{ oldString, newString, replaceAll: field(edit, "replaceAll") === true }];
}

function applyEdit(text: string | undefined, edit: Edit): string | undefined {
  if (edit.oldString === "") return text === undefined ? edit.newString : undefined;
  const parts = text?.split(edit.oldString) ?? [];
  if (parts.length < 2 || (parts.length > 2 && !edit.replaceAll)) return undefined;
  return parts.join(edit.newString);
}
