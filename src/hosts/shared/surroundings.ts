import type { Paths } from "../../io/disk/paths.ts";

/** What must be known of the place where a call is made, to understand it. */
export interface Surroundings {
  readonly paths: () => Paths;
  readonly directory: string;
  readonly root: string;
}
