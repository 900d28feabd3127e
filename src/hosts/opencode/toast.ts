import type { PluginInput } from "@opencode-ai/plugin";
import type { Toast } from "../../policy/toast.ts";
import type { ShowToast } from "../../runtime/decisions.ts";

/** Five seconds are too short for a reason that somebody has to think about. */
const MILLISECONDS = 8000;

/** A refusal is the product at work; what stays although it was warned of is for the person to look at. */
const VARIANTS: Readonly<Record<Toast["kind"], "info" | "warning">> = {
  refused: "info",
  undone: "info",
  "put-back": "info",
  warned: "warning",
  answered: "info",
  doubted: "warning",
};

/** In the corner of the terminal. A host without one, or without this call, shows nothing. */
export function createShowToast(client: PluginInput["client"]): ShowToast {
  return ({ kind, text }) => {
    try {
      const variant = VARIANTS[kind];
      const body = { title: "Memory Bank", message: text, variant, duration: MILLISECONDS };
      client.tui.showToast({ body }).catch(() => undefined);
    } catch {
      // An older host.
    }
  };
}
