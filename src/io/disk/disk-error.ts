/** A failure of the disk, in words that a person can act on. `code` is the system's error code, if any. */
export class DiskError extends Error {
  readonly code: string;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DiskError";
    this.code = codeOf(cause) ?? "EDISK";
  }
}

/** Adds to a failure which file or folder it is about. An error that is not the system's is a bug and is rethrown. */
export function onDisk<Result>(place: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === undefined || error instanceof DiskError) throw error;
    const advice = "See that it can be read and written, and that the disk has room";
    throw new DiskError(`cannot use ${place} (${reasonOf(error)}). ${advice}`, error);
  }
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
