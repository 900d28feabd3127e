import { PLAIN_MARKERS } from "../../io/merge/git-merge-file.ts";
import { mergeFiles } from "../../io/merge/merge-files.ts";
import { printError } from "../print.ts";
import { say } from "../say.ts";

export interface DriverOptions {
  readonly markerSize?: string;
  readonly ours?: string;
  readonly theirs?: string;
}

/** What git calls for each doc that both sides changed. The exit code is git's: 0 merged, 1 to be decided. */
export function runDriver(
  [base, ours, theirs]: readonly [base: string, ours: string, theirs: string],
  path: string | undefined,
  options: DriverOptions,
): void {
  const { conflicts, notes } = mergeFiles(
    { base, ours, theirs },
    {
      ours: given(options.ours) ?? PLAIN_MARKERS.ours,
      theirs: given(options.theirs) ?? PLAIN_MARKERS.theirs,
      size: Number(given(options.markerSize)) || PLAIN_MARKERS.size,
    },
  );
  for (const note of notes) printError(`memory-bank merge: ${path ?? ours}: ${say(note)}`);
  if (conflicts > 0) process.exitCode = 1;
}

/** A git that does not know one of its placeholders hands it over as it is written. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value === "" || /^%[A-Z]$/.test(value) ? undefined : value;
}
