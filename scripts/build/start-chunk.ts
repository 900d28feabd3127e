interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/**
 * Puts what a module needs as soon as it is loaded into one chunk with it: a host that starts then opens
 * one file, where the bundler would share out small ones among all that may be loaded later.
 */
export function startChunk(name: string, start: string) {
  const known = new Map<string, boolean>();

  function isNeeded(id: string, graph: ModuleGraph): boolean {
    const found = known.get(id);
    if (found !== undefined) return found;
    // A cycle that leads nowhere else is not needed.
    known.set(id, false);
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    const needed = id.endsWith(start) || importers.some((importer) => isNeeded(importer, graph));
    known.set(id, needed);
    return needed;
  }

  return {
    name: (id: string, graph: ModuleGraph) => (isNeeded(id, graph) ? name : null),
  };
}
