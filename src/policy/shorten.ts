const LONGEST = 60;

/** Keeps both ends of a path or a command's words, so that a notice stays short and names the file. */
export function shortenPath(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  if (line.length <= LONGEST) return line;
  return `${line.slice(0, 20)}…${line.slice(line.length - (LONGEST - 21))}`;
}
