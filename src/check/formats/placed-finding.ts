import type { Finding } from "../finding.ts";

/** A finding with its doc's path from the work tree's root, which is where other tools look for it. */
export interface PlacedFinding extends Finding {
  readonly file: string;
}

/** What was found, and what to do about it. */
export function describeFinding({ message, fix }: Finding): string {
  return `${message}\n${fix}`;
}
