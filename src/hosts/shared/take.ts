/** Takes the value of a key out of a map. */
export function take<Key, Value>(from: Map<Key, Value>, key: Key): Value | undefined {
  const found = from.get(key);
  from.delete(key);
  return found;
}
