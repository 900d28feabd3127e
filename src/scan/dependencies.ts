import type { Fact } from "./facts.ts";
import { toVersion } from "./version.ts";

/** Direct dependencies by name. */
export type Dependencies = ReadonlyMap<string, Dependency>;

export interface Dependency {
  /** As declared. */
  readonly version: unknown;
  readonly source: string;
}

/** A package by its name in the manifest, and the name people call it by. */
export type Known = readonly [packageName: string, label: string];

/** The known ones among the dependencies, in the order of the list, each label once. */
export function findKnown(known: readonly Known[], dependencies: Dependencies): Fact[] {
  const facts = new Map<string, Fact>();
  for (const [packageName, label] of known) {
    const dependency = dependencies.get(packageName);
    if (dependency === undefined || facts.has(label)) continue;
    facts.set(label, {
      name: label,
      version: toVersion(dependency.version),
      source: dependency.source,
    });
  }
  return [...facts.values()];
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
