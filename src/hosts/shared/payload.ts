import { attempt } from "../../io/disk/read.ts";
import type { AnsweredQuestion } from "../../types.ts";

/** Host payloads are `unknown`; these functions read them safely. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function field(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (!isRecord(current)) return undefined;
    current = current[key];
  }
  return current;
}

export function textField(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = field(value, ...keys);
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function numberField(value: unknown, ...keys: readonly string[]): number | undefined {
  const found = field(value, ...keys);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

export function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === "string") : [];
}

export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = field(value, name);
  return Array.isArray(list) ? list : [];
}

/** The text of a string or of a list of parts; undefined if there is none. */
export function textIn(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = parts.flatMap((part) => textField(part, "text") ?? []);
  return texts.length === 0 ? undefined : texts.join("\n");
}

const DEEPEST = 5;

/** All texts in a tool's arguments, each with its key; in a list, with the key of the list. */
export function textsBelow(value: unknown, key = "", depth = 0): { key: string; text: string }[] {
  if (typeof value === "string") return [{ key, text: value }];
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) =>
    textsBelow(item, Array.isArray(value) ? key : name, depth + 1),
  );
}

/** Returns undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  return attempt(() => JSON.parse(text) as unknown, undefined);
}

/** Reads the environment variables in a table of a config. */
export function variablesIn(table: unknown): Record<string, string> {
  const values = Object.entries(isRecord(table) ? table : {});
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

/** The questions that the user answered through the host, each with one answer or several. */
export function toAnswers(
  questions: unknown,
  givenTo: (asked: unknown, index: number) => unknown,
): AnsweredQuestion[] {
  const list: readonly unknown[] = Array.isArray(questions) ? questions : [];
  return list.flatMap((asked, index): AnsweredQuestion[] => {
    const [header, text] = [textField(asked, "header"), textField(asked, "question")];
    const given = givenTo(asked, index);
    if (text === undefined || given === undefined) return [];
    const question = header === undefined ? text : `${header}\n${text}`;
    const options = listIn(asked, "options").map((option) => ({
      label: textField(option, "label") ?? "",
      description: textField(option, "description") ?? "",
    }));
    return [{ question, options, answers: typeof given === "string" ? [given] : textsIn(given) }];
  });
}
