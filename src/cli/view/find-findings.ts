import type { Language } from "../../types.ts";
import type { Finding } from "../../view/view.ts";
import type { Opened } from "../open.ts";

/** What `check` says of the bank, in the page's language; undefined as long as there is no such command. */
export function findFindings(
  _opened: Opened,
  _lang: Language | undefined,
): readonly Finding[] | undefined {
  return undefined;
}
