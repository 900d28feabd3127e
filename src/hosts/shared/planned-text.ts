import type { PlannedText } from "../../types.ts";
import { field, listIn, textField, textsBelow } from "./payload.ts";

/** The text of a file after `write`: the host keeps a byte order mark. */
export function planWrite(before: string | undefined, args: unknown): PlannedText {
  const content = field(args, "content");
  const brings = typeof content === "string" ? content : "";
  const mark = before?.startsWith("\uFEFF") && !brings.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { after: mark + brings, brings };
}

/**
 * The text of a file after `edit` or `multiedit`, if each old text is found literally. Edit tools of other plugins may
 * have other arguments: then all that is known is the texts among them.
 */
export function planEdits(before: string | undefined, args: unknown): PlannedText {
  const listed = listIn(args, "edits");
  const edits = [args, ...listed].filter((edit) => typeof field(edit, "newString") === "string");
  if (edits.length < Math.max(1, listed.length)) {
    const brings = textsBelow(args).map(({ text }) => text);
    return { after: undefined, brings: brings.join("\n") };
  }
  return {
    after: edits.reduce(applyEdit, before),
    brings: edits.map((edit) => textField(edit, "newString") ?? "").join("\n"),
  };
}

function applyEdit(text: string | undefined, edit: unknown): string | undefined {
  const [old = "", now = ""] = [textField(edit, "oldString"), textField(edit, "newString")];
  if (old === "") return text === undefined ? now : undefined;
  const parts = text?.split(old) ?? [];
  const isSure = parts.length === 2 || (parts.length > 2 && field(edit, "replaceAll") === true);
  return isSure ? parts.join(now) : undefined;
}
