/** An edit that changes nothing but numbers, as another version does. */
export function isOtherNumber(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const withoutNumbers = (text: string) => text.replaceAll(/\d+/g, "0");
  return withoutNumbers(before) === withoutNumbers(after);
}
