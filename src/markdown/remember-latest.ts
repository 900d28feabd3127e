const MANY = 16;
/** A longer text is not held in memory for longer than it is used. */
const LONGEST = 100_000;

/**
 * `make`, which knows what it made of the latest texts: a doc is looked at again and again until it is done with. What
 * is given beside the text follows from it.
 */
export function rememberLatest<Made extends object, Beside extends unknown[]>(
  make: (text: string, ...beside: Beside) => Made,
): (text: string, ...beside: Beside) => Made {
  const known = new Map<string, Made>();
  return (text, ...beside) => {
    const made = known.get(text) ?? make(text, ...beside);
    if (text.length > LONGEST) return made;
    known.delete(text);
    known.set(text, made);
    const [oldest] = known.keys();
    if (known.size > MANY && oldest !== undefined) known.delete(oldest);
    return made;
  };
}
