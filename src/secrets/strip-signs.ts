/** Takes characters off both ends. A pattern that ends in `+$` takes quadratic time on long runs. */
export function stripSigns(text: string, leading: string, trailing: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && leading.includes(text.charAt(from))) from += 1;
  while (to > from && trailing.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
