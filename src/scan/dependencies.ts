import type { Fact } from "./facts.ts";
import { toVersion } from "./version.ts";

/** Direct dependencies by name. */
export type Dependencies = ReadonlyMap<string, Dependency>;

export interface Dependency {
  /** As declared. */
  readonly version: unknown;
  readonly source: string;
}

/** The name people call something by, and the packages that bring it, by their names in the manifest. */
export type Known = readonly [label: string, ...packages: readonly string[]];

/** The known ones among the dependencies, in the order of the list. */
export function findKnown(known: readonly Known[], dependencies: Dependencies): Fact[] {
  return known.flatMap(([name, ...packages]) => {
    const found = packages.map((each) => dependencies.get(each)).find((each) => each !== undefined);
    return found === undefined
      ? []
      : [{ name, version: toVersion(found.version), source: found.source }];
  });
}

export function mergeDependencies(...all: readonly Dependencies[]): Dependencies {
  const merged = new Map<string, Dependency>();
  for (const dependencies of all) {
    for (const [name, dependency] of dependencies) {
      if (!merged.has(name)) merged.set(name, dependency);
    }
  }
  return merged;
}
