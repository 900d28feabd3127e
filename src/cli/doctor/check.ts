import { type Text, say } from "../say.ts";

/** One thing that was looked at. A warning can stay as it is; a problem means that something does not work. */
export interface Check {
  readonly name: string;
  readonly level: "ok" | "warning" | "problem";
  readonly what: string;
  /** The one next step. */
  readonly fix?: string;
}

export function ok(name: string, what: Text): Check {
  return { name, level: "ok", what: say(what) };
}

export function warning(name: string, what: Text, fix: Text): Check {
  return { name, level: "warning", what: say(what), fix: say(fix) };
}

export function problem(name: string, what: Text, fix: Text): Check {
  return { name, level: "problem", what: say(what), fix: say(fix) };
}

/** The same words in both languages: paths, and what others say. */
export function both(text: string): Text {
  return { en: text, zh: text };
}
