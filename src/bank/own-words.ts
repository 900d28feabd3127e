import { ENTRY, OLD_ENTRIES } from "./layout.ts";
import { ROLES, docOf } from "./roles.ts";

/** The text that shows which language a bank speaks: its entry, else the docs that play a role. */
export function ownWords(
  paths: readonly string[],
  read: (path: string) => string | undefined,
): string {
  const textOf = (names: readonly string[]) => names.flatMap((name) => read(name) ?? []).join("\n");
  return (
    textOf([ENTRY, ...OLD_ENTRIES]) || textOf(ROLES.flatMap((role) => docOf(role, paths) ?? []))
  );
}
