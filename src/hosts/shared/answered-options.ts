import type { AnsweredQuestion } from "../../types.ts";
import { textField } from "./payload.ts";

/** What the user could choose from, as hosts hand it over. */
export function toOptions(options: unknown): AnsweredQuestion["options"] {
  if (!Array.isArray(options)) return [];
  return options.map((option: unknown) => ({
    label: textField(option, "label") ?? "",
    description: textField(option, "description") ?? "",
  }));
}
