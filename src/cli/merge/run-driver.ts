import { parseArgs } from "node:util";
import { PLAIN_MARKERS, mergeFiles } from "../../io/merge/merge-files.ts";
import { chooseLanguage, say } from "../say.ts";

/**
 * What git calls for each doc that both sides changed, with the words that `install --git` told it to use. The exit
 * code is git's: 0 merged, 1 conflicts are left in the file.
 */
export async function runDriver(words: readonly string[]): Promise<void> {
  chooseLanguage([], process.env);
  try {
    await printErrors(merge(words));
  } catch (error) {
    // Git takes it for a conflict, and the file of ours is as it was.
    await printErrors([error instanceof Error ? error.message : String(error)]);
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

/** Most merges have nothing to say, and git waits for each: what prints is loaded when it is needed. */
async function printErrors(lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const { printError } = await import("../print.ts");
  for (const line of lines) printError(`memory-bank merge: ${line}`);
}
