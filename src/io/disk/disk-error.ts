/** What the system may say no for. */
export type SystemTrouble = "full" | "read-only" | "denied" | "not-a-folder" | "other";

export type DiskTrouble = SystemTrouble | "no-home" | "damaged" | "not-a-doc";

/** What a disk refuses, in words that a person can act on. `code` is the system's, where it gave one. */
export class DiskError extends Error {
  readonly kind: DiskTrouble;
  readonly code: string;

  constructor(kind: DiskTrouble, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DiskError";
    this.kind = kind;
    this.code = codeOf(cause) ?? "EDISK";
  }
}

const KINDS: Readonly<Record<string, SystemTrouble>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EROFS: "read-only",
  EACCES: "denied",
  EPERM: "denied",
  ENOTDIR: "not-a-folder",
  EEXIST: "not-a-folder",
};

/** A failure below `folder` as one that says what to do. What the system did not say is a bug and stays. */
export function toDiskError(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  if (code === undefined || error instanceof DiskError) return error;
  const kind = troubleOf(code);
  return new DiskError(kind, `cannot use ${folder}: ${adviceOn(kind, code)}`, error);
}

export function troubleOf(code: string): SystemTrouble {
  return KINDS[code] ?? "other";
}

function adviceOn(kind: SystemTrouble, code: string): string {
  switch (kind) {
    case "full":
      return `the disk is full or a limit is reached (${code}). Free some space, then try again`;
    case "read-only":
      return "the file system is read-only. Set XDG_STATE_HOME to a folder that can be written";
    case "denied":
      return `permission denied (${code}). Make the folder yours, or set XDG_STATE_HOME to one that is`;
    case "not-a-folder":
      return "there is a file where a folder should be. Move that file away, then try again";
    case "other":
      return `the system says ${code}. Look at that folder, or set XDG_STATE_HOME to another one`;
  }
}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
