/** One thing in three versions: the common base, and what each side made of it. */
export interface Versions<Thing> {
  readonly base: Thing;
  readonly ours: Thing;
  readonly theirs: Thing;
}

export function eachVersion<Thing, Result>(
  { base, ours, theirs }: Versions<Thing>,
  make: (thing: Thing) => Result,
): Versions<Result> {
  return { base: make(base), ours: make(ours), theirs: make(theirs) };
}

/** The value that both sides agree on: the change of the only side that made one, or the same change of both. */
export function settle<Thing extends string | boolean>({
  base,
  ours,
  theirs,
}: Versions<Thing>): Thing | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}
