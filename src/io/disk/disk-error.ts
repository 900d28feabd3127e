/** What a disk refuses, in words that a person can act on. `code` is the system's, where it gave one. */
export class DiskError extends Error {
  readonly code: string;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DiskError";
    this.code = codeOf(cause) ?? "EDISK";
  }
}

/** Says of a failure which file or folder it is about. What the system did not say is a bug and stays. */
export function onDisk<Result>(place: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toDiskError(error, place);
  }
}

export function toDiskError(error: unknown, place: string): unknown {
  if (codeOf(error) === undefined || error instanceof DiskError) return error;
  const advice = "See that it can be read and written, and that the disk has room";
  return new DiskError(`cannot use ${place} (${reasonOf(error)}). ${advice}`, error);
}

/** `EACCES: permission denied`, without the call and its path. */
export function reasonOf(error: unknown): string {
  return String(error)
    .replace(/^\w*Error: /, "")
    .replace(/, [a-z]+(?: '.*)?$/s, "");
}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
