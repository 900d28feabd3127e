/** Below zero if the first one is older. A part that is no number counts as 0. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function majorOf(version: string): number {
  return numbersOf(version)[0] ?? 0;
}

export function isVersion(text: string | undefined): text is string {
  return text !== undefined && /^v?\d+\.\d+/.test(text);
}

function numbersOf(version: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
}
