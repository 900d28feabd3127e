/**
 * A pattern that is compiled when it is first used. Compiling one with Unicode properties takes 2% of a start of Node, and
 * a literal is compiled even if it is never used.
 */
export function latePattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}
