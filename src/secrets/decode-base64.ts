const PLAIN = /^[\t\n\r -~]+$/;
/** Enough to tell text from other bytes: nearly all runs are not text, and cost no more than this. */
const BEGINNING = 16;
const SHORTEST = 8;

/** The text that a run in base64 stands for; undefined where it stands for none. */
export function decodeBase64(run: string): string | undefined {
  const start = decode(run.slice(0, BEGINNING));
  if (start === undefined || !PLAIN.test(start)) return undefined;
  const text = decode(run);
  return text !== undefined && text.length >= SHORTEST && PLAIN.test(text) ? text : undefined;
}

function decode(run: string): string | undefined {
  try {
    return atob(run.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
}
