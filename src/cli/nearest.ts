/** The known word that is closest to what was typed, or holds it whole; at most so many letters may differ. */
export function nearest(
  typed: string,
  known: readonly string[],
  most = Infinity,
): string | undefined {
  const ranked = known.map((word) => ({
    word,
    distance: typed !== "" && word.includes(typed) ? 0 : distance(typed, word),
  }));
  const [best] = ranked.toSorted((one, other) => one.distance - other.distance);
  return best !== undefined && best.distance <= most ? best.word : undefined;
}

/** How many characters must be added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, character] of Array.from(one.slice(0, 100)).entries()) {
    const next = [at + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (other[column - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
