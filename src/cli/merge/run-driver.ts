import { parseArgs } from "node:util";
import { PLAIN_MARKERS, mergeFiles } from "../../io/merge/merge-files.ts";
import { chooseLanguage, say } from "../say.ts";

/**
 * Git calls this for each doc that both sides changed, with the arguments that `install --git` wrote into its config.
 * The exit code tells git: 0 merged, 1 conflicts are left in the file.
 */
export function runDriver(words: readonly string[]): void {
  chooseLanguage([], process.env);
  try {
    for (const note of merge(words)) tell(note);
  } catch (error) {
    // Git treats this exit code as a conflict. The file of our side is unchanged.
    tell(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}

/** Returns notes for the person who merges. */
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

/** Returns undefined for a placeholder such as `%X` that an older git passed on without filling it in. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value === "" || /^%[A-Z]$/.test(value) ? undefined : value;
}

/** Does not use `print.ts`: loading it would make every merge slower. */
function tell(line: string): void {
  process.stderr.write(`memory-bank merge: ${line}\n`);
}
