/**
 * A pattern that is read when it is first asked for. One with properties of Unicode takes a fiftieth of a start of Node
 * to read, written as a literal also where nobody asks.
 */
export function latePattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}
