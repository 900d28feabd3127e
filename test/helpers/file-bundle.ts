/** Small files in one text: `-- path --` begins each; what stands before the first is for readers. */
export function parseBundle(text: string): Record<string, string> {
  const [, ...parts] = text.split(/^-- (.+) --\n/m);
  const files: Record<string, string> = {};
  for (let index = 0; index < parts.length; index += 2) {
    files[parts[index] ?? ""] = parts[index + 1] ?? "";
  }
  return files;
}
