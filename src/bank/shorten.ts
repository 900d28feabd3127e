/** Keeps both ends of a path or a command's words, so that a notice stays short and names the file. */
export function shortenPath(text: string, longest = 60): string {
  const line = text.replaceAll(/\s+/g, " ");
  if (line.length <= longest) return line;
  const head = Math.floor(longest / 3);
  return `${line.slice(0, head)}…${line.slice(line.length - (longest - head - 1))}`;
}
