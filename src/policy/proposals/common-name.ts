import { BANK_FOLDER } from "../../bank/layout.ts";
import { literal } from "../../patterns/literal.ts";
import type { SessionEvent } from "../../types.ts";

/** What people and agents say, with the bank's folder under the name that texts are searched for. */
export function withCommonName(event: SessionEvent, bankName: string): SessionEvent {
  const common = (text: string) => toCommonName(text, bankName);
  switch (event.kind) {
    case "user-spoke":
    case "said":
      return { ...event, text: common(event.text) };
    case "question-answered":
      return {
        ...event,
        question: common(event.question),
        options: event.options.map(({ label, description }) => ({
          label: common(label),
          description: common(description),
        })),
        answers: event.answers.map(common),
      };
    default:
      return event;
  }
}

/** As a name of its own: the end of a longer one is another folder. */
function toCommonName(text: string, bankName: string): string {
  const name = new RegExp(
    String.raw`(?<![\p{Script=Latin}\p{N}_.-])${literal(bankName)}(?=[/\\])`,
    "giu",
  );
  return text.replaceAll(name, BANK_FOLDER);
}

/** What was remembered of it, for people and agents again. */
export function toOwnName(text: string, bankName: string): string {
  return text.replaceAll(`${BANK_FOLDER}/`, `${bankName}/`);
}
