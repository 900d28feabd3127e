import { PLAIN_MARKERS, mergeFiles } from "../../io/merge/merge-files.ts";
import { chooseLanguage, say } from "../say.ts";

export interface DriverOptions {
  readonly markerSize?: string;
  readonly ours?: string;
  readonly theirs?: string;
}

type Files = readonly [base: string, ours: string, theirs: string];

const OPTION = /^--(marker-size|ours|theirs)=(.*)$/s;

/** With the words that git is told to call us with. */
export async function runAsGitCalls(words: readonly string[]): Promise<void> {
  const options = new Map(
    words.flatMap((word) => {
      const [, name, value] = OPTION.exec(word) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const [base = "", ours = "", theirs = "", path] = words.filter((word) => !OPTION.test(word));
  chooseLanguage([], process.env);
  try {
    await runDriver([base, ours, theirs], path, {
      markerSize: options.get("marker-size") ?? "",
      ours: options.get("ours") ?? "",
      theirs: options.get("theirs") ?? "",
    });
  } catch (error) {
    // Git takes it for a conflict, and the file of ours is as it was.
    const { printError } = await import("../print.ts");
    printError(`memory-bank merge: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}

/** What git calls for each doc that both sides changed. The exit code is git's: 0 merged, 1 to be decided. */
export async function runDriver(
  [base, ours, theirs]: Files,
  path: string | undefined,
  options: DriverOptions,
): Promise<void> {
  const { conflicts, notes } = mergeFiles(
    { base, ours, theirs },
    {
      ours: given(options.ours) ?? PLAIN_MARKERS.ours,
      theirs: given(options.theirs) ?? PLAIN_MARKERS.theirs,
      size: Number(given(options.markerSize)) || PLAIN_MARKERS.size,
    },
  );
  if (conflicts > 0) process.exitCode = 1;
  if (notes.length === 0) return;
  // Most merges have nothing to say, and git waits for each.
  const { printError } = await import("../print.ts");
  for (const note of notes) printError(`memory-bank merge: ${path ?? ours}: ${say(note)}`);
}

/** A git that does not know one of its placeholders hands it over as it is written. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value === "" || /^%[A-Z]$/.test(value) ? undefined : value;
}
