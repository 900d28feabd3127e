export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface Known extends LockedPackage {
  readonly "dist.integrity"?: string;
}

type Ask = (name: string, range: string) => Promise<{ exact?: Known; other?: Known }>;

export function isInstalled(lockfile: Lockfile, installed: Lockfile): boolean;

export function findMissing(
  lockfile: Lockfile,
): { parent: string; name: string; range: string; place: string }[];

export function readPlatform(name: string): Pick<LockedPackage, "os" | "cpu" | "libc">;

export function completeLockfile<T extends Lockfile>(lockfile: T, ask: Ask): Promise<T>;
