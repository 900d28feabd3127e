import type { TuiPluginApi } from "@opencode-ai/plugin/tui";
import { findOffer } from "../../../policy/proposals/find-offer.ts";
import { field, textField } from "../../shared/payload.ts";

/** What the last message offers to save, while it waits for an answer: by the same reading as the plugin's. */
export function offeredDocs({ state }: TuiPluginApi, id: string): readonly string[] {
  const status = field(state.session.status(id), "type") ?? "idle";
  if (status !== "idle") return [];
  const last = state.session.messages(id).at(-1);
  if (last === undefined || last.role !== "assistant") return [];
  const text = state
    .part(last.id)
    .flatMap((part) => (field(part, "type") === "text" ? (textField(part, "text") ?? "") : []))
    .join("\n");
  return findOffer(text)?.targets ?? [];
}
