interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/**
 * Puts what every one of these modules needs as soon as it is loaded into one chunk: a host that starts then
 * opens one file, where the bundler would share out small ones among all that may be loaded later.
 */
export function startChunk(name: string, starts: readonly string[]) {
  const checks = starts.map(neededBy);
  return {
    name: (id: string, graph: ModuleGraph) =>
      checks.every((isNeeded) => isNeeded(id, graph)) ? name : null,
  };
}

function neededBy(start: string) {
  const known = new Map<string, boolean>();
  return function isNeeded(id: string, graph: ModuleGraph): boolean {
    const found = known.get(id);
    if (found !== undefined) return found;
    // A cycle that leads nowhere else is not needed.
    known.set(id, false);
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    const needed = id.endsWith(start) || importers.some((importer) => isNeeded(importer, graph));
    known.set(id, needed);
    return needed;
  };
}
