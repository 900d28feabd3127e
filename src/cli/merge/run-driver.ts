import { parseArgs } from "node:util";
import { PLAIN_MARKERS, mergeFiles } from "../../io/merge/merge-files.ts";
import { chooseLanguage, say } from "../say.ts";

/**
 * What git calls for each doc that both sides changed, with the words that `install --git` told it to use. The exit
 * code is git's: 0 merged, 1 conflicts are left in the file.
 */
export function runDriver(words: readonly string[]): void {
  chooseLanguage([], process.env);
  try {
    for (const note of merge(words)) tell(note);
  } catch (error) {
    // Git takes it for a conflict, and the file of ours is as it was.
    tell(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}

/** Returns what a person should know. */
function merge(words: readonly string[]): string[] {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      "marker-size": { type: "string" },
      ours: { type: "string" },
      theirs: { type: "string" },
    },
  });
  const [base, ours, theirs, path = ours] = positionals;
  if (base === undefined || ours === undefined || theirs === undefined)
    throw new Error("memory-bank merge <base> <ours> <theirs> [path]");
  const { conflicts, notes } = mergeFiles(
    { base, ours, theirs },
    {
      ours: given(values.ours) ?? PLAIN_MARKERS.ours,
      theirs: given(values.theirs) ?? PLAIN_MARKERS.theirs,
      size: Number(given(values["marker-size"])) || PLAIN_MARKERS.size,
    },
  );
  if (conflicts > 0) process.exitCode = 1;
  return notes.map((note) => `${path}: ${say(note)}`);
}

/** A git that does not know one of its placeholders hands it over as it is written. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value === "" || /^%[A-Z]$/.test(value) ? undefined : value;
}

/** Git waits for each merge: what folds lines for people is not loaded. */
function tell(line: string): void {
  process.stderr.write(`memory-bank merge: ${line}\n`);
}
