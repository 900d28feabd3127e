/** Adds an item and keeps only the latest ones, so that the state of a long session stays bounded. */
export function remember(
  known: readonly string[],
  more: readonly string[],
  most = 200,
): readonly string[] {
  return [...known.filter((each) => !more.includes(each)), ...more].slice(-most);
}
