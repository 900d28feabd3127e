/** What the name of a tool says that is not one of the host's own. */

function listOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

const READING = listOf(
  "read get list search find fetch show view query describe grep glob tree diff status log",
);
const CHANGING = listOf(
  "write edit create delete remove move rename update set apply save replace insert append patch copy",
);
const RUNNING = listOf("bash shell terminal run exec execute start");

/** No host takes a longer name. */
const LONGEST_NAME = 300;

/** `desktop_writeFile` → desktop, write, file. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/**
 * If a tool is wrongly taken for one that may write, the bank is compared for nothing. The other way round a
 * change would be told too late, so one word of changing or running is enough: `search_and_replace` is not read-only.
 */
export function isReadOnly(name: string): boolean {
  const words = wordsOf(name);
  const isActing = words.some((word) => CHANGING.has(word) || RUNNING.has(word));
  return !isActing && words.some((word) => READING.has(word));
}

export function saysItChanges(name: string): boolean {
  return wordsOf(name).some((word) => CHANGING.has(word));
}

export function runsCommands(name: string): boolean {
  return wordsOf(name).some((word) => RUNNING.has(word));
}
