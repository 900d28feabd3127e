import { parseJson } from "../formats/parse-json.ts";
import { MAKEFILE } from "../scan/make.ts";
import { tableAt } from "../formats/values.ts";

/** What commands of the project's own there are. Undefined where that cannot be told. */
export interface KnownCommands {
  /** Scripts of any `package.json`. */
  readonly scripts: ReadonlySet<string> | undefined;
  /** Targets of the Makefile. */
  readonly targets: ReadonlySet<string> | undefined;
}

export const NO_COMMANDS: KnownCommands = { scripts: undefined, targets: undefined };

/** What makes targets that no pattern finds: other files, rules by pattern, computed names. */
const COMPUTED = /^[ \t]*-?s?include\b|^[^\t#=]*[%$][^=]*:(?!=)|^[ \t]*define\b|\$\(eval\b/;
const LONGEST_LINE = 2000;
const TARGETS = /^([^\s:#=][^:#=\n]*?)[ \t]*::?(?!=)/;

/** `files` are manifests with their paths from the root; a text that is undefined could not be read. */
export function readKnownCommands(
  files: readonly { readonly path: string; readonly text: string | undefined }[],
): KnownCommands {
  const named = (name: RegExp) => files.filter(({ path }) => name.test(path));
  const manifests = named(/(?:^|\/)package\.json$/).map(({ text }) => readScripts(text));
  const makefiles = named(MAKEFILE).map(({ text }) => readTargets(text));
  return { scripts: join(manifests), targets: join(makefiles) };
}

function join(sets: readonly (readonly string[] | undefined)[]): ReadonlySet<string> | undefined {
  if (sets.length === 0 || sets.includes(undefined)) return undefined;
  return new Set(sets.flatMap((names) => names ?? []));
}

function readScripts(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  try {
    return Object.keys(tableAt(parseJson(text.replace(/^\uFEFF/, "")), "scripts"));
  } catch {
    return undefined;
  }
}

function readTargets(text: string | undefined): string[] | undefined {
  const lines = text?.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines?.some((line) => line.length > LONGEST_LINE || COMPUTED.test(line))
    ? undefined
    : lines?.flatMap((line) => TARGETS.exec(line)?.[1]?.split(/\s+/) ?? []);
}
